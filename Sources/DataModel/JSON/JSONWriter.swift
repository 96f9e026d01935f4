/// Writes compact JSON into octets; commas and quotes are its business.
public struct JSONWriter: Sendable {
    /// What was written, after what was there before.
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Begins a text, after the octets given.
    public init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes it.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes it.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of the member whose value comes next.
    public mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes null.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes `true` or `false`.
    public mutating func value(_ bool: Bool) {
        separate()
        bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    }

    /// Writes a whole number.
    public mutating func value(_ number: some FixedWidthInteger) {
        separate()
        bytes.append(decimal: number)
    }

    /// Writes the shortest decimal that reads back the same; null for what is no number.
    public mutating func value(_ number: Double) {
        separate()
        bytes.append(shortest: number)
    }

    /// Writes the shortest decimal that reads back the same as a single; null for what is no number.
    public mutating func value(_ number: Float) {
        separate()
        bytes.append(shortest: number)
    }

    /// Writes a text, quoted.
    public mutating func value(_ text: String) {
        separate()
        bytes.append(quoted: text.utf8)
    }

    /// Writes a value.
    public mutating func value(_ json: JSONValue) {
        switch json {
        case .null: null()
        case .bool(let bool): value(bool)
        case .int(let number): value(number)
        case .uint(let number): value(number)
        case .double(let number): value(number)
        case .string(let text): value(text)
        case .array(let entries):
            beginArray()
            for entry in entries { value(entry) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                value(member.value)
            }
            endObject()
        }
    }

    /// Writes what is JSON already.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
