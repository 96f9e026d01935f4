import DataModel
import HomeGraph

/// What `B/bridge/event` says of a change of the home.
///
/// What came, from the top; what is named, placed or made up otherwise; what went, from the bottom. An object whose
/// topic is another one only because its structure's is has no event of its own.
///
/// Source: the MQTT contract, section 1.
struct HomeEvents: Sendable {
    /// In order.
    private(set) var payloads: [[UInt8]] = []
    private let before: HomeTopics
    private let after: HomeTopics
    private let time: Timestamp

    /// Compares.
    init(from before: HomeTopics, to after: HomeTopics, at time: Timestamp) {
        self.before = before
        self.after = after
        self.time = time
        let difference = ShapeDifference(from: before.shape, to: after.shape)
        add(difference.structures, after.shape.structures) { _, _ in }
        add(difference.rooms, after.shape.rooms) { room, writer in
            writer.member("structure", room.structureID)
        }
        add(difference.devices, after.shape.devices) { device, writer in
            writer.member("structure", device.structureID)
            writer.member("room", device.roomID)
        } changed: { device, former in
            device.roomID == former.roomID
                ? nil
                : (
                    "Moved",
                    { writer in
                        writer.member("room", device.roomID)
                        writer.member("oldRoom", former.roomID)
                    }
                )
        }
        add(difference.groups, after.shape.groups) { group, writer in
            writer.member("structure", group.structureID)
            writer.member("devices", group.deviceIDs)
        } changed: { group, former in
            group.deviceIDs == former.deviceIDs ? nil : ("Changed", { $0.member("devices", group.deviceIDs) })
        }
        add(difference.serviceGroups, after.shape.serviceGroups) { group, writer in
            writer.member("structure", group.structureID)
            writer.member("services", group.services.map(\.description))
        } changed: { group, former in
            group.services == former.services
                ? nil : ("Changed", { $0.member("services", group.services.map(\.description)) })
        }
        addNamesOfServices()
        remove(difference.serviceGroups)
        remove(difference.groups)
        remove(difference.devices)
        remove(difference.rooms)
        remove(difference.structures)
    }

    private typealias Members = (inout JSONWriter) -> Void

    private mutating func add<Record: HomeRecord>(
        _ difference: ShapeDifference.Objects<Record>, _ records: [Record],
        added: (Record, inout JSONWriter) -> Void,
        changed: (Record, Record) -> (what: String, members: Members)? = { _, _ in nil }
    ) {
        for position in difference.added {
            add("Added", after.object(Record.kind, id: records[position].id)) { added(records[position], &$0) }
        }
        for (position, former) in difference.changed {
            let object = after.object(Record.kind, id: former.id)
            if records[position].name != former.name {
                let oldTopic = before.object(Record.kind, id: former.id)?.topic
                add("Renamed", object) { $0.member("oldTopic", oldTopic) }
            }
            if let (what, members) = changed(records[position], former) { add(what, object, members) }
        }
    }

    private mutating func remove<Record: HomeRecord>(_ difference: ShapeDifference.Objects<Record>) {
        for record in difference.removed { add("Removed", before.object(Record.kind, id: record.id)) { _ in } }
    }

    private mutating func add(_ what: String, _ object: (any TopicObject)?, _ members: Members) {
        guard let object else { return }
        payloads.append(
            BridgeEvent.payload(type(of: object).kind.eventName + what, object, at: time, members))
    }

    /// Services that people named.
    private mutating func addNamesOfServices() {
        let (old, new) = (before.shape.serviceNames, after.shape.serviceNames)
        guard old != new else { return }
        let changed = new.filter { old[$0.key] != $0.value }.map { (service: $0.key, name: $0.value) }
        for (service, name) in changed.sorted(by: { $0.service.description < $1.service.description }) {
            guard let topic = after.topic(of: service) else { continue }
            payloads.append(
                BridgeEvent.payload(
                    "serviceRenamed", (id: service.description, name: name, topic: topic), at: time
                ) { _ in })
        }
    }
}
