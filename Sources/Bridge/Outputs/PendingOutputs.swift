/// A set of small numbers, one bit each.
struct BitSet: Sendable {
    private var words: [UInt64] = []

    /// Whether a number is in.
    func contains(_ number: Int) -> Bool {
        words.indices.contains(number >> 6) && words[number >> 6] & (1 << UInt64(number & 63)) != 0
    }

    /// Puts a number in.
    ///
    /// - Returns: Whether it was not in before.
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
        guard words.indices.contains(number >> 6) else { return }
        words[number >> 6] &= ~(1 << UInt64(number & 63))
    }

    /// Takes all numbers out.
    mutating func removeAll() {
        for index in words.indices { words[index] = 0 }
    }
}

/// What was last published, as 64 bits of each payload: enough to tell whether a value is new.
struct PublishedHashes: Sendable {
    private var hashes: [UInt64] = []

    /// Notes what is published under a number.
    ///
    /// - Returns: Whether it differs from what was published before.
    mutating func replace(_ number: Int, with payload: [UInt8]) -> Bool {
        if number >= hashes.count { hashes.append(contentsOf: repeatElement(0, count: number + 1 - hashes.count)) }
        let hash = Self.hash(payload)
        guard hashes[number] != hash else { return false }
        hashes[number] = hash
        return true
    }

    /// What is noted under a number; 0 is nothing.
    subscript(number: Int) -> UInt64 { hashes.indices.contains(number) ? hashes[number] : 0 }

    /// Notes under another number what was noted before.
    mutating func set(_ number: Int, _ hash: UInt64) {
        if number >= hashes.count { hashes.append(contentsOf: repeatElement(0, count: number + 1 - hashes.count)) }
        hashes[number] = hash
    }

    /// Forgets what was published under a number, so that it is sent again.
    mutating func forget(_ number: Int) {
        if hashes.indices.contains(number) { hashes[number] = 0 }
    }

    /// Forgets everything.
    mutating func forgetAll() {
        for index in hashes.indices { hashes[index] = 0 }
    }

    /// FNV-1a, then mixed; never 0.
    static func hash(_ payload: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for octet in payload { hash = (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01b3 }
        hash ^= hash >> 32
        return hash | 1
    }
}

/// The order of what waits: small numbers, first in, first out.
struct MarkQueue: Sendable {
    private var marks: [Int32] = []
    private var head = 0

    /// Whether nothing waits.
    var isEmpty: Bool { head == marks.count }

    /// Adds a number at the end.
    mutating func append(_ mark: Int32) { marks.append(mark) }

    /// Takes out the first number.
    mutating func popFirst() -> Int32? {
        guard head < marks.count else { return nil }
        let mark = marks[head]
        head += 1
        if head == marks.count {
            marks.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 4_096, head * 2 >= marks.count {
            marks.removeFirst(head)
            head = 0
        }
        return mark
    }

    /// Takes out all numbers for which a condition does not hold.
    mutating func keep(where condition: (Int32) -> Bool) {
        marks = marks[head...].filter(condition)
        head = 0
    }

    /// Takes everything out.
    mutating func removeAll() {
        marks = []
        head = 0
    }
}
