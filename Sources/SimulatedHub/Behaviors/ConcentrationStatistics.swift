import ClusterTypes
import DataModel

/// What a sensor says of a concentration beside its value: the peak, the average and the level (Matter Application
/// Cluster Specification, section 2.10).
enum ConcentrationStatistics {
    /// All concentrations number their members alike.
    private typealias Model = CarbonDioxideConcentrationMeasurementCluster
    private typealias Level = CarbonDioxideConcentrationMeasurementCluster.LevelValueEnum

    /// What the behaviour of a measurement remembers: since when the peak counts, and when the average was told last.
    private enum Memory { static let peak: UInt32 = 0, average: UInt32 = 1 }

    private static let usualWindow: UInt32 = 3600

    private static func key<Value>(_ key: AttributeKey<Value>, _ cluster: UInt32) -> AttributeKey<Value> {
        AttributeKey(cluster: cluster, id: key.id)
    }

    /// Brings them up to date with a value.
    static func follow(_ value: Double, before: Double?, of cluster: UInt32, _ context: inout EndpointContext) {
        let now = context.milliseconds
        followLevel(value, cluster, &context)
        if context.has(feature: "PEA", of: cluster) {
            let window = milliseconds(key(Model.peakMeasuredValueWindow, cluster), context)
            let began: Int64? = context[memory: Memory.peak, of: cluster]
            let peak = context[key(Model.peakMeasuredValue, cluster)]
            let isOver = began.map { now &- $0 > window || $0 > now } ?? true
            if isOver || peak.map({ Double($0) <= value }) ?? true {
                context[memory: Memory.peak, of: cluster] = now
                context[key(Model.peakMeasuredValue, cluster)] = Float(value)
            }
        }
        if context.has(feature: "AVG", of: cluster) {
            let window = milliseconds(key(Model.averageMeasuredValueWindow, cluster), context)
            let told: Int64? = context[memory: Memory.average, of: cluster]
            let average = context[key(Model.averageMeasuredValue, cluster)].map(Double.init)
            // The value that was until now had its share of the window.
            let share = min(1, max(0, Double(now &- (told ?? now)) / Double(window)))
            let last = average ?? before ?? value
            context[memory: Memory.average, of: cluster] = now
            context[key(Model.averageMeasuredValue, cluster)] = Float(last + ((before ?? value) - last) * share)
        }
    }

    private static func milliseconds(_ key: AttributeKey<UInt32>, _ context: EndpointContext) -> Int64 {
        Int64(max(1, context[key] ?? usualWindow)) * 1000
    }

    /// The level goes with what the concentration makes of the air.
    private static func followLevel(_ value: Double, _ cluster: UInt32, _ context: inout EndpointContext) {
        guard context.has(feature: "LEV", of: cluster),
            let rank = AirQualityBehavior.rank(of: value, cluster, context)
        else { return }
        let level: Level =
            switch rank {
            case ..<2: .low
            case ..<3: context.has(feature: "MED", of: cluster) ? .medium : .low
            case ..<5: .high
            default: context.has(feature: "CRI", of: cluster) ? .critical : .high
            }
        context[key(Model.levelValue, cluster)] = level
    }
}
