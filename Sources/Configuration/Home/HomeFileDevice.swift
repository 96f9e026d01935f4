public import DataModel
public import ModelReader

extension HomeFile {
    /// A device: what its parts are, and how it behaves.
    public struct Device: Sendable, Hashable {
        /// Unique among all devices.
        public var id: String
        /// 1 to 60 code points.
        public var name: String
        /// The room's id; `nil` in no room.
        public var roomID: String?
        /// What the device is made of; its first endpoint, and further ones in ``Part/parts``.
        public var root: Part
        /// Values of BasicInformation on endpoint 0.
        public var information: [StartingValue]
        /// Whether it can be reached at first.
        public var connectivity: InitialConnectivity
        /// How it behaves.
        public var behaviour: Behaviour
        /// Where it stands.
        public var place: ConfigurationPlace
    }

    /// A part of a device: a Matter endpoint.
    public struct Part: Sendable, Hashable {
        /// `nil` where it only holds ``parts``, such as a power strip.
        public var type: DeviceTypeDescriptor?
        /// For each cluster named, the features that replace the default ones.
        public var features: [ClusterDescriptor: [FeatureDescriptor]]
        /// Attributes and commands that it lacks.
        public var without: [MissingMember]
        /// Starting values, checked by type, range and length; each adds its attribute where it is optional.
        public var values: [StartingValue]
        /// Endpoints that it is composed of.
        public var parts: [Part]
        /// Where it stands.
        public var place: ConfigurationPlace
    }

    /// An attribute or command that a part lacks; where both have the name, it lacks both.
    public struct MissingMember: Sendable, Hashable {
        /// The cluster.
        public var cluster: ClusterDescriptor
        /// The attribute of the name, if there is one.
        public var attribute: AttributeDescriptor?
        /// The command of the name, if there is one.
        public var command: CommandDescriptor?
        /// Where it stands.
        public var place: ConfigurationPlace
    }

    /// What an attribute holds at first.
    public struct StartingValue: Sendable, Hashable {
        /// The cluster.
        public var cluster: ClusterDescriptor
        /// The attribute.
        public var attribute: AttributeDescriptor
        /// The value, in raw units.
        public var value: DataValue
        /// Where it stands.
        public var place: ConfigurationPlace
    }

    /// How a simulated device behaves.
    public struct Behaviour: Sendable, Hashable {
        /// How long each order takes.
        public var latency = Duration.milliseconds(20)
        /// The share of orders that fail, 0 to 1.
        public var errorRate = 0.0
        /// What they fail with.
        public var error = SimulatedErrorCode.unavailable
        /// How much later than the answer the reports come.
        public var reportDelay = Duration.zero
        /// How often it switches itself off and on; never where that is zero.
        public var rebootInterval = Duration.zero
        /// Whether it lives: sensors drift, batteries drain.
        public var isAutonomous = false

        /// A device that works, answers at once as people see it, and changes only when told.
        public init() {}
    }
}
