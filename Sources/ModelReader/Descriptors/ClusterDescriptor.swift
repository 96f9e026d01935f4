/// A cluster of Matter or a trait of Google: its features, attributes, commands, events and types.
///
/// Source: the Matter Application Cluster Specification 1.6 and the Google Home APIs.
public final class ClusterDescriptor: Sendable, Hashable {
    /// What a trait belongs to.
    public enum Scope: String, Sendable {
        case device, structure, group, platform, automation
    }

    /// UpperCamelCase without the word Trait, such as `OnOff`.
    public let name: String
    /// Who defined it.
    public let namespace: Namespace
    /// The cluster's number; unique over both namespaces.
    public let id: UInt32
    /// The revision that the model describes; 1 where it says none.
    public let revision: UInt16
    /// What it belongs to; only traits of scope device are mirrored.
    public let scope: Scope
    /// In bit order.
    public let features: [FeatureDescriptor]
    /// In the model's order; the five global attributes are not among them.
    public let attributes: [AttributeDescriptor]
    /// What is sent to a device.
    public let commands: [CommandDescriptor]
    /// What a device answers to a command.
    public let responses: [CommandDescriptor]
    /// In the model's order.
    public let events: [EventDescriptor]
    /// The types that the cluster declares.
    public let types: [DeclaredType]
    /// Whether the model knows no member of it: nothing is generated for it and no device has it.
    public let isStub: Bool
    /// The trait's name in topics and home files: `OnOff`, `Google.OpenClose`.
    public let traitName: String

    /// The ids of the attributes that an attribute bounds, by its id: `maxLevel` bounds `currentLevel`.
    public let limitedAttributes: [UInt32: [UInt32]]

    let attributeIndex: MemberIndex
    let commandIndex: MemberIndex
    let eventIndex: MemberIndex

    /// Describes a cluster.
    public init(
        name: String, namespace: Namespace, id: UInt32, revision: UInt16, scope: Scope,
        features: [FeatureDescriptor], attributes: [AttributeDescriptor], commands: [CommandDescriptor],
        responses: [CommandDescriptor], events: [EventDescriptor], types: [DeclaredType], isStub: Bool
    ) {
        self.name = name
        self.namespace = namespace
        self.id = id
        self.revision = revision
        self.scope = scope
        self.features = features
        self.attributes = attributes
        self.commands = commands
        self.responses = responses
        self.events = events
        self.types = types
        self.isStub = isStub
        traitName = namespace == .google ? "Google.\(name)" : name
        limitedAttributes = Self.limitedAttributes(among: attributes)
        attributeIndex = MemberIndex(names: attributes.map(\.name), ids: attributes.map(\.id))
        commandIndex = MemberIndex(names: commands.map(\.name), ids: commands.map(\.id))
        eventIndex = MemberIndex(names: events.map(\.name), ids: events.map(\.id))
    }

    private static func limitedAttributes(among attributes: [AttributeDescriptor]) -> [UInt32: [UInt32]] {
        var limited: [UInt32: [UInt32]] = [:]
        for attribute in attributes {
            let names = (attribute.value.constraint?.memberNames ?? []).map { $0.prefix { $0 != "." } }
            for limit in attributes where names.contains(limit.name[...]) {
                limited[limit.id, default: []].append(attribute.id)
            }
        }
        return limited
    }

    /// Whether both are the same object.
    public static func == (left: ClusterDescriptor, right: ClusterDescriptor) -> Bool { left === right }
    /// Hashes the object, not what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Who defined a cluster or device type.
public enum Namespace: String, Sendable, Hashable {
    case matter, google
}

/// A type that a cluster, or the model as a whole, declares.
public enum DeclaredType: Sendable, Hashable {
    case enumeration(EnumerationType)
    case bitmap(BitmapType)
    case structure(StructureType)
}

/// An optional capability of a cluster.
public struct FeatureDescriptor: Sendable, Hashable {
    /// lowerCamelCase, such as `hueSaturation`.
    public let name: String
    /// The code used in conformance, such as `HS`.
    public let code: String
    /// The bit in the feature map.
    public let bit: Int
    /// When a device has it; `nil` is as it likes.
    public let conformance: Conformance?

