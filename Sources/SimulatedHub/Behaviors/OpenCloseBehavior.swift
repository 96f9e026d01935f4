import ClusterTypes
import DataModel
import HomeGraph

/// Doors, gates and windows that open and close at a steady pace (Google trait OpenClose).
///
/// What moves one that stands or holds it on its way, a hand or something in the way, is a report of `openPercent`: there
/// it stands then. After a report of `targetOpenPercent` somebody at the door moves it, and the next reports say how far
/// it is. One that has a lock is locked only while it is closed; the door sensor of a Matter lock tells the same.
struct OpenCloseBehavior: Behavior {
    private typealias OpenClose = GoogleOpenCloseCluster
    private typealias Lock = DoorLockCluster

    /// Set while somebody at the door moves it.
    private enum Memory { static let isMoved: UInt32 = 0 }

    /// How long all of the way takes.
    private static let wholeWay = Duration.seconds(15)
    private static let open = 100.0

    var cluster: UInt32 { OpenClose.clusterID }

    /// A reboot halts it where it is.
    func start(_ context: inout EndpointContext) { stand(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let current = context.current(OpenClose.openPercent) ?? 0
        let target: Double
        switch OpenClose.Command(rawValue: command) {
        case .open: target = Self.open
        case .close: target = 0
        case .goToOpenPercentage:
            target = try context.read(fields, as: OpenClose.GoToOpenPercentageRequest.self).openPercent
        case .step: target = current + (try context.read(fields, as: OpenClose.StepRequest.self).openRelativePercent)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        let end = max(0, min(Self.open, target))
        let isLocked =
            context[GoogleLockUnlockCluster.lockState] == .locked || current == 0 && context[Lock.lockState] == .locked
        if end > current, isLocked {
            throw HomeError(.failedPrecondition, "\(context.device.name) is locked; unlock it first")
        }
        go(to: end, &context)
        return [:]
    }

    private func go(to end: Double, _ context: inout EndpointContext) {
        let current = context.current(OpenClose.openPercent) ?? 0
        context[memory: Memory.isMoved, of: cluster] = Bool?.none
        context.act(as: cluster) { $0[OpenClose.targetOpenPercent] = end }
        context.move(OpenClose.openPercent, to: end, over: Self.wholeWay * (abs(end - current) / Self.open))
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        switch (changed, attribute) {
        case (cluster, OpenClose.openPercent.id):
            let isMoved = context[memory: Memory.isMoved, of: cluster] == true
            let isThere = context[OpenClose.openPercent] == context[OpenClose.targetOpenPercent]
            if context.transition(of: OpenClose.openPercent) == nil, !isMoved || isThere { stand(&context) }
            noteDoor(&context)
        case (cluster, OpenClose.targetOpenPercent.id) where !context.isActing(as: cluster):
            context[memory: Memory.isMoved, of: cluster] = true
            context.halt(OpenClose.openPercent)
            if context[OpenClose.openPercent] == context[OpenClose.targetOpenPercent] { stand(&context) }
        case (cluster, OpenClose.openState.id) where !context.isActing(as: cluster):
            let open = context[OpenClose.openState]?.map(\.openPercent).max()
            if let open { context[OpenClose.openPercent] = open }
        case (Lock.clusterID, Lock.doorState.id) where !context.isActing(as: cluster): followDoor(&context)
        case (Lock.clusterID, Lock.lockState.id),
            (GoogleLockUnlockCluster.clusterID, GoogleLockUnlockCluster.lockState.id):
            followLock(attribute, of: changed, &context)
        default: return
        }
        noteDirections(&context)
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) { stand(&context) }

    /// The same for each of its directions, where it has several: it moves in all of them together.
    private func noteDirections(_ context: inout EndpointContext) {
        guard let directions = context[OpenClose.supportedDirections], !directions.isEmpty else { return }
        let percent = context[OpenClose.openPercent] ?? 0
        let target = context[OpenClose.targetOpenPercent] ?? percent
        context.act(as: cluster) {
            $0[OpenClose.openState] = directions.map {
                OpenClose.DirectionOpenState(openPercent: percent, openDirection: $0, targetOpenPercent: target)
            }
        }
    }

    /// It stands where it is.
    private func stand(_ context: inout EndpointContext) {
        context[memory: Memory.isMoved, of: cluster] = Bool?.none
        context.act(as: cluster) { $0[OpenClose.targetOpenPercent] = $0[OpenClose.openPercent] }
        noteDirections(&context)
        noteDoor(&context)
    }

    // MARK: - Its lock

    /// What the door does, its lock knows.
    private func noteDoor(_ context: inout EndpointContext) {
        let isOpen = (context[OpenClose.openPercent] ?? 0) > 0
        // Whoever opened a locked one by hand unlocked it.
        if isOpen, context[GoogleLockUnlockCluster.lockState] == .locked {
            context[GoogleLockUnlockCluster.lockState] = .unlocked
        }
        guard let state = context[Lock.doorState], (state == .doorClosed) == isOpen else { return }
        context.act(as: cluster) { $0[Lock.doorState] = isOpen ? .doorOpen : .doorClosed }
    }

    /// Whoever locked one by hand that was open, or about to open, closed it first.
    private func followLock(_ attribute: UInt32, of lock: UInt32, _ context: inout EndpointContext) {
        let isLocked =
            lock == Lock.clusterID
            ? context[Lock.lockState] == .locked : context[GoogleLockUnlockCluster.lockState] == .locked
        guard isLocked else { return }
        context[OpenClose.openPercent] = 0
        stand(&context)
    }

    /// The sensor of the lock says that somebody opened or closed the door.
    private func followDoor(_ context: inout EndpointContext) {
        let isOpen = (context[OpenClose.openPercent] ?? 0) > 0
        switch context[Lock.doorState] {
        case .doorClosed where isOpen: context[OpenClose.openPercent] = 0
        case .doorOpen where !isOpen, .doorForcedOpen where !isOpen: context[OpenClose.openPercent] = Self.open
        case .doorAjar where !isOpen: context[OpenClose.openPercent] = 1
        default: break
        }
    }
}
