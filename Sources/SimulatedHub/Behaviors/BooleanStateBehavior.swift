import ClusterTypes
import DataModel

/// A sensor with two states (Matter Application Cluster Specification, section 1.7).
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
}
