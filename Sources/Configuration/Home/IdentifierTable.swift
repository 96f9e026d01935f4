import DataModel

/// Gives ids to the objects of one kind: those written hold, the others are made from names.
struct IdentifierTable {
    /// The kind, which also is the id of an object whose name gives none.
    private let kind: String
    private var taken: [String: ConfigurationPlace]
    /// The last number that was tried for each base; nothing becomes free, so the search goes on there.
    private var numbers: [String: Int] = [:]

    init(kind: String, taken: [String: ConfigurationPlace] = [:]) {
        self.kind = kind
        self.taken = taken
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
        let base = ObjectIdentifierText.base(of: name, kind: kind)
        var number = numbers[base] ?? 1
        var id = ObjectIdentifierText.numbered(base, number)
        while taken[id] != nil {
            number += 1
            id = ObjectIdentifierText.numbered(base, number)
        }
        numbers[base] = number
        taken[id] = place
        return id
    }
}
