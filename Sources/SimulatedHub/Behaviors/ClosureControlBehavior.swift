import ClusterTypes
import DataModel
import HomeGraph

/// Gates, garage doors and other closures as a whole (Matter Application Cluster Specification, section 5.4).
///
/// An obstruction comes with `simulation/report`, as an entry of `currentErrorList`: it halts the closure until it is
/// gone.
struct ClosureControlBehavior: Behavior {
    private typealias Closure = ClosureControlCluster
    private typealias Current = ClosureControlCluster.OverallCurrentStateStruct
    private typealias Speed = SharedTypes.ThreeLevelAutoEnum

    private enum Timer { static let arrival: UInt32 = 0, calibration: UInt32 = 1 }
    /// What the behaviour remembers: the movement, and where the closure stands, in hundredths of a percent open.
    private enum Memory { static let motion: UInt32 = 0, position: UInt32 = 1 }

    /// How long a calibration takes.
    private static let calibration = Duration.seconds(60)

    var cluster: UInt32 { Closure.clusterID }

    /// A reboot halts the closure where it is.
    func start(_ context: inout EndpointContext) {
        let isKnown = context[memory: Memory.position, of: cluster] as Int64? != nil
        if isKnown || context[memory: Memory.motion, of: cluster] as Motion? != nil { halt(&context) }
        if context[Closure.currentErrorList]?.isEmpty == false { context[Closure.mainState] = .error }
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Closure.Command(rawValue: command) {
        case .stop:
            context.cancel(Timer.calibration, of: cluster)
            if [.moving, .waitingForMotion, .calibrating].contains(context[Closure.mainState] ?? .stopped) {
                halt(&context)
                context[Closure.mainState] = .stopped
            }
        case .moveTo: try move(try context.read(fields), &context)
        case .calibrate:
            try checkState(context)
            halt(&context)
            context[Closure.mainState] = .calibrating
            context.schedule(Timer.calibration, of: cluster, after: Self.calibration)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func checkState(_ context: EndpointContext) throws(HomeError) {
        let state = context[Closure.mainState] ?? .stopped
        guard [.stopped, .moving, .waitingForMotion].contains(state) else {
            throw HomeError(
                .failedPrecondition, "\(context.device.name) does not move while ClosureControl.mainState is \(state)")
        }
    }

    private func move(_ request: Closure.MoveToRequest, _ context: inout EndpointContext) throws(HomeError) {
        guard request.position != nil || request.latch != nil || request.speed != nil else {
            throw HomeError(.invalidArgument, "one of position, latch and speed is needed")
        }
        try checkState(context)
        // Another speed alone is for the way that the closure is on.
        let motion: Motion? = context[memory: Memory.motion, of: cluster]
        let target =
            Self.positions.first { $0.target == request.position }?.open ?? (request.speed == nil ? nil : motion?.end)
        try checkLatch(request, context)
        let latch = has("LT", context) ? request.latch : nil
        let speed = request.speed ?? context[Closure.overallTargetState]?.speed ?? .auto
        context[Closure.overallTargetState] = Closure.OverallTargetStateStruct(
            position: request.position ?? context[Closure.overallTargetState]?.position, latch: latch,
            speed: has("SP", context) ? speed : nil)
        guard let target, has("PS", context) else {
            // What moves latches once it stands.
            if let latch, motion == nil { setCurrent(&context) { $0.latch = latch } }
            return
        }
        // It unlatches before it moves, and latches once it stands.
        if latch == false { setCurrent(&context) { $0.latch = false } }
        setOut(to: target, at: speed, &context)
    }

    private func has(_ feature: String, _ context: EndpointContext) -> Bool {
        context.has(feature: feature, of: cluster)
    }

    /// The positions that have a name: the target's, the closure's, the feature that it needs, and how far open it is.
    private static let positions:
        [(target: Closure.TargetPositionEnum, current: Closure.CurrentPositionEnum, feature: String, open: Int64)] = [
            (.moveToFullyClosed, .fullyClosed, "PS", 0), (.moveToFullyOpen, .fullyOpened, "PS", 10_000),
            (.moveToPedestrianPosition, .openedForPedestrian, "PD", 3000),
            (.moveToVentilationPosition, .openedForVentilation, "VT", 1000),
            (.moveToSignaturePosition, .openedAtSignature, "PS", 5000),
        ]

    private func checkLatch(_ request: Closure.MoveToRequest, _ context: EndpointContext) throws(HomeError) {
        guard has("LT", context) else { return }
        let modes = context[Closure.latchControlModes] ?? []
        let isLatched = context[Closure.overallCurrentState]?.latch == true
        if let latch = request.latch, latch != isLatched {
            guard modes.contains(latch ? .remoteLatching : .remoteUnlatching) else {
                throw HomeError(
                    .failedPrecondition, "latch: \(context.device.name) is \(latch ? "" : "un")latched by hand only")
            }
        }
        guard request.position == nil || !isLatched || request.latch == false else {
            throw HomeError(.failedPrecondition, "\(context.device.name) is latched; unlatch it first")
        }
    }

    // MARK: - Movement

    private func position(_ context: EndpointContext) -> Int64 {
        if let motion: Motion = context[memory: Memory.motion, of: cluster] {
            return motion.position(at: context.milliseconds)
        }
        if let position: Int64 = context[memory: Memory.position, of: cluster] {
            return max(0, min(Self.open, position))
        }
        return named(context) ?? 0
    }

    /// How far open the position is that the closure says it has; `nil` where it says none, or none with a name.
    private func named(_ context: EndpointContext) -> Int64? {
        let position = context[Closure.overallCurrentState]?.position
        if position == .partiallyOpened { return Self.partly }
        return Self.positions.first { $0.current == position }?.open
    }

    private static let open: Int64 = 10_000
    /// Where a closure is taken to be that is partly open, and does not say how far.
    private static let partly: Int64 = 4000

    private func setOut(to target: Int64, at speed: Speed, _ context: inout EndpointContext) {
        let motion = Motion(
            from: position(context), to: target, at: context.milliseconds,
            wholeWay: has("IS", context) ? 0 : Motion.wholeWay(at: speed))
        context[memory: Memory.motion, of: cluster] = motion
        let hasSpeed = has("SP", context)
        setCurrent(&context) { if hasSpeed { $0.speed = speed } }
        guard motion.length > 0 else {
            arrive(&context)
            return
        }
        context[Closure.mainState] = .moving
        context[Closure.countdownTime] = UInt32(clamping: (motion.length + 999) / 1000)
        context.schedule(Timer.arrival, of: cluster, after: .milliseconds(motion.length))
        notePosition(&context)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.calibration {
            context[Closure.mainState] = .stopped
        } else {
            arrive(&context)
        }
    }

    private func arrive(_ context: inout EndpointContext) {
        let latch = context[Closure.overallTargetState]?.latch
        halt(&context)
        if let latch { setCurrent(&context) { $0.latch = latch } }
        context[Closure.mainState] = .stopped
        if !has("IS", context) { context.emit(Closure.MovementCompletedEvent()) }
    }

    /// The closure stands where it is now.
    private func halt(_ context: inout EndpointContext) {
        context.cancel(Timer.arrival, of: cluster)
        let position = position(context)
        context[memory: Memory.motion, of: cluster] = Motion?.none
        context[memory: Memory.position, of: cluster] = position
        context[Closure.countdownTime] = UInt32?.none
        notePosition(&context)
    }

    private func notePosition(_ context: inout EndpointContext) {
        let isMoving = context[memory: Memory.motion, of: cluster] as Motion? != nil
        let position = position(context)
        // On its way a closure is partly open, wherever it passes.
        let named = Self.positions.first { entry in
            entry.open == position && has(entry.feature, context) && (!isMoving || [0, 10_000].contains(entry.open))
        }
        let current = named?.current ?? .partiallyOpened
        let hasPosition = has("PS", context)
        setCurrent(&context) { if hasPosition { $0.position = current } }
    }

    /// Changes what the closure is like; it is secure while it is closed and, where it has a latch, latched.
    private func setCurrent(_ context: inout EndpointContext, _ change: (inout Current) -> Void) {
        let old = context[Closure.overallCurrentState] ?? Current(secureState: nil)
        var new = old
        change(&new)
        let isClosed = new.position.map { $0 == .fullyClosed } ?? true
        let isLatched = has("LT", context) ? new.latch == true : true
        new.secureState = isClosed && isLatched
        context.act(as: cluster) { $0[Closure.overallCurrentState] = new }
        if old.secureState != new.secureState, let secure = new.secureState {
            context.emit(Closure.SecureStateChangedEvent(secureValue: secure))
        }
    }

    /// Somebody moved the closure by hand: there it stands.
    private func followHand(_ context: inout EndpointContext) {
        context.cancel(Timer.arrival, of: cluster)
        let position = named(context) ?? position(context)
        context[memory: Memory.motion, of: cluster] = Motion?.none
        context[memory: Memory.position, of: cluster] = position
        context[Closure.countdownTime] = UInt32?.none
        if context[Closure.mainState] == .moving { context[Closure.mainState] = .stopped }
        setCurrent(&context) { _ in }
    }

    // MARK: - Obstructions

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Closure.overallCurrentState.id, !context.isActing(as: cluster) {
            followHand(&context)
        } else if attribute == Closure.currentErrorList.id, let errors = context[Closure.currentErrorList] {
            if errors.isEmpty {
                if context[Closure.mainState] == .error { context[Closure.mainState] = .stopped }
            } else {
                halt(&context)
                context.cancel(Timer.calibration, of: cluster)
                context[Closure.mainState] = .error
                context.emit(Closure.OperationalErrorEvent(errorState: errors))
            }
        } else if attribute == Closure.mainState.id, has("MO", context) {
            let isDisengaged = context[Closure.mainState] == .disengaged
            let wasDisengaged = Closure.MainStateEnum(old) == .disengaged
            if isDisengaged != wasDisengaged {
                context.emit(Closure.EngageStateChangedEvent(engageValue: !isDisengaged))
            }
        }
    }
}
