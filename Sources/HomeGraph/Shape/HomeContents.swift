public import DataModel

/// What a home consists of before the store takes it in: what a hub brings, or what was saved.
public struct HomeContents: Sendable {
    /// A device that a hub brings.
    public struct Device: Sendable {
        /// Unique in the home.
        public var id: String
        /// At most 60 code points.
        public var name: String
        /// The structure that it belongs to.
        public var structureID: String
        /// `nil` in no room.
        public var roomID: String?
        /// The bridge that it stands behind; `nil` for a device of its own.
        public var bridgeID: String?
        /// How it is made.
        public var layout: DeviceLayout
        /// The value of each slot, from ``DeviceLayout/connectivityOffset`` on; as many as the layout has slots.
        public var values: [DataValue]

        /// Describes a device.
        public init(
            id: String, name: String, structureID: String, roomID: String?, bridgeID: String? = nil,
            layout: DeviceLayout, values: [DataValue]
        ) {
            self.id = id
            self.name = name
            self.structureID = structureID
            self.roomID = roomID
            self.bridgeID = bridgeID
            self.layout = layout
            self.values = values
        }
    }

    /// In order of creation.
    public var structures: [StructureRecord]
    /// In order of creation.
    public var rooms: [RoomRecord]
    /// The hub's devices; their positions here become their ``DeviceIndex``.
    public var devices: [Device]
    /// In order of creation.
    public var groups: [GroupRecord]
    /// In order of creation.
    public var serviceGroups: [ServiceGroupRecord]
    /// The names that people gave to services.
    public var serviceNames: [ServiceID: String]
    /// What people say that outlets and switches stand for.
    public var associatedServices: [ServiceID: String]

    /// Describes a home.
    public init(
        structures: [StructureRecord] = [], rooms: [RoomRecord] = [], devices: [Device] = [],
        groups: [GroupRecord] = [], serviceGroups: [ServiceGroupRecord] = [], serviceNames: [ServiceID: String] = [:],
        associatedServices: [ServiceID: String] = [:]
    ) {
        self.structures = structures
        self.rooms = rooms
        self.devices = devices
        self.groups = groups
        self.serviceGroups = serviceGroups
        self.serviceNames = serviceNames
        self.associatedServices = associatedServices
    }
}
