import ClusterTypes
import DataModel
import HomeGraph

/// What of a closure moves, and what the closure says of it.
extension ClosureControlBehavior {
    private typealias Current = ClosureControlCluster.OverallCurrentStateStruct

    /// Where a closure is taken to be that is partly open, and does not say how far.
    private static let partly: Int64 = 4000

    // MARK: - What moves

    /// The endpoints of its panels.
    func panels(_ context: EndpointContext) -> [PartLayout] {
        context.parts(with: ClosureDimensionCluster.clusterID, of: cluster)
    }

    /// Does something with each of its panels, which is the closure's doing.
    private func onPanels(_ context: inout EndpointContext, _ body: (inout EndpointContext) -> Void) {
        let panels = panels(context)
        context.act(as: cluster) { context in
            for panel in panels { context.on(panel, body) }
        }
    }

    /// What moves: the panels that have a position, or, without any, the closure itself.
    func leaves(_ context: EndpointContext) -> [ClosureLeaf] {
        var context = context
        let leaves = panels(context).compactMap { panel in
            context.on(panel) { ClosureDimensionBehavior().leaf($0) }
        }
        return leaves.isEmpty ? [leaf(context)] : leaves
    }

    /// Whether the panels that have a latch are latched.
    func latches(_ context: EndpointContext) -> [Bool] {
        var context = context
        return panels(context).compactMap { panel in
            context.on(panel) { ClosureDimensionBehavior().latch($0)?.isLatched }
        }
    }

    /// The closure itself, where nothing else of it moves.
    private func leaf(_ context: EndpointContext) -> ClosureLeaf {
        let motion: Motion? = context[memory: Memory.motion, of: cluster]
        let remembered: Int64? = context[memory: Memory.position, of: cluster]
        let now = context.milliseconds
        let position = motion?.position(at: now) ?? remembered.map { max(0, min(ClosureLeaf.open, $0)) }
        return ClosureLeaf(
            position: position ?? named(context) ?? 0, target: motion?.end ?? position ?? named(context) ?? 0,
            left: motion?.left(at: now))
    }

    private func movesItself(_ context: EndpointContext) -> Bool {
        var context = context
        return !panels(context).contains { panel in
            context.on(panel) { $0.has(feature: "PS", of: ClosureDimensionCluster.clusterID) }
        }
    }

    /// How far open the position is that the closure says it has; `nil` where it says none.
    func named(_ context: EndpointContext) -> Int64? {
        let position = context[Closure.overallCurrentState]?.position
        if position == .partiallyOpened { return Self.partly }
        return Self.positions.first { $0.current == position }?.open
    }

    // MARK: - Moving it

    /// Sends all that moves somewhere; it unlatches before it moves, and latches once it stands.
    func drive(
        to open: Int64?, latch: Bool?, speed: SharedTypes.ThreeLevelAutoEnum?, _ context: inout EndpointContext
    ) {
        if has("SP", context), let speed { setCurrent(&context) { $0.speed = speed } }
        onPanels(&context) {
            ClosureDimensionBehavior().follow(to: open, latch: latch, speed: speed, &$0)
        }
        let own = leaf(context)
        let stands = open == nil && !leaves(context).contains { $0.left != nil }
        if let latch, latches(context).isEmpty, !latch || stands { setCurrent(&context) { $0.latch = latch } }
        guard movesItself(context), open != nil || speed != nil && own.left != nil, has("PS", context) else { return }
        let motion = Motion(
            from: own.position, to: open ?? own.target, at: context.milliseconds,
            wholeWay: has("IS", context) ? 0 : Motion.wholeWay(at: speed ?? .auto))
        context[memory: Memory.motion, of: cluster] = motion
        if motion.length > 0 {
            context.schedule(Timer.arrival, of: cluster, after: .milliseconds(motion.length))
        } else {
            arriveItself(&context)
        }
    }

    /// A closure that moves itself is where it went.
    func arriveItself(_ context: inout EndpointContext) {
        let position = leaf(context).position
        context.cancel(Timer.arrival, of: cluster)
        context[memory: Memory.motion, of: cluster] = Motion?.none
        context[memory: Memory.position, of: cluster] = position
    }

    /// All that moves stands where it is now.
    func halt(_ context: inout EndpointContext) {
        context[memory: Memory.leg, of: cluster] = Int64?.none
        onPanels(&context) { ClosureDimensionBehavior().halt(&$0) }
        if context[memory: Memory.motion, of: cluster] as Motion? != nil { arriveItself(&context) }
    }

    /// All that moves stands somewhere at once, as if a hand had put it there.
    func place(at open: Int64?, latch: Bool?, _ context: inout EndpointContext) {
        onPanels(&context) { context in
            let leaf = ClosureDimensionBehavior().leaf(context)
            ClosureDimensionBehavior().place(at: open.flatMap { leaf?.aim($0) }, latch: latch, &context)
        }
        if let open { context[memory: Memory.position, of: cluster] = open }
    }

    // MARK: - What it says

    /// Brings what the closure says in line with what moves, and notes where that arrived.
    ///
    /// On a new way something goes elsewhere than the closure's last order says.
    func note(isNewWay: Bool = false, _ context: inout EndpointContext) {
        let leaves = leaves(context)
        let latches = latches(context)
        let isMoving = leaves.contains { $0.left != nil }
        // On its way a closure is partly open, wherever it passes.
        let named = Self.positions.first { entry in
            has(entry.feature, context) && leaves.allSatisfy { $0.position == $0.aim(entry.open) }
                && (!isMoving || entry.open == 0 || entry.open == ClosureLeaf.open)
        }
        let hasPosition = has("PS", context), hasLatch = has("LT", context) && !latches.isEmpty
        setCurrent(&context) { state in
            if hasPosition { state.position = named?.current ?? .partiallyOpened }
            if hasLatch { state.latch = latches.allSatisfy(\.self) }
        }
        if isNewWay {
            noteTarget(leaves, &context)
            noteCountdown(&context)
        }
        guard !isMoving else { return }
        context[Closure.countdownTime] = UInt32?.none
        arrive(&context)
    }

    /// Where everything goes by itself has a name, or none.
    private func noteTarget(_ leaves: [ClosureLeaf], _ context: inout EndpointContext) {
        guard var target = context[Closure.overallTargetState] else { return }
        let named = Self.positions.first { entry in
            has(entry.feature, context) && leaves.allSatisfy { $0.target == $0.aim(entry.open) }
        }
        if has("PS", context) { target.position = named?.target }
        target.latch = nil
        context[Closure.overallTargetState] = target
    }

    /// Says how long it still moves, when it sets out (the attribute has the quality quieter reporting).
    func noteCountdown(_ context: inout EndpointContext) {
        guard let left = leaves(context).compactMap(\.left).max() else { return }
        context[Closure.countdownTime] = UInt32(clamping: (left + 999) / 1000)
    }

    /// Changes what the closure is like; it is secure while it is closed and, where it has a latch, latched.
    func setCurrent(
        _ context: inout EndpointContext, _ change: (inout ClosureControlCluster.OverallCurrentStateStruct) -> Void
    ) {
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
}
