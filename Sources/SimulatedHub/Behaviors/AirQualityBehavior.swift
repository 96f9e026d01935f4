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
    ]
    /// From the best to the worst, and the feature that each needs.
    private static let qualities: [(quality: Quality, feature: String?)] = [
        (.good, nil), (.fair, "FAIR"), (.moderate, "MOD"), (.poor, nil), (.veryPoor, "VPOOR"),
        (.extremelyPoor, "XPOOR"),
    ]

    var cluster: UInt32 { Air.clusterID }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard Self.thresholds[changed] != nil, attribute == 0 else { return }
        let ranks = Self.thresholds.compactMap { cluster, limits -> Int? in
            guard let value = context[AttributeKey<Double>(cluster: cluster, id: 0)] else { return nil }
            return limits.firstIndex { value <= $0 } ?? limits.count
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
