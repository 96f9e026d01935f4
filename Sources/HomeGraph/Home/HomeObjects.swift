/// A structure: a house with its rooms, devices and groups; a snapshot.
///
/// Source: the third seed.
public struct Structure: Sendable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points; several structures may share one.
    public let name: String
    private let context: HomeContext

    init(_ record: StructureRecord, _ context: HomeContext) {
        id = record.id
        name = record.name
        self.context = context
    }

    /// The device groups of the structure.
    public var deviceGroups: Query<DeviceGroup> {
        let id = id
        return Query(context) { shape in shape.groups.filter { $0.structureID == id }.map { DeviceGroup($0) } }
    }
}

extension Structure: Hashable {
    /// Whether both are the same structure with the same name.
    public static func == (left: Structure, right: Structure) -> Bool {
        left.id == right.id && left.name == right.name
    }

    /// Goes by id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A room of a structure; a snapshot.
///
/// Source: the third seed.
public struct Room: Sendable, Hashable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public let name: String
    /// The structure that the room belongs to.
    public let structureID: String

    init(_ record: RoomRecord) {
        id = record.id
        name = record.name
        structureID = record.structureID
    }
}

/// A group of devices of one structure; a snapshot.
///
/// Source: the third seed.
public struct DeviceGroup: Sendable, Hashable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public let name: String
    /// The structure that the group belongs to.
    public let structureID: String
    /// The members' ids, in the order in which they joined.
    public let deviceIDs: [String]

    init(_ record: GroupRecord) {
        id = record.id
        name = record.name
        structureID = record.structureID
        deviceIDs = record.deviceIDs
    }
}

/// A device; a snapshot of its place in the home, and the way to its types and traits.
///
/// Source: the first and third seed.
public struct HomeDevice: Sendable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public let name: String
    /// The structure that the device belongs to.
    public let structureID: String?
    /// The room that the device is in; `nil` for none.
    public let roomID: String?
    /// The device's types.
    public let types: DeviceTypeController

    init(_ record: DeviceRecord, _ context: HomeContext) {
        id = record.id
        name = record.name
        structureID = record.structureID
        roomID = record.roomID
        types = DeviceTypeController(context: context, device: record, parts: record.layout.parts)
    }

    /// The device's parts; another word for its types.
    public var parts: DeviceTypeController { types }

    /// Whether the device can be reached now.
    public var connectivityState: ConnectivityState { types.context.store.connectivity(of: types.device) }
}

extension HomeDevice: Hashable {
    /// Whether both are the same device, named alike, at the same place.
    public static func == (left: HomeDevice, right: HomeDevice) -> Bool {
        left.id == right.id && left.name == right.name && left.structureID == right.structureID
            && left.roomID == right.roomID
    }

    /// Goes by id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
