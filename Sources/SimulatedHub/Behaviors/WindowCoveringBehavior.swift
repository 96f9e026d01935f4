import ClusterTypes
import DataModel
import HomeGraph

/// Blinds, shades and curtains, which take their time (Matter Application Cluster Specification, section 5.3).
///
/// Positions are hundredths of a percent: 0 is open, 10000 is closed. Something in the way comes with
/// `simulation/report`, as a bit of `safetyStatus`: it halts the covering, and nothing moves it until it is gone.
struct WindowCoveringBehavior: Behavior {
    private typealias Covering = WindowCoveringCluster

    private static let open: UInt16 = 0
    private static let closed: UInt16 = 10_000

    /// A way in which a covering moves.
    private enum Axis: UInt32, CaseIterable {
        case lift, tilt

        var target: AttributeKey<UInt16?> {
            self == .lift ? Covering.targetPositionLiftPercent100ths : Covering.targetPositionTiltPercent100ths
        }
        var current: AttributeKey<UInt16?> {
            self == .lift ? Covering.currentPositionLiftPercent100ths : Covering.currentPositionTiltPercent100ths
        }
        var percentage: AttributeKey<UInt8?> {
            self == .lift ? Covering.currentPositionLiftPercentage : Covering.currentPositionTiltPercentage
        }
        var actuations: AttributeKey<UInt16> {
            self == .lift ? Covering.numberOfActuationsLift : Covering.numberOfActuationsTilt
        }
        var feature: String { self == .lift ? "LF" : "TL" }
        /// How long it takes from open to closed.
        var travel: Duration { self == .lift ? .seconds(20) : .seconds(5) }
        /// Ends the movement of a covering that does not know where it is.
        var timer: UInt32 { rawValue }
    }

    var cluster: UInt32 { Covering.clusterID }

