import ClusterTypes
import DataModel
import HomeGraph

/// Gates, garage doors and other closures as a whole (Matter Application Cluster Specification, section 5.4).
///
/// What moves are its panels, on endpoints of their own; one without any moves itself. An obstruction comes with
/// `simulation/report`, as an entry of `currentErrorList`: it halts the closure until it is gone.
struct ClosureControlBehavior: Behavior {
    typealias Closure = ClosureControlCluster

    enum Timer { static let arrival: UInt32 = 0 }
    /// What the behaviour remembers.
    enum Memory {
        /// The movement of a closure without panels, and where it stands, in hundredths of a percent open.
        static let motion: UInt32 = 0, position: UInt32 = 1
        /// The leg that a calibration is at.
        static let leg: UInt32 = 2
    }

    /// A calibration finds both ends.
    private static let calibration: [Int64] = [0, ClosureLeaf.open, 0]

    var cluster: UInt32 { Closure.clusterID }

    /// At first its panels are where the home file says that the closure is.
    func start(_ context: inout EndpointContext) {
        let isFirst = context.device.boots == 1
        if isFirst, leaves(context).allSatisfy({ $0.position <= $0.limits.lowerBound }), let open = named(context) {
            place(at: open, latch: context[Closure.overallCurrentState]?.latch, &context)
        }
        note(&context)
        if context[Closure.currentErrorList]?.isEmpty == false { enter(.error, &context) }
    }

