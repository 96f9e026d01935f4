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
                    member.steps.append(try resolver.resolve(step, part: part, of: device))
                    member.numbers.append(number)
                } catch {
                    throw OrderFailure(error, step: number)
                }
            }
            return PlannedOrders(members: [member], steps: steps.map(\.name), isBatch: isBatch, hasResults: true)
        case .group(let group):
            return try plan(
                steps, members: group.devices.map { topics.devices[$0] },
                parts: GroupParts(group.devices.map { topics.devices[$0].record }),
                target: target, isBatch: isBatch)
        case .room(let room):
            return try plan(
                steps, members: room.devices.map { topics.devices[$0] }, parts: nil, target: target, isBatch: isBatch)
        }
    }

    /// Plans steps for several devices side by side.
    private func plan(
        _ steps: [OrderStep], members: [HomeTopics.Device], parts: GroupParts?, target: OrderAddress.Target,
        isBatch: Bool
    ) throws(OrderFailure) -> PlannedOrders {
        var planned = members.map { PlannedOrders.Member(device: $0.record.index) }
        for (number, step) in steps.enumerated() {
            var isSupported = false
            var lastRefusal: HomeError?
            for (position, device) in members.enumerated() {
                for part in try relevantParts(step, number, of: device, parts: parts, target: target)
                where resolver.trait(step.trait, of: part) != nil {
                    do throws(HomeError) {
                        let order = try resolver.resolve(step, part: part, of: device)
                        if case .invoke(_, _, let command, _) = order, command.response != nil {
                            throw HomeError(
                                .unimplemented,
                                "\(step.member) answers with a result; call it on one device, not on several")
                        }
                        isSupported = true
                        planned[position].steps.append(order)
                        planned[position].numbers.append(number)
                    } catch {
                        if error.code == .unimplemented {
                            lastRefusal = error
                            continue
                        }
                        isSupported = true
                        if planned[position].error == nil { planned[position].error = (number, error) }
                    }
                }
            }
            guard isSupported else {
                throw OrderFailure(
                    lastRefusal
                        ?? HomeError(
                            .unimplemented, "no device of \(target.name) supports \(step.trait).\(step.member)"),
                    step: number)
            }
        }
        try refuseWhereAllFail(planned)
        for (position, device) in members.enumerated() where planned[position].error == nil {
            guard !planned[position].steps.isEmpty, !resolver.store.connectivity(of: device.record).isReachable else {
                continue
            }
            planned[position].error = (
                planned[position].numbers[0], HomeError(.unavailable, "\(device.record.name) cannot be reached")
            )
        }
        return PlannedOrders(
            members: planned.filter { !$0.steps.isEmpty || $0.error != nil }, steps: steps.map(\.name),
            isBatch: isBatch, hasResults: false)
    }

    /// A step that no member can take fails before anything is sent.
    private func refuseWhereAllFail(_ members: [PlannedOrders.Member]) throws(OrderFailure) {
        let concerned = members.filter { !$0.steps.isEmpty || $0.error != nil }
        let failures = concerned.compactMap(\.error)
        if failures.count == concerned.count, let first = failures.first {
            throw OrderFailure(first.error, step: first.step)
        }
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
