/// The type of a value in the data model, resolved: no alias and no name is left to look up.
///
/// Named types are shared objects, so that a thousand attributes of one type cost one descriptor.
public indirect enum DataType: Sendable, Hashable {
    case bool
    case integer(IntegerType)
    case single
    case double
    case enumeration(EnumerationType)
    case bitmap(BitmapType)
    /// Text, UTF-8.
    case string
    /// Octets; whether they hold text says the value's ``ValueDescriptor/text``.
    case octets
    case list(of: ValueDescriptor)
    case structure(StructureType)
}

/// A whole number: its width, sign, and the name the model gives it.
public struct IntegerType: Sendable, Hashable {
    /// Whether values below zero exist.
    public let isSigned: Bool
    /// 8, 16, 24, 32, 40, 48, 56 or 64.
    public let bits: Int
    /// The model's own name of the type, such as `percent100ths`, `temperature`, `epoch-s`; `nil` for a plain integer.
    public let alias: String?
    /// What one step of the raw value is, for people to read, such as `0.01 °C`; `nil` where there is none.
    public let unit: String?

    /// Describes an integer type.
    public init(isSigned: Bool, bits: Int, alias: String? = nil, unit: String? = nil) {
        self.isSigned = isSigned
        self.bits = bits
        self.alias = alias
        self.unit = unit
    }

    /// The least value of the type.
    public var lowerBound: Int64 { isSigned ? -(Int64.max >> (64 - bits)) - 1 : 0 }

    /// The greatest value of the type.
    public var upperBound: UInt64 { UInt64.max >> (64 - bits + (isSigned ? 1 : 0)) }
}

/// An enumeration of the model.
///
/// Values that it does not name are kept as numbers.
public final class EnumerationType: Sendable, Hashable {
    /// One named value.
    public struct Member: Sendable, Hashable {
        /// lowerCamelCase, as in the typed API.
        public let name: String
        /// The raw value.
        public let value: UInt16
        /// When a device has it; `nil` is always.
        public let conformance: Conformance?

        /// Names a value.
        public init(name: String, value: UInt16, conformance: Conformance? = nil) {
            self.name = name
            self.value = value
            self.conformance = conformance
        }
    }

    /// UpperCamelCase, such as `StartUpOnOffEnum`.
    public let name: String
    /// The trait that declares it, such as `OnOff` or `Google.OpenClose`; `nil` where clusters share it.
    public let scope: String?
    /// 8 or 16.
    public let bits: Int
    /// In the model's order.
    public let members: [Member]

    /// Describes an enumeration.
    public init(name: String, scope: String?, bits: Int, members: [Member]) {
        self.name = name
        self.scope = scope
        self.bits = bits
        self.members = members
    }

    /// Whether both are the same object.
    public static func == (left: EnumerationType, right: EnumerationType) -> Bool { left === right }
    /// Hashes the object, not what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A bitmap of the model.
public final class BitmapType: Sendable, Hashable {
    /// A named bit, or a field of several bits.
    public struct Field: Sendable, Hashable {
        /// lowerCamelCase, as in the typed API.
        public let name: String
        /// The position of its lowest bit.
        public let lowBit: Int
        /// How many bits it has.
        public let width: Int
        /// The enumeration that names its values, where the model links one.
        public let enumeration: EnumerationType?

        /// Describes a field.
        public init(name: String, lowBit: Int, width: Int, enumeration: EnumerationType? = nil) {
            self.name = name
            self.lowBit = lowBit
            self.width = width
            self.enumeration = enumeration
        }

        /// The bits of the field, in place.
        public var mask: UInt64 { (UInt64.max >> (64 - width)) << lowBit }
    }

    /// UpperCamelCase, such as `OptionsBitmap`.
    public let name: String
    /// The trait that declares it; `nil` where clusters share it.
    public let scope: String?
    /// 8, 16, 32 or 64.
    public let bits: Int
    /// In bit order.
    public let fields: [Field]
    /// Whether a field is wider than a bit, so that the bitmap is written as an object of its fields.
    public let isWide: Bool

    /// Describes a bitmap.
    public init(name: String, scope: String?, bits: Int, fields: [Field]) {
        self.name = name
        self.scope = scope
        self.bits = bits
        self.fields = fields
        isWide = fields.contains { $0.width > 1 }
    }

    /// Whether both are the same object.
    public static func == (left: BitmapType, right: BitmapType) -> Bool { left === right }
    /// Hashes the object, not what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A structure of the model.
public final class StructureType: Sendable, Hashable {
    /// UpperCamelCase, such as `ModeOptionStruct`.
    public let name: String
    /// The trait that declares it; `nil` where clusters share it.
    public let scope: String?
    /// In the model's order.
    public let fields: [FieldDescriptor]

    /// Describes a structure.
    public init(name: String, scope: String?, fields: [FieldDescriptor]) {
        self.name = name
        self.scope = scope
        self.fields = fields
    }

    /// Whether both are the same object.
    public static func == (left: StructureType, right: StructureType) -> Bool { left === right }
    /// Hashes the object, not what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
