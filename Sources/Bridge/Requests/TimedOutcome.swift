import HomeGraph
import Synchronization

/// Calls back once: with how something ended, or with an error once its time is over, whichever comes first.
final class TimedOutcome<Value: Sendable>: Sendable {
    /// Takes the outcome; on any thread.
    typealias Completion = @Sendable (Result<Value, HomeError>) -> Void

    private struct State {
        var completion: Completion?
        var timer: Task<Void, Never>?
    }

    private let state: Mutex<State>

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - deadline: The uptime at which the time is over.
    ///   - time: What it is measured by.
    ///   - expired: Called when the time is over first; it says why there is no outcome.
    ///   - completion: Takes the outcome.
    init(
        deadline: Duration, time: any TimeSource, expired: @escaping @Sendable () -> HomeError,
        completion: @escaping Completion
    ) {
        state = Mutex(State(completion: completion))
        let timer = Task {
            guard (try? await time.sleep(until: deadline)) != nil else { return }
            self.finish { .failure(expired()) }
        }
        let isOver = state.withLock { state in
            state.timer = timer
            return state.completion == nil
        }
        if isOver { timer.cancel() }
    }

    /// Says how it ended; without effect where the time was over before.
    func finish(_ result: Result<Value, HomeError>) { finish { result } }

    private func finish(_ result: () -> Result<Value, HomeError>) {
        let (completion, timer) = state.withLock { state in
            defer { state.completion = nil }
            return (state.completion, state.timer)
        }
        guard let completion else { return }
        timer?.cancel()
        completion(result())
    }
}
