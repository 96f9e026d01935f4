/// A device type: what a part of a device is, and the clusters that it has.
///
/// Source: the Matter Device Library Specification 1.6 and the Google Home APIs.
public final class DeviceTypeDescriptor: Sendable, Hashable {
    /// What kind of type it is.
    public enum Classification: String, Sendable {
        case simple, utility, node
    }

    /// A cluster that the type has, or may have.
    public struct Requirement: Sendable, Hashable {
        /// The cluster, by its ``ClusterDescriptor/traitName``.
        public let trait: String
        /// When a device of the type has it.
        public let conformance: Conformance
        /// What the type demands of the cluster beyond the cluster's own conformance.
        public let elements: [Element]

        /// Describes a requirement.
        public init(trait: String, conformance: Conformance, elements: [Element]) {
            self.trait = trait
            self.conformance = conformance
            self.elements = elements
        }
    }

    /// A feature, attribute or command of a cluster that the type demands or forbids.
    public struct Element: Sendable, Hashable {
        /// What is meant.
        public enum Kind: Sendable, Hashable {
            case feature, attribute, command
        }

        /// What is meant.
        public let kind: Kind
        /// Its name.
        public let name: String
        /// When the type has it; `nil` where only the constraint is narrowed.
        public let conformance: Conformance?
        /// The narrower constraint.
        public let constraint: Constraint?

        /// Describes a demand.
        public init(kind: Kind, name: String, conformance: Conformance?, constraint: Constraint?) {
            self.kind = kind
            self.name = name
            self.conformance = conformance
            self.constraint = constraint
        }
    }

    /// As in Swift, without the word DeviceType: `DimmableLight`, `OnOffPluginUnit`, `GoogleTV`.
    public let name: String
    /// The model's own spelling where it differs, such as `OnOffPlugInUnit`; home files take both.
    public let alias: String?
    /// Who defined it.
    public let namespace: Namespace
    /// The type's number; unique over both namespaces.
    public let id: UInt32
    /// The revision that the model describes; 1 where it says none.
    public let revision: UInt16
    /// What kind of type it is.
    public let classification: Classification
    /// The type that it extends: a device of this type answers as that one, too, in groups.
    public let base: DeviceTypeDescriptor?
    /// The clusters that it has or may have; its own only, Descriptor not among them.
    public let server: [Requirement]
    /// The clusters that it uses on others, by trait name.
    public let client: [String]

    /// Describes a device type.
    public init(
        name: String, alias: String?, namespace: Namespace, id: UInt32, revision: UInt16,
        classification: Classification, base: DeviceTypeDescriptor?, server: [Requirement], client: [String]
    ) {
        self.name = name
        self.alias = alias
        self.namespace = namespace
        self.id = id
        self.revision = revision
        self.classification = classification
        self.base = base
        self.server = server
        self.client = client
    }

    /// The type itself, then what it extends, nearest first.
    public var lineage: [DeviceTypeDescriptor] { [self] + (base?.lineage ?? []) }

    /// Whether both are the same object.
    public static func == (left: DeviceTypeDescriptor, right: DeviceTypeDescriptor) -> Bool { left === right }
    /// Hashes the object, not what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
