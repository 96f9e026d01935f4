import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// A sensor of a quantity; where the device is autonomous its value goes through the day and drifts around that, and the
/// temperature in an appliance towards what it is set to.
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
    let course: (curve: DailyCourse, steps: Double, foot: Double?)

    /// How many steps the value drifts away from where it began.
    private static let reach = 20.0

    private init<Value>(
        _ value: AttributeKey<Value>, step: Double, _ course: (curve: DailyCourse, steps: Double, foot: Double?)
    ) {
        cluster = value.cluster
        self.step = step
        self.course = course
    }

    /// The sensors there are, their steps, and what the day does to them.
    static let all: [MeasurementBehavior] = [
        // 0.05 °C
        MeasurementBehavior(TemperatureMeasurementCluster.measuredValue, step: 5, (.warmth, 30, nil)),
        // 0.2 %: the same air is drier while it is warm
        MeasurementBehavior(RelativeHumidityMeasurementCluster.measuredValue, step: 20, (.warmth, -40, nil)),
        // About 2.3 % of the illuminance, which is measured as a logarithm; two lux are left at night
        MeasurementBehavior(IlluminanceMeasurementCluster.measuredValue, step: 100, (.sun, 80, 3011)),
        // 0.1 kPa: warm air is lighter
        MeasurementBehavior(PressureMeasurementCluster.measuredValue, step: 1, (.warmth, -4, nil)),
        // 0.1 m³/h: people bathe and water
        MeasurementBehavior(FlowMeasurementCluster.measuredValue, step: 1, (.bustle, 12, nil)),
        // People breathe, in ppm
        MeasurementBehavior(
            CarbonDioxideConcentrationMeasurementCluster.measuredValue, step: 5, (.bustle, 80, nil)),
        MeasurementBehavior(
            CarbonMonoxideConcentrationMeasurementCluster.measuredValue, step: 0.05, (.bustle, 10, nil)),
        // Furniture gives off more while it is warm, in µg/m³
        MeasurementBehavior(FormaldehydeConcentrationMeasurementCluster.measuredValue, step: 0.2, (.warmth, 30, nil)),
        // What cars leave, and what the sun makes of it
        MeasurementBehavior(
            NitrogenDioxideConcentrationMeasurementCluster.measuredValue, step: 0.5, (.bustle, 30, nil)),
        MeasurementBehavior(OzoneConcentrationMeasurementCluster.measuredValue, step: 0.5, (.sun, 60, nil)),
        // People cook
        MeasurementBehavior(Pm1ConcentrationMeasurementCluster.measuredValue, step: 0.2, (.bustle, 25, nil)),
        MeasurementBehavior(Pm25ConcentrationMeasurementCluster.measuredValue, step: 0.3, (.bustle, 25, nil)),
        MeasurementBehavior(Pm10ConcentrationMeasurementCluster.measuredValue, step: 0.5, (.bustle, 25, nil)),
        MeasurementBehavior(
            TotalVolatileOrganicCompoundsConcentrationMeasurementCluster.measuredValue, step: 5, (.bustle, 40, nil)),
        // The ground breathes out at night, in Bq/m³
        MeasurementBehavior(RadonConcentrationMeasurementCluster.measuredValue, step: 1, (.warmth, -25, nil)),
    ]

    func start(_ context: inout EndpointContext) {
        followValue(from: nil, &context)
        if cluster == PressureMeasurementCluster.clusterID { followPressure(&context) }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == cluster, attribute == Attribute.value { followValue(from: old.number, &context) }
        if changed == cluster, cluster == PressureMeasurementCluster.clusterID, attribute == Attribute.value {
            followPressure(&context)
        }
    }

    /// The same pressure in finer steps: pascals, times ten to the power of the scale (section 2.4).
    private func followPressure(_ context: inout EndpointContext) {
        typealias Pressure = PressureMeasurementCluster
        guard context.has(feature: "EXT", of: cluster) else { return }
        guard let value = context[Pressure.measuredValue] else {
            context[Pressure.scaledValue] = Int16?.none
            return
        }
        // The measured value counts tenths of a kilopascal.
        var scaled = Double(value) * 100
        let scale = max(-127, min(127, context[Pressure.scale] ?? 0))
        for _ in 0..<abs(Int(scale)) { scaled *= scale > 0 ? 10 : 0.1 }
        let least = Double(context[Pressure.minScaledValue] ?? .min)
        let greatest = max(least, Double(context[Pressure.maxScaledValue] ?? .max))
        context[Pressure.scaledValue] =
            (least...greatest).contains(scaled.rounded()) ? Int16(exactly: scaled.rounded()) : Int16?.none
    }

    /// A concentration has a peak, an average and a level, too.
    private func followValue(from old: Double?, _ context: inout EndpointContext) {
        guard AirQualityBehavior.isConcentration(cluster),
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
        // A sensor without limits of its own keeps to what its attribute can hold.
        guard let attribute = trait.cluster.attributes.first(where: { $0.id == Attribute.value }),
            (try? attribute.value.check(value)) != nil
        else { return }
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
