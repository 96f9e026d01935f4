/// The text form of the octets in a QR code: three octets are five characters, the least significant first.
///
/// Source: Matter Core Specification, section 5.1.3.
enum Base38: Sendable {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.".utf8)
    private static let digits = Dictionary(uniqueKeysWithValues: zip(alphabet, 0..<UInt32(alphabet.count)))
    /// How many characters 1, 2 and 3 octets take.
    private static let widths = [0, 2, 4, 5]

    /// The text of octets.
    static func text(of octets: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        var rest = Array(octets)[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(3)
            rest = rest.dropFirst(3)
            var number = chunk.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            for _ in 0..<widths[chunk.count] {
                text.append(alphabet[Int(number % 38)])
                number /= 38
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The octets of a text.
    ///
    /// - Throws: ``OnboardingFault`` for a character that is none, a length that cannot be, or a chunk too large.
    static func octets(of text: some Collection<UInt8>) throws(OnboardingFault) -> [UInt8] {
        var octets: [UInt8] = []
        var rest = Array(text)[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(5)
            rest = rest.dropFirst(5)
            guard let count = widths.firstIndex(of: chunk.count) else { throw .length(text.count) }
            var number: UInt32 = 0
            for character in chunk.reversed() {
                guard let digit = digits[character] else { throw .character }
                number = number * 38 + digit
            }
            guard number < 1 << UInt32(8 * count) else { throw .overflow }
            for position in 0..<count { octets.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * position))) }
        }
        return octets
    }
}
