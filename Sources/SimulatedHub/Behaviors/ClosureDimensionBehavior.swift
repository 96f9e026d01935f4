import ClusterTypes
import DataModel
import HomeGraph

/// One panel of a closure and how far it is (Matter Application Cluster Specification, section 5.5); 10000 is open.
///
/// What it does its closure tells, too, and the other way round (``ClosureControlBehavior``).
struct ClosureDimensionBehavior: Behavior {
    private typealias Panel = ClosureDimensionCluster
    private typealias State = ClosureDimensionCluster.DimensionStateStruct
    private typealias Speed = SharedTypes.ThreeLevelAutoEnum

    private enum Timer { static let step: UInt32 = 0 }
    private enum Memory { static let motion: UInt32 = 0 }

    /// How often a movement reports, in milliseconds.
    private static let interval: Int64 = 1000

    var cluster: UInt32 { Panel.clusterID }

    func start(_ context: inout EndpointContext) { tellClosure(&context) }

    func powerDown(_ context: inout EndpointContext) { halt(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Panel.Command(rawValue: command) {
        case .setTarget:
            let request = try context.read(fields, as: Panel.SetTargetRequest.self)
            guard request.position != nil || request.latch != nil || request.speed != nil else {
                throw HomeError(.invalidArgument, "one of position, latch and speed is needed")
            }
            try go(to: request.position.map(Int64.init), latch: request.latch, speed: request.speed, &context)
        case .step:
            let request = try context.read(fields, as: Panel.StepRequest.self)
            let way = Int64(request.numberOfSteps) * Int64(max(1, context[Panel.stepValue] ?? 1))
            let from = leaf(context)?.position ?? 0
            try go(
                to: request.direction == .decrease ? from - way : from + way, latch: nil, speed: request.speed,
                &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    /// Goes where somebody told this panel, and no other, to go.
    private func go(
        to position: Int64?, latch: Bool?, speed: SharedTypes.ThreeLevelAutoEnum?, _ context: inout EndpointContext
    ) throws(HomeError) {
        try self.latch(context)?.check(latch, moves: position != nil, of: context.device.name)
        if let closure = context.owner(with: ClosureControlCluster.clusterID) {
            try context.on(closure) { context throws(HomeError) in
                try ClosureControlBehavior().checkPanel(moves: position != nil, context)
            }
        }
        follow(to: position, latch: latch, speed: speed, &context)
        tellClosure(isNewWay: true, &context)
    }

    private func has(_ feature: String, _ context: EndpointContext) -> Bool {
        context.has(feature: feature, of: cluster)
    }

    private func tellClosure(isNewWay: Bool = false, _ context: inout EndpointContext) {
        guard let closure = context.owner(with: ClosureControlCluster.clusterID) else { return }
        context.on(closure) { ClosureControlBehavior().followPanels(isNewWay: isNewWay, &$0) }
    }

    // MARK: - For the closure

    /// Where it is and goes; `nil` where it has no position.
    func leaf(_ context: EndpointContext) -> ClosureLeaf? {
        guard has("PS", context) else { return nil }
        let motion: Motion? = context[memory: Memory.motion, of: cluster]
        let now = context.milliseconds
        let position =
            motion?.position(at: now) ?? min(ClosureLeaf.open, Int64(context[Panel.currentState]?.position ?? 0))
        let least = min(ClosureLeaf.open, Int64(context[Panel.limitRange]?.min ?? 0))
        let greatest = min(ClosureLeaf.open, Int64(context[Panel.limitRange]?.max ?? .max))
        return ClosureLeaf(
            position: position, target: motion?.end ?? position, left: motion?.left(at: now),
            limits: least...max(least, greatest), resolution: Int64(max(1, context[Panel.resolution] ?? 1)))
    }

    /// Its latch; `nil` where it has none.
    func latch(_ context: EndpointContext) -> ClosureLatch? {
        guard has("LT", context) else { return nil }
        return ClosureLatch(
            isLatched: context[Panel.currentState]?.latch == true,
            modes: context[Panel.latchControlModes]?.rawValue ?? 0)
    }

    /// Goes somewhere, as far as it can; it unlatches before it moves, and latches once it stands.
    ///
    /// Another speed alone is for the way that it is on.
    func follow(
        to position: Int64?, latch: Bool?, speed: SharedTypes.ThreeLevelAutoEnum?, _ context: inout EndpointContext
    ) {
        let before = context[Panel.targetState]
        let latch = has("LT", context) ? latch : nil
        let speed = speed ?? .auto
        let leaf = leaf(context)
        let way = leaf.flatMap { leaf in position.map(leaf.aim) ?? (leaf.left == nil ? nil : leaf.target) }
        context[Panel.targetState] = State(
            position: (way ?? leaf?.target).map { UInt16(clamping: $0) }, latch: latch ?? before?.latch,
            speed: has("SP", context) ? speed : nil)
        if let latch, !latch || way == nil { setCurrent(&context) { $0.latch = latch } }
        guard let leaf, let way else { return }
        let isInstant = context.owner(with: ClosureControlCluster.clusterID).map { closure in
            context.on(closure) { $0.has(feature: "IS", of: ClosureControlCluster.clusterID) }
        }
        context[memory: Memory.motion, of: cluster] = Motion(
            from: leaf.position, to: way, at: context.milliseconds,
            wholeWay: isInstant == true ? 0 : Motion.wholeWay(at: speed))
        step(&context)
    }

    /// Halts where it is, which is where it is to be then.
    func halt(_ context: inout EndpointContext) {
        guard let motion: Motion = context[memory: Memory.motion, of: cluster] else { return }
        place(at: motion.position(at: context.milliseconds), latch: nil, &context)
    }

    /// Stands somewhere at once, as if a hand had put it there.
    func place(at position: Int64?, latch: Bool?, _ context: inout EndpointContext) {
        context.cancel(Timer.step, of: cluster)
        context[memory: Memory.motion, of: cluster] = Motion?.none
        let hasPosition = has("PS", context), hasLatch = has("LT", context)
        setCurrent(&context) { state in
            if let position, hasPosition { state.position = UInt16(clamping: position) }
            if let latch, hasLatch { state.latch = latch }
        }
        guard var target = context[Panel.targetState] else { return }
        target.position = context[Panel.currentState]?.position
        target.latch = context[Panel.currentState]?.latch
        context[Panel.targetState] = target
    }

    // MARK: - Movement

    /// Says where the panel is, and goes on until it has arrived.
    private func step(_ context: inout EndpointContext) {
        guard let motion: Motion = context[memory: Memory.motion, of: cluster] else { return }
        let now = context.milliseconds
        let left = motion.left(at: now)
        let target = context[Panel.targetState]
        let hasSpeed = has("SP", context)
        if left > 0 {
            context.schedule(Timer.step, of: cluster, after: .milliseconds(min(Self.interval, left)))
        } else {
            context.cancel(Timer.step, of: cluster)
            context[memory: Memory.motion, of: cluster] = Motion?.none
        }
        setCurrent(&context) { state in
            state.position = UInt16(clamping: motion.position(at: now))
            if hasSpeed { state.speed = target?.speed }
            if left <= 0, let latch = target?.latch { state.latch = latch }
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        step(&context)
        tellClosure(&context)
    }

    /// Somebody moved the panel by hand: there it stands.
    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster, attribute == Panel.currentState.id, !context.isActing(as: cluster) else { return }
        let state = context[Panel.currentState]
        place(at: state?.position.map(Int64.init), latch: state?.latch, &context)
        tellClosure(isNewWay: true, &context)
    }

    private func setCurrent(
        _ context: inout EndpointContext, _ change: (inout ClosureDimensionCluster.DimensionStateStruct) -> Void
    ) {
        var state = context[Panel.currentState] ?? State()
        change(&state)
        context.act(as: cluster) { $0[Panel.currentState] = state }
    }
}
