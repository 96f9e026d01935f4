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

    /// Up to which value the air is good, fair, moderate, poor, very poor; beyond the last it is extremely poor.
    private static let thresholds: [UInt32: [Double]] = [
        // ppm
        CarbonDioxideConcentrationMeasurementCluster.clusterID: [800, 1000, 1400, 2000, 5000],
        CarbonMonoxideConcentrationMeasurementCluster.clusterID: [4, 9, 12, 15, 30],
        // µg/m³
        Pm25ConcentrationMeasurementCluster.clusterID: [10, 20, 25, 50, 75],
        Pm10ConcentrationMeasurementCluster.clusterID: [20, 40, 50, 100, 150],
        Pm1ConcentrationMeasurementCluster.clusterID: [8, 15, 20, 40, 60],
        NitrogenDioxideConcentrationMeasurementCluster.clusterID: [40, 90, 120, 230, 340],
        OzoneConcentrationMeasurementCluster.clusterID: [50, 100, 130, 240, 380],
        TotalVolatileOrganicCompoundsConcentrationMeasurementCluster.clusterID: [300, 500, 1000, 3000, 10_000],
        FormaldehydeConcentrationMeasurementCluster.clusterID: [30, 60, 100, 300, 1000],
        // Bq/m³
        RadonConcentrationMeasurementCluster.clusterID: [100, 150, 200, 300, 1000],
    ]
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
        if Self.thresholds[changed] != nil, attribute == 0 { judge(&context) }
    }

    /// How bad a concentration makes the air, from 0; `nil` for what is no concentration.
    static func rank(of value: Double, _ cluster: UInt32) -> Int? {
        thresholds[cluster].map { limits in limits.firstIndex { value <= $0 } ?? limits.count }
    }

    private func judge(_ context: inout EndpointContext) {
        let ranks = Self.thresholds.keys.compactMap { cluster in
            context[AttributeKey<Double>(cluster: cluster, id: 0)].flatMap { Self.rank(of: $0, cluster) }
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
