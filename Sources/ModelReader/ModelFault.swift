/// What is wrong in the model, and where.
public struct ModelFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault it is, to count by.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The text is no JSON, or not of the model's shape.
        case malformed
        /// A constraint or conformance that does not follow the notation.
        case notation
        /// A type, cluster, device type, command or member that is referred to and does not exist.
        case unresolved
        /// A name, number or bit that is used twice.
        case duplicate
        /// A name that is no lowerCamelCase (members) or UpperCamelCase (types) word.
        case name
        /// A name that topics need for themselves.
        case reserved
        /// A constraint that no value of the type meets, or that leaves the type's range.
        case constraint
        /// A default that the type or the constraint forbids.
        case defaultValue
        /// A bit or a value that its type has no room for.
        case width
        /// A correction that finds nothing to correct.
        case repair
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// The file, relative to the model's folder, such as `Matter/Clusters/OnOff.json`.
    public let file: String
    /// The member within it, such as `moveToLevel.level`; empty where the file as a whole is meant.
    public let member: String
    /// What is wrong.
    public let message: String

    /// Describes a fault.
    public init(_ kind: Kind, file: String, member: String, message: String) {
        self.kind = kind
        self.file = file
        self.member = member
        self.message = message
    }

    /// `FILE: member: message`.
    public var description: String {
        member.isEmpty ? "\(file): \(message)" : "\(file): \(member): \(message)"
    }
}
