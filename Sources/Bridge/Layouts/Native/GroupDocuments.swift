import DataModel
import HomeGraph
import MQTT
import ModelReader

/// The retained topics of a group: its info, whether its members can be reached, and the members' common limits.
struct GroupDocuments {
    private let group: HomeTopics.Group
    private let members: [HomeTopics.Device]
    private let parts: GroupParts
    private let qualityOfService: QualityOfService

    /// Takes a group.
    init(_ group: HomeTopics.Group, in topics: HomeTopics, _ configuration: BridgeConfiguration) {
        self.group = group
        members = group.devices.map { topics.devices[$0] }
        parts = GroupParts(members.map(\.record))
        qualityOfService = configuration.qualityOfService
    }

    /// All documents of the group.
    var all: [DocumentOutput] {
        var documents = [info, availability]
        for part in parts.parts {
            for trait in part.traits {
                for limit in trait.limits { documents.append(document(limit, of: trait, in: part)) }
            }
        }
        return documents
    }

    private var availability: DocumentOutput {
        let members = members.map(\.record)
        return DocumentOutput(
            topic: "\(group.topic)/availability", qualityOfService: qualityOfService,
            slots: members.map { $0.firstSlot + DeviceLayout.connectivityOffset }
        ) { context, payload in
            payload.append(contentsOf: context.store.connectivity(of: members).name.utf8)
        }
    }

    private var info: DocumentOutput {
        let group = group
        let members = members.map(\.record.id)
        let parts = parts.parts.map { (name: $0.name, traits: $0.traits) }
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
                for trait in part.traits { Self.write(trait, to: &writer) }
                writer.endObject()
                writer.endObject()
            }
            writer.endObject()
            writer.endObject()
            payload.append(contentsOf: writer.bytes)
        }
    }

    private static func write(_ trait: GroupTrait, to writer: inout JSONWriter) {
        writer.key(trait.cluster.traitName)
        writer.beginObject()
        writer.key("revision")
        writer.value(trait.cluster.revision)
        LayoutDescription.write(attributes: trait.attributes, to: &writer)
        LayoutDescription.write(commands: trait.commands, to: &writer)
        writer.endObject()
    }

    private func document(_ limit: GroupLimit, of trait: GroupTrait, in part: GroupParts.Part) -> DocumentOutput {
        DocumentOutput(
            topic: "\(group.topic)/\(part.name)/\(trait.cluster.traitName)/\(limit.attribute.name)",
            qualityOfService: qualityOfService, slots: limit.slots
        ) { context, payload in
            Codec.appendText(of: limit.value(in: context.store), limit.attribute.value, to: &payload)
        }
    }
}
