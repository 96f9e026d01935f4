import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// A sensor with two states (Matter Application Cluster Specification, section 1.7).
///
/// Where the device is autonomous, doors and windows are opened now and then and closed soon after, and it rains at
/// times; leaks and frost come with `simulation/report` only.
struct BooleanStateBehavior: Behavior {
    var cluster: UInt32 { BooleanStateCluster.clusterID }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster, attribute == BooleanStateCluster.stateValue.id,
            let value = context[BooleanStateCluster.stateValue]
        else { return }
        context.emit(BooleanStateCluster.StateChangeEvent(stateValue: value))
    }

    /// How likely a sensor of a type leaves its usual state, and returns, in the time between two looks.
    private static let habits: [String: (usual: Bool, leaving: Double, returning: Double, course: DailyCourse?)] = [
        "ContactSensor": (usual: true, leaving: 0.01, returning: 0.2, course: .people),
        "RainSensor": (usual: false, leaving: 0.000_5, returning: 0.005, course: nil),
    ]

    func live(_ context: inout EndpointContext) {
        guard let habit = context.part.types.lazy.compactMap({ Self.habits[$0.name] }).first,
            let value = context[BooleanStateCluster.stateValue]
        else { return }
        let chance = Double.random(in: 0..<1, using: &context.device.random)
        let leaving = habit.leaving * (habit.course?.value(at: context.timeOfDay) ?? 1)
        if chance < (value == habit.usual ? leaving : habit.returning) {
            context[BooleanStateCluster.stateValue] = !value
        }
    }
}
