import DataModel
import ModelReader

/// A trait on one endpoint of one device.
struct DeviceTrait: TraitTarget {
    let context: HomeContext
    let device: DeviceRecord
    let endpoint: UInt16
    let layout: TraitLayout

    var identity: String { "\(device.id)/\(endpoint)/\(layout.cluster.traitName)" }

    /// The attributes, whose values stand in order.
    func snapshot(of values: some Sequence<DataValue>) -> TraitSnapshot {
        TraitSnapshot(
            Dictionary(zip(layout.attributes.lazy.map(\.id), values), uniquingKeysWith: { first, _ in first }))
    }

    var sourceConnectivity: SourceConnectivity { SourceConnectivity(context.store.connectivity(of: device)) }

    func supports(command: UInt32) -> Bool { layout.commands.contains { $0.id == command } }

    var home: HomeContext? { context }

    func plan(_ command: UInt32, _ fields: [UInt32: DataValue]) throws(HomeError) -> PlannedOrders {
        let step = try step(invoking: command, fields)
        var member = PlannedOrders.Member(device: device.index)
        member.append(step, number: 0)
        return PlannedOrders(members: [member], steps: [name(of: command)], isBatch: false, hasResults: true)
    }

    private func name(of command: UInt32) -> String {
        "\(layout.cluster.traitName).\(layout.cluster.command(id: command)?.name ?? "command \(command)")"
    }

    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        var steps: [Order.Step] = []
        for (id, value) in attributes { steps.append(try step(writing: id, value)) }
        if !steps.isEmpty {
            let outcome = await context.dispatcher.perform(
                Order(device: device.index, steps: steps, deadline: context.deadline))
            if let error = outcome.error { throw error }
        }
        let first = device.firstSlot + layout.firstOffset
        return snapshot(of: context.store.values(in: first..<(first + layout.attributes.count)))
    }
}

extension DeviceTrait {
    /// What the device is asked to do, checked as what comes over MQTT is.
    ///
    /// - Throws: `unimplemented` where the device lacks the command and that is to be found out here,
    ///   `invalidArgument`, `outOfRange`.
    func step(invoking id: UInt32, _ fields: [UInt32: DataValue]) throws(HomeError) -> Order.Step {
        let supported = layout.commands.first { $0.id == id }
        let declared = layout.cluster.command(id: id)
        guard let command = context.isStrict ? supported : declared else {
            throw unsupported(declared?.name ?? "command \(id)")
        }
        do throws(ValueFault) {
            try command.fields.check(fields, limits: limit)
        } catch {
            throw fault(error, command.name)
        }
        return .invoke(endpoint: endpoint, cluster: layout.cluster, command: command, fields: fields)
    }

    /// What is to be written, checked as what comes over MQTT is.
    ///
    /// - Throws: `unimplemented` for a read-only attribute, and where the device lacks it and that is to be found out
    ///   here; `invalidArgument`, `outOfRange`.
    func step(writing id: UInt32, _ value: DataValue) throws(HomeError) -> Order.Step {
        let supported = layout.attributes.first { $0.id == id }
        let declared = layout.cluster.attribute(id: id)
        guard let attribute = context.isStrict ? supported : declared else {
            throw unsupported(declared?.name ?? "attribute \(id)")
        }
        guard attribute.isWritable else {
            throw HomeError(
                .unimplemented, "\(layout.cluster.traitName).\(attribute.name) of \(device.name) is read-only")
        }
        do throws(ValueFault) {
            try attribute.value.check(value, limits: limit)
        } catch {
            throw fault(error.within(attribute.name), attribute.name)
        }
        return .write(endpoint: endpoint, cluster: layout.cluster, attribute: attribute, value: value)
    }

    /// The value that the device has for an attribute, as a limit of others.
    private func limit(_ path: String) -> DataValue? {
        layout.cluster.limit(path) { id in
            layout.offset(ofAttribute: id).map { context.store.value(at: device.firstSlot + $0) }
        }
    }

    /// The error of a value, in the words that orders over MQTT are answered with.
    private func fault(_ fault: ValueFault, _ member: String) -> HomeError {
        let error = HomeError(fault)
        return HomeError(error.code, "\(device.name), \(layout.cluster.traitName).\(member): \(error.message)")
    }

    private func unsupported(_ member: String) -> HomeError {
        HomeError(.unimplemented, "\(device.name) does not support \(layout.cluster.traitName).\(member)")
    }
}
