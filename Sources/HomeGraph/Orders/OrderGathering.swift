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
    private let completion: @Sendable (Result<[[UInt32: DataValue]], OrderFailure>) -> Void

    private init(
        _ planned: PlannedOrders,
        completion: @escaping @Sendable (Result<[[UInt32: DataValue]], OrderFailure>) -> Void
    ) {
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
    ///   - completion: Called once, on any thread, with the results of the steps.
    package static func carryOut(
        _ planned: PlannedOrders, deadline: Duration, dispatcher: OrderDispatcher,
        completion: @escaping @Sendable (Result<[[UInt32: DataValue]], OrderFailure>) -> Void
    ) {
        let gathering = OrderGathering(planned, completion: completion)
        for (position, member) in planned.members.enumerated() {
            if let error = member.error {
                gathering.finish(position, OrderOutcome(results: [], error: error.error))
                continue
            }
            dispatcher.submit(Order(device: member.device, steps: member.steps, deadline: deadline)) {
                gathering.finish(position, $0)
            }
        }
    }

    private func finish(_ position: Int, _ outcome: OrderOutcome) {
        let outcomes = state.withLock { state -> [OrderOutcome?]? in
            guard state.outcomes[position] == nil else { return nil }
            state.outcomes[position] = outcome
            state.open -= 1
            return state.open == 0 ? state.outcomes : nil
        }
        guard let outcomes else { return }
        completion(result(outcomes.compactMap { $0 }))
    }

    /// A step is done if at least one member carried it out; the first that nobody did is the failure.
    private func result(_ outcomes: [OrderOutcome]) -> Result<[[UInt32: DataValue]], OrderFailure> {
        var results: [[UInt32: DataValue]] = Array(repeating: [:], count: planned.steps.count)
        var isDone = Array(repeating: false, count: planned.steps.count)
        for (member, outcome) in zip(planned.members, outcomes) {
            for (number, result) in zip(member.numbers, outcome.results) {
                isDone[number] = true
                if planned.hasResults { results[number] = result }
            }
        }
        guard let failed = isDone.firstIndex(of: false) else { return .success(results) }
        let errors = zip(planned.members, outcomes).compactMap { member, outcome in
            member.numbers.contains(failed) || member.error?.step == failed ? outcome.error : nil
        }
        let unavailable = errors.allSatisfy { $0.code == .unavailable } ? errors.first : nil
        let error =
            unavailable ?? errors.first ?? outcomes.compactMap(\.error).first
            ?? HomeError(.internal, "the hub did not say why \(planned.steps[failed]) failed")
        return .failure(
            OrderFailure(
                error, step: failed, done: planned.steps.indices.filter { isDone[$0] }.map { planned.steps[$0] }))
    }
}

extension PlannedOrders {
    /// Sends the parts and waits for all of them.
    ///
    /// - Returns: The results of the steps.
    func perform(
        deadline: Duration, dispatcher: OrderDispatcher
    ) async throws(OrderFailure) -> [[UInt32: DataValue]] {
        let result = await withCheckedContinuation { continuation in
            OrderGathering.carryOut(self, deadline: deadline, dispatcher: dispatcher) {
                continuation.resume(returning: $0)
            }
        }
        return try result.get()
    }
}
