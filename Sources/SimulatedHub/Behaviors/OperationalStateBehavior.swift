import ClusterTypes
import DataModel
import HomeGraph

/// What an appliance does now: OperationalState and the clusters derived from it (Matter Application Cluster
/// Specification, section 1.14 and chapters 7 and 8).
///
/// A run without a countdown of its own takes an hour, of which each phase has its share; a vacuum runs while its run
/// mode says so, and until it is done with its areas or called home, where it charges.
struct OperationalStateBehavior: Behavior {
    private typealias State = RvcOperationalStateCluster.OperationalStateEnum
    private typealias Failure = OperationalStateCluster.ErrorStateEnum

    private enum Timer { static let countdown: UInt32 = 0, dock: UInt32 = 1 }
    /// What the behaviour remembers of a run: moments and times in milliseconds.
    private enum Memory {
        static let began: UInt32 = 0, paused: UInt32 = 1, pausedSince: UInt32 = 2, ends: UInt32 = 3
        /// How long the run takes without its pauses.
        static let length: UInt32 = 4
        /// Set while a vacuum was halted on its way home.
        static let isOnWayHome: UInt32 = 5
    }

    private static let usualRun: UInt32 = 3600
    /// How long a vacuum without areas cleans.
    private static let vacuumRun: UInt32 = 1800
    private static let wayHome = Duration.seconds(30)
    /// How often a countdown is reported (it has the quality quieter reporting).
    private static let interval = Duration.seconds(10)

    let cluster: UInt32
    private let state: AttributeKey<State>
    private let countdown: AttributeKey<UInt32?>
    private let phases: AttributeKey<[String]?>
    private let phase: AttributeKey<UInt8?>
    private let error: AttributeKey<OperationalStateCluster.ErrorStateStruct>

    /// The three clusters; they number their members alike.
    static let all = [
        OperationalStateCluster.clusterID, OvenCavityOperationalStateCluster.clusterID,
        RvcOperationalStateCluster.clusterID,
    ].map(OperationalStateBehavior.init)

