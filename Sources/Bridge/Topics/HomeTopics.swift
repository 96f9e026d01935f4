import HomeGraph

/// What there is in the home and under which topics; a snapshot, made anew when the home's shape changes.
///
/// What an edit does not concern is taken over from the snapshot before: the same ``Device`` object says the same.
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
        /// The ids of the groups that it is a member of, in order of creation.
        let groups: [String]

        init(record: DeviceRecord, topic: String, layout: LayoutTopics, groups: [String]) {
            self.record = record
            self.topic = topic
            self.layout = layout
            self.groups = groups
            root = Array("\(topic)/".utf8)
        }

        /// `D`.
        var segment: ArraySlice<UInt8> {
            let end = root.count - 1
            let start = root[..<end].lastIndex(of: Topic.separator).map { $0 + 1 } ?? 0
            return root[start..<end]
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

    /// A group of services, for the HomeKit layout and for requests.
    struct ServiceGroup: Sendable {
        let record: ServiceGroupRecord
        /// `B/S/service-group/G`.
        let topic: String
    }

    /// A structure, and what its topics name.
    struct Structure: Sendable {
        let record: StructureRecord
        /// `B/S`.
        let topic: String
        var rooms: [ArraySlice<UInt8>: Int] = [:]
        var devices: [ArraySlice<UInt8>: Int] = [:]
        var groups: [ArraySlice<UInt8>: Int] = [:]
        var serviceGroups: [ArraySlice<UInt8>: Int] = [:]
    }

    /// What is found by number or id; as long as no device comes or goes, snapshots share it.
    struct DeviceIndexes: Sendable {
        let byID: [String: Int]
        let byIndex: [DeviceIndex: Int]
        /// By slot: the position of the device that it belongs to; -1 for none.
        let bySlot: [Int32]

        init(_ devices: [Device]) {
            byID = Dictionary(devices.enumerated().map { ($1.record.id, $0) }) { first, _ in first }
            byIndex = Dictionary(devices.enumerated().map { ($1.record.index, $0) }) { first, _ in first }
            var bySlot = Array(repeating: Int32(-1), count: devices.map { $0.record.slots.upperBound }.max() ?? 0)
            for (position, device) in devices.enumerated() {
                for slot in device.record.slots { bySlot[slot] = Int32(truncatingIfNeeded: position) }
            }
            self.bySlot = bySlot
        }
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
    /// In order of creation.
    let serviceGroups: [ServiceGroup]
    /// Where devices stand.
    let indexes: DeviceIndexes
    private let structureBySegment: [ArraySlice<UInt8>: Int]
    private let layoutNames: [String: LayoutNames]

    init(_ builder: HomeTopicsBuilder) {
        shape = builder.shape
        base = builder.base
        baseLevels = Topic.levels(of: Array(builder.base.utf8))
        structures = builder.structures
        rooms = builder.rooms
        devices = builder.devices
        groups = builder.groups
        serviceGroups = builder.serviceGroups
        indexes = builder.indexes
        structureBySegment = builder.structureBySegment
        layoutNames = builder.names
    }

    /// What devices and groups are called in a layout that has names of its own.
    func names(in layout: String) -> LayoutNames? { layoutNames[layout] }

    /// The structure whose topics begin with this level after `B`.
    func structure(_ segment: ArraySlice<UInt8>) -> Structure? {
        structureBySegment[segment].map { structures[$0] }
    }

    /// The position of the object of a kind with this topic, whole or from `S` on, among those of its kind.
    func position(_ kind: ObjectKind, topic: [UInt8]) -> Int? {
        let levels = Topic.levels(of: topic)
        if levels.starts(with: baseLevels),
            let position = position(kind, below: Array(levels.dropFirst(baseLevels.count)))
        {
            return position
        }
        return position(kind, below: levels)
    }

    private func position(_ kind: ObjectKind, below levels: [ArraySlice<UInt8>]) -> Int? {
        guard let first = levels.first, let structure = structureBySegment[first] else { return nil }
        if kind == .structure { return levels.count == 1 ? structure : nil }
        guard levels.count == 3, levels[1].elementsEqual(kind.rawValue.utf8) else { return nil }
        switch kind {
        case .structure: return nil
        case .room: return structures[structure].rooms[levels[2]]
        case .device: return structures[structure].devices[levels[2]]
        case .group: return structures[structure].groups[levels[2]]
        case .serviceGroup: return structures[structure].serviceGroups[levels[2]]
        }
    }

    /// The device with this id.
    func device(id: String) -> Device? { indexes.byID[id].map { devices[$0] } }

    /// The device that reports under this number.
    func device(index: DeviceIndex) -> Device? { indexes.byIndex[index].map { devices[$0] } }

    /// The device that a slot belongs to.
    func device(slot: Int) -> Device? { position(slot: slot).map { devices[$0] } }

    /// The position of the device that a slot belongs to.
    func position(slot: Int) -> Int? {
        guard indexes.bySlot.indices.contains(slot), indexes.bySlot[slot] >= 0 else { return nil }
        return Int(indexes.bySlot[slot])
    }
}
