/// A set of small numbers that are not negative, a bit each.
package struct BitSet: Sendable {
    private var words: [UInt64] = []

    /// Makes an empty set.
    package init() {}

    /// Whether a number is in the set.
    package func contains(_ number: Int) -> Bool {
        words.indices.contains(number >> 6) && words[number >> 6] & (1 << UInt64(number & 63)) != 0
    }

    /// Adds a number.
    ///
    /// - Returns: Whether it was not in the set.
    @discardableResult
    package mutating func insert(_ number: Int) -> Bool {
        let word = number >> 6
        let bit: UInt64 = 1 << UInt64(number & 63)
        grow(to: word + 1)
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        return true
    }

    /// Adds all numbers of another set.
    package mutating func formUnion(_ other: BitSet) {
        grow(to: other.words.count)
        for (position, word) in other.words.enumerated() { words[position] |= word }
    }

    /// Takes a number out.
    package mutating func remove(_ number: Int) {
        guard words.indices.contains(number >> 6) else { return }
        words[number >> 6] &= ~(1 << UInt64(number & 63))
    }

    /// Takes all numbers out.
    package mutating func removeAll() {
        for index in words.indices { words[index] = 0 }
    }

    private mutating func grow(to count: Int) {
        if count > words.count { words.append(contentsOf: repeatElement(0, count: count - words.count)) }
    }
}
