/// What a value may be: all that reading, writing and checking it needs.
public struct ValueDescriptor: Sendable, Hashable {
    /// When octets are text.
    public enum Text: Sendable, Hashable {
        case never
        case always
        /// Only where the field beside it, an enumeration, has the member of this name.
        case when(field: String, is: String)
    }

    /// The resolved type.
    public let type: DataType
    /// Whether null is a value.
    public let isNullable: Bool
    /// Range, or length of strings and lists; `nil` where only the type bounds the value.
    public let constraint: Constraint?
    /// Whether octets hold text, so that they are shown as such.
    public let text: Text
    /// Whether the value is never to be shown: PIN codes, credentials, keys.
    public let isSecret: Bool

    /// Describes a value.
    public init(
        type: DataType, isNullable: Bool = false, constraint: Constraint? = nil, text: Text = .never,
        isSecret: Bool = false
    ) {
        self.type = type
        self.isNullable = isNullable
        self.constraint = constraint
        self.text = text
        self.isSecret = isSecret
    }
}

/// A field of a command, event or structure.
public struct FieldDescriptor: Sendable, Hashable {
    /// lowerCamelCase, as in the typed API.
    public let name: String
    /// Unique within its command, event or structure.
    public let id: UInt32
    /// What it may hold.
    public let value: ValueDescriptor
    /// Whether it may be left out.
    public let isOptional: Bool
    /// When a device has it; `nil` is always.
    public let conformance: Conformance?
    /// The value of a field that was left out, in raw units.
    public let defaultValue: ModelValue?

    /// Describes a field.
    public init(
        name: String, id: UInt32, value: ValueDescriptor, isOptional: Bool = false,
        conformance: Conformance? = nil, defaultValue: ModelValue? = nil
    ) {
        self.name = name
        self.id = id
        self.value = value
        self.isOptional = isOptional
        self.conformance = conformance
        self.defaultValue = defaultValue
    }
}

/// A literal value in the model, such as a default.
public indirect enum ModelValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case list([ModelValue])
    case fields([String: ModelValue])
    /// The value that the attribute of this name, in the same cluster, has.
    case same(as: String)
}
