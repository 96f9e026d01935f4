import ClusterTypes
import DataModel
import HomeGraph

/// Devices that work away from a dock and come back to it (Google trait Dock).
struct DockBehavior: Behavior {
    private typealias Dock = GoogleDockCluster
    private typealias Operation = OperationalStateCluster

    var cluster: UInt32 { Dock.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[Operation.operationalState] == .running { context[Dock.isDocked] = false }
    }

    /// Whoever is sent to the dock ends its run.
    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Dock.Command(rawValue: command) == .dock else { throw context.unimplemented(command, of: cluster) }
        if [.running, .paused].contains(context[Operation.operationalState] ?? .stopped) {
            _ = try Behaviors.table[Operation.clusterID]?.invoke(
                Operation.Command.stop.rawValue, [:], &context)
        }
        context[Dock.isDocked] = true
        return [:]
    }

    /// What runs is away; what has ended its run is back.
    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == Operation.clusterID, attribute == Operation.operationalState.id else { return }
        switch context[Operation.operationalState] {
        case .running: context[Dock.isDocked] = false
        case .stopped: context[Dock.isDocked] = true
        default: break
        }
    }
}
