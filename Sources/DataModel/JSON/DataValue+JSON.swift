/// Values as JSON that says by itself what each is: for what is kept, where no descriptor is at hand.
///
/// An unsigned integer is a number, text is text; `{"int":-5}`, `{"float":1.5}`, `{"octets":"0a"}` and
/// `{"fields":{"0":…}}` are the others. What is not finite is `{"float":"nan"}`, `"inf"` or `"-inf"`.
extension DataValue {
    /// The value as JSON that says by itself what it is.
    public var selfDescribingJSON: JSONValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .int(let number): Self.tagged("int", .int(number))
        case .uint(let number): Int64(exactly: number).map { .int($0) } ?? .uint(number)
        case .float(let number): Self.tagged("float", number.isFinite ? .double(number) : .string("\(number)"))
        case .string(let text): .string(text)
        case .octets(let octets): Self.tagged("octets", .string(Self.hexadecimal(octets)))
        case .list(let values): .array(values.map(\.selfDescribingJSON))
        case .fields(let fields):
            Self.tagged(
                "fields",
                .object(
                    fields.sorted { $0.key < $1.key }.map {
                        JSONMember(name: String($0.key), value: $0.value.selfDescribingJSON)
                    }))
        }
    }

    /// Reads what ``selfDescribingJSON`` wrote; `nil` for anything else.
    public init?(selfDescribing json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .int(let number):
            guard let number = UInt64(exactly: number) else { return nil }
            self = .uint(number)
        case .uint(let number): self = .uint(number)
        case .double: return nil
        case .string(let text): self = .string(text)
        case .array(let values):
            var list: [DataValue] = []
            for value in values {
                guard let value = DataValue(selfDescribing: value) else { return nil }
                list.append(value)
            }
            self = .list(list)
        case .object(let members):
            guard members.count == 1, let member = members.first else { return nil }
            self.init(tag: member.name, member.value)
        }
    }

    private init?(tag: String, _ json: JSONValue) {
        switch (tag, json) {
        case ("int", .int(let number)): self = .int(number)
        case ("float", .double(let number)): self = .float(number)
        case ("float", .int(let number)): self = .float(Double(number))
        case ("float", .uint(let number)): self = .float(Double(number))
        case ("float", .string(let text)):
            guard let number = Double(text) else { return nil }
            self = .float(number)
        case ("octets", .string(let text)):
            guard let octets = [UInt8](hexadecimal: text.utf8) else { return nil }
            self = .octets(octets)
        case ("fields", .object(let members)):
            var fields: [UInt32: DataValue] = [:]
            for member in members {
                guard let id = UInt32(member.name), let value = DataValue(selfDescribing: member.value) else {
                    return nil
                }
                fields[id] = value
            }
            self = .fields(fields)
        default: return nil
        }
    }

    private static func hexadecimal(_ octets: [UInt8]) -> String {
        var digits: [UInt8] = []
        for octet in octets { digits.append(hexadecimal: octet) }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func tagged(_ tag: String, _ json: JSONValue) -> JSONValue {
        .object([JSONMember(name: tag, value: json)])
    }
}
