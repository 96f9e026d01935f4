public import DataModel

/// A home as a state store keeps it.
public typealias SavedHome = HomeRecords<SavedDevice>

/// A device as a state store keeps it: its place in the home, how it is made, and what is known of its values.
public struct SavedDevice: Sendable, Equatable, Identifiable {
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
    /// How it is made, as ``DeviceLayout/savedText`` writes it; devices that are made alike have the same text.
    public var layout: String
    /// What the hub keeps of it beside its values, in the hub's own words; `nil` for nothing.
    public var hubState: String?
    /// The values that are kept.
    public var values: [ValueKey: DataValue]

    /// Describes a device.
    public init(
        id: String, name: String, structureID: String, roomID: String?, bridgeID: String? = nil, layout: String,
        hubState: String? = nil, values: [ValueKey: DataValue] = [:]
    ) {
        self.id = id
        self.name = name
        self.structureID = structureID
        self.roomID = roomID
        self.bridgeID = bridgeID
        self.layout = layout
        self.hubState = hubState
        self.values = values
    }
}

/// Which value of a device a state store keeps.
public struct ValueKey: Sendable, Hashable {
    /// The endpoint's number.
    public var endpoint: UInt16
    /// The cluster's number.
    public var cluster: UInt32
    /// The attribute's number.
    public var attribute: UInt32

    /// Describes an attribute.
    public init(endpoint: UInt16, cluster: UInt32, attribute: UInt32) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.attribute = attribute
    }

    /// Whether the device can be reached: no attribute, but kept as one.
    ///
    /// No cluster has this number.
    public static let connectivity = ValueKey(endpoint: 0, cluster: .max, attribute: 0)
    /// When the device reported last.
    public static let lastReport = ValueKey(endpoint: 0, cluster: .max, attribute: 1)
}
