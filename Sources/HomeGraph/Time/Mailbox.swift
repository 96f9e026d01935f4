import Synchronization

/// Collects what happens, and lets others wait for something of it: nothing is polled, and nothing comes too early.
///
/// What was waited for is taken out; the rest stays for the next who waits.
package final class Mailbox<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        let condition: @Sendable (Element) -> Bool
        let continuation: CheckedContinuation<Element?, Never>
    }

    private struct State {
        var elements: [Element] = []
        var waiters: [Waiter] = []
        /// The calls of ``first(within:_:where:)`` that nobody answered yet.
        var open: Set<Int> = []
        /// Those whose time was over before they waited.
        var expired: Set<Int> = []
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Makes an empty mailbox.
    package init() {}

    /// What came and was not taken yet, oldest first.
    package var elements: [Element] { state.withLock { $0.elements } }

    /// Puts something in; from any thread.
    package func append(_ element: Element) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.condition(element) }) else {
                state.elements.append(element)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: element)
    }

    /// Forgets what came.
    package func removeAll() { state.withLock { $0.elements.removeAll() } }

    /// Takes the first element that fulfils a condition, waiting for it if it has not come yet.
    ///
    /// - Parameters:
    ///   - patience: How long it may take.
    ///   - time: What that is measured by.
    ///   - condition: What it must fulfil.
    /// - Returns: The element; `nil` when the time is over.
    package func first(
        within patience: Duration, _ time: any TimeSource = SystemTime(),
        where condition: @escaping @Sendable (Element) -> Bool
    ) async -> Element? {
        let id = state.withLock { state in
            state.nextID += 1
            state.open.insert(state.nextID)
            return state.nextID
        }
        let end = time.uptime + patience
        let timer = Task {
            try await time.sleep(until: end)
            expire(id)
        }
        defer {
            timer.cancel()
            close(id)
        }
        return await withCheckedContinuation { continuation in
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
    }

    private func expire(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            // Whoever is served already is asked for no more.
            guard state.open.remove(id) != nil else { return nil }
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                state.expired.insert(id)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: nil)
    }

    private func close(_ id: Int) {
        state.withLock { state in
            state.open.remove(id)
            state.expired.remove(id)
        }
    }
}
