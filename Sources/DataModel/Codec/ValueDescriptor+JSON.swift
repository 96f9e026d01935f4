public import ModelReader

extension ValueDescriptor {
    /// Writes the value as JSON.
    ///
    /// A value of another type than the descriptor's is `null`.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - writer: what it is written to.
    ///   - isText: whether octets are text, where what stands beside them decides it.
    ///   - withSecrets: whether secret members of structures are written; else they are left out.
    public func writeJSON(
        _ value: DataValue, into writer: inout JSONWriter, isText: Bool? = nil, withSecrets: Bool = false
    ) {
        switch (type, value) {
        case (.bool, .bool(let bool)): writer.value(bool)
        case (.integer, .uint(let number)):
            if number > Self.greatestExact { writer.value(String(number)) } else { writer.value(number) }
        case (.integer, .int(let number)):
            if number.magnitude > Self.greatestExact { writer.value(String(number)) } else { writer.value(number) }
        case (.single, .float(let number)): writer.value(Float(number))
        case (.double, .float(let number)): writer.value(number)
        case (.enumeration(let type), .uint(let raw)): Self.write(raw, of: type, into: &writer)
        case (.bitmap(let type), .uint(let raw)): Self.write(raw, of: type, into: &writer)
        case (.string, .string(let text)): writer.value(text.withoutNull)
        case (.octets, .octets(let octets)):
            if isText ?? (text == .always) {
                writer.value(String(decoding: octets, as: UTF8.self).withoutNull)
            } else {
                var digits: [UInt8] = []
                digits.reserveCapacity(octets.count * 2)
                for octet in octets { digits.append(hexadecimal: octet) }
                writer.value(String(decoding: digits, as: UTF8.self))
            }
        case (.list(let entry), .list(let values)):
            writer.beginArray()
            for value in values { entry.writeJSON(value, into: &writer, withSecrets: withSecrets) }
            writer.endArray()
        case (.structure(let type), .fields(let values)):
            type.fields.writeJSON(values, into: &writer, withSecrets: withSecrets)
        default: writer.null()
        }
    }

    /// The greatest whole number that every reader of JSON keeps exactly: 2^53 − 1.
    private static let greatestExact: UInt64 = (1 << 53) - 1

    private static func write(_ raw: UInt64, of type: EnumerationType, into writer: inout JSONWriter) {
        if let member = type.member(value: raw), !member.isWrittenAsNumber {
            writer.value(member.name)
        } else {
            writer.value(raw)
        }
    }

    private static func write(_ raw: UInt64, of type: BitmapType, into writer: inout JSONWriter) {
        guard type.isWide else {
            writer.beginArray()
            var rest = raw
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if let field = type.fields.first(where: { $0.lowBit == bit }) {
                    writer.value(field.name)
                } else {
                    writer.value(bit)
                }
                rest &= rest - 1
            }
            writer.endArray()
            return
        }
        writer.beginObject()
        for field in type.fields {
            writer.key(field.name)
            let value = field.value(in: raw)
            if let enumeration = field.enumeration {
                write(value, of: enumeration, into: &writer)
            } else if field.width == 1 {
                writer.value(value == 1)
            } else {
                writer.value(value)
            }
        }
        writer.endObject()
    }
}

extension [FieldDescriptor] {
    /// Writes the fields of a structure, event or response as an object, in the order of the model.
    ///
    /// - Parameters:
    ///   - values: the values by field id; what is not there is left out.
    ///   - writer: what they are written to.
    ///   - withSecrets: whether secret members are written; else they are left out.
    public func writeJSON(_ values: [UInt32: DataValue], into writer: inout JSONWriter, withSecrets: Bool = false) {
        writer.beginObject()
        for field in self where withSecrets || !field.value.isSecret {
            guard let value = values[field.id] else { continue }
            writer.key(field.name)
            field.value.writeJSON(
                value, into: &writer, isText: field.value.isText(beside: self, values), withSecrets: withSecrets)
        }
        writer.endObject()
    }
}
