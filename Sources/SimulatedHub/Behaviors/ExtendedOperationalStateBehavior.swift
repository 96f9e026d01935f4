import ClusterTypes
import DataModel
import HomeGraph

/// Starting zones, for a time or until they are stopped (Google trait ExtendedOperationalState).
struct ExtendedOperationalStateBehavior: Behavior {
    private typealias Zones = GoogleExtendedOperationalStateCluster

    var cluster: UInt32 { Zones.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Zones.Command(rawValue: command) {
        case .startWithDuration:
            let request = try context.read(fields, as: Zones.StartWithDurationRequest.self)
            guard request.durationSeconds > 0 else {
                throw HomeError(.outOfRange, "durationSeconds: 0 is no time; allowed is 1 or more")
            }
            try start(request.operationZones, &context)
            OperationalStateBehavior.run(for: min(request.durationSeconds, Self.longest), &context)
        case .startWithOperationZones:
            try start(try context.read(fields, as: Zones.StartWithOperationZonesRequest.self).operationZones, &context)
            OperationalStateBehavior.run(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    /// The greatest countdown of OperationalState, in seconds.
    private static let longest: UInt32 = 259_200

    /// Without a zone all of them run.
    private func start(_ zones: [String], _ context: inout EndpointContext) throws(HomeError) {
        let known = context[Zones.operationZones] ?? []
        if let unknown = zones.first(where: { !known.contains($0) }) {
            throw .unknownName(unknown, field: "operationZones", known: known)
        }
        if context[OperationalStateCluster.operationalState] == .error {
            throw HomeError(.failedPrecondition, "\(context.device.name) has an error")
        }
        context[Zones.activeOperationZones] = zones.isEmpty ? known : zones
    }

    /// What is stopped runs in no zone.
    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        typealias State = OperationalStateCluster
        guard changed == State.clusterID, attribute == State.operationalState.id else { return }
        if [.stopped, .error].contains(context[State.operationalState] ?? .stopped) {
            context[Zones.activeOperationZones] = []
        }
    }
}
