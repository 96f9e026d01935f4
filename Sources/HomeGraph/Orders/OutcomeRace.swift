import DataModel
import Synchronization

typealias StepResult = [UInt32: DataValue]

/// The race between an order's steps and its deadline: whichever is first decides the outcome, once.
final class OutcomeRace: Sendable {
    private struct State {
        var completion: OrderDispatcher.Completion?
        var results: [StepResult] = []
        var cleanUps: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    private init(_ completion: @escaping OrderDispatcher.Completion) {
        state = Mutex(State(completion: completion))
    }

    /// Has steps carried out, on the caller's thread as far as that goes without waiting.
    ///
    /// - Parameters:
    ///   - deadline: The uptime at which the time is over; what is still at work then is cancelled, and nobody waits for it.
    ///   - time: What that is measured by.
    ///   - late: What is wrong then.
    ///   - work: Carries the steps out.
    ///   - completion: Takes the outcome; where nothing waited, before this returns.
    static func begin(
        by deadline: Duration, _ time: any TimeSource, late: HomeError,
        _ work: @escaping @Sendable (OutcomeRace) async throws(HomeError) -> Void,
        completion: @escaping OrderDispatcher.Completion
    ) {
        let race = OutcomeRace(completion)
        let task = Task.immediate {
            do throws(HomeError) {
                try await work(race)
                race.end(nil)
            } catch {
                race.end(error)
            }
        }
        // What was over at once needs nobody to watch the time.
        guard !race.isOver else { return }
        race.onEnd { task.cancel() }
        let timer = Task {
            guard (try? await time.sleep(until: deadline)) != nil else { return }
            race.end(late)
        }
        race.onEnd { timer.cancel() }
    }

    /// Has steps carried out, and waits until they are or the time is over.
    static func outcome(
        by deadline: Duration, _ time: any TimeSource, late: HomeError,
        of work: @escaping @Sendable (OutcomeRace) async throws(HomeError) -> Void
    ) async -> OrderOutcome {
        await withCheckedContinuation { continuation in
            begin(by: deadline, time, late: late, work) { continuation.resume(returning: $0) }
        }
    }

    /// Whether the outcome is decided.
    var isOver: Bool { state.withLock { $0.completion == nil } }

    /// Notes the result of a step.
    func succeeded(_ result: StepResult) {
        state.withLock { if $0.completion != nil { $0.results.append(result) } }
    }

    /// What to do once the outcome is decided, or at once where it is already.
    ///
    /// It is done before anybody hears of the outcome: what is late must not follow what comes next.
    private func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.completion != nil { state.cleanUps.append(cleanUp) }
            return state.completion == nil
        }
        if isOver { cleanUp() }
    }

    /// Decides: all steps were carried out, one failed, or the time was over first.
    private func end(_ error: HomeError?) {
        let (completion, results, cleanUps) = state.withLock { state in
            defer {
                state.completion = nil
                state.cleanUps = []
            }
            return (state.completion, state.results, state.cleanUps)
        }
        for cleanUp in cleanUps { cleanUp() }
        completion?(OrderOutcome(results: results, error: error))
    }
}
