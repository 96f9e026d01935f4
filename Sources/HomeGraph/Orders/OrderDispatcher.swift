import Synchronization

/// Carries orders out: those to one device in the order they came, those to different devices side by side.
public final class OrderDispatcher: Sendable {
    /// Takes the outcome of an order; called once, on any thread.
    public typealias Completion = @Sendable (OrderOutcome) -> Void

    private struct Waiting: Sendable {
        let order: Order
        let completion: Completion
    }

    private struct Queue {
        var waiting = RingBuffer<Waiting>()
    }

    private let hub: any Hub
    private let time: any TimeSource
    private let waitingLimit: Int
    /// The queues of the devices that have an order running.
    private let queues = Mutex<[DeviceIndex: Queue]>([:])

    /// Makes a dispatcher.
    ///
    /// - Parameters:
    ///   - hub: Where the orders go.
    ///   - time: What deadlines are measured by.
    ///   - waiting: How many orders wait for one device at most, beside the one that runs.
    public init(hub: any Hub, time: any TimeSource, waiting: Int = 32) {
        self.hub = hub
        self.time = time
        waitingLimit = waiting
    }

    /// How many orders run or wait.
    public var count: Int { queues.withLock { $0.values.reduce(0) { $0 + 1 + $1.waiting.count } } }

    /// Takes an order in; the order of calls is the order in which a device gets them.
    ///
    /// Where too many wait, the outcome is `resourceExhausted` at once. An order that has not begun by its deadline is
    /// never carried out; one that is not confirmed by then is `deadlineExceeded`, and the device's queue goes on.
    public func submit(_ order: Order, completion: @escaping Completion) {
        enum Admission { case start, queued, full }
        let admission = queues.withLock { queues -> Admission in
            guard queues[order.device] != nil else {
                queues[order.device] = Queue()
                return .start
            }
            guard queues[order.device, default: Queue()].waiting.count < waitingLimit else { return .full }
            queues[order.device]?.waiting.append(Waiting(order: order, completion: completion))
            return .queued
        }
        switch admission {
        case .queued: break
        case .start: start(Waiting(order: order, completion: completion))
        case .full:
            completion(
                OrderOutcome(
                    results: [],
                    error: HomeError(
                        .resourceExhausted, "\(waitingLimit) orders wait for this device already; try again later")))
        }
    }

    /// Takes an order in and waits for its outcome.
    public func perform(_ order: Order) async -> OrderOutcome {
        await withCheckedContinuation { continuation in
            submit(order) { continuation.resume(returning: $0) }
        }
    }

    private func start(_ first: Waiting) {
        Task { await self.run(first) }
    }

    /// Runs a device's orders until none waits.
    @concurrent
    private func run(_ first: Waiting) async {
        let device = first.order.device
        var current = first
        while true {
            let outcome = await carryOut(current.order)
            current.completion(outcome)
            let next = queues.withLock { queues -> Waiting? in
                if let next = queues[device]?.waiting.popFirst() { return next }
                queues[device] = nil
                return nil
            }
            guard let next else { return }
            current = next
        }
    }

    private func carryOut(_ order: Order) async -> OrderOutcome {
        guard time.uptime < order.deadline else {
            return OrderOutcome(
                results: [], error: HomeError(.deadlineExceeded, "the order's time was over before it could begin"))
        }
        let late = HomeError(
            .deadlineExceeded, "the device did not confirm in time; the change may have happened all the same")
        return await OutcomeRace.outcome(by: order.deadline, time, late: late) { race throws(HomeError) in
            for step in order.steps where !race.isOver {
                race.succeeded(try await self.carryOut(step, on: order.device))
            }
        }
    }

    private func carryOut(_ step: Order.Step, on device: DeviceIndex) async throws(HomeError) -> StepResult {
        switch step {
        case .invoke(let endpoint, let cluster, let command, let fields):
            return try await hub.invoke(
                CommandInvocation(
                    device: device, endpoint: endpoint, cluster: cluster, command: command, fields: fields))
        case .write(let endpoint, let cluster, let attribute, let value):
            try await hub.write(
                AttributeWrite(
                    device: device, endpoint: endpoint, cluster: cluster, attribute: attribute, value: value))
            return [:]
        case .onTurn(let steps):
            for step in try steps() { _ = try await carryOut(step, on: device) }
            return [:]
        }
    }
}
