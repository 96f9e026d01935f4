import HomeGraph

/// Retained topics that may be at the broker and are nobody's any more, until the broker has let go of them.
///
/// A value: kept by root, so that however often something is renamed there is one entry for each root at the broker.
struct ClearTable: Sendable {
    /// Topics with one root.
    struct Item: Sendable {
        /// What stands before the ends; empty where those are whole topics.
        let root: [UInt8]
        let ends: TopicEnds

        /// A whole topic.
        func topic(_ number: Int) -> [UInt8] {
            root.isEmpty ? Array(ends[number]) : root + [Topic.separator] + ends[number]
        }
    }

    private struct Key: Hashable {
        let root: [UInt8]
        let ends: String
    }

    private struct Entry {
        let item: Item
        /// Which end is cleared next.
        var next = 0
        /// How many clears the broker has not acknowledged.
        var unacknowledged = 0
        var isRefused = false
    }

    /// By number: the order in which they were added.
    private var entries: [UInt64: Entry] = [:]
    private var numbers: [Key: UInt64] = [:]
    private var lastNumber: UInt64 = 0
    /// Those whose turn comes on this connection.
    private var waiting = RingBuffer<UInt64>()
    private var current: UInt64?
    /// What is at the broker no more.
    private var gone: [Item] = []

    /// How many roots are to be cleared.
    var count: Int { entries.count }

    /// Adds topics, behind those that are to be cleared already.
    mutating func add(_ item: Item) {
        let key = Key(root: item.root, ends: item.ends.id)
        if let number = numbers[key] { remove(number) }
        lastNumber += 1
        entries[lastNumber] = Entry(item: item)
        numbers[key] = lastNumber
        waiting.append(lastNumber)
    }

    /// Notes topics that never came to the broker.
    mutating func addGone(_ item: Item) { gone.append(item) }

    /// Another connection: everything that is not acknowledged is cleared again.
    ///
    /// - Returns: How often ``begin()`` is to be called.
    mutating func restart() -> Int {
        current = nil
        waiting = RingBuffer()
        for number in entries.keys.sorted() {
            entries[number].map { entries[number] = Entry(item: $0.item) }
            waiting.append(number)
        }
        return waiting.count
    }

    /// The turn of the next topics has come.
    mutating func begin() { current = waiting.popFirst() }

    /// The next topic to clear, and the number under which it is acknowledged; `nil` where it is another's turn.
    mutating func next(isTaken: ([UInt8]) -> Bool) -> (topic: [UInt8], number: UInt64)? {
        guard let number = current, var entry = entries[number] else {
            current = nil
            return nil
        }
        while entry.next < entry.item.ends.count {
            let topic = entry.item.topic(entry.next)
            entry.next += 1
            // A topic that somebody took meanwhile stays.
            if isTaken(topic) { continue }
            entry.unacknowledged += 1
            entries[number] = entry
            return (topic, number)
        }
        current = nil
        entries[number] = entry
        finish(number)
        return nil
    }

    /// The broker acknowledged a clear, or refused it; what it refused is tried again on the next connection.
    mutating func acknowledge(_ number: UInt64, isRefused: Bool) {
        guard entries[number] != nil else { return }
        entries[number]?.unacknowledged -= 1
        if isRefused { entries[number]?.isRefused = true }
        finish(number)
    }

    /// What is at the broker no more since the last call.
    mutating func takeGone() -> [Item] {
        defer { gone = [] }
        return gone
    }

    /// Whether a topic is to be cleared anyway.
    func contains(_ topic: [UInt8]) -> Bool {
        entries.values.contains { entry in
            let root = entry.item.root
            guard !root.isEmpty else { return entry.item.ends.contains(topic[...]) }
            return topic.count > root.count && topic.starts(with: root) && topic[root.count] == Topic.separator
                && entry.item.ends.contains(topic[(root.count + 1)...])
        }
    }

    private mutating func finish(_ number: UInt64) {
        guard let entry = entries[number], current != number, entry.next == entry.item.ends.count,
            entry.unacknowledged <= 0, !entry.isRefused
        else { return }
        gone.append(entry.item)
        remove(number)
    }

    private mutating func remove(_ number: UInt64) {
        guard let item = entries.removeValue(forKey: number)?.item else { return }
        numbers[Key(root: item.root, ends: item.ends.id)] = nil
        if current == number { current = nil }
    }
}