    func start(_ context: inout EndpointContext) {
        for axis in axes(context) { settle(axis, &context) }
        followMode(&context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard let command = Covering.Command(rawValue: command) else {
            throw context.unimplemented(command, of: cluster)
        }
        if command != .stopMotion { try checkMovable(context) }
        switch command {
        case .upOrOpen: for axis in axes(context) { move(axis, to: Self.open, &context) }
        case .downOrClose: for axis in axes(context) { move(axis, to: Self.closed, &context) }
        case .stopMotion: stop(&context)
        case .goToLiftPercentage:
            let request = try context.read(fields, as: Covering.GoToLiftPercentageRequest.self)
            try go(.lift, to: request.liftPercent100thsValue, "liftPercent100thsValue", &context)
        case .goToTiltPercentage:
            let request = try context.read(fields, as: Covering.GoToTiltPercentageRequest.self)
            try go(.tilt, to: request.tiltPercent100thsValue, "tiltPercent100thsValue", &context)
        }
        return [:]
    }

    private func axes(_ context: EndpointContext) -> [Axis] {
        Axis.allCases.filter { context.has(feature: $0.feature, of: cluster) }
    }

    /// While one of these is set in `mode` the covering is not operational, and takes no orders.
    private static let resting: Covering.ModeBitmap = [.maintenanceMode, .calibrationMode]
    /// What holds the motor, of `safetyStatus`.
    private static let holding: Covering.SafetyStatusBitmap = [
        .remoteLockout, .positionFailure, .thermalProtection, .obstacleDetected, .power, .stopInput, .motorJammed,
        .hardwareFailure, .protection,
    ]

    private func checkMovable(_ context: EndpointContext) throws(HomeError) {
        let mode = (context[Covering.mode] ?? []).intersection(Self.resting)
        let safety = (context[Covering.safetyStatus] ?? []).intersection(Self.holding)
        guard !mode.isEmpty || !safety.isEmpty else { return }
        let reason =
            mode.isEmpty
            ? "WindowCovering.safetyStatus has \(context.names(of: safety, in: Covering.safetyStatus))"
            : "WindowCovering.mode has \(context.names(of: mode, in: Covering.mode))"
        throw HomeError(.failedPrecondition, "\(context.device.name) does not move while \(reason)")
    }

    /// What the mode means for `configStatus`: whether the covering is operational, and which way its motor turns; a
    /// covering that is not operational stands.
    private func followMode(_ context: inout EndpointContext) {
        let mode = context[Covering.mode] ?? []
        guard var status = context[Covering.configStatus] else { return }
        set(.operational, in: &status, mode.isDisjoint(with: Self.resting))
        if context.has(feature: "LF", of: cluster) {
            set(.liftMovementReversed, in: &status, mode.contains(.motorDirectionReversed))
        }
        context[Covering.configStatus] = status
        if !mode.isDisjoint(with: Self.resting) { stop(&context) }
    }

    private func set(
        _ bit: WindowCoveringCluster.ConfigStatusBitmap, in status: inout WindowCoveringCluster.ConfigStatusBitmap,
        _ isSet: Bool
    ) {
        if isSet { status.insert(bit) } else { status.remove(bit) }
    }

    private func go(
        _ axis: Axis, to end: UInt16, _ field: String, _ context: inout EndpointContext
    ) throws(HomeError) {
        guard end <= Self.closed else {
            throw HomeError(.outOfRange, "\(field): \(end) is not between 0 (open) and 10000 (closed)")
        }
        // One that does not know its position can only go to an end.
        let isAware = context.has(axis.current)
        move(axis, to: isAware ? end : end == Self.open ? Self.open : Self.closed, &context)
    }

    private func move(_ axis: Axis, to end: UInt16, _ context: inout EndpointContext) {
        context[axis.actuations] = (context[axis.actuations] ?? 0) &+ 1
        guard context.has(axis.current) else {
            set(axis, end == Self.open ? .opening : .closing, &context)
            context.schedule(axis.timer, of: cluster, after: axis.travel)
            return
        }
        let start = context.current(axis.current) ?? end
        let distance = Double(max(start, end) - min(start, end)) / Double(Self.closed)
        context.move(axis.current, to: end, over: axis.travel * distance)
        guard context.transition(of: axis.current) != nil else { return }
        context[axis.target] = end
        set(axis, end < start ? .opening : .closing, &context)
    }

    private func stop(_ context: inout EndpointContext) {
        for axis in axes(context) { stop(axis, &context) }
    }

    private func stop(_ axis: Axis, _ context: inout EndpointContext) {
        context.cancel(axis.timer, of: cluster)
        context.halt(axis.current)
        settle(axis, &context)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if let axis = Axis(rawValue: timer) { settle(axis, &context) }
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) {
        if let axis = Axis.allCases.first(where: { $0.current.id == attribute }) { settle(axis, &context) }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Covering.mode.id { followMode(&context) }
        if attribute == Covering.safetyStatus.id,
            context[Covering.safetyStatus]?.isDisjoint(with: Self.holding) == false
        {
            stop(&context)
        }
        guard let axis = Axis.allCases.first(where: { $0.current.id == attribute }) else { return }
        context[axis.percentage] = context[axis.current].map { UInt8(clamping: $0 / 100) }
        // Somebody moved it by hand.
        if context.transition(of: axis.current) == nil { settle(axis, &context) }
    }

    /// The covering stands: where it is is where it is to be.
    private func settle(_ axis: Axis, _ context: inout EndpointContext) {
        context[axis.target] = context[axis.current]
        context[axis.percentage] = context[axis.current].map { UInt8(clamping: $0 / 100) }
        set(axis, .stopped, &context)
    }

    /// Notes how the axis moves; the whole moves as the first axis that does.
    private func set(_ axis: Axis, _ status: Covering.MovementStatus, _ context: inout EndpointContext) {
        guard var operational = context[Covering.operationalStatus] else { return }
        if axis == .lift { operational.lift = status } else { operational.tilt = status }
        operational.global = operational.lift == .stopped ? operational.tilt : operational.lift
        context[Covering.operationalStatus] = operational
    }
}
