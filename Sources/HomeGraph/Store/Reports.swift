public import DataModel
public import ModelReader

/// A new value of one slot of a device.
public struct Change: Sendable {
    /// Which device.
    public var device: DeviceIndex
    /// Which of its slots (``DeviceLayout``).
    public var offset: Int
    /// The value now, as the attribute's type has it.
    public var value: DataValue

    /// Describes a change.
    public init(device: DeviceIndex, offset: Int, value: DataValue) {
        self.device = device
        self.offset = offset
        self.value = value
    }
}

/// Something that happened on a device.
public struct EventReport: Sendable {
    /// Which device.
    public var device: DeviceIndex
    /// On which of its endpoints.
    public var endpoint: UInt16
    /// Of which cluster.
    public var cluster: ClusterDescriptor
    /// What happened.
    public var event: EventDescriptor
    /// The device's own count of events.
    public var number: UInt64
    /// When.
    public var time: Timestamp
    /// By field id.
    public var fields: [UInt32: DataValue]

    /// Describes an event.
    public init(
        device: DeviceIndex, endpoint: UInt16, cluster: ClusterDescriptor, event: EventDescriptor, number: UInt64,
        time: Timestamp, fields: [UInt32: DataValue]
    ) {
        self.device = device
        self.endpoint = endpoint
        self.cluster = cluster
        self.event = event
        self.number = number
        self.time = time
        self.fields = fields
    }
}
