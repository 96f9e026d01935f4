import HomeGraph
import ModelReader

/// What there is in the home and under which topics; a snapshot, made anew when the home's shape changes.
final class HomeTopics: Sendable {
    /// A device and the root of its topics; an object, so that handing it around costs little.
    final class Device: Sendable {
        let record: DeviceRecord
        /// `B/S/device/D`.
        let topic: String
        /// `B/S/device/D/`.
        let root: [UInt8]
        /// How its topics end.
        let layout: LayoutTopics

        init(record: DeviceRecord, topic: String, layout: LayoutTopics) {
            self.record = record
            self.topic = topic
            self.layout = layout
            root = Array("\(topic)/".utf8)
        }
    }

    /// A room and its devices.
    struct Room: Sendable {
        let record: RoomRecord
        /// `B/S/room/R`.
        let topic: String
        /// The positions of its devices in ``HomeTopics/devices``.
        let devices: [Int]
    }

    /// A group and its members.
    struct Group: Sendable {
        let record: GroupRecord
        /// `B/S/group/G`.
        let topic: String
        /// The positions of its members in ``HomeTopics/devices``, in member order.
        let devices: [Int]
    }

    /// A structure, and what its topics name.
    struct Structure: Sendable {
        let record: StructureRecord
        /// `B/S`.
        let topic: String
        var rooms: [ArraySlice<UInt8>: Int] = [:]
        var devices: [ArraySlice<UInt8>: Int] = [:]
        var groups: [ArraySlice<UInt8>: Int] = [:]
    }

    /// What there is.
    let shape: HomeShape
    /// `B`.
    let base: String
    /// The levels of `B`.
    let baseLevels: [ArraySlice<UInt8>]
    /// In order of creation.
    let structures: [Structure]
    /// In order of creation.
    let rooms: [Room]
    /// In order of creation.
    let devices: [Device]
    /// In order of creation.
    let groups: [Group]
    private let structureBySegment: [ArraySlice<UInt8>: Int]
    private let deviceByID: [String: Int]
    private let deviceByIndex: [DeviceIndex: Int]
    /// By slot: the position of the device that it belongs to; -1 for none.
    private let deviceBySlot: [Int32]

    /// Composes the topics of a home whose segments are assigned.
    init(
        _ shape: HomeShape, segments: SegmentTable, configuration: BridgeConfiguration,
        layouts: inout [ObjectIdentifier: LayoutTopics]
    ) {
        self.shape = shape
        base = configuration.baseTopic
        baseLevels = Topic.levels(of: Array(configuration.baseTopic.utf8))
        var structures: [Structure] = []
        var bySegment: [ArraySlice<UInt8>: Int] = [:]
        var byID: [String: Int] = [:]
        for record in shape.structures {
            guard let segment = segments.segment(of: record.id, .structure) else { continue }
            bySegment[Array(segment.utf8)[...]] = structures.count
            byID[record.id] = structures.count
            structures.append(Structure(record: record, topic: "\(configuration.baseTopic)/\(segment)"))
        }
        var devices: [Device] = []
        var deviceByID: [String: Int] = [:]
        var devicesByRoom: [String: [Int]] = [:]
        for record in shape.devices {
            guard let position = byID[record.structureID],
                let segment = segments.segment(of: record.id, .device, in: record.structureID)
            else { continue }
            let layout =
                layouts[ObjectIdentifier(record.layout)]
                ?? LayoutTopics(record.layout, publishesLastReport: configuration.publishesLastReport)
            layouts[ObjectIdentifier(record.layout)] = layout
            let topic = "\(structures[position].topic)/device/\(segment)"
            structures[position].devices[Array(segment.utf8)[...]] = devices.count
            deviceByID[record.id] = devices.count
            if let room = record.roomID { devicesByRoom[room, default: []].append(devices.count) }
            devices.append(Device(record: record, topic: topic, layout: layout))
        }
        var rooms: [Room] = []
        for record in shape.rooms {
            guard let position = byID[record.structureID],
                let segment = segments.segment(of: record.id, .room, in: record.structureID)
            else { continue }
            structures[position].rooms[Array(segment.utf8)[...]] = rooms.count
            rooms.append(
                Room(
                    record: record, topic: "\(structures[position].topic)/room/\(segment)",
                    devices: devicesByRoom[record.id] ?? []))
        }
        var groups: [Group] = []
        for record in shape.groups {
            guard let position = byID[record.structureID],
                let segment = segments.segment(of: record.id, .group, in: record.structureID)
            else { continue }
            structures[position].groups[Array(segment.utf8)[...]] = groups.count
            groups.append(
                Group(
                    record: record, topic: "\(structures[position].topic)/group/\(segment)",
                    devices: record.deviceIDs.compactMap { deviceByID[$0] }))
        }
        self.structures = structures
        self.rooms = rooms
        self.devices = devices
        self.groups = groups
        self.deviceByID = deviceByID
        deviceByIndex = Dictionary(devices.enumerated().map { ($1.record.index, $0) }) { first, _ in first }
        structureBySegment = bySegment
        var deviceBySlot = Array(repeating: Int32(-1), count: devices.map { $0.record.slots.upperBound }.max() ?? 0)
        for (position, device) in devices.enumerated() {
            for slot in device.record.slots { deviceBySlot[slot] = Int32(truncatingIfNeeded: position) }
        }
        self.deviceBySlot = deviceBySlot
    }

    /// The structure whose topics begin with this level after `B`.
    func structure(_ segment: ArraySlice<UInt8>) -> Structure? {
        structureBySegment[segment].map { structures[$0] }
    }

    /// The structure with this id.
    func structure(id: String) -> Structure? {
        structures.first { $0.record.id == id }
    }

    /// The device with this id.
    func device(id: String) -> Device? {
        deviceByID[id].map { devices[$0] }
    }

    /// The device that reports under this number.
    func device(index: DeviceIndex) -> Device? {
        deviceByIndex[index].map { devices[$0] }
    }

    /// The device that a slot belongs to.
    func device(slot: Int) -> Device? {
        guard deviceBySlot.indices.contains(slot), deviceBySlot[slot] >= 0 else { return nil }
        return devices[Int(deviceBySlot[slot])]
    }

    /// The slot that a whole topic publishes; `nil` where none does.
    func slot(of topic: [UInt8]) -> Int? {
        let levels = Topic.levels(of: topic)
        let depth = baseLevels.count
        guard levels.count > depth + 3, levels.prefix(depth).elementsEqual(baseLevels),
            let structure = structure(levels[depth]), levels[depth + 1].elementsEqual("device".utf8),
            let position = structure.devices[levels[depth + 2]]
        else { return nil }
        let device = devices[position]
        return device.layout.offset(of: topic[levels[depth + 3].startIndex...]).map { device.record.firstSlot + $0 }
    }
}
