import DataModel

struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false
    mutating func beginObject() { separate(); bytes.append(UInt8(ascii: "{")); needsComma = false }
    mutating func endObject() { bytes.append(UInt8(ascii: "}")); needsComma = true }
    mutating func beginArray() { separate(); bytes.append(UInt8(ascii: "[")); needsComma = false }
    mutating func endArray() { bytes.append(UInt8(ascii: "]")); needsComma = true }
    mutating func key(_ name: String) { value(name); bytes.append(UInt8(ascii: ":")); needsComma = false }
    private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }
    mutating func raw(_ json: [UInt8]) { separate(); bytes += json; needsComma = true }
    mutating func null() { raw(Array("null".utf8)) }
    mutating func value(_ bool: Bool) { raw(Array("\(bool)".utf8)) }
    mutating func value(_ number: some BinaryInteger) { raw(Array("\(number)".utf8)) }
    mutating func value(_ number: Double) { raw(Array("\(number)".utf8)) }
    mutating func value(_ text: String) {
        var quoted = Array("\"".utf8)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += Array("\\\"".utf8)
            case "\\": quoted += Array("\\\\".utf8)
            case "\n": quoted += Array("\\n".utf8)
            default: quoted += Array(String(scalar).utf8)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        raw(quoted)
    }
}

struct JSONMember: Sendable { var name: String; var value: JSONValue }
indirect enum JSONValue: Sendable {
    case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([JSONMember])
}
