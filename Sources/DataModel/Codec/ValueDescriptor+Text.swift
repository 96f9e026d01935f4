public import ModelReader

extension ValueDescriptor {
    /// Appends the value as a payload: what the topic of an attribute holds.
    ///
    /// A value of another type than the descriptor's is `null`. Secret members of structures are left out.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - buffer: what it is appended to; for numbers, enumerations and texts nothing else is allocated.
    public func writeText(_ value: DataValue, into buffer: inout [UInt8]) {
        switch (type, value) {
        case (.bool, .bool(let bool)): buffer.append(contentsOf: (bool ? "true" : "false").utf8)
        case (.integer, .uint(let number)): buffer.append(decimal: number)
        case (.integer, .int(let number)): buffer.append(decimal: number)
        case (.single, .float(let number)): buffer.append(shortest: Float(number))
        case (.double, .float(let number)): buffer.append(shortest: number)
        case (.enumeration(let type), .uint(let raw)):
            if let member = type.member(value: raw), !member.isWrittenAsNumber {
                buffer.append(contentsOf: member.name.utf8)
            } else {
                buffer.append(decimal: raw)
            }
        case (.string, .string(let text)): Self.append(text, to: &buffer)
        case (.octets, .octets(let octets)):
            if text == .always {
                Self.append(String(decoding: octets, as: UTF8.self), to: &buffer)
            } else if octets.isEmpty {
                buffer.append(contentsOf: "\"\"".utf8)
            } else {
                for octet in octets { buffer.append(hexadecimal: octet) }
            }
        case (.bitmap, .uint), (.list, .list), (.structure, .fields):
            var taken: [UInt8] = []
            swap(&taken, &buffer)
            var writer = JSONWriter(appendingTo: taken)
            writeJSON(value, into: &writer)
            buffer = writer.bytes
        default: buffer.append(contentsOf: "null".utf8)
        }
    }

    /// The value as a payload.
    public func text(of value: DataValue) -> String {
        var buffer: [UInt8] = []
        writeText(value, into: &buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Appends a text, quoted where it could be taken for something else.
    private static func append(_ text: String, to buffer: inout [UInt8]) {
        if text.utf8.contains(0) {
            append(text.withoutNull, to: &buffer)
        } else if needsQuotes(text) {
            buffer.append(quoted: text.utf8)
        } else {
            buffer.append(contentsOf: text.utf8)
        }
    }

    private static func needsQuotes(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return true }
        if first == "\"" || first.properties.isWhitespace || last.properties.isWhitespace || text == "null" {
            return true
        }
        var previous: UInt8 = 0
        for byte in text.utf8 {
            // Control characters of ASCII, and those from U+0080 to U+009F.
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
            previous = byte
        }
        return false
    }
}

extension String {
    /// The text without U+0000, which MQTT's texts and JSON's readers do not take well.
    var withoutNull: String {
        guard utf8.contains(0) else { return self }
        return String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self)
    }
}
