import ClusterTypes
import DataModel
import HomeGraph

/// A sensor of a quantity; where the device is autonomous its value drifts around where it began, light and warmth by
/// the time of day, and the temperature in an appliance towards what it is set to.
///
/// All measurement clusters have the value, its least and its greatest as their first three attributes (Matter
/// Application Cluster Specification, chapter 2).
struct MeasurementBehavior: Behavior {
    private enum Attribute {
        static let value: UInt32 = 0
        static let least: UInt32 = 1
        static let greatest: UInt32 = 2
    }

    let cluster: UInt32
    /// How far the value drifts at once, in the attribute's unit.
    let step: Double
    /// How the quantity goes through a day, how many steps it rises by that, and where it is while the curve is at its
    /// foot, where that is a value of its own.
    var course: (curve: DailyCourse, steps: Double, foot: Double?)?

    /// How many steps the value drifts away from where it began.
    private static let reach = 20.0

    /// The sensors there are, and their steps.
    static let all: [MeasurementBehavior] = [
        // 0.05 °C
        MeasurementBehavior(cluster: TemperatureMeasurementCluster.clusterID, step: 5, course: (.warmth, 30, nil)),
        // 0.2 %
        MeasurementBehavior(cluster: RelativeHumidityMeasurementCluster.clusterID, step: 20),
        // About 2.3 % of the illuminance, which is measured as a logarithm; two lux are left at night
        MeasurementBehavior(cluster: IlluminanceMeasurementCluster.clusterID, step: 100, course: (.sun, 80, 3011)),
        // 0.1 kPa
        MeasurementBehavior(cluster: PressureMeasurementCluster.clusterID, step: 1),
        // 0.1 m³/h
        MeasurementBehavior(cluster: FlowMeasurementCluster.clusterID, step: 1),
        MeasurementBehavior(cluster: CarbonDioxideConcentrationMeasurementCluster.clusterID, step: 5),
        MeasurementBehavior(cluster: CarbonMonoxideConcentrationMeasurementCluster.clusterID, step: 0.1),
        MeasurementBehavior(cluster: FormaldehydeConcentrationMeasurementCluster.clusterID, step: 0.01),
        MeasurementBehavior(cluster: NitrogenDioxideConcentrationMeasurementCluster.clusterID, step: 0.1),
        MeasurementBehavior(cluster: OzoneConcentrationMeasurementCluster.clusterID, step: 0.1),
        MeasurementBehavior(cluster: Pm1ConcentrationMeasurementCluster.clusterID, step: 0.5),
        MeasurementBehavior(cluster: Pm25ConcentrationMeasurementCluster.clusterID, step: 0.5),
        MeasurementBehavior(cluster: Pm10ConcentrationMeasurementCluster.clusterID, step: 0.5),
        MeasurementBehavior(cluster: RadonConcentrationMeasurementCluster.clusterID, step: 1),
        MeasurementBehavior(
            cluster: TotalVolatileOrganicCompoundsConcentrationMeasurementCluster.clusterID, step: 5),
    ]

    func start(_ context: inout EndpointContext) { followValue(from: nil, &context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == cluster, attribute == Attribute.value { followValue(from: old.number, &context) }
    }

    /// A concentration has a peak, an average and a level, too.
    private func followValue(from old: Double?, _ context: inout EndpointContext) {
        guard AirQualityBehavior.rank(of: 0, cluster) != nil,
            let value = context[AttributeKey<Double>(cluster: cluster, id: Attribute.value)]
        else { return }
        ConcentrationStatistics.follow(value, before: old, of: cluster, &context)
    }

    func live(_ context: inout EndpointContext) {
        guard let trait = context.trait(cluster), let offset = trait.offset(ofAttribute: Attribute.value),
            let current = context.device.values[offset].number,
            let origin = context.device.initialValues[offset].number
        else { return }
        let least = number(Attribute.least, of: trait, context)
        let greatest = number(Attribute.greatest, of: trait, context)
        let middle = setting(context) ?? middle(origin, context)
        let lower = max(least ?? -.infinity, min(current, middle - Self.reach * step))
        let upper = min(greatest ?? .infinity, max(current, middle + Self.reach * step))
        guard lower <= upper else { return }
        let drifted =
            current + (middle - current) * Self.pull
            + Double.random(in: -step...step, using: &context.device.random)
        let value = context.device.values[offset].replacingNumber(by: min(max(drifted, lower), upper))
        context.set(value, at: offset, attribute: Attribute.value, of: cluster)
    }

    /// Of the way to where the value would be it goes this share at once.
    private static let pull = 0.02

    /// What the inside of an appliance is set to, where it is one and is not off.
    private func setting(_ context: EndpointContext) -> Double? {
        guard cluster == TemperatureMeasurementCluster.clusterID, context[OnOffCluster.onOff] != false,
            context[OvenCavityOperationalStateCluster.operationalState] ?? .running == .running
        else { return nil }
        return context[TemperatureControlCluster.temperatureSetpoint].map(Double.init)
    }

    /// Where the day leads the value that is said to be at its usual hour.
    private func middle(_ origin: Double, _ context: EndpointContext) -> Double {
        guard let course else { return origin }
        let usual = course.curve.value(at: EndpointContext.usualHour)
        let height = course.curve.value(at: context.timeOfDay)
        guard let foot = course.foot, height < usual else { return origin + (height - usual) * course.steps * step }
        // What is darker than night at its usual hour stays so.
        let least = min(origin, foot)
        return least + (origin - least) * height / usual
    }

    private func number(_ attribute: UInt32, of trait: TraitLayout, _ context: EndpointContext) -> Double? {
        trait.offset(ofAttribute: attribute).flatMap { context.device.values[$0].number }
    }
}

extension DataValue {
    /// The number, of whatever kind; `nil` for what is none.
    fileprivate var number: Double? {
        switch self {
        case .int(let int): Double(int)
        case .uint(let uint): Double(uint)
        case .float(let double): double
        default: nil
        }
    }

    /// Another number of the same kind, rounded where the kind is whole; itself where that does not fit.
    fileprivate func replacingNumber(by number: Double) -> DataValue {
        switch self {
        case .int: Int64(exactly: number.rounded()).map(DataValue.int) ?? self
        case .uint: UInt64(exactly: number.rounded()).map(DataValue.uint) ?? self
        case .float: .float((number * 100).rounded() / 100)
        default: self
        }
    }
}
