import DataModel
import HomeGraph

/// The documents that list all structures, rooms, devices and groups.
struct Inventories {
    let topics: HomeTopics
    /// The topics of the shape before.
    let before: HomeTopics?

    /// Whether there are as many objects of each kind as before.
    var hasSameCounts: Bool {
        topics.structures.count == before?.structures.count && topics.rooms.count == before?.rooms.count
            && topics.devices.count == before?.devices.count && topics.groups.count == before?.groups.count
    }

    /// Adds them to the bridge's branch; what lists the same is taken over.
    func add(to builder: inout BranchBuilder) {
        builder.add("structures", isSame: isSame(\.structures) { $0.record == $1.record && $0.topic == $1.topic }) {
            // Only what is written is kept: a document may outlive many plans.
            list("structures", topics.structures.map { (id: $0.id, name: $0.name, topic: $0.topic) }) {
                $1.members($0.id, $0.name, $0.topic)
            }
        }
        builder.add("rooms", isSame: isSame(\.rooms) { $0.record == $1.record && $0.topic == $1.topic }) {
            list("rooms", topics.rooms.map { (record: $0.record, topic: $0.topic) }) {
                $1.members($0.record.id, $0.record.name, $0.topic)
                $1.member("structure", $0.record.structureID)
            }
        }
        // A device of which the same is to be said is the same object.
        builder.add("devices", isSame: isSame(\.devices) { $0 === $1 }) {
            list("devices", topics.devices) {
                $1.members($0.id, $0.name, $0.topic)
                $1.member("structure", $0.record.structureID)
                $1.member("room", $0.record.roomID)
                $1.member("types", $0.layout.types)
            }
        }
        builder.add("groups", isSame: isSame(\.groups, isSame)) {
            let groups = topics.groups.map { group in
                let types = topics.members(of: group).flatMap(\.layout.types).uniqued()
                return (record: group.record, topic: group.topic, types: types)
            }
            return list("groups", groups) {
                $1.members($0.record.id, $0.record.name, $0.topic)
                $1.member("structure", $0.record.structureID)
                $1.member("room", String?.none)
                $1.member("types", $0.types)
            }
        }
    }

    private func isSame<Object>(
        _ objects: (HomeTopics) -> [Object], _ isSame: (Object, Object) -> Bool
    ) -> Bool {
        before.map { objects($0).elementsEqual(objects(topics), by: isSame) } ?? false
    }

    private func isSame(_ former: HomeTopics.Group, _ group: HomeTopics.Group) -> Bool {
        guard let before, former.record == group.record, former.topic == group.topic else { return false }
        return topics.hasSameMembers(group, as: former, in: before)
    }

    private func list<Object: Sendable>(
        _ end: String, _ objects: [Object], _ write: @escaping @Sendable (Object, inout JSONWriter) -> Void
    ) -> DocumentContent {
        DocumentContent(end: end) { _, payload in
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
}
