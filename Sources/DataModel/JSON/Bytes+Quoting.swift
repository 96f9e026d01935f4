extension [UInt8] {
    /// Appends a text as a JSON string: quotes, backslashes and control characters escaped, the rest as it is.
    mutating func append(quoted text: some Collection<UInt8>) {
        // Room is not reserved for each text: that would copy a long document over and over.
        append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0x08: appendEscape("b")
            case 0x09: appendEscape("t")
            case 0x0A: appendEscape("n")
            case 0x0C: appendEscape("f")
            case 0x0D: appendEscape("r")
            case 0..<0x20:
                append(contentsOf: "\\u00".utf8)
                append(hexadecimal: byte)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ letter: Unicode.Scalar) {
        append(UInt8(ascii: "\\"))
        append(UInt8(ascii: letter))
    }

    /// Appends an octet as two lower-case digits.
    mutating func append(hexadecimal byte: UInt8) {
        append(Self.digit(byte >> 4))
        append(Self.digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