    private init(cluster: UInt32) {
        self.cluster = cluster
        state = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.operationalState.id)
        countdown = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.countdownTime.id)
        phases = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.phaseList.id)
        phase = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.currentPhase.id)
        error = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.operationalError.id)
    }

    /// The behaviour of the appliance that this endpoint is; `nil` where it is none.
    private static func own(_ context: EndpointContext) -> OperationalStateBehavior? {
        all.first { context.trait($0.cluster) != nil }
    }

    /// The appliance begins, if it can.
    static func run(_ context: inout EndpointContext) {
        _ = own(context)?.start(&context, from: [.stopped, .paused])
    }

    /// Does with the run what a command does.
    ///
    /// - Returns: Whether the state allowed it; `nil` where there is nothing that runs.
    static func order(_ command: OperationalStateCluster.Command, _ context: inout EndpointContext) -> Bool? {
        guard let own = own(context) else { return nil }
        return switch command {
        case .start: own.start(&context, from: [.stopped, .paused]) == .noError
        case .resume: own.start(&context, from: [.paused]) == .noError
        case .pause: own.pause(&context) == .noError
        case .stop: own.stop(&context) == .noError
        }
    }

    /// The run takes so many seconds more.
    static func extend(by seconds: UInt32, _ context: inout EndpointContext) {
        guard let own = own(context), let ends: UInt64 = context[memory: Memory.ends, of: own.cluster] else { return }
        let more = UInt64(seconds) * 1000
        context[memory: Memory.ends, of: own.cluster] = ends &+ more
        let length: UInt64 = context[memory: Memory.length, of: own.cluster] ?? 0
        context[memory: Memory.length, of: own.cluster] = length &+ more
        own.noteCountdown(&context)
        if context[own.state] == .running { own.scheduleCountdown(&context) }
    }

    /// The run is to take so many seconds, from its beginning on.
    static func run(for seconds: UInt32, _ context: inout EndpointContext) {
        guard let own = own(context) else { return }
        if context[own.state] != .running { _ = own.start(&context, from: [.stopped, .paused]) }
        guard context[own.state] == .running else { return }
        own.setLength(seconds, &context)
        own.scheduleCountdown(&context)
    }

    /// A vacuum is done, and goes home.
    static func finish(_ context: inout EndpointContext) {
        guard let own = own(context), own.isVacuum else { return }
        _ = own.goHome(&context)
    }

    /// A vacuum that was switched off at work stands, and is idle; one that begins its life at work is at it.
    func start(_ context: inout EndpointContext) {
        guard isVacuum, let now = context[state] else { return }
        let isAtRest = [.stopped, .docked, .charging].contains(now)
        guard context.device.boots == 1, now == .running || isAtRest && !ModeBehavior.isVacuumIdle(context) else {
            followState(&context)
            followBattery(&context)
            return
        }
        begin(&context)
        context[state] = .running
        followState(&context)
        scheduleCountdown(&context)
    }

    private var isVacuum: Bool { cluster == RvcOperationalStateCluster.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let failure: Failure
        if command == RvcOperationalStateCluster.Command.goHome.rawValue, isVacuum {
            failure = goHome(&context)
        } else {
            switch OperationalStateCluster.Command(rawValue: command) {
            case .start: failure = start(&context, from: [.stopped, .paused])
            case .resume: failure = start(&context, from: [.paused])
            case .pause: failure = pause(&context)
            case .stop: failure = stop(&context)
            case nil: throw context.unimplemented(command, of: cluster)
            }
        }
        return OperationalStateCluster.OperationalCommandResponse(
            commandResponseState: OperationalStateCluster.ErrorStateStruct(errorStateId: failure)
        ).fields
    }

    // MARK: - Commands

    private func start(_ context: inout EndpointContext, from states: [State]) -> Failure {
        guard let now = context[state] else { return .unableToStartOrResume }
        if now == .running { return .noError }
        guard states.contains(now) else { return .commandInvalidInState }
        if now == .paused, context[memory: Memory.isOnWayHome, of: cluster] == true {
            return goHome(&context)
        }
        if now == .paused {
            let pause = milliseconds(context) &- (context[memory: Memory.pausedSince, of: cluster] ?? 0)
            context[memory: Memory.paused, of: cluster] =
                (context[memory: Memory.paused, of: cluster] ?? 0 as UInt64) &+ pause
            if let ends: UInt64 = context[memory: Memory.ends, of: cluster] {
                context[memory: Memory.ends, of: cluster] = ends &+ pause
            }
        } else {
            begin(&context)
        }
        context[state] = .running
        scheduleCountdown(&context)
        return .noError
    }

    private func begin(_ context: inout EndpointContext) {
        context[memory: Memory.began, of: cluster] = milliseconds(context)
        context[memory: Memory.paused, of: cluster] = 0 as UInt64
        context[memory: Memory.ends, of: cluster] = nil as UInt64?
        context[memory: Memory.isOnWayHome, of: cluster] = Bool?.none
        // A vacuum that has areas is done when they are.
        guard !isVacuum || context.trait(ServiceAreaCluster.clusterID) == nil else { return }
        var seconds = isVacuum ? Self.vacuumRun : Self.usualRun
        if let left = context[countdown], left > 0 { seconds = left }
        if let cooking = context[MicrowaveOvenControlCluster.cookTime] { seconds = cooking }
        setLength(seconds, &context)
    }

    private func setLength(_ seconds: UInt32, _ context: inout EndpointContext) {
        context[countdown] = seconds
        context[memory: Memory.length, of: cluster] = UInt64(seconds) &* 1000
        context[memory: Memory.ends, of: cluster] = milliseconds(context) &+ UInt64(seconds) &* 1000
        notePhase(&context)
    }

    private func pause(_ context: inout EndpointContext) -> Failure {
        switch context[state] {
        case .paused: return .noError
        case .running, .seekingCharger:
            noteCountdown(&context)
            context.cancel(Timer.countdown, of: cluster)
            context.cancel(Timer.dock, of: cluster)
            context[memory: Memory.pausedSince, of: cluster] = milliseconds(context)
            context[memory: Memory.isOnWayHome, of: cluster] = context[state] == .seekingCharger ? true : nil
            context[state] = .paused
            return .noError
        default: return .commandInvalidInState
        }
    }

    private func stop(_ context: inout EndpointContext) -> Failure {
        if context[state] == .stopped { return .noError }
        guard context[state] == .running || context[state] == .paused else { return .commandInvalidInState }
        end(&context)
        return .noError
    }

    private func goHome(_ context: inout EndpointContext) -> Failure {
        switch context[state] {
        case .seekingCharger: return .noError
        case .docked, .charging, nil: return .commandInvalidInState
        default:
            context[memory: Memory.isOnWayHome, of: cluster] = Bool?.none
            context.cancel(Timer.countdown, of: cluster)
            context[state] = .seekingCharger
            context.schedule(Timer.dock, of: cluster, after: Self.wayHome)
            return .noError
        }
    }

    private func end(in last: State = .stopped, _ context: inout EndpointContext) {
        context.cancel(Timer.countdown, of: cluster)
        context.cancel(Timer.dock, of: cluster)
        context[state] = last
        context[countdown] = nil as UInt32?
        let now = milliseconds(context)
        let began: UInt64 = context[memory: Memory.began, of: cluster] ?? now
        let paused: UInt64 = context[memory: Memory.paused, of: cluster] ?? 0
        context[memory: Memory.ends, of: cluster] = nil as UInt64?
        notePhase(&context)
        let completion = OperationalStateCluster.OperationCompletionEvent(
            completionErrorCode: 0, totalOperationalTime: UInt32(clamping: (now &- began) / 1000),
            pausedTime: UInt32(clamping: paused / 1000))
        context.emit(OperationalStateCluster.Event.operationCompletion.rawValue, of: cluster, completion.fields)
    }

    // MARK: - Time

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.dock {
            if context[state] == .seekingCharger { arriveHome(&context) }
            return
        }
        guard context[state] == .running, let ends: UInt64 = context[memory: Memory.ends, of: cluster] else { return }
        guard milliseconds(context) < ends else {
            if isVacuum { _ = goHome(&context) } else { end(&context) }
            return
        }
        noteCountdown(&context)
        scheduleCountdown(&context)
    }

    private func noteCountdown(_ context: inout EndpointContext) {
        guard let ends: UInt64 = context[memory: Memory.ends, of: cluster] else { return }
        let now = milliseconds(context)
        context[countdown] = ends > now ? UInt32(clamping: (ends - now).quotientRoundedUp(by: 1000)) : 0
        notePhase(&context)
    }

    /// Of the run each phase has an equal share; before and after it the first one is next.
    private func notePhase(_ context: inout EndpointContext) {
        guard let phases = context[phases], !phases.isEmpty else { return }
        guard let ends: UInt64 = context[memory: Memory.ends, of: cluster],
            let length: UInt64 = context[memory: Memory.length, of: cluster], length > 0
        else {
            context[phase] = 0
            return
        }
        let now = milliseconds(context)
        let left = ends > now ? min(length, ends - now) : 0
        let share = Double(length - left) / Double(length)
        context[phase] = UInt8(clamping: min(phases.count - 1, Int(share * Double(phases.count))))
    }

    private func scheduleCountdown(_ context: inout EndpointContext) {
        guard let ends: UInt64 = context[memory: Memory.ends, of: cluster] else { return }
        let now = milliseconds(context)
        let left = Duration.milliseconds(Int64(clamping: ends > now ? ends - now : 0))
        context.schedule(Timer.countdown, of: cluster, after: min(Self.interval, left))
    }

    private func milliseconds(_ context: EndpointContext) -> UInt64 { UInt64(clamping: context.milliseconds) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        switch changed {
        case cluster where attribute == error.id: followError(&context)
        case cluster where attribute == state.id && isVacuum: followState(&context)
        case RvcRunModeCluster.clusterID where isVacuum && attribute == RvcRunModeCluster.currentMode.id:
            followRunMode(&context)
        case PowerSourceCluster.clusterID where isVacuum: followBattery(&context)
        default: break
        }
    }

    // MARK: - Errors

    /// An error, which comes with `simulation/report`, stops the appliance until it is gone.
    private func followError(_ context: inout EndpointContext) {
        guard let error = context[error] else { return }
        if error.errorStateId != .noError {
            context.cancel(Timer.countdown, of: cluster)
            context.cancel(Timer.dock, of: cluster)
            context[memory: Memory.ends, of: cluster] = nil as UInt64?
            context[state] = .error
            let event = OperationalStateCluster.OperationalErrorEvent(errorState: error)
            context.emit(OperationalStateCluster.Event.operationalError.rawValue, of: cluster, event.fields)
        } else if context[state] == .error {
            context[state] = .stopped
        }
    }

    // MARK: - A vacuum

    /// It is home, where it charges until its battery is full.
    private func arriveHome(_ context: inout EndpointContext) {
        let isFull = context[PowerSourceCluster.batPercentRemaining].map { $0 >= Self.full } ?? true
        let charges = !isFull && context.has(PowerSourceCluster.batChargeState)
        end(in: charges ? .charging : .docked, &context)
    }

    /// Its run mode agrees with what it does: at work it has one for work, at rest and on its way home it is idle.
    private func followState(_ context: inout EndpointContext) {
        typealias Mode = RvcRunModeCluster
        charge(&context)
        let wantsIdle: Bool
        switch context[state] {
        case .running: wantsIdle = false
        case .stopped, .docked, .charging, .seekingCharger: wantsIdle = true
        default: return
        }
        guard ModeBehavior.isVacuumIdle(context) != wantsIdle else { return }
        let mode = context[Mode.supportedModes]?.first { option in
            option.modeTags.contains { $0.value == .idle } == wantsIdle
        }
        if let mode { context[Mode.currentMode] = mode.mode }
    }

    private static let full: UInt8 = 200

    /// In its dock it charges until it is full.
    private func followBattery(_ context: inout EndpointContext) {
        typealias Power = PowerSourceCluster
        guard context.has(Power.batChargeState), let left = context[Power.batPercentRemaining] else { return }
        if context[state] == .charging, context[Power.batChargeState] == .isAtFullCharge { context[state] = .docked }
        if context[state] == .docked, left < Self.full, context[Power.batChargeState] != .isAtFullCharge {
            context[state] = .charging
        }
        if context[state] == .charging, context[Power.batChargeState] != .isCharging { charge(&context) }
    }

    private func charge(_ context: inout EndpointContext) {
        guard context.has(PowerSourceCluster.batChargeState) else { return }
        switch context[state] {
        case .charging: context[PowerSourceCluster.batChargeState] = .isCharging
        case .docked: break
        default: context[PowerSourceCluster.batChargeState] = .isNotCharging
        }
    }

    private func followRunMode(_ context: inout EndpointContext) {
        guard context[state] != nil else { return }
        if ModeBehavior.isVacuumIdle(context) {
            if context[state] == .running || context[state] == .paused { end(&context) }
        } else if context[state] != .running, context[state] != .error {
            begin(&context)
            context.cancel(Timer.dock, of: cluster)
            context[state] = .running
            scheduleCountdown(&context)
        }
    }
}

extension UInt64 {
    /// The quotient, rounded up.
    fileprivate func quotientRoundedUp(by divisor: UInt64) -> UInt64 { self / divisor + (self % divisor == 0 ? 0 : 1) }
}
