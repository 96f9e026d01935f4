public import Conversions
public import ModelReader

/// What a trait on one part of a device has: the cluster, its features, and which members are supported.
///
/// Layouts are shared by all devices that are made alike.
public final class TraitLayout: Sendable {
    /// The cluster.
    public let cluster: ClusterDescriptor
    /// The revision of the cluster that the device has.
    public let revision: UInt16
    /// The features that the device has, as bits.
    public let featureMap: UInt32
    /// The supported attributes, in the model's order; the five global ones are not among them.
    ///
    /// An enumeration among them has only the members that go with the features; so have those in the commands.
    public let attributes: [AttributeDescriptor]
    /// The offset of the first attribute's slot among the device's; the others follow in order.
    public let firstOffset: Int
    /// The supported commands, in the model's order.
    public let commands: [CommandDescriptor]
    /// The supported events, in the model's order.
    public let events: [EventDescriptor]
    /// What the home remembers of it beside the attributes.
    public let memories: [TraitMemory]

    fileprivate init(_ trait: DeviceLayout.Trait, firstOffset: Int, memories: [TraitMemory]) {
        cluster = trait.cluster
        revision = trait.cluster.revision
        featureMap = trait.featureMap
        attributes = trait.attributes.map { $0.narrowed(in: trait.context) }
        commands = trait.commands.map { $0.narrowed(in: trait.context) }
        events = trait.events
        self.firstOffset = firstOffset
        self.memories = memories
    }

    /// What conformance is judged by.
    var context: Conformance.Context {
        Conformance.Context(of: cluster, featureMap, attributes: attributes, commands: commands)
    }

    /// The offset of an attribute's slot among the device's, or of a memory's; `nil` where it is not supported.
    public func offset(ofAttribute id: UInt32) -> Int? {
        attributes.firstIndex { $0.id == id }.map { firstOffset + $0 } ?? memories.first { $0.id == id }?.offset
    }

    /// The supported attribute of this name.
    public func attribute(named name: String) -> AttributeDescriptor? {
        attributes.first { $0.name == name }
    }

    /// The supported command of this name.
    public func command(named name: String) -> CommandDescriptor? {
        commands.first { $0.name == name }
    }

    /// The supported event of this name.
    public func event(named name: String) -> EventDescriptor? {
        events.first { $0.name == name }
    }
}

/// A part of a device: a Matter endpoint with its device types and traits.
public final class PartLayout: Sendable {
    /// The endpoint's number.
    public let endpoint: UInt16
    /// The part's name in topics, unique within the device: `DimmableLight`, `OnOffPluginUnit-2`.
    public let name: String
    /// The endpoint's device types; the first application type, which names the part, comes first.
    public let types: [DeviceTypeDescriptor]
    /// The endpoint that this one is a part of; `nil` for one at the top.
    public let parent: UInt16?
    /// The traits, in the order of the device types' requirements.
    public let traits: [TraitLayout]

    fileprivate init(
        endpoint: UInt16, name: String, types: [DeviceTypeDescriptor], parent: UInt16?, traits: [TraitLayout]
    ) {
        self.endpoint = endpoint
        self.name = name
        self.types = types
        self.parent = parent
        self.traits = traits
    }

    /// The trait of this cluster.
    public func trait(_ cluster: ClusterDescriptor) -> TraitLayout? {
        traits.first { $0.cluster == cluster }
    }

    /// The trait of this name: `OnOff`, `Google.OpenClose`.
    public func trait(named name: String) -> TraitLayout? {
        traits.first { $0.cluster.traitName == name }
    }
}

/// How a device is made: its parts, their traits, and where each attribute's value stands.
///
/// Offsets count from the device's first slot in the store. Two slots come before the attributes:
/// ``connectivityOffset`` and ``lastReportOffset``; those of what is remembered of traits come after them.
public final class DeviceLayout: Sendable {
    /// What a layout is made of: one trait.
    public struct Trait: Sendable {
        /// The cluster.
        public var cluster: ClusterDescriptor
        /// Its features, as bits.
        public var featureMap: UInt32
        /// The supported attributes, in the model's order.
        public var attributes: [AttributeDescriptor]
        /// The supported commands.
        public var commands: [CommandDescriptor]
        /// The supported events.
        public var events: [EventDescriptor]

        /// Describes a trait.
        public init(
            cluster: ClusterDescriptor, featureMap: UInt32, attributes: [AttributeDescriptor],
            commands: [CommandDescriptor], events: [EventDescriptor]
        ) {
            self.cluster = cluster
            self.featureMap = featureMap
            self.attributes = attributes
            self.commands = commands
            self.events = events
        }

