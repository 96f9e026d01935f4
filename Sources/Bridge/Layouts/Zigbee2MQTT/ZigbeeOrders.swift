import DataModel
import HomeGraph

/// Makes orders of messages on `set`: one a key, so that what fails keeps nothing else from being done.
struct ZigbeeOrders: Sendable {
    /// The topic of the state, which is sent again after each order.
    let topic: String
    /// What a device exposes.
    let content: @Sendable (HomeTopics.Device) -> ZigbeeDevice

    private static let stepSuffix = "_step"

    /// The orders to a device.
    func orders(_ message: ZigbeeMessage, endpoint: String?, for device: HomeTopics.Device) -> [LayoutOrder] {
        let content = content(device)
        return message.entries.map { entry in
            LayoutOrder(
                for: .object(.device(device)), device.name, answers: .whereAsked, echo: .document(topic)
            ) { () throws(HomeError) in
                [try order(entry, try feature(entry, endpoint, of: content, device.name), message, device)]
            }
        }
    }

    /// The orders to a group: to every part of a member that has what the key names.
    func orders(_ message: ZigbeeMessage, for group: HomeTopics.Group, in topics: HomeTopics) -> [LayoutOrder] {
        let members = topics.members(of: group).map { ($0, content($0)) }
        return message.entries.map { entry in
            LayoutOrder(
                for: .object(.group(group)), group.name, answers: .whereAsked, echo: .document(topic)
            ) { () throws(HomeError) in
                try orders(entry, message, members, group)
            }
        }
    }

    private func orders(
        _ entry: ZigbeeMessage.Entry, _ message: ZigbeeMessage, _ members: [(HomeTopics.Device, ZigbeeDevice)],
        _ group: HomeTopics.Group
    ) throws(HomeError) -> [ValueOrder] {
        let found = members.flatMap { device, content in
            content.settable(entry, stepSuffix: Self.stepSuffix).map { (device: device, feature: $0) }
        }
        guard !found.isEmpty else {
            throw HomeError(.unimplemented, "no device of \(group.name) has '\(entry.key)' to set")
        }
        return try ValueOrder.each(of: found) { member throws(HomeError) in
            try order(entry, member.feature, message, member.device)
        }
    }

    private func feature(
        _ entry: ZigbeeMessage.Entry, _ endpoint: String?, of device: ZigbeeDevice, _ name: String
    ) throws(HomeError) -> Feature {
        if let feature = device.feature(entry.key, endpoint: endpoint, for: entry.value) { return feature }
        if entry.key.hasSuffix(Self.stepSuffix),
            let feature = device.feature(
                String(entry.key.dropLast(Self.stepSuffix.count)), endpoint: endpoint, for: entry.value)
        {
            return feature
        }
        let known = device.features.filter(\.isSettable).map(\.property)
        throw HomeError(
            .invalidArgument,
            "\(name) has no '\(entry.key)' to set; \(NearestName.hint(for: entry.key, among: known.uniqued()))")
    }

    private func order(
        _ entry: ZigbeeMessage.Entry, _ feature: Feature, _ message: ZigbeeMessage, _ device: HomeTopics.Device
    ) throws(HomeError) -> ValueOrder {
        let wish = Feature.Wish(transition: message.transition, code: message.code.map { .octets(Array($0.utf8)) })
        let steps: ValueOrder.Steps
        if [feature.rule.property, feature.property].contains(where: { $0 + Self.stepSuffix == entry.key }) {
            guard let difference = Codec.number(entry.value), difference.isFinite else {
                throw HomeError(.invalidArgument, "\(entry.key) takes a number")
            }
            steps = try feature.steps(by: difference, wish)
        } else {
            steps = try feature.steps(entry.value, wish)
        }
        return ValueOrder(device: device, endpoint: feature.part.part.endpoint, name: feature.property, steps: steps)
    }
}

extension ZigbeeDevice {
    /// The features that a key of a message to a group means: on every part that has it.
    fileprivate func settable(_ entry: ZigbeeMessage.Entry, stepSuffix: String) -> [Feature] {
        let name = entry.key.hasSuffix(stepSuffix) ? String(entry.key.dropLast(stepSuffix.count)) : entry.key
        let found = features.filter {
            $0.isSettable && ($0.rule.property == entry.key || $0.rule.property == name)
        }
        guard name == "color", let color = try? ColorWish(entry.value) else { return found }
        // Of a part that has several ways to say a colour, the one in which it is said here.
        let said = found.filter { color.isSaid(in: $0.rule.form) }
        let parts = Set(said.map(\.part.part.endpoint))
        return found.filter { color.isSaid(in: $0.rule.form) || !parts.contains($0.part.part.endpoint) }
    }
}
