/// Names that tell things apart: of each thing its base, or, where that is taken, the base with the first free number
/// from 2 upward.
///
/// A thing keeps its name until its base is another one, whatever becomes of the others.
public struct NumberedNames<Key: Hashable & Sendable>: Sendable {
    /// What a thing is called, and why.
    public struct Entry: Sendable, Hashable {
        /// What it would be called if it were alone.
        public let base: String
        /// 1 where the name is the base itself.
        public let number: Int
        /// The name.
        public let name: String

        /// What is to be kept over restarts, `NUMBER BASE`; `nil` where the name is the base itself: nobody else has it.
        public var record: String? { number == 1 ? nil : "\(number) \(base)" }
    }

    private let numbered: @Sendable (String, Int) -> String
    private let folded: @Sendable (String) -> String
    /// What each thing is called.
    public private(set) var entries: [Key: Entry] = [:]
    /// By folded name; `nil` for what is taken by no thing.
    private var holders: [String: Key?] = [:]
    /// By folded base: the least number that may be free.
    private var next: [String: Int] = [:]

    /// Names nothing yet.
    ///
    /// - Parameters:
    ///   - taken: Names that no thing gets.
    ///   - folded: What is the same in names that do not tell things apart.
    ///   - numbered: A base with a number.
    public init(
        taken: some Sequence<String> = [], folded: @escaping @Sendable (String) -> String = { $0 },
        numbered: @escaping @Sendable (String, Int) -> String
    ) {
        self.folded = folded
        self.numbered = numbered
        for name in taken { holders.updateValue(nil, forKey: folded(name)) }
    }

    /// The thing that has a name; `nil` where none has.
    public func holder(of name: String) -> Key? { holders[folded(name)] ?? nil }

    /// Gives a thing the name that it had before.
    ///
    /// - Returns: Whether the name was free.
    public mutating func restore(_ key: Key, base: String, number: Int) -> Bool {
        let entry = entry(base, number)
        guard holders[folded(entry.name)] == nil else { return false }
        put(entry, for: key)
        return true
    }

    /// Gives a thing the name that was kept of it.
    ///
    /// - Parameters:
    ///   - key: The thing.
    ///   - base: What it would be called now if it were alone.
    ///   - record: What was kept, as ``Entry/record`` has it; `nil` for nothing.
    /// - Returns: Whether it has its name again: the base is the same, and the name was free.
    public mutating func restore(_ key: Key, base: String, record: String?) -> Bool {
        let pieces = record?.split(separator: " ", maxSplits: 1)
        guard let pieces, pieces.count == 2, let number = Int(pieces[0]), number > 1, pieces[1] == base else {
            return false
        }
        return restore(key, base: base, number: number)
    }

    /// Gives a thing the first free name of a base.
    public mutating func claim(_ key: Key, base: String) {
        release(key)
        let search = folded(base)
        var candidate = entry(base, next[search] ?? 1)
        while holders[folded(candidate.name)] != nil { candidate = entry(base, candidate.number + 1) }
        next[search] = candidate.number + 1
        put(candidate, for: key)
    }

    /// Takes a thing's name away; it is free for others then.
    public mutating func release(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        holders.removeValue(forKey: folded(entry.name))
        next = [:]
    }

    private func entry(_ base: String, _ number: Int) -> Entry {
        Entry(base: base, number: number, name: number == 1 ? base : numbered(base, number))
    }

    private mutating func put(_ entry: Entry, for key: Key) {
        entries[key] = entry
        holders[folded(entry.name)] = key
    }
}
