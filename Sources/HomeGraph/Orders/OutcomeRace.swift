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

    /// Whether the outcome is decided.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Who waits for the outcome.
    func begin(_ continuation: CheckedContinuation<OrderOutcome, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// What to do once the outcome is decided; at once where it is already.
    func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.cleanUp = cleanUp }
            return state.isOver
        }
        if isOver { cleanUp() }
    }

    /// Notes the result of a step.
    func succeeded(_ result: StepResult) {
        state.withLock { if !$0.isOver { $0.results.append(result) } }
    }

    /// Decides: all steps were carried out, or the next one failed.
    func end(_ error: HomeError?) {
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

    /// Decides: the time was over first.
    func expire() {
        end(
            HomeError(
                .deadlineExceeded, "the device did not confirm in time; the change may have happened all the same"))
    }
}
