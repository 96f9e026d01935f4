public import ModelReader

/// A kind of characteristic of HomeKit, with the metadata that an accessory may narrow.
///
/// Source: the HomeKit framework for names, the HomeKit Accessory Protocol for numbers, formats and ranges.
public struct CharacteristicType: Sendable, Hashable {
    /// How a value is represented.
    public enum Format: String, Sendable, Hashable {
        case bool, int, float, string, uint8, uint16, uint32

        /// Whether it is a number.
        public var isNumber: Bool { self != .bool && self != .string }
    }

    /// What can be done with a value.
    public struct Access: OptionSet, Sendable, Hashable {
        /// One bit for each.
        public let rawValue: UInt8
        /// Takes bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// It can be read.
        public static let read = Access(rawValue: 1)
        /// It can be written.
        public static let write = Access(rawValue: 2)
        /// Changes are told.
        public static let notify = Access(rawValue: 4)
        /// Writing takes a secret, such as a PIN, where the accessory asks for one.
        public static let authorization = Access(rawValue: 8)
    }

    /// A number with a name.
    public struct Named: Sendable, Hashable {
        /// The number.
        public let number: Int
        /// Its name on topics, such as `secured`.
        public let name: String
        /// What it stands for.
        public let value: PeoplesValue

        init(_ number: Int, _ name: String, _ value: PeoplesValue) {
            self.number = number
            self.name = name
            self.value = value
        }

        init(_ number: Int, _ name: String, _ choice: Choice) { self.init(number, name, .choice(choice)) }
        init(_ number: Int, _ name: String, _ flag: Bool) { self.init(number, name, .flag(flag)) }
        /// A choice whose name is that of the number, too.
        init(_ number: Int, _ choice: Choice) { self.init(number, choice.rawValue, choice) }
    }

    /// What follows `HMCharacteristicType` in the name of HomeKit's constant.
    public let name: String
    /// The number within Apple's UUIDs.
    public let code: UInt32
    /// How a value is represented.
    public let format: Format
    /// `nil` for a value without a unit.
    public let unit: Unit?
    /// The range of a number; `nil` where only the format bounds it.
    public let range: ClosedRange<Double>?
    /// The distance from one number to the next; `nil` where any will do.
    public let step: Double?
    /// How many characters a text has at most.
    public let maximumLength: Int?
    /// The numbers that have names; empty where any number of the range is right.
    public let values: [Named]
    /// What can be done with it where the accessory can all that.
    public let access: Access
    /// How a value is read from text and written as such: numbers in people's units, named numbers by their names.
    public let descriptor: ValueDescriptor

    init(
        _ name: String, _ code: UInt32, _ format: Format, unit: Unit? = nil, range: ClosedRange<Double>? = nil,
        step: Double? = nil, maximumLength: Int? = nil, values: [Named] = [], _ access: Access
    ) {
        self.name = name
        self.code = code
        self.format = format
        self.unit = unit
        self.range =
            values.isEmpty
            ? range : Double(values.map(\.number).min() ?? 0)...Double(values.map(\.number).max() ?? 0)
        self.step = step ?? (values.isEmpty ? nil : 1)
        self.maximumLength = maximumLength
        self.values = values
        self.access = access
        descriptor = ValueDescriptor(type: Self.dataType(name, format, values))
    }

    private static func dataType(_ name: String, _ format: Format, _ values: [Named]) -> DataType {
        guard values.isEmpty else {
            return .enumeration(
                EnumerationType(
                    name: name, scope: nil, bits: 8,
                    members: values.map {
                        EnumerationType.Member(name: $0.name, value: UInt16(clamping: $0.number))
                    }))
        }
        return switch format {
        case .bool: .bool
        case .string: .string
        case .int, .float, .uint8, .uint16, .uint32: .double
        }
    }

    /// The UUID by which HomeKit knows it.
    public var identifier: String { AppleIdentifier.text(code) }
}

/// UUIDs that Apple gave to kinds of services and characteristics.
enum AppleIdentifier {
    /// The UUID of a number.
    static func text(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + "-0000-1000-8000-0026BB765291"
    }
}
