import ClusterTypes
import DataModel

/// How moist soil is (Matter Application Cluster Specification, section 2.17).
///
/// Where the device is autonomous the soil dries, and somebody waters it when it is dry.
struct SoilMeasurementBehavior: Behavior {
    private typealias Soil = SoilMeasurementCluster

    /// Of so many times that the device lives one dries the soil by a percent: about each half hour.
    private static let timesPerPercent = 180
    /// In percent: what is dry, and what is watered.
    private static let dry: UInt8 = 20
    private static let watered: UInt8 = 60

    var cluster: UInt32 { Soil.clusterID }

    func live(_ context: inout EndpointContext) {
        guard let moisture = context[Soil.soilMoistureMeasuredValue],
            Int.random(in: 0..<Self.timesPerPercent, using: &context.device.random) == 0
        else { return }
        context[Soil.soilMoistureMeasuredValue] = moisture <= Self.dry ? Self.watered : moisture - 1
    }
}
