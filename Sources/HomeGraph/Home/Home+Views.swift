package import DataModel
import ModelReader

/// What other views of the home need: the same checks and the same road for orders as the Home APIs have.
extension Home {
    /// One command or write, by the numbers of the data model.
    package enum Member: Sendable {
        case invoke(cluster: UInt32, command: UInt32, fields: [UInt32: DataValue])
        case write(cluster: UInt32, attribute: UInt32, value: DataValue)
    }

    /// Has a device carry out steps, one after another, with nothing between them.
    ///
    /// Whoever asks twice is served in that order: the order is taken in before the caller's actor does anything else.
    ///
    /// - Parameters:
    ///   - endpoint: The part that they are for.
    ///   - device: The device.
    ///   - members: Gives the steps by the values that the device has when their turn has come.
    /// - Throws: `unimplemented`, `invalidArgument` or `outOfRange` before anything is sent, what the steps' giver
    ///   throws, and what the device answered.
    nonisolated(nonsending) package func perform(
        endpoint: UInt16, of device: DeviceRecord, _ members: @escaping @Sendable () throws(HomeError) -> [Member]
    ) async throws(HomeError) {
        let step = Order.Step.onTurn { () throws(HomeError) in
            var steps: [Order.Step] = []
            for member in try members() { steps.append(try self.step(member, endpoint: endpoint, of: device)) }
            return steps
        }
        let outcome = await dispatcher.perform(
            Order(device: device.index, steps: [step], deadline: context.deadline))
        if let error = outcome.error { throw error }
    }

    /// What a device is asked to do, checked as what comes over MQTT is.
    ///
    /// - Throws: `unimplemented`, `invalidArgument` or `outOfRange`.
    package func step(
        _ member: Member, endpoint: UInt16, of device: DeviceRecord
    ) throws(HomeError) -> Order.Step {
        switch member {
        case .invoke(let cluster, let command, let fields):
            try trait(cluster, endpoint: endpoint, of: device).step(invoking: command, fields)
        case .write(let cluster, let attribute, let value):
            try trait(cluster, endpoint: endpoint, of: device).step(writing: attribute, value)
        }
    }

    private func trait(
        _ cluster: UInt32, endpoint: UInt16, of device: DeviceRecord
    ) throws(HomeError) -> DeviceTrait {
        let layout = device.layout.part(endpoint: endpoint)?.traits.first { $0.cluster.id == cluster }
        guard let layout else {
            throw HomeError(.unimplemented, "\(device.name) has no cluster \(cluster) on part \(endpoint)")
        }
        return DeviceTrait(context: context, device: device, endpoint: endpoint, layout: layout)
    }

    /// Waits, by the home's time.
    ///
    /// - Throws: `CancellationError`.
    package func wait(_ duration: Duration) async throws {
        try await context.time.sleep(until: context.time.uptime + duration)
    }

    /// Asks a device for all its values; they are in the store afterwards.
    ///
    /// - Throws: `unavailable` where it is away, `deadlineExceeded` where it did not answer in time.
    package func refresh(_ device: DeviceRecord) async throws(HomeError) {
        let late = HomeError(.deadlineExceeded, "\(device.name) did not answer in time")
        let outcome = await OutcomeRace.outcome(by: context.deadline, context.time, late: late) {
            [hub] _ throws(HomeError) in try await hub.refresh(device.index)
        }
        if let error = outcome.error { throw error }
    }
}
