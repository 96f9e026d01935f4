import ClusterTypes
import DataModel

/// How moist soil is (Matter Application Cluster Specification, section 2.17).
///
/// Where the device is autonomous the soil dries, most of all in the sun, and somebody waters it when it is dry.
struct SoilMeasurementBehavior: Behavior {
    private typealias Soil = SoilMeasurementCluster

    /// How likely the soil dries by a percent in the time between two looks: at night, and how much more at noon; on
    /// average about each half hour.
    private static let night = 0.0015, noon = 0.013
    /// In percent: what is dry, and what is watered.
    private static let dry: UInt8 = 20
    private static let watered: UInt8 = 60

    var cluster: UInt32 { Soil.clusterID }

    func live(_ context: inout EndpointContext) {
        guard let moisture = context[Soil.soilMoistureMeasuredValue],
            Double.random(in: 0..<1, using: &context.device.random)
                < Self.night + Self.noon * DailyCourse.sun.value(at: context.timeOfDay)
        else { return }
        context[Soil.soilMoistureMeasuredValue] = moisture <= Self.dry ? Self.watered : moisture - 1
    }
}
