import ClusterTypes
import DataModel
import HomeGraph

/// Doors, gates and windows that open and close at a steady pace (Google trait OpenClose).
///
/// What holds one on its way, a hand or something in the way, is a report of `openPercent`: there it stands then.
struct OpenCloseBehavior: Behavior {
    private typealias OpenClose = GoogleOpenCloseCluster

    /// Set while an order moves it, so that a reboot is known to have halted it.
    private enum Memory { static let isMoving: UInt32 = 0 }

    /// How long all of the way takes.
    private static let wholeWay = Duration.seconds(15)

    var cluster: UInt32 { OpenClose.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let current = context.current(OpenClose.openPercent) ?? 0
        let target: Double
        switch OpenClose.Command(rawValue: command) {
        case .open: target = 100
        case .close: target = 0
        case .goToOpenPercentage:
            target = try context.read(fields, as: OpenClose.GoToOpenPercentageRequest.self).openPercent
        case .step: target = current + (try context.read(fields, as: OpenClose.StepRequest.self).openRelativePercent)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        let end = max(0, min(100, target))
        if end > current, context[GoogleLockUnlockCluster.lockState] == .locked {
            throw HomeError(.failedPrecondition, "\(context.device.name) is locked; unlock it first")
        }
        context[OpenClose.targetOpenPercent] = end
        context[memory: Memory.isMoving, of: cluster] = true
        context.move(OpenClose.openPercent, to: end, over: Self.wholeWay * (abs(end - current) / 100))
        return [:]
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == cluster { noteDirections(&context) }
        guard changed == cluster, attribute == OpenClose.openPercent.id,
            context.transition(of: OpenClose.openPercent) == nil, context[memory: Memory.isMoving, of: cluster] == true
        else { return }
        stand(&context)
    }

    /// The same for each of its directions, where it has several: it moves in all of them together.
    private func noteDirections(_ context: inout EndpointContext) {
        guard let directions = context[OpenClose.supportedDirections], !directions.isEmpty else { return }
        let percent = context[OpenClose.openPercent] ?? 0
        let target = context[OpenClose.targetOpenPercent] ?? percent
        context[OpenClose.openState] = directions.map {
            OpenClose.DirectionOpenState(openPercent: percent, openDirection: $0, targetOpenPercent: target)
        }
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) { stand(&context) }

    /// It stands where it is; a reboot halts it, too.
    private func stand(_ context: inout EndpointContext) {
        context[memory: Memory.isMoving, of: cluster] = Bool?.none
        context[OpenClose.targetOpenPercent] = context[OpenClose.openPercent]
    }

    func start(_ context: inout EndpointContext) {
        if context[memory: Memory.isMoving, of: cluster] == true { stand(&context) }
        noteDirections(&context)
    }
}
