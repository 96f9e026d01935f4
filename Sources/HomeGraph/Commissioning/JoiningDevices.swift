public import DataModel

/// Devices that a hub has commissioned and that are about to join the home: one, or a bridge and what stands behind it.
public struct JoiningDevices: Sendable {
    /// One of them.
    public struct Device: Sendable {
        /// The id that it is to have; another one where it is taken.
        public var id: String
        /// What it calls itself.
        public var name: String
        /// How it is made.
        public var layout: DeviceLayout
        /// The value of each slot, as many as the layout has.
        public let values: [DataValue]
        /// What the hub wants kept of it.
        public var hubState: String?

        /// Describes a device; values that are missing are null.
        public init(id: String, name: String, layout: DeviceLayout, values: [DataValue], hubState: String? = nil) {
            self.id = id
            self.name = name
            self.layout = layout
            self.values = (0..<layout.slotCount).map { values.indices.contains($0) ? values[$0] : .null }
            self.hubState = hubState
        }
    }

    /// Tells them from others at the hub, until they have joined.
    public var token: UInt64
    /// The device, or the bridge; then what stands behind it.
    public var devices: [Device]

    /// Describes devices.
    public init(token: UInt64, devices: [Device]) {
        self.token = token
        self.devices = devices
    }
}
