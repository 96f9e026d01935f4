import ClusterTypes
import DataModel
import HomeGraph

/// One panel of a closure and how far it is (Matter Application Cluster Specification, section 5.5); 10000 is open.
struct ClosureDimensionBehavior: Behavior {
    private typealias Panel = ClosureDimensionCluster
    private typealias State = ClosureDimensionCluster.DimensionStateStruct
    private typealias Speed = SharedTypes.ThreeLevelAutoEnum

    private enum Timer { static let step: UInt32 = 0 }
    private enum Memory { static let motion: UInt32 = 0 }

    /// How often a movement reports, in milliseconds.
    private static let interval: Int64 = 1000
    private static let open: Int64 = 10_000

    var cluster: UInt32 { Panel.clusterID }

    /// A reboot halts the panel where it is.
    func start(_ context: inout EndpointContext) { context[memory: Memory.motion, of: cluster] = Motion?.none }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Panel.Command(rawValue: command) {
        case .setTarget: try setTarget(try context.read(fields), &context)
        case .step:
            let request = try context.read(fields, as: Panel.StepRequest.self)
            let way = Int64(request.numberOfSteps) * Int64(max(1, context[Panel.stepValue] ?? 1))
            let from = position(context)
            let target = request.direction == .decrease ? from - way : from + way
            try setTarget(
                Panel.SetTargetRequest(
                    position: UInt16(clamping: min(Self.open, max(0, target))), latch: nil, speed: request.speed),
                &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func setTarget(_ request: Panel.SetTargetRequest, _ context: inout EndpointContext) throws(HomeError) {
        guard request.position != nil || request.latch != nil || request.speed != nil else {
            throw HomeError(.invalidArgument, "one of position, latch and speed is needed")
        }
        let isLatched = context[Panel.currentState]?.latch == true
        if has("LT", context) {
            let modes = context[Panel.latchControlModes] ?? []
            if let latch = request.latch, latch != isLatched {
                guard modes.contains(latch ? .remoteLatching : .remoteUnlatching) else {
                    throw HomeError(
                        .failedPrecondition,
                        "latch: \(context.device.name) is \(latch ? "" : "un")latched by hand only")
                }
            }
            guard request.position == nil || !isLatched || request.latch == false else {
                throw HomeError(.failedPrecondition, "\(context.device.name) is latched; unlatch it first")
            }
        }
        let before = context[Panel.targetState]
        let motion: Motion? = context[memory: Memory.motion, of: cluster]
        // Another speed alone is for the way that the panel is on.
        let target = request.position.map { aim(Int64($0), context) } ?? (request.speed == nil ? nil : motion?.end)
        let latch = has("LT", context) ? request.latch : nil
        let speed = request.speed ?? .auto
        let goes = has("PS", context) && target != nil
        context[Panel.targetState] = State(
            position: has("PS", context) ? target.map { UInt16(clamping: $0) } ?? before?.position : nil,
            latch: latch, speed: has("SP", context) ? speed : nil)
        // It unlatches before it moves, and latches once it stands.
        if let latch, !latch || !goes && motion == nil { setCurrent(&context) { $0.latch = latch } }
        guard let target, goes else { return }
        context[memory: Memory.motion, of: cluster] = Motion(
            from: position(context), to: target, at: context.milliseconds,
            wholeWay: Motion.wholeWay(at: speed))
        go(&context)
    }

    private func has(_ feature: String, _ context: EndpointContext) -> Bool {
        context.has(feature: feature, of: cluster)
    }

    /// The nearest position that the panel can have: within its limits, and a whole number of its steps.
    private func aim(_ position: Int64, _ context: EndpointContext) -> Int64 {
        let resolution = Int64(max(1, context[Panel.resolution] ?? 1))
        let least = Int64(context[Panel.limitRange]?.min ?? 0)
        let greatest = min(Self.open, max(least, Int64(context[Panel.limitRange]?.max ?? UInt16(Self.open))))
        let within = max(least, min(greatest, position))
        return min(greatest, (within + resolution / 2) / resolution * resolution)
    }

    private func position(_ context: EndpointContext) -> Int64 {
        if let motion: Motion = context[memory: Memory.motion, of: cluster] {
            return motion.position(at: context.milliseconds)
        }
        return min(Self.open, Int64(context[Panel.currentState]?.position ?? 0))
    }

    /// Says where the panel is, and goes on until it has arrived.
    private func go(_ context: inout EndpointContext) {
        let position = position(context)
        let speed = has("SP", context) ? context[Panel.targetState]?.speed : nil
        setCurrent(&context) { state in
            state.position = UInt16(clamping: position)
            state.speed = speed
        }
        guard let motion: Motion = context[memory: Memory.motion, of: cluster] else { return }
        let left = motion.left(at: context.milliseconds)
        if left > 0 {
            context.schedule(Timer.step, of: cluster, after: .milliseconds(min(Self.interval, left)))
        } else {
            context[memory: Memory.motion, of: cluster] = Motion?.none
            if let latch = context[Panel.targetState]?.latch { setCurrent(&context) { $0.latch = latch } }
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { go(&context) }

    private func setCurrent(_ context: inout EndpointContext, _ change: (inout State) -> Void) {
        var state = context[Panel.currentState] ?? State()
        change(&state)
        context[Panel.currentState] = state
    }
}
