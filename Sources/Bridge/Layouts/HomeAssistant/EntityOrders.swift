import DataModel
import HomeGraph
import MQTT

/// Finds out whom an order to `B/S/ha/…/ENTITY/set` is for, and what it comes to.
struct EntityOrders {
    let topics: HomeTopics

    /// The order that a message is.
    func order(_ message: InboundMessage) -> LayoutOrder {
        var recipient: LayoutOrder.Recipient?
        do throws(HomeError) {
            guard let levels = EntityTopics.levels(message.topic, base: topics.base), levels.count == 6 else {
                throw HomeError(.notFound, "this is no topic for orders to an entity")
            }
            let (target, parts) = try target(levels)
            recipient = .object(target)
            guard let document = document(levels[4], of: parts) else {
                throw HomeError(.notFound, "\(target.name) has no entity '\(levels[4])'")
            }
            let payload = try EntityPayload(message.payload)
            guard case .device(let device) = target else {
                return LayoutOrder(try document.steps(payload) { _ in .null }, for: .object(target), answers: .always)
            }
            let order = OnTurnOrder(device: device, name: levels[4]) { read throws(HomeError) in
                try document.steps(payload, read)
            }
            return LayoutOrder(order, answers: .always)
        } catch {
            return LayoutOrder(failing: error, for: recipient, answers: .always)
        }
    }

    private func target(_ levels: [String]) throws(HomeError) -> (OrderAddress.Target, [ComponentTarget]) {
        let object = Array(levels[3].utf8)[...]
        guard let structure = topics.structure(Array(levels[0].utf8)[...]) else {
            throw HomeError(.notFound, "there is no structure '\(levels[0])'")
        }
        if levels[2] == "device", let position = structure.devices[object] {
            let device = topics.devices[position]
            return (.device(device), ComponentTarget.parts(of: device.record.layout))
        }
        if levels[2] == "group", let position = structure.groups[object] {
            let group = topics.groups[position]
            return (.group(group), ComponentTarget.parts(of: GroupParts(topics.members(of: group).map(\.record))))
        }
        throw HomeError(.notFound, "there is no \(levels[2]) '\(levels[3])' in \(structure.record.name)")
    }

    private func document(_ entity: String, of parts: [ComponentTarget]) -> EntityDocument? {
        for part in parts where entity.hasPrefix("\(part.identifier)_") {
            for rule in ComponentRules.all where entity == part.identifier(of: rule) {
                if let document = part.bind(rule)?.document { return document }
            }
        }
        return nil
    }
}
