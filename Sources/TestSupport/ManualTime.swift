public import HomeGraph
import Synchronization

/// A time that stands still until a test moves it.
///
/// Those that sleep are woken in the order of their moments, so that a test runs the same way each time.
public final class ManualTime: TimeSource {
    private struct Sleeper {
        let id: Int
        let moment: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime = Duration.zero
        var shift: Int64 = 0
        var sleepers: [Sleeper] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<Int> = []
        var nextID = 0
    }

    private let start: Timestamp
    private let state = Mutex(State())

    /// Makes a time that stands at `start`, 2026-01-02T03:04:05.678Z if nothing else is said.
    public init(start: Timestamp = Timestamp(rawValue: 1_767_323_045_678)) {
        self.start = start
    }

    /// The time of day: the start, and what was moved or set since.
    public var now: Timestamp {
        let (uptime, shift) = state.withLock { ($0.uptime, $0.shift) }
        return Timestamp(rawValue: start.rawValue + shift + Int64(uptime / .milliseconds(1)))
    }

    /// Sets the clock forward, or back where the duration is negative, as people and time servers do; nobody wakes of it.
    public func setClock(by duration: Duration) {
        state.withLock { $0.shift += Int64(duration / .milliseconds(1)) }
    }

    /// What was moved since the start.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// How many tasks sleep now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Waits until the time is moved that far.
    public func sleep(until moment: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Outcome { case waits([CheckedContinuation<Void, Never>]), over, cancelled }
                let outcome = state.withLock { state -> Outcome in
                    if state.cancelled.remove(id) != nil { return .cancelled }
                    if moment <= state.uptime { return .over }
                    state.sleepers.append(Sleeper(id: id, moment: moment, continuation: continuation))
                    let ready = state.watchers.filter { $0.count <= state.sleepers.count }
                    state.watchers.removeAll { $0.count <= state.sleepers.count }
                    return .waits(ready.map(\.continuation))
                }
                switch outcome {
                case .waits(let ready): for watcher in ready { watcher.resume() }
                case .over: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the time on and wakes those whose moment has come, earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            let due = state.sleepers.filter { $0.moment <= state.uptime }.sorted { $0.moment < $1.moment }
            state.sleepers.removeAll { $0.moment <= state.uptime }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least this many tasks sleep, so that a move does not come too early.
    public func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
