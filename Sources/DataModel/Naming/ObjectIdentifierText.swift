/// The ids of structures, rooms, devices and groups: 1 to 64 of `a-z`, `0-9` and `-`.
public enum ObjectIdentifierText: Sendable {
    /// The most characters of an id.
    public static let longest = 64

    /// Whether a text is an id.
    public static func isIdentifier(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// The id that a name asks for: its ASCII letters and digits in lower case, other runs as `-`.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - kind: The id of an object whose name has none of these.
    /// - Returns: The id, which another object may have already.
    public static func base(of name: String, kind: String) -> String {
        var base = ""
        for scalar in name.unicodeScalars {
            if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                base += scalar.properties.lowercaseMapping
            } else if base.last != "-", !base.isEmpty {
                base += "-"
            }
        }
        base = cut(base, to: longest)
        return base.isEmpty ? kind : base
    }

    /// The base with a number from 2 upward, still short enough; 1 is the base itself.
    public static func numbered(_ base: String, _ number: Int) -> String {
        number == 1 ? base : "\(cut(base, to: longest - 1 - String(number).utf8.count))-\(number)"
    }

    private static func cut(_ text: String, to length: Int) -> String {
        var cut = text.prefix(length)
        while cut.last == "-" { cut.removeLast() }
        return String(cut)
    }
}
