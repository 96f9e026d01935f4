/// Gives ids to the objects of one kind: those written hold, the others are made from names.
struct IdentifierTable {
    /// The most characters of an id.
    static let longest = 64
    /// The kind, which also is the id of an object whose name gives none.
    private let kind: String
    private var taken: [String: ConfigurationPlace]
    /// The last number that was tried for each base; nothing becomes free, so the search goes on there.
    private var numbers: [String: Int] = [:]

    init(kind: String, taken: [String: ConfigurationPlace] = [:]) {
        self.kind = kind
        self.taken = taken
    }

    /// Whether a text is an id: `[a-z0-9-]{1,64}`.
    static func isIdentifier(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// Takes an id that is written in the file.
    mutating func take(_ id: Located<String>, faults: FaultList) {
        if let other = taken[id.value] {
            faults.add(
                id.place, "the id \"\(id.value)\" is that of another \(kind), at \(other)", "write an id of its own")
        } else {
            taken[id.value] = id.place
        }
    }

    /// Makes an id from a name: ASCII letters and digits in lower case, other runs as `-`; with a number if taken.
    mutating func make(from name: String, at place: ConfigurationPlace) -> String {
        var base = ""
        for scalar in name.unicodeScalars {
            if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                base += scalar.properties.lowercaseMapping
            } else if base.last != "-", !base.isEmpty {
                base += "-"
            }
        }
        base = Self.cut(base, to: Self.longest)
        if base.isEmpty { base = kind }
        var number = numbers[base] ?? 1
        var id = Self.numbered(base, number)
        while taken[id] != nil {
            number += 1
            id = Self.numbered(base, number)
        }
        numbers[base] = number
        taken[id] = place
        return id
    }

    /// The base with a number from 2 upward, still short enough; 1 is the base itself.
    private static func numbered(_ base: String, _ number: Int) -> String {
        number == 1 ? base : "\(cut(base, to: longest - 1 - String(number).utf8.count))-\(number)"
    }

    private static func cut(_ text: String, to length: Int) -> String {
        var cut = text.prefix(length)
        while cut.last == "-" { cut.removeLast() }
        return String(cut)
    }
}
