public import ModelReader

/// What one endpoint of a device has: what decides which quantities it knows and how they are set.
public struct EndpointMembers: Sendable {
    /// One cluster on the endpoint.
    public struct Cluster: Sendable {
        /// The features that it has, as bits.
        public var featureMap: UInt32
        /// The numbers of the attributes that it supports.
        public var attributes: Set<UInt32>
        /// The numbers of the commands that it supports.
        public var commands: Set<UInt32>
        /// The numbers of the events that it supports.
        public var events: Set<UInt32>
        /// The numbers that an enumeration can be on this device, by attribute, where those are not all that it names.
        public var attributeCodes: [UInt32: Set<UInt64>]
        /// The same of the fields of commands, by command and field.
        public var fieldCodes: [UInt32: [UInt32: Set<UInt64>]]

        /// Describes a cluster.
        public init(
            featureMap: UInt32, attributes: Set<UInt32>, commands: Set<UInt32>, events: Set<UInt32>,
            attributeCodes: [UInt32: Set<UInt64>] = [:], fieldCodes: [UInt32: [UInt32: Set<UInt64>]] = [:]
        ) {
            self.featureMap = featureMap
            self.attributes = attributes
            self.commands = commands
            self.events = events
            self.attributeCodes = attributeCodes
            self.fieldCodes = fieldCodes
        }
    }

    /// The endpoint's number.
    public let number: UInt16
    /// The endpoint's device types.
    public let types: [DeviceTypeDescriptor]
    /// The clusters, by number.
    public let clusters: [UInt32: Cluster]

    /// Describes an endpoint.
    public init(number: UInt16, types: [DeviceTypeDescriptor], clusters: [UInt32: Cluster]) {
        self.number = number
        self.types = types
        self.clusters = clusters
    }

    func supports(_ attribute: AttributeID) -> Bool {
        clusters[attribute.cluster]?.attributes.contains(attribute.id) == true
    }

    func supports(_ command: CommandID) -> Bool {
        clusters[command.cluster]?.commands.contains(command.id) == true
    }

    func supports(_ event: EventID) -> Bool {
        clusters[event.cluster]?.events.contains(event.id) == true
    }

    /// The numbers that an attribute can be; `nil` where it can be any.
    func codes(of attribute: AttributeID) -> Set<UInt64>? {
        clusters[attribute.cluster]?.attributeCodes[attribute.id]
    }

    /// The numbers that a field of a command can be; `nil` where it can be any.
    func codes(of command: CommandID, field: UInt32) -> Set<UInt64>? {
        clusters[command.cluster]?.fieldCodes[command.id]?[field]
    }

    func meets(_ requirement: Requirement?) -> Bool {
        switch requirement {
        case nil: true
        case .attribute(let attribute): supports(attribute)
        case .feature(let cluster, let bits): (clusters[cluster]?.featureMap ?? 0) & bits == bits
        case .not(let other): !meets(other)
        case .all(let others): others.allSatisfy { meets($0) }
        }
    }
}

/// What an endpoint must have beyond the members that a part of a conversion names.
public indirect enum Requirement: Sendable, Hashable {
    case attribute(AttributeID)
    /// All of these features.
    case feature(cluster: UInt32, bits: UInt32)
    case not(Requirement)
    case all([Requirement])
}
