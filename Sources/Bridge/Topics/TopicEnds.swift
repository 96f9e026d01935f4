import DataModel

/// What follows the root of the topics of objects that are alike, in octet order; shared by all of them.
final class TopicEnds: Sendable {
    /// The same for the same ends, in every run of the program: sixteen hexadecimal digits.
    let id: String
    private let arena: [UInt8]
    /// Where each end ends in the arena.
    private let limits: [Int]

    /// Takes ends in any order.
    init(_ ends: [[UInt8]]) {
        var arena: [UInt8] = []
        var limits: [Int] = []
        var hash = FNV1a()
        for end in ends.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            arena += end
            limits.append(arena.count)
            // A line feed stands in no topic of the bridge.
            hash.combine(end + [Self.separator])
        }
        self.arena = arena
        self.limits = limits
        id = hash.hash.hexadecimalDigits
    }

    /// Reads what ``text`` wrote.
    convenience init(text: String) {
        let lines = text.hasSuffix("\n") ? text.dropLast() : text[...]
        self.init(
            text.isEmpty
                ? []
                : Array(lines.utf8).split(separator: Self.separator, omittingEmptySubsequences: false).map(Array.init))
    }

    /// The ends, one a line; an empty one comes first, and alone is an empty line.
    var text: String {
        count == 1 && self[0].isEmpty ? "\n" : indices.map { Topic.text(self[$0]) }.joined(separator: "\n")
    }

    /// The numbers of the ends.
    var indices: Range<Int> { limits.indices }

    /// How many ends there are.
    var count: Int { limits.count }

    /// The end of a number.
    subscript(index: Int) -> ArraySlice<UInt8> { arena[(index == 0 ? 0 : limits[index - 1])..<limits[index]] }

    /// Whether a topic ends so.
    func contains(_ end: ArraySlice<UInt8>) -> Bool {
        var low = 0
        var high = limits.count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].lexicographicallyPrecedes(end) { low = middle + 1 } else { high = middle }
        }
        return low < limits.count && self[low] == end
    }

    private static let separator = UInt8(ascii: "\n")
}
