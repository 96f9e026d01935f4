/// A literal of the model: a default.
struct RawValue: Decodable {
    let value: ModelValue

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            var fields: [String: ModelValue] = [:]
            for key in members.allKeys {
                fields[key.stringValue] = try members.decode(RawValue.self, forKey: key).value
            }
            if fields.count == 1, case .string(let name)? = fields["same"] {
                value = .same(as: name)
            } else {
                value = .fields(fields)
            }
        } else if var entries = try? decoder.unkeyedContainer() {
            var list: [ModelValue] = []
            while !entries.isAtEnd { list.append(try entries.decode(RawValue.self).value) }
            value = .list(list)
        } else {
            value = try Self.scalar(of: decoder.singleValueContainer())
        }
    }

    private static func scalar(of container: any SingleValueDecodingContainer) throws -> ModelValue {
        if container.decodeNil() { return .null }
        if let number = try? container.decode(Int64.self) { return .integer(number) }
        if let number = try? container.decode(Double.self) { return .real(number) }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        return .string(try container.decode(String.self))
    }
}
