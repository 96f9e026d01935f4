import ClusterTypes
import DataModel
import HomeGraph

/// What an appliance does now: OperationalState and the clusters derived from it (Matter Application Cluster
/// Specification, section 1.14 and chapters 7 and 8).
///
/// A run without a countdown of its own takes an hour; a vacuum runs while its run mode says so, and until it is called
/// home.
struct OperationalStateBehavior: Behavior {
    private typealias State = RvcOperationalStateCluster.OperationalStateEnum
    private typealias Failure = OperationalStateCluster.ErrorStateEnum

    private enum Timer { static let countdown: UInt32 = 0, dock: UInt32 = 1 }
    /// What the behaviour remembers of a run: moments and times in milliseconds.
    private enum Memory { static let began: UInt32 = 0, paused: UInt32 = 1, pausedSince: UInt32 = 2, ends: UInt32 = 3 }

    private static let usualRun: UInt32 = 3600
    private static let wayHome = Duration.seconds(30)
    /// How often a countdown is reported (it has the quality quieter reporting).
    private static let interval = Duration.seconds(10)

    let cluster: UInt32
    private let state: AttributeKey<State>
    private let countdown: AttributeKey<UInt32?>

    /// The three clusters; they number their members alike.
    static let all = [
        OperationalStateCluster.clusterID, OvenCavityOperationalStateCluster.clusterID,
        RvcOperationalStateCluster.clusterID,
    ].map(OperationalStateBehavior.init)

    private init(cluster: UInt32) {
        self.cluster = cluster
        state = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.operationalState.id)
        countdown = AttributeKey(cluster: cluster, id: RvcOperationalStateCluster.countdownTime.id)
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
        let began = milliseconds(context)
        context[memory: Memory.began, of: cluster] = began
        context[memory: Memory.paused, of: cluster] = 0 as UInt64
        // A vacuum has no programme that ends.
        guard !isVacuum else { return }
        var seconds = Self.usualRun
        if let left = context[countdown], left > 0 { seconds = left }
        if let cooking = context[MicrowaveOvenControlCluster.cookTime] { seconds = cooking }
        context[countdown] = seconds
        context[memory: Memory.ends, of: cluster] = began &+ UInt64(seconds) &* 1000
    }

    private func pause(_ context: inout EndpointContext) -> Failure {
        switch context[state] {
        case .paused: return .noError
        case .running, .seekingCharger:
            noteCountdown(&context)
            context.cancel(Timer.countdown, of: cluster)
            context.cancel(Timer.dock, of: cluster)
            context[memory: Memory.pausedSince, of: cluster] = milliseconds(context)
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
            context[state] = .seekingCharger
            context.schedule(Timer.dock, of: cluster, after: Self.wayHome)
            return .noError
        }
    }

    private func end(_ context: inout EndpointContext) {
        context.cancel(Timer.countdown, of: cluster)
        context[state] = .stopped
        context[countdown] = nil as UInt32?
        let now = milliseconds(context)
        let began: UInt64 = context[memory: Memory.began, of: cluster] ?? now
        let paused: UInt64 = context[memory: Memory.paused, of: cluster] ?? 0
        context[memory: Memory.ends, of: cluster] = nil as UInt64?
        let completion = OperationalStateCluster.OperationCompletionEvent(
            completionErrorCode: 0, totalOperationalTime: UInt32(clamping: (now &- began) / 1000),
            pausedTime: UInt32(clamping: paused / 1000))
        context.emit(OperationalStateCluster.Event.operationCompletion.rawValue, of: cluster, completion.fields)
    }

    // MARK: - Time

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.dock {
            guard context[state] == .seekingCharger else { return }
            end(&context)
            context[state] = .docked
            return
        }
        guard context[state] == .running, let ends: UInt64 = context[memory: Memory.ends, of: cluster] else { return }
        guard milliseconds(context) < ends else {
            end(&context)
            return
        }
        noteCountdown(&context)
        scheduleCountdown(&context)
    }

    private func noteCountdown(_ context: inout EndpointContext) {
        guard let ends: UInt64 = context[memory: Memory.ends, of: cluster] else { return }
        let now = milliseconds(context)
        context[countdown] = ends > now ? UInt32(clamping: (ends - now).quotientRoundedUp(by: 1000)) : 0
    }

    private func scheduleCountdown(_ context: inout EndpointContext) {
        guard let ends: UInt64 = context[memory: Memory.ends, of: cluster] else { return }
        let now = milliseconds(context)
        let left = Duration.milliseconds(Int64(clamping: ends > now ? ends - now : 0))
        context.schedule(Timer.countdown, of: cluster, after: min(Self.interval, left))
    }

    private func milliseconds(_ context: EndpointContext) -> UInt64 {
        UInt64(max(0, context.moment / .milliseconds(1)))
    }

    // MARK: - A vacuum's run mode

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        typealias Mode = RvcRunModeCluster
        guard isVacuum, changed == Mode.clusterID, attribute == Mode.currentMode.id, context[state] != nil else {
            return
        }
        let mode = context[Mode.supportedModes]?.first { $0.mode == context[Mode.currentMode] }
        if mode?.modeTags.contains(where: { $0.value == .idle }) == true {
            if context[state] == .running || context[state] == .paused { end(&context) }
        } else if context[state] != .running {
            begin(&context)
            context.cancel(Timer.dock, of: cluster)
            context[state] = .running
        }
    }
}

extension UInt64 {
    /// The quotient, rounded up.
    fileprivate func quotientRoundedUp(by divisor: UInt64) -> UInt64 { self / divisor + (self % divisor == 0 ? 0 : 1) }
}
