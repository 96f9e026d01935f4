import DataModel
import HomeGraph
import MQTT
import ModelReader

/// The retained topics of the native layout that are no device's attributes: inventories, infos, groups, the bridge.
struct NativeDocuments {
    let topics: HomeTopics
    let configuration: BridgeConfiguration
    /// The parts of the devices of each layout, as JSON.
    let descriptions: [ObjectIdentifier: [UInt8]]

    private var base: String { configuration.baseTopic }

    /// All documents, in the order in which they are published.
    var all: [DocumentOutput] {
        var documents = inventories
        documents += topics.structures.map(info)
        documents += topics.rooms.map(info)
        var groupsByDevice: [Int: [String]] = [:]
        for group in topics.groups {
            for device in group.devices { groupsByDevice[device, default: []].append(group.record.id) }
        }
        for (position, device) in topics.devices.enumerated() {
            documents.append(info(device, groups: groupsByDevice[position] ?? []))
        }
        for group in topics.groups { documents += GroupDocuments(group, in: topics, configuration).all }
        documents.append(bridgeInfo)
        return documents
    }
}

// MARK: - Inventories

extension NativeDocuments {
    private var inventories: [DocumentOutput] {
        let topics = topics
        return [
            inventory("structures", topics.structures) { structure, writer in
                writer.members(structure.record.id, structure.record.name, structure.topic)
            },
            inventory("rooms", topics.rooms) { room, writer in
                writer.members(room.record.id, room.record.name, room.topic)
                writer.member("structure", room.record.structureID)
            },
            inventory("devices", topics.devices) { device, writer in
                writer.members(device.record.id, device.record.name, device.topic)
                writer.member("structure", device.record.structureID)
                writer.member("room", device.record.roomID)
                writer.member("types", Self.types(of: [device]))
            },
            inventory("groups", topics.groups) { group, writer in
                writer.members(group.record.id, group.record.name, group.topic)
                writer.member("structure", group.record.structureID)
                writer.member("room", String?.none)
                writer.member("types", Self.types(of: group.devices.map { topics.devices[$0] }))
            },
        ]
    }

    private func inventory<Object: Sendable>(
        _ name: String, _ objects: [Object], _ write: @escaping @Sendable (Object, inout JSONWriter) -> Void
    ) -> DocumentOutput {
        DocumentOutput(topic: "\(base)/bridge/\(name)") { _, payload in
            var writer = JSONWriter()
            writer.beginArray()
            for object in objects {
                writer.beginObject()
                write(object, &writer)
                writer.endObject()
            }
            writer.endArray()
            payload.append(contentsOf: writer.bytes)
        }
    }

    /// The application types of devices, each once.
    static func types(of devices: [HomeTopics.Device]) -> [String] {
        var names: [String] = []
        for device in devices {
            for part in device.record.layout.parts {
                for type in part.types where type.classification == .simple && !names.contains(type.name) {
                    names.append(type.name)
                }
            }
        }
        return names
    }
}

// MARK: - Infos

extension NativeDocuments {
    private func info(_ structure: HomeTopics.Structure) -> DocumentOutput {
        let rooms = topics.rooms.filter { $0.record.structureID == structure.record.id }.map(\.record.id)
        let devices = topics.devices.filter { $0.record.structureID == structure.record.id }.map(\.record.id)
        let groups = topics.groups.filter { $0.record.structureID == structure.record.id }.map(\.record.id)
        return document("\(structure.topic)/info") { writer in
            writer.members(structure.record.id, structure.record.name, structure.topic)
            writer.member("rooms", rooms)
            writer.member("devices", devices)
            writer.member("groups", groups)
        }
    }

    private func info(_ room: HomeTopics.Room) -> DocumentOutput {
        let devices = room.devices.map { topics.devices[$0].record.id }
        return document("\(room.topic)/info") { writer in
            writer.members(room.record.id, room.record.name, room.topic)
            writer.member("structure", room.record.structureID)
            writer.member("devices", devices)
        }
    }

    private func info(_ device: HomeTopics.Device, groups: [String]) -> DocumentOutput {
        let parts = descriptions[ObjectIdentifier(device.record.layout)] ?? Array("{}".utf8)
        return document("\(device.topic)/info") { writer in
            writer.members(device.record.id, device.record.name, device.topic)
            writer.member("structure", device.record.structureID)
            writer.member("room", device.record.roomID)
            writer.member("groups", groups)
            writer.key("parts")
            writer.raw(parts)
        }
    }

    private func document(_ topic: String, _ write: @escaping @Sendable (inout JSONWriter) -> Void) -> DocumentOutput {
        DocumentOutput(topic: topic) { _, payload in
            var writer = JSONWriter()
            writer.beginObject()
            write(&writer)
            writer.endObject()
            payload.append(contentsOf: writer.bytes)
        }
    }

    private var bridgeInfo: DocumentOutput {
        let topics = topics
        let configuration = configuration
        return DocumentOutput(topic: "\(base)/bridge/info", readsHub: true) { context, payload in
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("version", configuration.version)
            writer.member("instance", configuration.instance)
            writer.member("started", context.status.started.text)
            writer.key("hub")
            writer.beginObject()
            writer.member("online", context.store.isHubOnline)
            writer.endObject()
            writer.member("structures", topics.structures.count)
            writer.member("rooms", topics.rooms.count)
            writer.member("devices", topics.devices.count)
            writer.member("groups", topics.groups.count)
            writer.member("retainedTopics", context.retainedTopics)
            writer.member("layouts", ["native"])
            writer.key("limits")
            writer.beginObject()
            writer.member("maxPayload", configuration.commands.maximumPayload)
            writer.member("timeout", Double(configuration.commands.timeout / .milliseconds(1)) / 1000)
            writer.endObject()
            writer.member("omitted", context.status.omitted)
            writer.member("omittedCount", context.status.omittedCount)
            writer.member("dropped", context.status.dropped)
            writer.member("refusedSubscriptions", context.status.refusedSubscriptions)
            writer.endObject()
            payload.append(contentsOf: writer.bytes)
        }
    }
}
