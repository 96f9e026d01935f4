import DataModel
import ModelReader

/// A trait on one endpoint of one device.
struct DeviceTrait: TraitTarget {
    let context: HomeContext
    let device: DeviceRecord
    let endpoint: UInt16
    let layout: TraitLayout

    var identity: String { "\(device.id)/\(endpoint)/\(layout.cluster.traitName)" }

    /// The attributes as they are now.
    var snapshot: TraitSnapshot {
        let first = device.firstSlot + layout.firstOffset
        let values = context.store.values(in: first..<(first + layout.attributes.count))
        return TraitSnapshot(
            Dictionary(zip(layout.attributes.lazy.map(\.id), values), uniquingKeysWith: { first, _ in first }))
    }

    /// The handle as it is now.
    var handle: TraitHandle { TraitHandle(target: self, snapshot: snapshot) }

    func supports(command: UInt32) -> Bool { layout.commands.contains { $0.id == command } }

    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue] {
        let supported = layout.commands.first { $0.id == command }
        let declared = layout.cluster.commands.first { $0.id == command }
        guard let descriptor = context.isStrict ? supported : declared else {
            let name = declared?.name ?? "command \(command)"
            throw HomeError(.unimplemented, "\(device.name) does not support \(layout.cluster.traitName).\(name)")
        }
        let step = Order.Step.invoke(
            endpoint: endpoint, cluster: layout.cluster, command: descriptor, fields: fields)
        return try await perform([step]).first ?? [:]
    }

    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        var steps: [Order.Step] = []
        for (id, value) in attributes {
            let supported = layout.attributes.first { $0.id == id }
            let declared = layout.cluster.attributes.first { $0.id == id }
            guard let attribute = context.isStrict ? supported : declared else {
                let name = declared?.name ?? "attribute \(id)"
                throw HomeError(.unimplemented, "\(device.name) does not support \(layout.cluster.traitName).\(name)")
            }
            steps.append(.write(endpoint: endpoint, cluster: layout.cluster, attribute: attribute, value: value))
        }
        _ = try await perform(steps)
        return snapshot
    }

    private func perform(_ steps: [Order.Step]) async throws(HomeError) -> [StepResult] {
        let deadline = context.time.uptime + context.configuration.timeout
        let outcome = await context.dispatcher.perform(
            Order(device: device.index, steps: steps, deadline: deadline))
        if let error = outcome.error { throw error }
        return outcome.results
    }
}
