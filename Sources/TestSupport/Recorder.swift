import Synchronization

/// What a test waited for did not come in time.
public struct NotSeen: Error, CustomStringConvertible {
    /// What was waited for, how long, and what came instead.
    public let description: String

    /// Says what did not come.
    public init(description: String) { self.description = description }
}

/// Collects what happens, and lets a test wait for something of it: nothing is polled, and nothing comes too early.
///
/// What was waited for is taken out; the rest stays for the next who waits.
public final class Recorder<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        let condition: @Sendable (Element) -> Bool
        let continuation: CheckedContinuation<Element?, Never>
    }

    private struct State {
        var elements: [Element] = []
        var waiters: [Waiter] = []
        var expired: Set<Int> = []
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Makes an empty recorder.
    public init() {}

    /// What was recorded and not taken yet, oldest first.
    public var elements: [Element] { state.withLock { $0.elements } }

    /// Records something; from any thread.
    public func append(_ element: Element) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.condition(element) }) else {
                state.elements.append(element)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: element)
    }

    /// Forgets what was recorded.
    public func removeAll() { state.withLock { $0.elements.removeAll() } }

    /// Takes the first element that fulfils a condition, waiting for it if it has not come yet.
    /// - Throws: ``NotSeen`` when the deadline passes.
    public func first(
        _ what: String, within deadline: Duration = .seconds(10), where condition: @escaping @Sendable (Element) -> Bool
    ) async throws -> Element {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let timer = Task {
            try await Task.sleep(for: deadline)
            expire(id)
        }
        defer { timer.cancel() }
        let found = await withCheckedContinuation { continuation in
            let (isDone, element) = state.withLock { state -> (Bool, Element?) in
                if let index = state.elements.firstIndex(where: condition) {
                    return (true, state.elements.remove(at: index))
                }
                if state.expired.remove(id) != nil { return (true, nil) }
                state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                return (false, nil)
            }
            if isDone { continuation.resume(returning: element) }
        }
        if let found { return found }
        let others = elements.suffix(20).map { "\n  \($0)" }.joined()
        throw NotSeen(
            description: "\(what) did not come within \(deadline); what came:\(others.isEmpty ? " nothing" : others)")
    }

    private func expire(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                state.expired.insert(id)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: nil)
    }
}
