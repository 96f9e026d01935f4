/// What has to be known of a JSON text before Jansson reads it: how deep it is, and which whole numbers are beyond its
/// signed 64 bits.
///
/// Only strings, brackets and numbers are told apart; whether it is JSON at all is for Jansson to say.
struct JSONScan {
    /// How many arrays and objects may be in each other.
    static let deepest = 32

    /// The text, with 0 in place of each whole number that Jansson cannot hold.
    private(set) var text: [UInt8]
    /// The numbers that were replaced, by their place among all numbers of the text.
    private(set) var replaced: [Int: JSONValue] = [:]

    init(_ source: [UInt8]) throws(JSONFault) {
        text = []
        text.reserveCapacity(source.count)
        var depth = 0
        var numbers = 0
        var position = 0
        while position < source.count {
            let byte = source[position]
            switch byte {
            case UInt8(ascii: "\""):
                let end = Self.endOfString(in: source, from: position)
                text += source[position..<end]
                position = end
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = Self.endOfNumber(in: source, from: position)
                if let number = Self.large(source[position..<end]) {
                    replaced[numbers] = number
                    text.append(UInt8(ascii: "0"))
                } else {
                    text += source[position..<end]
                }
                numbers += 1
                position = end
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                guard depth <= Self.deepest else {
                    throw JSONFault(position: position + 1, problem: "deeper than \(Self.deepest) levels")
                }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            text.append(byte)
            position += 1
        }
    }

    private static func endOfString(in source: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < source.count, source[position] != UInt8(ascii: "\"") {
            position += source[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, source.count)
    }

    private static func endOfNumber(in source: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
                UInt8(ascii: "+"), UInt8(ascii: "-"):
                position += 1
            default: return position
            }
        }
        return position
    }

    /// The number, if it is a whole one in JSON's notation that does not fit signed 64 bits.
    private static func large(_ token: ArraySlice<UInt8>) -> JSONValue? {
        let digits = token.first == UInt8(ascii: "-") ? token.dropFirst() : token
        guard digits.count > 18, digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let text = String(decoding: token, as: UTF8.self)
        if Int64(text) != nil { return nil }
        if let number = UInt64(text) { return .uint(number) }
        guard let number = Double(text), number.isFinite else { return nil }
        return .double(number)
    }
}
