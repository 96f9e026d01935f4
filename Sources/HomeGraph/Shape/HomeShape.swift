/// The number under which the store knows a device; given once and never again while the process runs.
public struct DeviceIndex: RawRepresentable, Sendable, Hashable, Comparable {
    /// The number, from 0.
    public let rawValue: Int
    /// Takes a number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// In the order in which they were given.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A structure, as the store knows it.
public struct StructureRecord: Sendable, Hashable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public var name: String

    /// Describes a structure.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A room, as the store knows it.
public struct RoomRecord: Sendable, Hashable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public var name: String
    /// The structure that it belongs to.
    public let structureID: String

    /// Describes a room.
    public init(id: String, name: String, structureID: String) {
        self.id = id
        self.name = name
        self.structureID = structureID
    }
}

/// A device group, as the store knows it.
public struct GroupRecord: Sendable, Hashable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public var name: String
    /// The structure that it belongs to.
    public let structureID: String
    /// The members' ids, in the order they were added; at most 100.
    public var deviceIDs: [String]

    /// How many members a group has at most, of devices or of services.
    public static let memberLimit = 100

    /// Describes a group.
    public init(id: String, name: String, structureID: String, deviceIDs: [String]) {
        self.id = id
        self.name = name
        self.structureID = structureID
        self.deviceIDs = deviceIDs
    }
}

/// A device, as the store knows it.
public struct DeviceRecord: Sendable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// The number under which reports name it.
    public let index: DeviceIndex
    /// At most 60 code points.
    public var name: String
    /// The structure that it belongs to.
    public let structureID: String
    /// `nil` in no room.
    public var roomID: String?
    /// The bridge that it stands behind; `nil` for a device of its own.
    public let bridgeID: String?
    /// How it is made.
    public let layout: DeviceLayout
    /// Where its slots begin in the store.
    public let firstSlot: Int

    /// The device's slots.
    public var slots: Range<Int> { firstSlot..<(firstSlot + layout.slotCount) }
}

/// What there is in the home, without values: structures, rooms, devices, groups, and what people say of services.
///
/// A snapshot; each edit makes a new one.
public final class HomeShape: Sendable {
    /// What there is, and what people say of it.
    public let records: HomeRecords<DeviceRecord>
    /// A home in which there is nothing.
    static let empty = HomeShape(HomeRecords())
    private let structurePositions, roomPositions, devicePositions, groupPositions: [String: Int]
    private let serviceGroupPositions: [String: Int]
    let nameBook: NameBook

    init(_ records: HomeRecords<DeviceRecord>, nameBook: NameBook = NameBook()) {
        self.nameBook = nameBook
        self.records = records
        structurePositions = Self.positions(records.structures)
        roomPositions = Self.positions(records.rooms)
        devicePositions = Self.positions(records.devices)
        groupPositions = Self.positions(records.groups)
        serviceGroupPositions = Self.positions(records.serviceGroups)
    }

    /// In order of creation.
    public var structures: [StructureRecord] { records.structures }
    /// In order of creation.
    public var rooms: [RoomRecord] { records.rooms }
    /// In order of creation.
    public var devices: [DeviceRecord] { records.devices }
    /// In order of creation.
    public var groups: [GroupRecord] { records.groups }
    /// In order of creation.
    public var serviceGroups: [ServiceGroupRecord] { records.serviceGroups }
    /// The names that people gave to services; others are called after their devices.
    public var serviceNames: [ServiceID: String] { records.serviceNames }
    /// What people say that outlets and switches stand for: names of kinds of services, such as `Fan`.
    public var associatedServices: [ServiceID: String] { records.associatedServices }

    /// What rooms, accessories and services are called where no two of a structure may be called alike.
    public var names: HomeNames { nameBook.names(of: records) }

    /// Whether both shapes have the same ``names`` for sure: nothing was named between them.
    public func hasNames(of other: HomeShape) -> Bool { nameBook === other.nameBook }

    private static func positions<Record: Identifiable>(_ records: [Record]) -> [String: Int]
    where Record.ID == String {
        Dictionary(records.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The structure with this id.
    public func structure(_ id: String) -> StructureRecord? { structurePositions[id].map { structures[$0] } }

    /// The room with this id.
    public func room(_ id: String) -> RoomRecord? { roomPositions[id].map { rooms[$0] } }

    /// The device with this id.
    public func device(_ id: String) -> DeviceRecord? { devicePositions[id].map { devices[$0] } }

    /// The group with this id.
    public func group(_ id: String) -> GroupRecord? { groupPositions[id].map { groups[$0] } }

    /// The service group with this id.
    public func serviceGroup(_ id: String) -> ServiceGroupRecord? {
        serviceGroupPositions[id].map { serviceGroups[$0] }
    }

    /// The device that a slot belongs to; `nil` for a slot of a device that is gone.
    public func device(slot: Int) -> DeviceRecord? {
        let device = firstDevice { slot < $0.slots.upperBound }
        return device?.slots.contains(slot) == true ? device : nil
    }

    /// The device that reports name by this number; `nil` for one that is gone.
    public func device(at index: DeviceIndex) -> DeviceRecord? {
        let device = firstDevice { index <= $0.index }
        return device?.index == index ? device : nil
    }

    /// The first device that is far enough: they stand in the order in which they came, and so do their numbers and
    /// slots.
    private func firstDevice(where isFarEnough: (DeviceRecord) -> Bool) -> DeviceRecord? {
        var low = 0
        var high = devices.count
        while low < high {
            let middle = (low + high) / 2
            if isFarEnough(devices[middle]) { high = middle } else { low = middle + 1 }
        }
        return low < devices.count ? devices[low] : nil
    }
}
