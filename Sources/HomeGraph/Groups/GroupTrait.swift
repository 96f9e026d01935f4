package import DataModel
package import ModelReader

/// A trait of a group's part: what at least one member supports, and the members that have it.
package struct GroupTrait: Sendable {
    /// A member's trait.
    package struct Member: Sendable {
        /// The member.
        package let device: DeviceRecord
        /// The endpoint that has the trait.
        package let endpoint: UInt16
        /// What it supports there.
        package let layout: TraitLayout
    }

    /// The cluster.
    package let cluster: ClusterDescriptor
    /// The attributes that make sense for several devices: those that can be written, and functional ones.
    package private(set) var attributes: [AttributeDescriptor] = []
    /// The commands without a response.
    package private(set) var commands: [CommandDescriptor] = []
    /// In member order, then by endpoint.
    package private(set) var members: [Member] = []

    fileprivate init(_ cluster: ClusterDescriptor) { self.cluster = cluster }

    fileprivate mutating func add(_ member: Member) {
        members.append(member)
        for attribute in member.layout.attributes
        where (attribute.functional != nil || attribute.isWritable)
            && !attributes.contains(where: { $0.id == attribute.id })
        {
            attributes.append(attribute)
        }
        for command in member.layout.commands
        where command.response == nil && !commands.contains(where: { $0.id == command.id }) {
            commands.append(command)
        }
    }

    /// What is known of the members together: a limit for each functional attribute.
    package var limits: [GroupLimit] {
        attributes.filter { $0.functional != nil }.map { attribute in
            GroupLimit(attribute: attribute, slots: slots(of: attribute), opposite: opposite(of: attribute))
        }
    }

    private func slots(of attribute: AttributeDescriptor) -> [Int] {
        members.compactMap { member in
            member.layout.offset(ofAttribute: attribute.id).map { member.device.firstSlot + $0 }
        }
    }

    /// The bound at the other end: `minLevel` of `maxLevel`.
    private func opposite(of attribute: AttributeDescriptor) -> (AttributeDescriptor, [Int])? {
        let isLower = attribute.functional == .lower
        let name =
            attribute.name.hasPrefix(isLower ? "min" : "max")
            ? (isLower ? "max" : "min") + attribute.name.dropFirst(3)
            : attribute.name.replacing(isLower ? "Min" : "Max", with: isLower ? "Max" : "Min")
        return attributes.first { $0.name == name && $0.functional != nil }.map { ($0, slots(of: $0)) }
    }
}

extension GroupParts.Part {
    /// The traits of the part, in the order in which members bring them.
    package var traits: [GroupTrait] {
        var traits: [GroupTrait] = []
        for member in members {
            for layout in member.part.traits where layout.cluster.scope == .device {
                let position =
                    traits.firstIndex { $0.cluster == layout.cluster }
                    ?? {
                        traits.append(GroupTrait(layout.cluster))
                        return traits.count - 1
                    }()
                traits[position].add(
                    GroupTrait.Member(device: member.device, endpoint: member.part.endpoint, layout: layout))
            }
        }
        return traits
    }
}

/// A limit that a group's members have together: the highest lower, or lowest upper, bound.
package struct GroupLimit: Sendable {
    /// What is limited.
    package let attribute: AttributeDescriptor
    private let own: [Int]
    private let opposite: (attribute: AttributeDescriptor, slots: [Int])?

    fileprivate init(
        attribute: AttributeDescriptor, slots: [Int], opposite: (AttributeDescriptor, [Int])?
    ) {
        self.attribute = attribute
        own = slots
        self.opposite = opposite
    }

    /// The slots that the limit is made of.
    package var slots: [Int] { own + (opposite?.slots ?? []) }

    /// The limit as it is now; null where no member has one, or where the members exclude each other.
    package func value(in store: HomeStore) -> DataValue {
        guard let bound = Self.bound(attribute, own, store) else { return .null }
        if let opposite, let other = Self.bound(opposite.attribute, opposite.slots, store),
            let number = Self.number(bound), let limit = Self.number(other),
            attribute.functional == .lower ? number > limit : number < limit
        {
            return .null
        }
        return bound
    }

    private static func bound(_ attribute: AttributeDescriptor, _ slots: [Int], _ store: HomeStore) -> DataValue? {
        let values = slots.map { store.value(at: $0) }.filter { number($0) != nil }
        let isBefore: (DataValue, DataValue) -> Bool = { (number($0) ?? 0) < (number($1) ?? 0) }
        return attribute.functional == .lower ? values.max(by: isBefore) : values.min(by: isBefore)
    }

    private static func number(_ value: DataValue) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .float(let number): number
        default: nil
        }
    }
}
