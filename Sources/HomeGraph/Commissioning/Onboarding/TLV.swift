/// A value of Matter's tag-length-value form, as far as onboarding payloads have them.
enum TLVValue: Sendable, Hashable {
    case number(UInt64)
    case text(String)
    case octets([UInt8])
    /// Something else.
    case other
}

/// Writes an anonymous structure of values with context tags.
///
/// Source: Matter Core Specification, appendix A.
struct TLVWriter {
    static let anonymousStructure: UInt8 = 0x15
    static let endOfContainer: UInt8 = 0x18
    private static let contextTag: UInt8 = 0x20
    private var octets: [UInt8] = [anonymousStructure]

    /// The structure.
    var structure: [UInt8] { octets + [Self.endOfContainer] }

    mutating func write(_ number: UInt64, tag: UInt8) {
        let width: UInt8 = number <= 0xFF ? 0 : number <= 0xFFFF ? 1 : number <= 0xFFFF_FFFF ? 2 : 3
        octets += [Self.contextTag | 0x04 | width, tag]
        append(number, 1 << Int(width))
    }

    mutating func write(_ text: String, tag: UInt8) { write(Array(text.utf8), type: 0x0C, tag) }

    mutating func write(_ value: [UInt8], tag: UInt8) { write(value, type: 0x10, tag) }

    private mutating func write(_ value: [UInt8], type: UInt8, _ tag: UInt8) {
        let isShort = value.count <= 0xFF
        octets += [Self.contextTag | type | (isShort ? 0 : 1), tag]
        append(UInt64(value.count), isShort ? 1 : 2)
        octets += value
    }

    private mutating func append(_ number: UInt64, _ count: Int) {
        for position in 0..<count { octets.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * position))) }
    }
}

/// Reads an anonymous structure.
struct TLVReader {
    private static let deepest = 8
    private var rest: ArraySlice<UInt8>

    /// The elements of a structure that fills all octets; the context tags of those that have one.
    static func elements(ofStructure octets: [UInt8]) throws(OnboardingFault) -> [(tag: UInt8, value: TLVValue)] {
        var reader = TLVReader(rest: octets[...])
        guard try reader.octet() == TLVWriter.anonymousStructure else { throw .furtherData("they are no structure") }
        var elements: [(tag: UInt8, value: TLVValue)] = []
        while let element = try reader.element(depth: 0) {
            guard let tag = element.tag else { continue }
            guard !elements.contains(where: { $0.tag == tag }) else { throw .furtherData("field \(tag) stands twice") }
            elements.append((tag, element.value))
        }
        guard reader.rest.isEmpty else { throw .furtherData("something follows the structure") }
        return elements
    }

    /// The next element; `nil` at the end of the container.
    private mutating func element(depth: Int) throws(OnboardingFault) -> (tag: UInt8?, value: TLVValue)? {
        let control = try octet()
        if control == TLVWriter.endOfContainer { return nil }
        let tag: UInt8?
        switch control >> 5 {
        case 0: tag = nil
        case 1: tag = try octet()
        case 2, 4: tag = try skipped(2)
        case 3, 5: tag = try skipped(4)
        case 6: tag = try skipped(6)
        default: tag = try skipped(8)
        }
        return (tag, try value(type: control & 0x1F, depth: depth))
    }

    private mutating func value(type: UInt8, depth: Int) throws(OnboardingFault) -> TLVValue {
        switch type {
        case 0x00...0x03:
            _ = try number(1 << Int(type))
            return .other
        case 0x04...0x07: return .number(try number(1 << Int(type - 0x04)))
        case 0x08, 0x09, 0x14: return .other
        case 0x0A, 0x0B:
            _ = try number(type == 0x0A ? 4 : 8)
            return .other
        case 0x0C...0x0F:
            let text = try octets(number(1 << Int(type - 0x0C)))
            guard let text = String(validating: text, as: UTF8.self) else { throw .furtherData("a text is no UTF-8") }
            return .text(text)
        case 0x10...0x13: return .octets(Array(try octets(number(1 << Int(type - 0x10)))))
        case 0x15...0x17:
            guard depth < Self.deepest else { throw .furtherData("they are nested too deeply") }
            while try element(depth: depth + 1) != nil {}
            return .other
        default: throw .furtherData("they have a type that does not exist")
        }
    }

    private mutating func octet() throws(OnboardingFault) -> UInt8 {
        guard let octet = rest.popFirst() else { throw .furtherData("their end is missing") }
        return octet
    }

    private mutating func number(_ count: Int) throws(OnboardingFault) -> UInt64 {
        try octets(UInt64(count)).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func skipped(_ count: UInt64) throws(OnboardingFault) -> UInt8? {
        _ = try octets(count)
        return nil
    }

    private mutating func octets(_ count: UInt64) throws(OnboardingFault) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: count), count <= rest.count else { throw .furtherData("their end is missing") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
