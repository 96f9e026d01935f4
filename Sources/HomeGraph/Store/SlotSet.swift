/// A set of small numbers, a bit each.
struct SlotSet: Sendable {
    private var words: [UInt64] = []

    /// Whether a number is in the set.
    func contains(_ number: Int) -> Bool {
        let word = number >> 6
        return word < words.count && words[word] & (1 << UInt64(number & 63)) != 0
    }

    /// Adds a number that is not negative.
    ///
    /// - Returns: Whether it was not in the set.
    @discardableResult
    mutating func insert(_ number: Int) -> Bool {
        let word = number >> 6
        let bit: UInt64 = 1 << UInt64(number & 63)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        return true
    }

    /// Takes a number out.
    mutating func remove(_ number: Int) {
        let word = number >> 6
        if word < words.count { words[word] &= ~(1 << UInt64(number & 63)) }
    }
}
