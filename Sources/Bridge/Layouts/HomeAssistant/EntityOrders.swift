import DataModel
import HomeGraph
import MQTT

/// Finds out whom an order to `B/S/ha/…/ENTITY/set` is for, and what it comes to.
struct EntityOrders {
    let topics: HomeTopics
    /// The components of a device.
    let components: (HomeTopics.Device) -> [BoundComponent]

    /// The order that a message is.
    func order(_ message: InboundMessage) -> LayoutOrder {
        var recipient: LayoutOrder.Recipient?
        do throws(HomeError) {
            guard let levels = EntityTopics.levels(message.topic, base: topics.base), levels.count == 6 else {
                throw HomeError(.notFound, "this is no topic for orders to an entity")
            }
            let target = try target(levels)
            recipient = .object(target)
            let payload = try EntityPayload(message.payload)
            switch target {
            case .device(let device): return try order(payload, for: levels[4], of: device)
            case .group(let group): return try order(payload, for: levels[4], of: group)
            case .room: throw HomeError(.notFound, "a room has no entities")
            }
        } catch {
            return LayoutOrder(failing: error, for: recipient, answers: .always)
        }
    }

    private func order(
        _ payload: EntityPayload, for entity: String, of device: HomeTopics.Device
    ) throws(HomeError) -> LayoutOrder {
        guard let component = components(device).first(where: { $0.id == entity && $0.document != nil }),
            let document = component.document, let part = device.record.layout.part(named: component.part)
        else { throw HomeError(.notFound, "\(device.name) has no entity '\(entity)'") }
        let content: ValueOrder.Content =
            switch document.order {
            case .steps(let steps): .named { read throws(HomeError) in try steps(payload, read) }
            case .values(let values): .values(endpoint: part.endpoint, try values(payload))
            }
        return LayoutOrder(
            [ValueOrder(device: device, name: entity, content: content)], of: device.name, answers: .always)
    }

    private func order(
        _ payload: EntityPayload, for entity: String, of group: HomeTopics.Group
    ) throws(HomeError) -> LayoutOrder {
        let members = topics.members(of: group)
        let parts = GroupParts(members.map(\.record))
        for part in ComponentTarget.parts(of: parts) where entity.hasPrefix("\(part.identifier)_") {
            for rule in ComponentRules.all where entity == part.identifier(of: rule) {
                guard let kind = part.bind(rule)?.kind else { continue }
                let bound = (parts.part(named: part.name)?.members ?? []).compactMap { member in
                    members.first { $0.record.index == member.device.index }.flatMap { device in
                        kind.bind(ComponentTarget(member.part, label: nil)).map {
                            (device: device, endpoint: member.part.endpoint, document: $0)
                        }
                    }
                }
                guard !bound.isEmpty else {
                    throw HomeError(.unimplemented, "orders go to the topics of \(group.name) itself")
                }
                let orders = try ValueOrder.each(of: bound) { member throws(HomeError) in
                    guard case .values(let values) = member.document.order else {
                        throw HomeError(.unimplemented, "\(group.name) takes no orders for '\(entity)'")
                    }
                    return ValueOrder(
                        device: member.device, endpoint: member.endpoint, name: entity, steps: try values(payload))
                }
                return LayoutOrder(orders, of: group.name, answers: .always)
            }
        }
        throw HomeError(.notFound, "\(group.name) has no entity '\(entity)'")
    }

    private func target(_ levels: [String]) throws(HomeError) -> OrderAddress.Target {
        let object = Array(levels[3].utf8)[...]
        guard let structure = topics.structure(Array(levels[0].utf8)[...]) else {
            throw HomeError(.notFound, "there is no structure '\(levels[0])'")
        }
        if levels[2] == "device", let position = structure.devices[object] {
            return .device(topics.devices[position])
        }
        if levels[2] == "group", let position = structure.groups[object] {
            return .group(topics.groups[position])
        }
        throw HomeError(.notFound, "there is no \(levels[2]) '\(levels[3])' in \(structure.record.name)")
    }
}
