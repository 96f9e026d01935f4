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

    /// Takes a group and its members.
    init(_ group: HomeTopics.Group, _ members: [HomeTopics.Device], _ configuration: BridgeConfiguration) {
        self.group = group
        self.members = members
        parts = GroupParts(members.map(\.record))
        qualityOfService = configuration.qualityOfService
    }

    /// Adds all documents of the group to its branch.
    func add(to builder: inout BranchBuilder, isSameRecord: Bool, hasSameMembers: Bool) {
        builder.add("info", isSame: isSameRecord && hasSameMembers) { info }
        builder.add("availability", isSame: hasSameMembers) { availability }
        for part in parts.parts {
            for trait in part.traits {
                for limit in trait.limits {
                    let end = "\(part.name)/\(trait.cluster.traitName)/\(limit.attribute.name)"
                    builder.add(end, isSame: hasSameMembers) { content(limit, end) }
                }
            }
        }
    }

    private var availability: DocumentContent {
        let members = members.map(\.record)
        return DocumentContent(
            end: "availability", qualityOfService: qualityOfService,
            offsets: members.map { $0.firstSlot + DeviceLayout.connectivityOffset }
        ) { context, payload in
            payload.append(contentsOf: context.store.connectivity(of: members).name.utf8)
        }
    }

    private var info: DocumentContent {
        let (record, topic) = (group.record, group.topic)
        let members = members.map(\.record.id)
        let parts = parts.parts.map { (name: $0.name, traits: $0.traits) }
        return DocumentContent(end: "info") { _, payload in
            var writer = JSONWriter()
            writer.beginObject()
            writer.members(record.id, record.name, topic)
            writer.member("structure", record.structureID)
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

    private func content(_ limit: GroupLimit, _ end: String) -> DocumentContent {
        DocumentContent(end: end, qualityOfService: qualityOfService, offsets: limit.slots) { context, payload in
            Codec.appendText(of: limit.value(in: context.store), limit.attribute.value, to: &payload)
        }
    }
}
