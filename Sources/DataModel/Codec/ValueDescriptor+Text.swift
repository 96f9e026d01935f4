public import ModelReader

extension ValueDescriptor {
    /// Appends the value as a payload: what the topic of an attribute holds.
    ///
    /// A value of another type than the descriptor's is `null`. Secret members of structures are left out.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - buffer: what it is appended to; for scalars nothing else is allocated, except where a number has more than 15
    ///     characters and a fraction.
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
        var needsQuotes = false
        var previous: UInt8 = 0
        for byte in text.utf8 {
            guard byte != 0 else {
                append(text.withoutNull, to: &buffer)
                return
            }
            // Control characters of ASCII, and those from U+0080 to U+009F.
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { needsQuotes = true }
            previous = byte
        }
        if needsQuotes || isSpecial(text) {
            buffer.append(quoted: text.utf8)
        } else {
            buffer.append(contentsOf: text.utf8)
        }
    }

    /// Whether a text is empty or null, begins with a quote, or begins or ends with white space.
    private static func isSpecial(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return true }
        if first == UInt8(ascii: "n"), text == "null" { return true }
        guard first >= 0x80 || last >= 0x80 else { return false }
        return text.unicodeScalars.first?.properties.isWhitespace == true
            || text.unicodeScalars.last?.properties.isWhitespace == true
    }
}

extension String {
    /// The text without U+0000, which MQTT's texts and JSON's readers do not take well.
    var withoutNull: String {
        guard utf8.contains(0) else { return self }
        return String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self)
    }
}
