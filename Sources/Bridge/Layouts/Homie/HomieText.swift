import DataModel

/// How ids, names and numbers are written.
///
/// Source: the Homie convention 5, “Topic IDs”, “Payload”.
enum HomieText {
    /// `DimmableLight-2` as `dimmable-light-2`: lower case, and `-` where a word begins.
    static func id(_ name: String) -> String {
        var id = ""
        var wasLower = false
        for character in name {
            guard character.isASCII, character.isLetter || character.isNumber else {
                if !id.isEmpty, id.last != "-" { id.append("-") }
                wasLower = false
                continue
            }
            if character.isUppercase, wasLower { id.append("-") }
            wasLower = !character.isUppercase
            id += character.lowercased()
        }
        return id
    }

    /// A number as payload.
    static func number(_ number: Double) -> String {
        String(decoding: JSONValue.double(number).text, as: UTF8.self)
    }

    /// A text as payload: the empty one is an octet 0, since nothing at all would delete the topic.
    static func string(_ text: String) -> String {
        let text = String(text.unicodeScalars.filter { $0 != "\0" && $0 != "\u{FEFF}" }.map(Character.init))
        return text.isEmpty ? "\0" : text
    }

    /// A text as one of the names of a format, which a comma divides and in which none is empty.
    static func label(_ text: String) -> String {
        let label = string(text.replacing(",", with: ";")).trimmingPrefix { $0.isWhitespace }
        return label.isEmpty || label == "\0" ? "-" : String(label)
    }

    /// The whole number that a payload is; `nil` for anything but digits, and a `-` before them.
    static func integer(_ payload: [UInt8]) -> Double? {
        guard payload.drop(while: { $0 == UInt8(ascii: "-") }).allSatisfy(isDigit) else { return nil }
        return Int64(String(decoding: payload, as: UTF8.self)).map(Double.init)
    }

    /// The number that a payload is; `nil` for what the convention does not call one.
    static func float(_ payload: [UInt8]) -> Double? {
        let others = Set("-.eE+".utf8)
        guard let first = payload.first, first != UInt8(ascii: "+"),
            payload.allSatisfy({ isDigit($0) || others.contains($0) }),
            let number = Double(String(decoding: payload, as: UTF8.self)), number.isFinite
        else { return nil }
        return number
    }

    private static func isDigit(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
    }
}