    /// Describes a feature.
    public init(name: String, code: String, bit: Int, conformance: Conformance?) {
        self.name = name
        self.code = code
        self.bit = bit
        self.conformance = conformance
    }
}

/// How an attribute behaves (Matter Core Specification, section 7.7, other qualities).
public struct Quality: OptionSet, Sendable, Hashable {
    /// One bit for each quality.
    public let rawValue: UInt8
    /// Makes a set of the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `F`: never changes.
    public static let fixed = Quality(rawValue: 1 << 0)
    /// `N`: kept over a restart.
    public static let nonVolatile = Quality(rawValue: 1 << 1)
    /// `S`: part of a scene.
    public static let scene = Quality(rawValue: 1 << 2)
    /// `C`: a change is not reported.
    public static let changesOmitted = Quality(rawValue: 1 << 3)
    /// `Q`: not every change is reported.
    public static let quieter = Quality(rawValue: 1 << 4)
}

/// An attribute of a cluster.
public struct AttributeDescriptor: Sendable, Hashable {
    /// Which of the members' bounds a group has.
    public enum Functional: Sendable, Hashable {
        /// A lower limit: a group has the highest of its members.
        case lower
        /// An upper limit: a group has the lowest of its members.
        case upper
    }

    /// lowerCamelCase, as in the typed API.
    public let name: String
    /// Unique within its cluster.
    public let id: UInt32
    /// What it may hold.
    public let value: ValueDescriptor
    /// Whether it takes a direct write; without it only commands or the device itself change it.
    public let isWritable: Bool
    /// How it behaves.
    public let quality: Quality
    /// When a device has it; `nil` is always.
    public let conformance: Conformance?
    /// What it starts with, in raw units.
    public let defaultValue: ModelValue?
    /// Set where a group part has it.
    public let functional: Functional?

    /// Describes an attribute.
    public init(
        name: String, id: UInt32, value: ValueDescriptor, isWritable: Bool = false, quality: Quality = [],
        conformance: Conformance? = nil, defaultValue: ModelValue? = nil, functional: Functional? = nil
    ) {
        self.name = name
        self.id = id
        self.value = value
        self.isWritable = isWritable
        self.quality = quality
        self.conformance = conformance
        self.defaultValue = defaultValue
        self.functional = functional
    }
}

/// A command, or the response to one.
public struct CommandDescriptor: Sendable, Hashable {
    /// lowerCamelCase, as in the typed API.
    public let name: String
    /// Unique within its cluster and direction.
    public let id: UInt32
    /// In the order of positional arguments.
    public let fields: [FieldDescriptor]
    /// The name, in ``ClusterDescriptor/responses``, of the command that answers; `nil` where only a status does.
    public let response: String?
    /// When a device takes it; `nil` is always.
    public let conformance: Conformance?

    /// Describes a command.
    public init(
        name: String, id: UInt32, fields: [FieldDescriptor], response: String? = nil, conformance: Conformance? = nil
    ) {
        self.name = name
        self.id = id
        self.fields = fields
        self.response = response
        self.conformance = conformance
    }
}

/// An event of a cluster.
public struct EventDescriptor: Sendable, Hashable {
    /// How urgent it is (Matter Core Specification, section 7.14).
    public enum Priority: String, Sendable {
        case debug, info, critical
    }

    /// lowerCamelCase, as in the typed API.
    public let name: String
    /// Unique within its cluster.
    public let id: UInt32
    /// How urgent it is.
    public let priority: Priority
    /// In the model's order.
    public let fields: [FieldDescriptor]
    /// When a device has it; `nil` is always.
    public let conformance: Conformance?

    /// Describes an event.
    public init(
        name: String, id: UInt32, priority: Priority, fields: [FieldDescriptor], conformance: Conformance? = nil
    ) {
        self.name = name
        self.id = id
        self.priority = priority
        self.fields = fields
        self.conformance = conformance
    }
}
