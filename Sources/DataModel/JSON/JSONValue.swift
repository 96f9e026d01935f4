/// A JSON value; objects keep the order of their members, whole numbers are exact.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number that fits.
    case int(Int64)
    /// A whole number above the greatest ``int(_:)``.
    case uint(UInt64)
    /// Any other number.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// What it is, for messages: `a string`, `an object`.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a bool"
        case .int, .uint, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A member of an object; `nil` for what is none, or has none of this name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The string that it is; `nil` for what is none.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The compact text, UTF-8.
    public var text: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}

/// A member of a JSON object.
public struct JSONMember: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// Why a text is no JSON, or not the JSON that is expected.
public struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The octet at which reading ended, from 1; 0 where the text is JSON, and something else is wrong.
    public let position: Int
    /// What is wrong there; it quotes nothing of the text, which may be secret.
    public let problem: String

    /// Describes a fault.
    public init(position: Int, problem: String) {
        self.position = position
        self.problem = problem
    }

    /// Describes a fault of what the text says.
    public init(problem: String) { self.init(position: 0, problem: problem) }

    /// `octet 5: what is wrong`.
    public var description: String { position == 0 ? problem : "octet \(position): \(problem)" }
}
