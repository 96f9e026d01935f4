import ClusterTypes
import DataModel
import HomeGraph

/// How good the air is, by the worst of the concentrations that are measured on the endpoint (Matter Application Cluster
/// Specification, section 2.9).
///
/// The specification leaves the thresholds to the maker; these are those of common indices of indoor air.
struct AirQualityBehavior: Behavior {
    private typealias Air = AirQualityCluster
    private typealias Quality = AirQualityCluster.AirQualityEnum

    /// What a concentration makes of the air.
    private struct Scale {
        /// The unit of the limits.
        let unit: Model.MeasurementUnitEnum
        /// Up to which value the air is good, fair, moderate, poor, very poor; beyond the last it is extremely poor.
        let limits: [Double]
        /// Of a gas, in grams a mole: by it parts of the volume become a mass.
        var molarMass: Double?
    }

    /// All concentrations number their members alike.
    private typealias Model = CarbonDioxideConcentrationMeasurementCluster

    private static let scales: [UInt32: Scale] = [
        Model.clusterID: Scale(unit: .ppm, limits: [800, 1000, 1400, 2000, 5000], molarMass: 44.01),
        CarbonMonoxideConcentrationMeasurementCluster.clusterID: Scale(
            unit: .ppm, limits: [4, 9, 12, 15, 30], molarMass: 28.01),
        Pm25ConcentrationMeasurementCluster.clusterID: Scale(unit: .ugm3, limits: [10, 20, 25, 50, 75]),
        Pm10ConcentrationMeasurementCluster.clusterID: Scale(unit: .ugm3, limits: [20, 40, 50, 100, 150]),
        Pm1ConcentrationMeasurementCluster.clusterID: Scale(unit: .ugm3, limits: [8, 15, 20, 40, 60]),
        NitrogenDioxideConcentrationMeasurementCluster.clusterID: Scale(
            unit: .ugm3, limits: [40, 90, 120, 230, 340], molarMass: 46.01),
        OzoneConcentrationMeasurementCluster.clusterID: Scale(
            unit: .ugm3, limits: [50, 100, 130, 240, 380], molarMass: 48),
        // As isobutylene, which sensors are calibrated with.
        TotalVolatileOrganicCompoundsConcentrationMeasurementCluster.clusterID: Scale(
            unit: .ugm3, limits: [300, 500, 1000, 3000, 10_000], molarMass: 56.1),
        FormaldehydeConcentrationMeasurementCluster.clusterID: Scale(
            unit: .ugm3, limits: [30, 60, 100, 300, 1000], molarMass: 30.03),
        RadonConcentrationMeasurementCluster.clusterID: Scale(unit: .bqm3, limits: [100, 150, 200, 300, 1000]),
    ]
    /// A mole of a gas at 25 °C, in litres.
    private static let molarVolume = 24.45

    /// What one of a unit is in the basic one of its kind: parts in a million, or micrograms a cubic metre.
    private static func factor(_ unit: Model.MeasurementUnitEnum) -> (isMass: Bool, factor: Double)? {
        switch unit {
        case .ppm: (false, 1)
        case .ppb: (false, 1e-3)
        case .ppt: (false, 1e-6)
        case .mgm3: (true, 1e3)
        case .ugm3: (true, 1)
        case .ngm3: (true, 1e-3)
        default: nil
        }
    }

    /// A value in the unit of a scale; itself where the units cannot be compared.
    private static func convert(_ value: Double, from unit: Model.MeasurementUnitEnum, to scale: Scale) -> Double {
        guard unit != scale.unit, let from = factor(unit), let to = factor(scale.unit) else { return value }
        let basic = value * from.factor / to.factor
        guard from.isMass != to.isMass, let mass = scale.molarMass else { return basic }
        // A part in a million of a gas is so many thousand micrograms.
        let ratio = mass / molarVolume * 1000
        return to.isMass ? basic * ratio : basic / ratio
    }

    /// From the best to the worst, and the feature that each needs.
    private static let qualities: [(quality: Quality, feature: String?)] = [
        (.good, nil), (.fair, "FAIR"), (.moderate, "MOD"), (.poor, nil), (.veryPoor, "VPOOR"),
        (.extremelyPoor, "XPOOR"),
    ]

    var cluster: UInt32 { Air.clusterID }

    func start(_ context: inout EndpointContext) { judge(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if Self.scales[changed] != nil, attribute == 0 { judge(&context) }
    }

    func didChangePart(_ attribute: UInt32, of changed: UInt32, _ context: inout EndpointContext) {
        if Self.scales[changed] != nil, attribute == 0 { judge(&context) }
    }

    /// Whether a cluster measures a concentration.
    static func isConcentration(_ cluster: UInt32) -> Bool { scales[cluster] != nil }

    /// How bad a concentration that is measured on an endpoint makes the air, from 0; `nil` for what is none.
    static func rank(of value: Double, _ cluster: UInt32, _ context: EndpointContext) -> Int? {
        guard let scale = scales[cluster] else { return nil }
        let unit = context[
            AttributeKey<Model.MeasurementUnitEnum>(cluster: cluster, id: Model.measurementUnit.id)]
        let converted = unit.map { convert(value, from: $0, to: scale) } ?? value
        return scale.limits.firstIndex { converted <= $0 } ?? scale.limits.count
    }

    /// What is measured on the endpoint, and on those that are parts of it.
    private func judge(_ context: inout EndpointContext) {
        let ranks = ([context] + context.parts).flatMap { context in
            Self.scales.keys.compactMap { cluster in
                context[AttributeKey<Double>(cluster: cluster, id: 0)].flatMap { Self.rank(of: $0, cluster, context) }
            }
        }
        guard let worst = ranks.max() else { return }
        context[Air.airQuality] = quality(of: worst, context)
    }

    /// The quality of a rank, or the next worse that the device has; the worst that it has otherwise.
    private func quality(of rank: Int, _ context: EndpointContext) -> Quality {
        let known = Self.qualities.enumerated().filter { _, entry in
            entry.feature.map { context.has(feature: $0, of: cluster) } ?? true
        }
        return (known.first { $0.offset >= rank } ?? known.last)?.element.quality ?? .unknown
    }
}
