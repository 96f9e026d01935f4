import DataModel
import ModelReader

/// A trait of a group's part: its orders go to the members that support them, side by side.
///
/// Its attributes, and what it supports, are those of the moment it was taken; its orders go to the devices that are
/// in the group when they are given.
/// Source: the first seed, controlling a group of devices.
struct GroupPartTrait: TraitTarget {
    let context: HomeContext
    let groupID: String
    let partName: String
    /// As the members had it when it was taken.
    let trait: GroupTrait

    var identity: String { "group/\(groupID)/\(partName)/\(trait.cluster.traitName)" }

    var sourceConnectivity: SourceConnectivity {
        SourceConnectivity(context.store.connectivity(of: trait.members.map(\.device)))
    }

    /// The trait as it is now: limits that the members have together, and no state, which may differ between them.
    var handle: TraitHandle { TraitHandle(target: self, snapshot: snapshot(of: trait)) }

    private func snapshot(of trait: GroupTrait) -> TraitSnapshot {
        TraitSnapshot(
            Dictionary(trait.limits.map { ($0.attribute.id, $0.value(in: context.store)) }) { first, _ in first })
    }

    func supports(command: UInt32) -> Bool { trait.commands.contains { $0.id == command } }

    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue] {
        let declared = trait.cluster.command(id: command)
        let name = declared?.name ?? "command \(command)"
        guard declared?.response == nil else {
            throw HomeError(.unimplemented, "\(name) answers with a result; call it on one device, not on several")
        }
        _ = try await perform([name]) { member, _ throws(HomeError) in try member.step(invoking: command, fields) }
        return [:]
    }

    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        guard !attributes.isEmpty else { return snapshot(of: trait) }
        let names = attributes.map { trait.cluster.attribute(id: $0.id)?.name ?? "attribute \($0.id)" }
        let now = try await perform(names) { member, number throws(HomeError) in
            try member.step(writing: attributes[number].id, attributes[number].value)
        }
        return snapshot(of: now)
    }

    /// Has the members that can carry it out do so, and waits for all of them.
    ///
    /// - Returns: The trait as the members have it now.
    /// - Throws: One error where no member carried a step out: `unimplemented` where none supports it, `unavailable`
    ///   where none can be reached, else that of the first member.
    private func perform(
        _ names: [String], step: (DeviceTrait, Int) throws(HomeError) -> Order.Step
    ) async throws(HomeError) -> GroupTrait {
        let shape = context.store.shape
        guard let group = shape.group(groupID) else {
            throw HomeError(
                .notFound,
                "there is no group '\(groupID)'; \(NearestName.hint(for: groupID, among: shape.groups.map(\.id)))")
        }
        let devices = group.deviceIDs.compactMap { shape.device($0) }
        guard
            let trait = GroupParts(devices).part(named: partName)?.traits.first(where: { $0.cluster == trait.cluster })
        else {
            throw HomeError(
                .unimplemented,
                "no device of \(group.name) supports \(trait.cluster.traitName).\(names.joined(separator: ", "))")
        }
        do throws(OrderFailure) {
            let planned = try PlannedOrders.sideBySide(
                names.map { "\(trait.cluster.traitName).\($0)" }, devices: devices, of: group.name, isBatch: false,
                in: context.store
            ) { number, position in
                trait.members.filter { $0.device.index == devices[position].index }.map { member in
                    let member = DeviceTrait(
                        context: context, device: member.device, endpoint: member.endpoint, layout: member.layout)
                    return Result { () throws(HomeError) in try step(member, number) }
                }
            }
            _ = try await planned.perform(deadline: context.deadline, dispatcher: context.dispatcher)
        } catch {
            throw error.error
        }
        return trait
    }
}
