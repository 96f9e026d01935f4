public import DataModel
public import ModelReader

/// What one device is asked to do: one step, or several that nothing comes between.
///
/// Whatever asks (a topic, a group, a layout, Swift) makes the same order.
public struct Order: Sendable {
    /// One command or write; its values were read and checked by the codec.
    public enum Step: Sendable {
        case invoke(
            endpoint: UInt16, cluster: ClusterDescriptor, command: CommandDescriptor, fields: [UInt32: DataValue])
        case write(
            endpoint: UInt16, cluster: ClusterDescriptor, attribute: AttributeDescriptor, value: DataValue)
        /// What follows from the device's values once the step's turn has come, so that orders before it count; it
        /// succeeds as a whole, and without a response.
        case onTurn(@Sendable () throws(HomeError) -> [Step])
    }

    /// Which device.
    public var device: DeviceIndex
    /// In order; it stops at the first that fails.
    public var steps: [Step]
    /// The ``TimeSource/uptime`` by which it must have begun, and be confirmed.
    public var deadline: Duration

    /// Describes an order.
    public init(device: DeviceIndex, steps: [Step], deadline: Duration) {
        self.device = device
        self.steps = steps
        self.deadline = deadline
    }
}

/// How an order ended.
public struct OrderOutcome: Sendable {
    /// The response's fields of each step that succeeded, in order; empty where it has no response.
    public var results: [[UInt32: DataValue]]
    /// Why the step after those failed; `nil` where all succeeded.
    public var error: HomeError?

    /// Describes an outcome.
    public init(results: [[UInt32: DataValue]], error: HomeError?) {
        self.results = results
        self.error = error
    }
}
