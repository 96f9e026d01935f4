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

    var home: HomeContext? { context }

    func plan(_ command: UInt32, _ fields: [UInt32: DataValue]) throws(HomeError) -> PlannedOrders {
        let declared = trait.cluster.command(id: command)
        let name = declared?.name ?? "command \(command)"
        guard declared?.response == nil else {
            throw HomeError(.unimplemented, "\(name) answers with a result; call it on one device, not on several")
        }
        return try plan([name]) { member, _ throws(HomeError) in try member.step(invoking: command, fields) }.orders
    }

    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        guard !attributes.isEmpty else { return snapshot(of: trait) }
        let names = attributes.map { trait.cluster.attribute(id: $0.id)?.name ?? "attribute \($0.id)" }
        let (now, orders) = try plan(names) { member, number throws(HomeError) in
            try member.step(writing: attributes[number].id, attributes[number].value)
        }
        let outcomes = await orders.perform(deadline: context.deadline, dispatcher: context.dispatcher)
        do throws(OrderFailure) {
            _ = try outcomes.answer.get()
        } catch {
            throw error.error
        }
        return snapshot(of: now)
    }

    /// Plans steps for the members that can carry them out.
    ///
    /// - Returns: The trait as the members have it now, and what each is asked to do.
    /// - Throws: One error where no member can carry a step out: `unimplemented` where none supports it, else that of the
    ///   first member; `notFound` where the group is gone.
    private func plan(
        _ names: [String], step: (DeviceTrait, Int) throws(HomeError) -> Order.Step
    ) throws(HomeError) -> (trait: GroupTrait, orders: PlannedOrders) {
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
            let orders = try PlannedOrders.sideBySide(
                names.map { "\(trait.cluster.traitName).\($0)" }, devices: devices, of: group.name, isBatch: false,
                in: context.store
            ) { number, position in
                trait.members.filter { $0.device.index == devices[position].index }.map { member in
                    let member = DeviceTrait(
                        context: context, device: member.device, endpoint: member.endpoint, layout: member.layout)
                    return Result { () throws(HomeError) in try step(member, number) }
                }
            }
            return (trait, orders)
        } catch {
            throw error.error
        }
    }
}
