public import DataModel

/// What a home consists of before the store takes it in: what a hub brings, or what was saved.
///
/// The positions of its devices become their ``DeviceIndex``.
public typealias HomeContents = HomeRecords<HubDevice>

/// A device that a hub brings.
public struct HubDevice: Sendable {
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
