package import DataModel
import Synchronization

/// Waits for the outcomes of all members of an order, then says how it ended, once.
package final class OrderGathering: Sendable {
    private struct State {
        var outcomes: [OrderOutcome?]
        var open: Int
    }

    private let planned: PlannedOrders
    private let state: Mutex<State>
    private let completion: @Sendable (StepOutcomes) -> Void

    private init(_ planned: PlannedOrders, completion: @escaping @Sendable (StepOutcomes) -> Void) {
        self.planned = planned
        self.completion = completion
        state = Mutex(
            State(outcomes: Array(repeating: nil, count: planned.members.count), open: planned.members.count))
    }

    /// Sends a planned order's parts and gathers what comes of them.
    ///
    /// - Parameters:
    ///   - planned: What each member is asked to do.
    ///   - deadline: By when it must have begun and be confirmed.
    ///   - dispatcher: Who carries it out.
    ///   - completion: Called once, on any thread, with what became of each step.
    package static func carryOut(
        _ planned: PlannedOrders, deadline: Duration, dispatcher: OrderDispatcher,
        completion: @escaping @Sendable (StepOutcomes) -> Void
    ) {
        let gathering = OrderGathering(planned, completion: completion)
        var together: [(device: DeviceIndex, orders: [(order: Order, completion: OrderDispatcher.Completion)])] = []
        var positions: [DeviceIndex: Int] = [:]
        for (position, member) in planned.members.enumerated() {
            let refusal = member.error?.error
            if member.steps.isEmpty, let refusal {
                gathering.finish(position, OrderOutcome(results: [], error: refusal))
                continue
            }
            let order = Order(device: member.device, steps: member.steps, deadline: deadline)
            let completion: OrderDispatcher.Completion = { outcome in
                gathering.finish(position, OrderOutcome(results: outcome.results, error: outcome.error ?? refusal))
            }
            if let known = positions[member.device] {
                together[known].orders.append((order, completion))
            } else {
                positions[member.device] = together.count
                together.append((member.device, [(order, completion)]))
            }
        }
        // A device that several members are of gets them at once: they count as one that waits.
        for (device, orders) in together { dispatcher.submit(together: orders, for: device) }
    }

    private func finish(_ position: Int, _ outcome: OrderOutcome) {
        let outcomes = state.withLock { state -> [OrderOutcome?]? in
            guard state.outcomes[position] == nil else { return nil }
            state.outcomes[position] = outcome
            state.open -= 1
            return state.open == 0 ? state.outcomes : nil
        }
        guard let outcomes else { return }
        completion(StepOutcomes(planned, outcomes.compactMap { $0 }))
    }
}

/// What became of each step of planned orders.
package struct StepOutcomes: Sendable {
    /// The names of the steps.
    package let steps: [String]
    /// The fields of each step's response, or why nobody carried it out.
    ///
    /// A step is done if at least one member carried it out; else its error is that of the first member in order, which
    /// for a step that was not sent any more is the error that ended the member's order.
    package let results: [Result<[UInt32: DataValue], HomeError>]
    /// The devices that did not carry out all that they were asked to, in member order, and at which step each failed.
    package let failures: [(device: DeviceIndex, failure: OrderFailure)]

    fileprivate init(_ planned: PlannedOrders, _ outcomes: [OrderOutcome]) {
        steps = planned.steps
        failures = zip(planned.members, outcomes).compactMap { member, outcome in
            guard let error = outcome.error else { return nil }
            let done = member.numbers.prefix(outcome.results.count)
            let step = member.numbers.dropFirst(done.count).first ?? member.error?.step ?? 0
            return (member.device, OrderFailure(error, step: step, done: done.map { planned.steps[$0] }))
        }
        results = planned.steps.indices.map { number in
            var first: HomeError?
            for (member, outcome) in zip(planned.members, outcomes) {
                if let result = zip(member.numbers, outcome.results).first(where: { $0.0 == number })?.1 {
                    return .success(planned.hasResults ? result : [:])
                }
                if member.isConcerned(by: number) { first = first ?? outcome.error }
            }
            return .failure(
                first ?? outcomes.lazy.compactMap(\.error).first
                    ?? HomeError(.internal, "the hub did not say why \(planned.steps[number]) failed"))
        }
    }

    /// All results, or the first step that failed.
    package var answer: Result<[[UInt32: DataValue]], OrderFailure> {
        for (number, result) in results.enumerated() {
            if case .failure(let error) = result {
                let done = results.indices.filter { if case .success = results[$0] { true } else { false } }
                return .failure(OrderFailure(error, step: number, done: done.map { steps[$0] }))
            }
        }
        return .success(results.compactMap { try? $0.get() })
    }
}

extension PlannedOrders {
    /// Sends the parts and waits for all of them.
    func perform(deadline: Duration, dispatcher: OrderDispatcher) async -> StepOutcomes {
        guard !members.isEmpty else { return StepOutcomes(self, []) }
        return await withCheckedContinuation { continuation in
            OrderGathering.carryOut(self, deadline: deadline, dispatcher: dispatcher) {
                continuation.resume(returning: $0)
            }
        }
    }
}
