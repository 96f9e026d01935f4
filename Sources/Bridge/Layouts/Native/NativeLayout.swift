import DataModel
import HomeGraph

/// The native layout: attributes under their devices, and the documents of the bridge, structures, devices, rooms and
/// groups.
struct NativeLayout {
    /// Which family of the plan holds the devices' branches, in the order of ``HomeTopics/devices``.
    static let devices = 2

    let topics: HomeTopics
    let configuration: BridgeConfiguration
    /// The plan of the shape before.
    let before: OutputPlan?

    /// All branches, family by family.
    func families(_ numbers: inout OutputNumbers) -> [[Branch]] {
        [
            [bridge(&numbers)],
            branches(topics.structures, before?.topics.structures, family: 1, &numbers, structure),
            branches(topics.devices, before?.topics.devices, family: Self.devices, &numbers, device),
            branches(topics.rooms, before?.topics.rooms, family: 3, &numbers, room),
            branches(topics.groups, before?.topics.groups, family: 4, &numbers, group),
        ]
    }

    /// What an object was, and its branch.
    private typealias Former<Object> = (object: Object, branch: Branch)?

    private func branches<Object: TopicObject>(
        _ objects: [Object], _ formerObjects: [Object]?, family: Int, _ numbers: inout OutputNumbers,
        _ branch: (Object, Former<Object>, inout OutputNumbers) -> Branch
    ) -> [Branch] {
        var former = FormerBranches(formerObjects ?? [], before?.families[family] ?? [])
        var branches: [Branch] = []
        branches.reserveCapacity(objects.count)
        for (position, object) in objects.enumerated() {
            branches.append(branch(object, former.find(object.id, near: position), &numbers))
        }
        return branches
    }

    private func bridge(_ numbers: inout OutputNumbers) -> Branch {
        let inventories = Inventories(topics: topics, before: before?.topics)
        var builder = BranchBuilder(
            "\(configuration.baseTopic)/bridge", former: before?.families[0].first, before: before)
        builder.add("info", isSame: before != nil && inventories.hasSameCounts) {
            BridgeDocument.content(configuration, topics)
        }
        inventories.add(to: &builder)
        return builder.branch(&numbers, others: ["state"])
    }

    private func structure(
        _ structure: HomeTopics.Structure, _ former: Former<HomeTopics.Structure>, _ numbers: inout OutputNumbers
    ) -> Branch {
        let members = topics.shape.members(of: structure.id)
        let isSame =
            former?.object.record == structure.record && former?.object.topic == structure.topic
            && before?.topics.shape.members(of: structure.id) == members
        if isSame, let former { return former.branch }
        var builder = BranchBuilder(structure.topic, former: former?.branch, before: before)
        builder.add("info", isSame: false) {
            let (record, topic) = (structure.record, structure.topic)
            return Self.info { writer in
                writer.members(record.id, record.name, topic)
                writer.member("rooms", members.rooms)
                writer.member("devices", members.devices)
                writer.member("groups", members.groups)
            }
        }
        return builder.branch(&numbers)
    }

    private func device(
        _ device: HomeTopics.Device, _ former: Former<HomeTopics.Device>, _ numbers: inout OutputNumbers
    ) -> Branch {
        if let former, former.object === device { return former.branch }
        var builder = BranchBuilder(device.topic, former: former?.branch, before: before)
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
        return builder.branch(&numbers, device: device)
    }

    private func room(
        _ room: HomeTopics.Room, _ former: Former<HomeTopics.Room>, _ numbers: inout OutputNumbers
    ) -> Branch {
        let devices = room.devices.map { topics.devices[$0].id }
        if let (object, branch) = former, object.record == room.record, object.topic == room.topic, let before,
            object.devices.lazy.map({ before.topics.devices[$0].id }).elementsEqual(devices)
        {
            return branch
        }
        var builder = BranchBuilder(room.topic, former: former?.branch, before: before)
        builder.add("info", isSame: false) {
            Self.info { writer in
                writer.members(room.record.id, room.record.name, room.topic)
                writer.member("structure", room.record.structureID)
                writer.member("devices", devices)
            }
        }
        return builder.branch(&numbers)
    }

    private func group(
        _ group: HomeTopics.Group, _ former: Former<HomeTopics.Group>, _ numbers: inout OutputNumbers
    ) -> Branch {
        let members = topics.members(of: group)
        let hasSameMembers =
            before.flatMap { before in
                former.map { before.topics.members(of: $0.object).elementsEqual(members, by: Self.isSameDevice) }
            } ?? false
        let isSameRecord = former?.object.record == group.record
        if hasSameMembers, isSameRecord, let former, former.object.topic == group.topic { return former.branch }
        var builder = BranchBuilder(group.topic, former: former?.branch, before: before)
        let documents = GroupDocuments(group, members, configuration)
        documents.add(to: &builder, isSameRecord: isSameRecord, hasSameMembers: hasSameMembers)
        return builder.branch(&numbers)
    }

    static func isSameDevice(_ left: HomeTopics.Device, _ right: HomeTopics.Device) -> Bool {
        left.record.isSameObject(as: right.record) && left.record.layout === right.record.layout
    }

    private static func info(_ write: @escaping @Sendable (inout JSONWriter) -> Void) -> DocumentOutput.Content {
        DocumentOutput.Content(end: "info") { _, payload in
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
