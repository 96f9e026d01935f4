import DataModel
import HomeGraph
import MQTT
import ModelReader

/// The retained topics of a group: its info, whether its members can be reached, and the members' common limits.
struct GroupDocuments {
    /// An attribute that a group part has, and where its members' values stand.
    private struct Limit: Sendable {
        let trait: String
        let attribute: AttributeDescriptor
        let slots: [Int]
    }

    private let group: HomeTopics.Group
    private let members: [HomeTopics.Device]
    private let parts: GroupParts
    private let qualityOfService: QualityOfService

    /// Takes a group.
    init(_ group: HomeTopics.Group, in topics: HomeTopics, _ configuration: BridgeConfiguration) {
        self.group = group
        members = group.devices.map { topics.devices[$0] }
        parts = GroupParts(group, in: topics)
        qualityOfService = configuration.qualityOfService
    }

    /// All documents of the group.
    var all: [DocumentOutput] {
        var documents = [info, availability]
        for part in parts.parts {
            let limits = limits(of: part)
            for limit in limits { documents.append(document(limit, beside: limits, in: part)) }
        }
        return documents
    }

    private var availability: DocumentOutput {
        let members = members
        return DocumentOutput(
            topic: "\(group.topic)/availability", qualityOfService: qualityOfService,
            slots: members.map { $0.record.firstSlot + DeviceLayout.connectivityOffset }
        ) { context, payload in
            let states = members.map { context.store.connectivity(of: $0.record) }
            let state: ConnectivityState =
                if !states.contains(where: \.isReachable) {
                    .offline
                } else if states.allSatisfy({ $0 == .online }) { .online } else { .partiallyOnline }
            payload.append(contentsOf: state.name.utf8)
        }
    }

    private var info: DocumentOutput {
        let group = group
        let members = members.map(\.record.id)
        let parts = parts.parts.map { (name: $0.name, traits: traits(of: $0)) }
        return DocumentOutput(topic: "\(group.topic)/info") { _, payload in
            var writer = JSONWriter()
            writer.beginObject()
            writer.members(group.record.id, group.record.name, group.topic)
            writer.member("structure", group.record.structureID)
            writer.member("devices", members)
            writer.key("parts")
            writer.beginObject()
            for part in parts {
                writer.key(part.name)
                writer.beginObject()
                writer.key("traits")
                writer.beginObject()
                for trait in part.traits { trait.write(to: &writer) }
                writer.endObject()
                writer.endObject()
            }
            writer.endObject()
            writer.endObject()
            payload.append(contentsOf: writer.bytes)
        }
    }

    /// What a trait of a group part has: what at least one member supports.
    private struct GroupTrait: Sendable {
        let cluster: ClusterDescriptor
        var attributes: [AttributeDescriptor]
        var commands: [CommandDescriptor]

        func write(to writer: inout JSONWriter) {
            writer.key(cluster.traitName)
            writer.beginObject()
            writer.key("revision")
            writer.value(cluster.revision)
            LayoutDescription.write(attributes: attributes, to: &writer)
            LayoutDescription.write(commands: commands, to: &writer)
            writer.endObject()
        }
    }

    private func traits(of part: GroupParts.Part) -> [GroupTrait] {
        var traits: [GroupTrait] = []
        for member in part.members {
            for trait in member.part.traits where trait.cluster.scope == .device {
                let attributes = trait.attributes.filter { $0.functional != nil || $0.isWritable }
                let commands = trait.commands.filter { $0.response == nil }
                if let position = traits.firstIndex(where: { $0.cluster == trait.cluster }) {
                    for attribute in attributes
                    where !traits[position].attributes.contains(where: { $0.id == attribute.id }) {
                        traits[position].attributes.append(attribute)
                    }
                    for command in commands where !traits[position].commands.contains(where: { $0.id == command.id }) {
                        traits[position].commands.append(command)
                    }
                } else {
                    traits.append(GroupTrait(cluster: trait.cluster, attributes: attributes, commands: commands))
                }
            }
        }
        return traits
    }
}

// MARK: - Common limits

extension GroupDocuments {
    private func limits(of part: GroupParts.Part) -> [Limit] {
        var limits: [Limit] = []
        for member in part.members {
            let firstSlot = member.device.record.firstSlot
            for trait in member.part.traits where trait.cluster.scope == .device {
                for (position, attribute) in trait.attributes.enumerated() where attribute.functional != nil {
                    let slot = firstSlot + trait.firstOffset + position
                    let known = limits.firstIndex {
                        $0.trait == trait.cluster.traitName && $0.attribute.id == attribute.id
                    }
                    if let known {
                        limits[known] = Limit(
                            trait: limits[known].trait, attribute: attribute, slots: limits[known].slots + [slot])
                    } else {
                        limits.append(Limit(trait: trait.cluster.traitName, attribute: attribute, slots: [slot]))
                    }
                }
            }
        }
        return limits
    }

    private func document(_ limit: Limit, beside limits: [Limit], in part: GroupParts.Part) -> DocumentOutput {
        let opposite = limits.first {
            $0.trait == limit.trait && $0.attribute.name == Self.opposite(of: limit.attribute)
        }
        return DocumentOutput(
            topic: "\(group.topic)/\(part.name)/\(limit.trait)/\(limit.attribute.name)",
            qualityOfService: qualityOfService, slots: limit.slots + (opposite?.slots ?? [])
        ) { context, payload in
            var value = Self.bound(limit, context.store)
            if let own = value.flatMap(Self.number), let other = opposite.flatMap({ Self.bound($0, context.store) }),
                let limitOther = Self.number(other)
            {
                let excludes = limit.attribute.functional == .lower ? own > limitOther : own < limitOther
                if excludes { value = nil }
            }
            Codec.appendText(of: value ?? .null, limit.attribute.value, to: &payload)
        }
    }

    /// The name of the bound at the other end: `minLevel` of `maxLevel`.
    private static func opposite(of attribute: AttributeDescriptor) -> String {
        let isLower = attribute.functional == .lower
        if attribute.name.hasPrefix(isLower ? "min" : "max") {
            return (isLower ? "max" : "min") + attribute.name.dropFirst(3)
        }
        return attribute.name.replacing(isLower ? "Min" : "Max", with: isLower ? "Max" : "Min")
    }

    /// The highest lower or lowest upper bound of the members; `nil` where none has one.
    private static func bound(_ limit: Limit, _ store: HomeStore) -> DataValue? {
        let values = limit.slots.map { store.value(at: $0) }.filter { number($0) != nil }
        let isBefore: (DataValue, DataValue) -> Bool = { (number($0) ?? 0) < (number($1) ?? 0) }
        return limit.attribute.functional == .lower ? values.max(by: isBefore) : values.min(by: isBefore)
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
