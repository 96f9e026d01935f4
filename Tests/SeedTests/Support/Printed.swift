import Synchronization

/// What the examples print, so that a test sees which way they went.
final class Printed: Sendable {
    private struct State {
        var lines: [String] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var lines: [String] { state.withLock { $0.lines } }

    func add(_ line: String) {
        let ready = state.withLock { state in
            state.lines.append(line)
            let ready = state.waiting.filter { $0.count <= state.lines.count }
            state.waiting.removeAll { $0.count <= state.lines.count }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until so many lines were printed.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