    func powerDown(_ context: inout EndpointContext) { halt(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Closure.Command(rawValue: command) {
        case .stop:
            if [.moving, .waitingForMotion, .calibrating].contains(context[Closure.mainState] ?? .stopped) {
                enter(.stopped, &context)
                halt(&context)
                note(isNewWay: true, &context)
            }
        case .moveTo: try move(try context.read(fields), &context)
        case .calibrate:
            try checkState(context)
            try checkLatches(nil, moves: true, &context)
            enter(.calibrating, &context)
            halt(&context)
            calibrate(leg: 0, &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    func has(_ feature: String, _ context: EndpointContext) -> Bool { context.has(feature: feature, of: cluster) }

    /// Goes to another main state, whatever it is that moves.
    func enter(_ state: ClosureControlCluster.MainStateEnum, _ context: inout EndpointContext) {
        context.act(as: cluster) { $0[Closure.mainState] = state }
    }

    // MARK: - What it refuses

    private func checkState(_ context: EndpointContext) throws(HomeError) {
        let state = context[Closure.mainState] ?? .stopped
        guard [.stopped, .moving, .waitingForMotion].contains(state) else {
            throw HomeError(
                .failedPrecondition, "\(context.device.name) does not move while ClosureControl.mainState is \(state)")
        }
    }

    /// Its own latch, where it has one.
    private func ownLatch(_ context: EndpointContext) -> ClosureLatch? {
        guard has("LT", context) else { return nil }
        return ClosureLatch(
            isLatched: context[Closure.overallCurrentState]?.latch == true,
            modes: context[Closure.latchControlModes]?.rawValue ?? 0)
    }

    private func checkLatches(_ wanted: Bool?, moves: Bool, _ context: inout EndpointContext) throws(HomeError) {
        try ownLatch(context)?.check(wanted, moves: moves, of: context.device.name)
        for panel in panels(context) {
            let latch = context.on(panel) { ClosureDimensionBehavior().latch($0) }
            try latch?.check(wanted, moves: moves, of: context.device.name)
        }
    }

    /// Whether one of its panels may do something by itself (ClosureDimension, commands).
    func checkPanel(moves: Bool, _ context: EndpointContext) throws(HomeError) {
        try checkState(context)
        // The latches of panels are their own.
        if latches(context).isEmpty { try ownLatch(context)?.check(nil, moves: moves, of: context.device.name) }
    }

    // MARK: - Commands

    /// The positions that have a name: the target's, the closure's, the feature that it needs, and how far open it is.
    static let positions:
        [(target: Closure.TargetPositionEnum, current: Closure.CurrentPositionEnum, feature: String, open: Int64)] = [
            (.moveToFullyClosed, .fullyClosed, "PS", 0), (.moveToFullyOpen, .fullyOpened, "PS", ClosureLeaf.open),
            (.moveToPedestrianPosition, .openedForPedestrian, "PD", 3000),
            (.moveToVentilationPosition, .openedForVentilation, "VT", 1000),
            (.moveToSignaturePosition, .openedAtSignature, "PS", 5000),
        ]

    private func move(_ request: Closure.MoveToRequest, _ context: inout EndpointContext) throws(HomeError) {
        guard request.position != nil || request.latch != nil || request.speed != nil else {
            throw HomeError(.invalidArgument, "one of position, latch and speed is needed")
        }
        try checkState(context)
        try checkLatches(request.latch, moves: request.position != nil, &context)
        let before = context[Closure.overallTargetState]
        let speed = request.speed ?? before?.speed ?? .auto
        context[Closure.overallTargetState] = Closure.OverallTargetStateStruct(
            position: request.position ?? before?.position, latch: has("LT", context) ? request.latch : nil,
            speed: has("SP", context) ? speed : nil)
        let target = Self.positions.first { $0.target == request.position && has($0.feature, context) }
        // Another speed alone is for the way that the closure is on.
        let isOnItsWay = leaves(context).contains { $0.left != nil }
        drive(
            to: target?.open, latch: has("LT", context) ? request.latch : nil,
            speed: request.speed == nil && target == nil ? nil : speed, &context)
        if target != nil || isOnItsWay { enter(.moving, &context) }
        note(&context)
        noteCountdown(&context)
    }

    private func calibrate(leg: Int, _ context: inout EndpointContext) {
        guard Self.calibration.indices.contains(leg) else {
            context[memory: Memory.leg, of: cluster] = Int64?.none
            enter(.stopped, &context)
            note(isNewWay: true, &context)
            return
        }
        context[memory: Memory.leg, of: cluster] = Int64(leg)
        drive(to: Self.calibration[leg], latch: nil, speed: .auto, &context)
        note(&context)
    }

    // MARK: - What happens to it

    /// A panel moves, moved or stands, which the closure says, too.
    ///
    /// On a new way it was told to go elsewhere, or was put there.
    func followPanels(isNewWay: Bool, _ context: inout EndpointContext) {
        guard !context.isActing(as: cluster) else { return }
        let isMoving = leaves(context).contains { $0.left != nil }
        if isNewWay, isMoving, context[Closure.mainState] == .stopped { enter(.moving, &context) }
        note(isNewWay: isNewWay, &context)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        arriveItself(&context)
        note(&context)
    }

    /// All that moved stands: a calibration goes on, and a movement is done.
    func arrive(_ context: inout EndpointContext) {
        if let leg: Int64 = context[memory: Memory.leg, of: cluster], context[Closure.mainState] == .calibrating {
            calibrate(leg: Int(clamping: leg) &+ 1, &context)
        } else if context[Closure.mainState] == .moving {
            if latches(context).isEmpty, let latch = context[Closure.overallTargetState]?.latch {
                setCurrent(&context) { $0.latch = latch }
            }
            enter(.stopped, &context)
            context.emit(Closure.MovementCompletedEvent())
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        switch attribute {
        case Closure.overallCurrentState.id where !context.isActing(as: cluster): followHand(&context)
        case Closure.currentErrorList.id: followErrors(&context)
        case Closure.mainState.id: followState(Closure.MainStateEnum(old), &context)
        default: break
        }
    }

    /// Somebody moved the closure by hand: there it stands.
    ///
    /// One that does not know where it is stays as it is.
    private func followHand(_ context: inout EndpointContext) {
        guard let says = context[Closure.overallCurrentState] else { return }
        let isPartly = leaves(context).contains {
            $0.position > $0.limits.lowerBound && $0.position < $0.limits.upperBound
        }
        let isAsSaid = says.position == .partiallyOpened && isPartly
        if [.moving, .calibrating].contains(context[Closure.mainState]) { enter(.stopped, &context) }
        halt(&context)
        place(at: isAsSaid ? nil : named(context), latch: says.latch, &context)
        note(isNewWay: true, &context)
    }

    /// An obstruction halts it until it is gone.
    private func followErrors(_ context: inout EndpointContext) {
        let errors = context[Closure.currentErrorList] ?? []
        if errors.isEmpty {
            if context[Closure.mainState] == .error { enter(.stopped, &context) }
        } else {
            enter(.error, &context)
            halt(&context)
            note(isNewWay: true, &context)
            context.emit(Closure.OperationalErrorEvent(errorState: errors))
        }
    }

    private func followState(_ old: Closure.MainStateEnum?, _ context: inout EndpointContext) {
        let state = context[Closure.mainState]
        // It says that it is protected, disengaged or at rest: so it is.
        if !context.isActing(as: cluster), ![.moving, .waitingForMotion, .calibrating].contains(state) {
            halt(&context)
            note(isNewWay: true, &context)
        }
        guard has("MO", context), (state == .disengaged) != (old == .disengaged) else { return }
        context.emit(Closure.EngageStateChangedEvent(engageValue: state != .disengaged))
    }
}
