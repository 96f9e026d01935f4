import DataModel
import Synchronization

typealias StepResult = [UInt32: DataValue]

/// The race between an order's steps and its deadline: whichever is first decides the outcome, once.
final class OutcomeRace: Sendable {
    private struct State {
        var continuation: CheckedContinuation<OrderOutcome, Never>?
        var results: [StepResult] = []
        var isOver = false
        var cleanUp: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    private init() {}

    /// Has steps carried out, and waits until they are or the time is over.
    ///
    /// - Parameters:
    ///   - deadline: The uptime at which it is; what is still at work then is cancelled, and nobody waits for it.
    ///   - time: What that is measured by.
    ///   - late: What is wrong then.
    ///   - work: Carries the steps out.
    /// - Returns: The outcome.
    static func outcome(
        by deadline: Duration, _ time: any TimeSource, late: HomeError,
        of work: @escaping @Sendable (OutcomeRace) async throws(HomeError) -> Void
    ) async -> OrderOutcome {
        let race = OutcomeRace()
        return await withCheckedContinuation { continuation in
            race.state.withLock { $0.continuation = continuation }
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
            let timer = Task {
                guard (try? await time.sleep(until: deadline)) != nil else { return }
                race.end(late)
                task.cancel()
            }
            race.onEnd { timer.cancel() }
        }
    }

    /// Whether the outcome is decided.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Notes the result of a step.
    func succeeded(_ result: StepResult) {
        state.withLock { if !$0.isOver { $0.results.append(result) } }
    }

    /// What to do once the outcome is decided; at once where it is already.
    private func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.cleanUp = cleanUp }
            return state.isOver
        }
        if isOver { cleanUp() }
    }

    /// Decides: all steps were carried out, one failed, or the time was over first.
    private func end(_ error: HomeError?) {
        let (continuation, results, cleanUp) = state.withLock { state in
            defer {
                state.continuation = nil
                state.cleanUp = nil
                state.isOver = true
            }
            return (state.continuation, state.results, state.cleanUp)
        }
        continuation?.resume(returning: OrderOutcome(results: results, error: error))
        cleanUp?()
    }
}
