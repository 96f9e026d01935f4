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
