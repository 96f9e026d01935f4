public import DataModel

/// What a home consists of before the store takes it in: what a hub brings, or what was saved.
public struct HomeContents: Sendable {
    /// A device that a hub brings.
    public struct Device: Sendable {
        public var id: String
        public var name: String
        public var structureID: String
        public var roomID: String?
        /// How it is made.
        public var layout: DeviceLayout
        /// The value of each slot, from ``DeviceLayout/connectivityOffset`` on; as many as the layout has slots.
        public var values: [DataValue]

        /// Describes a device.
        public init(
            id: String, name: String, structureID: String, roomID: String?, layout: DeviceLayout, values: [DataValue]
        ) {
            self.id = id
            self.name = name
            self.structureID = structureID
            self.roomID = roomID
            self.layout = layout
            self.values = values
        }
    }

    public var structures: [StructureRecord]
    public var rooms: [RoomRecord]
    /// The hub's devices; their positions here become their ``DeviceIndex``.
    public var devices: [Device]
    public var groups: [GroupRecord]

    /// Describes a home.
    public init(
        structures: [StructureRecord] = [], rooms: [RoomRecord] = [], devices: [Device] = [],
        groups: [GroupRecord] = []
    ) {
        self.structures = structures
        self.rooms = rooms
        self.devices = devices
        self.groups = groups
    }
}
