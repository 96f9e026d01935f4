import DataModel
import HomeGraph

/// The native layout: attributes under their devices, and the documents of the bridge, structures, devices, rooms and
/// groups.
struct NativeLayout {
    /// The section's name, and how `bridge/info` names it.
    static let name = "native"
    /// Which family holds the devices' branches, in the order of ``HomeTopics/devices``.
    static let devices = 2

    let configuration: BridgeConfiguration

    /// Composes all branches, family by family.
    func compose(_ composer: inout BranchComposer) {
        addBridge(&composer)
        addStructures(&composer)
        addDevices(&composer)
        addRooms(&composer)
        addGroups(&composer)
    }

    private func addBridge(_ composer: inout BranchComposer) {
        let (topics, former) = (composer.topics, composer.former)
        composer.addBranch("\(configuration.baseTopic)/bridge") { builder in
            let inventories = Inventories(topics: topics, before: former)
            builder.add("info", isSame: former != nil && inventories.hasSameCounts) {
                BridgeDocument.content(configuration, topics)
            }
            inventories.add(to: &builder)
            builder.add(other: "state")
        }
    }

    private func addStructures(_ composer: inout BranchComposer) {
        let (shape, former) = (composer.topics.shape, composer.former?.shape)
        composer.addFamily(\.structures) { was, structure in
            was.record == structure.record && was.topic == structure.topic
                && former?.members(of: structure.id) == shape.members(of: structure.id)
        } compose: { structure, _, builder in
            let (record, topic, members) = (structure.record, structure.topic, shape.members(of: structure.id))
            builder.add("info", isSame: false) {
                Self.info { writer in
                    writer.members(record.id, record.name, topic)
                    writer.member("rooms", members.rooms)
                    writer.member("devices", members.devices)
                    writer.member("groups", members.groups)
                }
            }
        }
    }

    private func addDevices(_ composer: inout BranchComposer) {
        composer.addFamily(\.devices) {
            $0 === $1
        } compose: { device, _, builder in
            builder.add("info", isSame: false) {
                Self.info { writer in
                    writer.members(device.record.id, device.record.name, device.topic)
                    writer.member("structure", device.record.structureID)
                    writer.member("room", device.record.roomID)
                    writer.member("groups", device.groups)
                    writer.key("parts")
                    writer.raw(device.layout.description)
                }
            }
            builder.add(attributesOf: device)
        }
    }

    private func addRooms(_ composer: inout BranchComposer) {
        let (topics, former) = (composer.topics, composer.former)
        composer.addFamily(\.rooms) { was, room in
            guard was.record == room.record, was.topic == room.topic, let former else { return false }
            return was.devices.lazy.map { former.devices[$0].id }.elementsEqual(
                room.devices.lazy.map { topics.devices[$0].id })
        } compose: { room, _, builder in
            let devices = room.devices.map { topics.devices[$0].id }
            builder.add("info", isSame: false) {
                Self.info { writer in
                    writer.members(room.record.id, room.record.name, room.topic)
                    writer.member("structure", room.record.structureID)
                    writer.member("devices", devices)
                }
            }
        }
    }

    private func addGroups(_ composer: inout BranchComposer) {
        let (topics, former) = (composer.topics, composer.former)
        let hasSameMembers = { (was: HomeTopics.Group, group: HomeTopics.Group) in
            topics.hasSameMembers(group, as: was, in: former)
        }
        composer.addFamily(\.groups) { was, group in
            was.record == group.record && was.topic == group.topic && hasSameMembers(was, group)
        } compose: { group, was, builder in
            GroupDocuments(group, topics.members(of: group), configuration).add(
                to: &builder, isSameRecord: was?.record == group.record,
                hasSameMembers: was.map { hasSameMembers($0, group) } ?? false)
        }
    }

    private static func info(_ write: @escaping @Sendable (inout JSONWriter) -> Void) -> DocumentContent {
        DocumentContent(end: "info") { _, payload in
            var writer = JSONWriter()
            writer.beginObject()
            write(&writer)
            writer.endObject()
            payload.append(contentsOf: writer.bytes)
        }
    }
}

extension HomeTopics {
    /// The members of a group, in member order.
    func members(of group: Group) -> [Device] { group.devices.map { devices[$0] } }

    /// Whether a group has the members that it had, made as they were.
    func hasSameMembers(_ group: Group, as was: Group, in former: HomeTopics?) -> Bool {
        guard let former else { return false }
        return former.members(of: was).elementsEqual(members(of: group)) { was, member in
            was.record.isSameObject(as: member.record) && was.record.layout === member.record.layout
        }
    }
}

extension HomeShape {
    /// The ids of what belongs to a structure.
    fileprivate struct Members: Equatable {
        var rooms: [String] = []
        var devices: [String] = []
        var groups: [String] = []
    }

    fileprivate func members(of structure: String) -> Members {
        var members = Members()
        for room in rooms where room.structureID == structure { members.rooms.append(room.id) }
        for device in devices where device.structureID == structure { members.devices.append(device.id) }
        for group in groups where group.structureID == structure { members.groups.append(group.id) }
        return members
    }
}
