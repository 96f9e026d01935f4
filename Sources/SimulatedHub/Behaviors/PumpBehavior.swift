import ClusterTypes
import DataModel
import HomeGraph

/// Pumps: what they do follows whether they are on, how far they are turned up, and how they are operated (Matter
/// Application Cluster Specification, section 4.2).
struct PumpBehavior: Behavior {
    private typealias Pump = PumpConfigurationAndControlCluster

    /// What a pump does at most, where it does not say: turns a minute, and watts.
    private static let usualSpeed: UInt16 = 3000
    private static let watts = 400.0
    /// How far a pump is turned up that is operated at its least.
    private static let least = 0.3

    var cluster: UInt32 { Pump.clusterID }

    func start(_ context: inout EndpointContext) { follow(&context) }

    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) { follow(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if [OnOffCluster.clusterID, LevelControlCluster.clusterID].contains(changed) { follow(&context) }
    }

    /// How much of what it can the pump does, from 0 to 1 (OperationModeEnum).
    private func share(_ context: EndpointContext) -> Double {
        guard context[OnOffCluster.onOff] ?? true else { return 0 }
        switch context[Pump.operationMode] {
        case .maximum: return 1
        case .minimum: return Self.least
        default: return Double(context[LevelControlCluster.currentLevel] ?? 254) / 254
        }
    }

    private func follow(_ context: inout EndpointContext) {
        let share = share(context)
        let fastest = Double(context[Pump.maxSpeed] ?? Self.usualSpeed)
        context[Pump.effectiveOperationMode] = context[Pump.operationMode]
        if let mode = context[Pump.controlMode] { context[Pump.effectiveControlMode] = mode }
        context[Pump.speed] = UInt16(clamping: Int((fastest * share).rounded()))
        // In hundredths of a percent.
        context[Pump.capacity] = Int16(clamping: Int((share * 10_000).rounded()))
        context[Pump.power] = UInt32(clamping: Int((share * Self.watts).rounded()))
        var status = context[Pump.pumpStatus] ?? []
        if share > 0 { status.insert(.running) } else { status.remove(.running) }
        context[Pump.pumpStatus] = status
    }
}
