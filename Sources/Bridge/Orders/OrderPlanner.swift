import DataModel
import HomeGraph
import ModelReader

/// Takes orders apart.
struct OrderPlanner: Sendable {
    let resolver: StepResolver

    /// Plans steps for a target.
    ///
    /// - Throws: What is wrong before anything is sent.
    func plan(
        _ steps: [OrderStep], for target: OrderAddress.Target, isBatch: Bool, in topics: HomeTopics
    ) throws(OrderFailure) -> PlannedOrders {
        switch target {
        case .device(let device):
            var member = PlannedOrders.Member(device: device.record.index)
            for (number, step) in steps.enumerated() {
                do throws(HomeError) {
                    let part = try resolver.part(for: step, on: device)
                    member.append(try resolver.resolve(step, part: part, of: device), number: number)
                } catch {
                    throw OrderFailure(error, step: number)
                }
            }
            return PlannedOrders(members: [member], steps: steps.map(\.name), isBatch: isBatch, hasResults: true)
        case .group:
            let members = target.members(in: topics)
            return try plan(
                steps, members: members, parts: GroupParts(members.map(\.record)), target: target, isBatch: isBatch)
        case .room:
            return try plan(
                steps, members: target.members(in: topics), parts: nil, target: target, isBatch: isBatch)
        }
    }

    /// Plans steps for single parts of devices, side by side.
    ///
    /// - Throws: What is wrong before anything is sent.
    func plan(
        _ steps: [OrderStep], for parts: [(device: HomeTopics.Device, part: String)], of owner: String
    ) throws(OrderFailure) -> PlannedOrders {
        // A device that several parts are of carries out what concerns it in one go.
        let devices = Dictionary(grouping: parts) { $0.device.record.index }
        var members: [HomeTopics.Device] = []
        for (device, _) in parts where !members.contains(where: { $0.record.index == device.record.index }) {
            members.append(device)
        }
        return try PlannedOrders.sideBySide(
            steps.map(\.name), devices: members.map(\.record), of: owner, isBatch: false, in: resolver.store
        ) { number, position throws(OrderFailure) in
            let (step, device) = (steps[number], members[position])
            return (devices[device.record.index] ?? []).map { member in
                Result { () throws(HomeError) in
                    let step = OrderStep(
                        part: member.part, trait: step.trait, member: step.member, verb: step.verb,
                        argument: step.argument)
                    return try self.order(step, part: try resolver.part(for: step, on: device), of: device)
                }
            }
        }
    }

    /// Plans what follows from the values of devices, side by side.
    ///
    /// - Throws: What is wrong before anything is sent.
    func plan(_ values: [ValueOrder], of owner: String) throws(OrderFailure) -> PlannedOrders {
        try PlannedOrders.sideBySide(
            values.prefix(1).map(\.name), devices: values.map(\.device.record), of: owner, isBatch: false,
            in: resolver.store
        ) { _, position throws(OrderFailure) in
            [Result { () throws(HomeError) in try resolver.resolve(values[position]) }]
        }
    }

    /// Plans steps for several devices side by side.
    private func plan(
        _ steps: [OrderStep], members: [HomeTopics.Device], parts: GroupParts?, target: OrderAddress.Target,
        isBatch: Bool
    ) throws(OrderFailure) -> PlannedOrders {
        try PlannedOrders.sideBySide(
            steps.map(\.name), devices: members.map(\.record), of: target.name,
            isBatch: isBatch, in: resolver.store
        ) { number, position throws(OrderFailure) in
            let (step, device) = (steps[number], members[position])
            return try relevantParts(step, number, of: device, parts: parts, target: target)
                .filter { resolver.trait(step.trait, of: $0) != nil }
                .map { part in Result { () throws(HomeError) in try order(step, part: part, of: device) } }
        }
    }

    /// What a member's part is asked to do; results of several devices cannot be answered.
    private func order(
        _ step: OrderStep, part: PartLayout, of device: HomeTopics.Device
    ) throws(HomeError) -> Order.Step {
        let order = try resolver.resolve(step, part: part, of: device)
        if case .invoke(_, _, let command, _) = order, command.response != nil {
            throw HomeError(
                .unimplemented, "\(step.member) answers with a result; call it on one device, not on several")
        }
        return order
    }

    private func relevantParts(
        _ step: OrderStep, _ number: Int, of device: HomeTopics.Device, parts: GroupParts?,
        target: OrderAddress.Target
    ) throws(OrderFailure) -> [PartLayout] {
        guard let name = step.part else {
            return device.record.layout.parts.filter { resolver.trait(step.trait, of: $0) != nil }
        }
        guard let parts else {
            return device.record.layout.parts.filter { GroupParts.names(of: $0).contains(name) }
        }
        guard let part = parts.part(named: name) else {
            throw OrderFailure(
                HomeError(
                    .notFound,
                    "\(target.name) has no part '\(name)'; \(NearestName.hint(for: name, among: parts.parts.map(\.name)))"
                ),
                step: number)
        }
        return part.members.filter { $0.device.index == device.record.index }.map(\.part)
    }
}
