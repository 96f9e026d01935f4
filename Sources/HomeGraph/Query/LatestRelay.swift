import Synchronization

/// Between two tasks that read a sequence each and one that takes pairs of their newest elements.
///
/// Whoever reads waits until its element was taken, so that nothing is left out and nothing piles up.
final class LatestRelay<First: Sendable, Second: Sendable>: Sendable {
    enum Arrival: Sendable {
        case first(First)
        case second(Second)
    }

    private struct State {
        var first: First?
        var second: Second?
        /// What was sent and not yet taken, at most one of each, and who waits for it to be.
        var arrivals: [(arrival: Arrival, sender: CheckedContinuation<Bool, Never>)] = []
        var taker: CheckedContinuation<(First, Second)?, Never>?
        var tasks: [Task<Void, Never>] = []
        var open = 2
        var isOver = false
    }

    /// What to do once the lock is released.
    private struct Actions {
        var senders: [CheckedContinuation<Bool, Never>] = []
        var taken: (taker: CheckedContinuation<(First, Second)?, Never>, pair: (First, Second)?)?
        var cancelled: [Task<Void, Never>] = []
        var isOver = false

        func carryOut() {
            for sender in senders { sender.resume(returning: !isOver) }
            for task in cancelled { task.cancel() }
            if let (taker, pair) = taken { taker.resume(returning: pair) }
        }
    }

    private let state = Mutex(State())

    /// Ends a task together with the relay.
    func own(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            state.tasks.append(task)
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// Hands an element over and waits until it was taken.
    ///
    /// - Returns: Whether more are wanted.
    func send(_ arrival: Arrival) async -> Bool {
        await withCheckedContinuation { sender in
            state.withLock { state -> Actions in
                guard !state.isOver else { return Actions(senders: [sender], isOver: true) }
                state.arrivals.append((arrival, sender))
                return Self.serve(&state)
            }.carryOut()
        }
    }

    /// Notes that a sequence has ended.
    func finish(isFirst: Bool) {
        state.withLock { state -> Actions in
            state.open -= 1
            let isEmpty = isFirst ? state.first == nil : state.second == nil
            // One that never gave an element leaves nothing to pair with.
            return state.open == 0 || isEmpty ? Self.end(&state) : Actions()
        }.carryOut()
    }

    /// The next pair; `nil` at the end.
    func next() async -> (First, Second)? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { taker in
                state.withLock { state -> Actions in
                    guard !state.isOver else { return Actions(taken: (taker, nil)) }
                    state.taker = taker
                    return Self.serve(&state)
                }.carryOut()
            }
        } onCancel: {
            end()
        }
    }

    /// Ends both tasks, and whoever waits.
    func end() { state.withLock { Self.end(&$0) }.carryOut() }

    /// Takes elements in until there is a pair for whoever waits for one.
    private static func serve(_ state: inout State) -> Actions {
        var actions = Actions()
        while state.taker != nil, !state.arrivals.isEmpty {
            let (arrival, sender) = state.arrivals.removeFirst()
            switch arrival {
            case .first(let element): state.first = element
            case .second(let element): state.second = element
            }
            actions.senders.append(sender)
            if let first = state.first, let second = state.second, let taker = state.taker.take() {
                actions.taken = (taker, (first, second))
            }
        }
        return actions
    }

    private static func end(_ state: inout State) -> Actions {
        defer {
            state.arrivals = []
            state.tasks = []
            state.isOver = true
        }
        return Actions(
            senders: state.arrivals.map(\.sender), taken: state.taker.take().map { ($0, nil) },
            cancelled: state.tasks, isOver: true)
    }
}

/// Ends a relay when nobody takes its pairs any more.
final class LatestRelayOwner<First: Sendable, Second: Sendable>: Sendable {
    let relay: LatestRelay<First, Second>

    init(_ relay: LatestRelay<First, Second>) { self.relay = relay }

    deinit { relay.end() }
}
