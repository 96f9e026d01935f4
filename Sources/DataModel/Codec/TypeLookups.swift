public import ModelReader

extension EnumerationType {
    /// The member of a raw value; `nil` where the model does not know it.
    public func member(value: UInt64) -> Member? {
        members.first { UInt64($0.value) == value }
    }

    /// The member of this name, letter case aside where none is spelled exactly so.
    public func member(named name: String) -> Member? {
        if let member = members.first(where: { $0.name == name }) { return member }
        let folded = name.lowercased()
        return members.first { $0.name.lowercased() == folded }
    }

    /// The greatest raw value that the type has room for.
    var greatest: UInt64 { bits == 8 ? 0xFF : 0xFFFF }
}

extension EnumerationType.Member {
    /// Whether it is written as its number, since its name could not be told from one.
    var isWrittenAsNumber: Bool {
        name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension BitmapType {
    /// The field of this name, letter case aside where none is spelled exactly so.
    public func field(named name: String) -> Field? {
        if let field = fields.first(where: { $0.name == name }) { return field }
        let folded = name.lowercased()
        return fields.first { $0.name.lowercased() == folded }
    }

    /// The greatest raw value that the type has room for.
    var greatest: UInt64 { UInt64.max >> UInt64(64 - bits) }
}

extension BitmapType.Field {
    /// The field's own value within a raw value.
    public func value(in raw: UInt64) -> UInt64 { (raw & mask) >> UInt64(lowBit) }
}

extension StructureType {
    /// The field of this name.
    public func field(named name: String) -> FieldDescriptor? { fields.first { $0.name == name } }
}

extension ValueDescriptor {
    /// Whether octets are text, given what stands beside them.
    ///
    /// - Parameters:
    ///   - fields: the fields of the command, event or structure that the value is a field of.
    ///   - values: their values, by id.
    /// - Returns: whether they are.
    func isText(beside fields: [FieldDescriptor], _ values: [UInt32: DataValue]) -> Bool {
        switch text {
        case .never: return false
        case .always: return true
        case .when(let path, let name):
            var fields = fields
            var values = values
            for step in path.split(separator: ".") {
                guard let field = fields.first(where: { $0.name == step }), let value = values[field.id] else {
                    return false
                }
                switch (field.value.type, value) {
                case (.structure(let type), .fields(let inner)): (fields, values) = (type.fields, inner)
                case (.enumeration(let type), .uint(let raw)): return type.member(value: raw)?.name == name
                default: return false
                }
            }
            return false
        }
    }
}