        /// What conformance is judged by.
        public var context: Conformance.Context {
            Conformance.Context(of: cluster, featureMap, attributes: attributes, commands: commands)
        }
    }

    /// What a layout is made of: one endpoint.
    public struct Part: Sendable {
        /// The endpoint's number.
        public var endpoint: UInt16
        /// Its device types; not empty.
        public var types: [DeviceTypeDescriptor]
        /// The endpoint that it is a part of.
        public var parent: UInt16?
        /// Its traits.
        public var traits: [Trait]
        /// The names that its services have already, as ``Conversions/DeviceService/name``.
        public var services: [String]

        /// Describes a part.
        public init(
            endpoint: UInt16, types: [DeviceTypeDescriptor], parent: UInt16? = nil, traits: [Trait],
            services: [String] = []
        ) {
            self.endpoint = endpoint
            self.types = types
            self.parent = parent
            self.traits = traits
            self.services = services
        }
    }

    /// The offset of the slot that holds the device's ``ConnectivityState``, as ``DataModel/DataValue/uint(_:)``.
    public static let connectivityOffset = 0
    /// The offset of the slot that holds the time of the last report, milliseconds since 1970 as
    /// ``DataModel/DataValue/int(_:)``, or null.
    public static let lastReportOffset = 1
    /// The offset of the first attribute.
    public static let firstAttributeOffset = 2

    /// The parts, by endpoint number.
    public let parts: [PartLayout]
    /// What its parts are in the manner of HomeKit, information about the device first.
    public let services: [DeviceService]
    /// How many slots a device has.
    public let slotCount: Int
    /// The offsets of the attributes.
    public let attributeOffsets: Range<Int>

    /// Lays out a device.
    ///
    /// - Parameter parts: The endpoints; they are ordered by number, and parts are named in that order.
    public init(parts: [Part]) {
        var taken: [String: Int] = [:]
        var offset = Self.firstAttributeOffset
        let end = parts.reduce(offset) { $0 + $1.traits.reduce(0) { $0 + $1.attributes.count } }
        var memoryOffset = end
        let laidOut = parts.sorted { $0.endpoint < $1.endpoint }.map { part in
            let application = part.types.firstIndex { $0.classification == .simple }
            var types = part.types
            if let application, application > 0 { types.insert(types.remove(at: application), at: 0) }
            let base = types.first?.name ?? "Unknown"
            let count = taken[base, default: 0] + 1
            taken[base] = count
            let traits = part.traits.map { trait in
                let memories = TraitMemory.memories(of: trait, firstOffset: offset, from: memoryOffset)
                defer {
                    offset += trait.attributes.count
                    memoryOffset += memories.count
                }
                return TraitLayout(trait, firstOffset: offset, memories: memories)
            }
            return PartLayout(
                endpoint: part.endpoint, name: count == 1 ? base : "\(base)-\(count)", types: types,
                parent: part.parent, traits: traits)
        }
        self.parts = laidOut
        services = DeviceService.services(
            of: laidOut.map { EndpointMembers($0) },
            keeping: Dictionary(parts.map { ($0.endpoint, $0.services) }) { first, _ in first })
        attributeOffsets = Self.firstAttributeOffset..<end
        slotCount = memoryOffset
    }

    /// The names of the services, in order.
    public var serviceNames: [String] { services.map(\.name) }

    /// The part with this endpoint number.
    public func part(endpoint: UInt16) -> PartLayout? {
        parts.first { $0.endpoint == endpoint }
    }

    /// The part of this name.
    public func part(named name: String) -> PartLayout? {
        parts.first { $0.name == name }
    }
}

extension Conformance.Context {
    fileprivate init(
        of cluster: ClusterDescriptor, _ featureMap: UInt32, attributes: [AttributeDescriptor],
        commands: [CommandDescriptor]
    ) {
        self.init(
            features: Set(cluster.features.filter { featureMap & (1 << UInt32($0.bit & 31)) != 0 }.map(\.code)),
            elements: Set(attributes.map(\.name) + commands.map(\.name)), revision: Int(cluster.revision))
    }
}

/// Whether a device can be reached.
///
/// Source: `SourceConnectivity` of the Home APIs.
public enum ConnectivityState: UInt8, Sendable, Hashable, CaseIterable {
    case unknown, online, offline
    /// At least one of its parts is online, and not all.
    case partiallyOnline

    /// The state's name as it stands on the topic `availability`.
    public var name: String { String(describing: self) }

    /// Whether something of the device can be reached.
    public var isReachable: Bool { self == .online || self == .partiallyOnline }
}
