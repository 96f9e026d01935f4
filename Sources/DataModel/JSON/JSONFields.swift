/// A JSON object of which certain members are expected: for what the program itself wrote, and reads again.
public struct JSONFields: Sendable {
    /// The members, in the order written.
    public let members: [JSONMember]

    /// Takes an object.
    /// - Throws: Where it is something else.
    public init(_ json: JSONValue) throws(JSONFault) {
        guard case .object(let members) = json else {
            throw JSONFault(problem: "\(json.kind) where an object is expected")
        }
        self.members = members
    }

    /// Takes an object out of a text.
    /// - Throws: Where the text is no JSON, or something else.
    public init(parsing text: String) throws(JSONFault) {
        try self.init(try JSONValue(parsing: Array(text.utf8)))
    }

    /// The entries of an array.
    /// - Throws: Where it is something else.
    public static func array(_ json: JSONValue) throws(JSONFault) -> [JSONValue] {
        guard case .array(let elements) = json else {
            throw JSONFault(problem: "\(json.kind) where an array is expected")
        }
        return elements
    }

    /// A member; `nil` where there is none of this name.
    public subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// A member that has to be there.
    /// - Throws: Where it is missing.
    public func value(_ name: String) throws(JSONFault) -> JSONValue {
        guard let value = self[name] else { throw JSONFault(problem: "'\(name)' is missing") }
        return value
    }

    /// The members of an object within; none where it is left out.
    /// - Throws: Where it is something else.
    public func object(_ name: String) throws(JSONFault) -> [JSONMember] {
        guard let json = self[name] else { return [] }
        return try JSONFields(json).members
    }

    /// A whole number that has to be there.
    /// - Throws: Where it is missing, something else, or does not fit.
    public func number<Number: FixedWidthInteger>(
        _ name: String, as type: Number.Type = Number.self
    ) throws(JSONFault) -> Number {
        try JSONFields.number(try value(name), name)
    }

    /// A whole number.
    ///
    /// - Parameters:
    ///   - json: What is to be one.
    ///   - name: What it is, for the fault.
    ///   - type: Which kind of number.
    /// - Returns: The number.
    /// - Throws: Where it is something else, or does not fit.
    public static func number<Number: FixedWidthInteger>(
        _ json: JSONValue, _ name: String, as type: Number.Type = Number.self
    ) throws(JSONFault) -> Number {
        let number: Number? =
            switch json {
            case .int(let number): Number(exactly: number)
            case .uint(let number): Number(exactly: number)
            default: nil
            }
        guard let number else {
            throw JSONFault(
                problem: "'\(name)' is no whole number from \(Number.min) to \(Number.max)")
        }
        return number
    }

    /// A number that has to be there, whole or not.
    /// - Throws: Where it is missing or something else.
    public func real(_ name: String) throws(JSONFault) -> Double {
        switch try value(name) {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .double(let number): number
        case let json: throw JSONFault(problem: "'\(name)' has \(json.kind) where a number is expected")
        }
    }

    /// A bool; `nil` where it is left out.
    /// - Throws: Where it is something else.
    public func bool(_ name: String) throws(JSONFault) -> Bool? {
        switch self[name] {
        case nil: nil
        case .bool(let bool)?: bool
        case let json?: throw JSONFault(problem: "'\(name)' has \(json.kind) where a bool is expected")
        }
    }
}
