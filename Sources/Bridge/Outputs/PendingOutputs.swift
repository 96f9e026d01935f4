import DataModel

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

    /// Forgets what was published under a number, so that it is sent again.
    mutating func forget(_ number: Int) {
        if hashes.indices.contains(number) { hashes[number] = 0 }
    }

    /// Forgets everything.
    mutating func forgetAll() {
        for index in hashes.indices { hashes[index] = 0 }
    }

    /// Never 0.
    private static func hash(_ payload: [UInt8]) -> UInt64 {
        let hash = FNV1a.hash(payload)
        return (hash ^ hash >> 32) | 1
    }
}

/// The order of what waits: small numbers, first in, first out.
struct MarkQueue: Sendable {
    private var marks: [Int32] = []
    private var head = 0

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

    /// Takes everything out.
    mutating func removeAll() {
        marks = []
        head = 0
    }
}
