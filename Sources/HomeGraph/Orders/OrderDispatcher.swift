import Synchronization

/// Carries orders out: those to one device in the order they came, those to different devices side by side.
public final class OrderDispatcher: Sendable {
    /// Takes the outcome of an order; called once, on any thread.
    public typealias Completion = @Sendable (OrderOutcome) -> Void

    /// Orders that wait together.
    private struct Waiting: Sendable {
        let orders: [(order: Order, completion: Completion)]
    }

    private struct Queue {
        var waiting = RingBuffer<Waiting>()
    }

    private let hub: any Hub
    private let time: any TimeSource
    private let waitingLimit: Int
    private let confirmed: @Sendable (CommandInvocation) -> Void
    /// The queues of the devices that have an order running.
    private let queues = Mutex<[DeviceIndex: Queue]>([:])

    /// Makes a dispatcher.
    ///
    /// - Parameters:
    ///   - hub: Where the orders go.
    ///   - time: What deadlines are measured by.
    ///   - waiting: How many orders wait for one device at most, beside the one that runs.
    ///   - confirmed: Called after each command that a device confirmed.
    public init(
        hub: any Hub, time: any TimeSource, waiting: Int = 32,
        confirmed: @escaping @Sendable (CommandInvocation) -> Void = { _ in }
    ) {
        self.hub = hub
        self.time = time
        waitingLimit = waiting
        self.confirmed = confirmed
    }

    /// How many orders run or wait.
    public var count: Int { queues.withLock { $0.values.reduce(0) { $0 + 1 + $1.waiting.count } } }

    /// Takes an order in; the order of calls is the order in which a device gets them.
    ///
    /// Where too many wait, the outcome is `resourceExhausted` at once. An order that has not begun by its deadline is
    /// never carried out; one that is not confirmed by then is `deadlineExceeded`, and the device's queue goes on. Where
    /// the device is idle and confirms at once, the outcome is there before this returns.
    public func submit(_ order: Order, completion: @escaping Completion) {
        submit(together: [(order, completion)], for: order.device)
    }

    /// Takes orders in that wait as one, with nothing between them; each has an outcome of its own.
    ///
    /// - Parameters:
    ///   - orders: The orders, in order, and who takes their outcomes.
    ///   - device: The device that they are for.
    func submit(together orders: [(order: Order, completion: Completion)], for device: DeviceIndex) {
        enum Admission { case start, queued, full }
        let waiting = Waiting(orders: orders)
        let admission = queues.withLock { queues -> Admission in
            guard queues[device] != nil else {
                queues[device] = Queue()
                return .start
            }
            guard queues[device, default: Queue()].waiting.count < waitingLimit else { return .full }
            queues[device]?.waiting.append(waiting)
            return .queued
        }
        switch admission {
        case .queued: break
        case .start: carryOut(waiting, on: device)
        case .full:
            let error = HomeError(
                .resourceExhausted, "\(waitingLimit) orders wait for this device already; try again later")
            for (_, completion) in orders { completion(OrderOutcome(results: [], error: error)) }
        }
    }

    /// Takes an order in and waits for its outcome.
    nonisolated(nonsending) public func perform(_ order: Order) async -> OrderOutcome {
        await withCheckedContinuation { continuation in
            submit(order) { continuation.resume(returning: $0) }
        }
    }

    /// Carries orders out one after another, on the caller's thread as far as that goes without waiting.
    ///
    /// So a device that confirms at once costs no change of threads. What came meanwhile is not the caller's to carry out.
    private func carryOut(_ waiting: Waiting, on device: DeviceIndex) {
        // Most come alone, and need no task beside the one that carries them out.
        if waiting.orders.count == 1, let (order, completion) = waiting.orders.first {
            return begin(order) { outcome in
                completion(outcome)
                self.goOn(with: device)
            }
        }
        Task.immediate {
            for (order, completion) in waiting.orders {
                completion(
                    await withCheckedContinuation { continuation in
                        self.begin(order) { continuation.resume(returning: $0) }
                    })
            }
            self.goOn(with: device)
        }
    }

    private func goOn(with device: DeviceIndex) {
        if let next = next(of: device) { Task { self.carryOut(next, on: device) } }
    }

    /// Takes out what waits next for a device; its queue ends where that is nothing.
    private func next(of device: DeviceIndex) -> Waiting? {
        queues.withLock { queues in
            if let next = queues[device]?.waiting.popFirst() { return next }
            queues[device] = nil
            return nil
        }
    }

    private func begin(_ order: Order, completion: @escaping Completion) {
        guard time.uptime < order.deadline else {
            return completion(
                OrderOutcome(
                    results: [],
                    error: HomeError(.deadlineExceeded, "the order's time was over before it could begin")))
        }
        let late = HomeError(
            .deadlineExceeded, "the device did not confirm in time; the change may have happened all the same")
        let work: @Sendable (OutcomeRace) async throws(HomeError) -> Void = { race throws(HomeError) in
            for step in order.steps where !race.isOver {
                race.succeeded(try await self.carryOut(step, on: order.device, race))
            }
        }
        OutcomeRace.begin(by: order.deadline, time, late: late, work, completion: completion)
    }

    private func carryOut(
        _ step: Order.Step, on device: DeviceIndex, _ race: OutcomeRace
    ) async throws(HomeError) -> StepResult {
        switch step {
        case .invoke(let endpoint, let cluster, let command, let fields):
            let invocation = CommandInvocation(
                device: device, endpoint: endpoint, cluster: cluster, command: command, fields: fields)
            let result = try await hub.invoke(invocation)
            confirmed(invocation)
            return result
        case .write(let endpoint, let cluster, let attribute, let value):
            try await hub.write(
                AttributeWrite(
                    device: device, endpoint: endpoint, cluster: cluster, attribute: attribute, value: value))
            return [:]
        case .onTurn(let steps):
            // Once the time is over, the device's queue goes on, and nothing may come in between.
            for step in try steps() where !race.isOver { _ = try await carryOut(step, on: device, race) }
            return [:]
        }
    }
}
