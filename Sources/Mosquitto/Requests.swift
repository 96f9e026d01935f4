import MQTT
import Synchronization

/// What other threads ask of the connection's thread.
final class Requests: Sendable {
    enum Request {
        case subscribe([Subscription], number: UInt64)
        case unsubscribe([String])
    }

    private struct State {
        var isOpen = false
        var isEnded = false
        var waiting: [Request] = []
        var stopDeadline: Duration?
        var stoppers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Asks for something; `false` where the connection is not open, and then it is forgotten.
    func append(_ request: Request) -> Bool {
        state.withLock { state in
            if state.isOpen { state.waiting.append(request) }
            return state.isOpen
        }
    }

    /// Takes what was asked for.
    func takeAll() -> [Request] {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return [] }
            defer { state.waiting.removeAll() }
            return state.waiting
        }
    }

    /// Says whether the connection takes requests; closing forgets those that wait.
    func setOpen(_ isOpen: Bool) {
        state.withLock { state in
            state.isOpen = isOpen
            if !isOpen { state.waiting.removeAll() }
        }
    }

    /// Until when the connection may publish what is left, where it is to end.
    var stopDeadline: Duration? { state.withLock { $0.stopDeadline } }

    /// Asks the connection to end; the first deadline holds.
    func stop(by deadline: Duration) {
        state.withLock { state in
            if state.stopDeadline == nil { state.stopDeadline = deadline }
        }
    }

    /// Waits until the connection ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                if !state.isEnded { state.stoppers.append(continuation) }
                return state.isEnded
            }
            if isEnded { continuation.resume() }
        }
    }

    /// Says that the connection ended.
    func end() {
        let stoppers = state.withLock { state in
            state.isEnded = true
            state.isOpen = false
            defer { state.stoppers.removeAll() }
            return state.stoppers
        }
        for stopper in stoppers { stopper.resume() }
    }
}
