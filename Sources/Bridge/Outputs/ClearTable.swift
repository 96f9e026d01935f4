import HomeGraph

/// Retained topics that may be at the broker and are nobody's any more, until the broker has let go of them.
///
/// A value: kept by root, so that however often something is renamed there is one entry for each root at the broker.
/// The last clear of each root asks for an acknowledgement. The others go as the values went: brokers keep the order of
/// messages on one topic only within one quality of service. What is acknowledged last was taken after them.
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

        /// Whether a topic is one of these.
        func contains(_ topic: [UInt8]) -> Bool {
            if root.isEmpty { return ends.contains(topic[...]) }
            return topic.count > root.count && topic[root.count] == Topic.separator && topic.starts(with: root)
                && ends.contains(topic[(root.count + 1)...])
        }
    }

    /// A topic to clear.
    struct Clear: Sendable {
        let topic: [UInt8]
        /// The number under which the acknowledgement is wanted; `nil` for none.
        let number: UInt64?
    }

    private struct Key: Hashable {
        let root: [UInt8]
        let ends: String

        init(_ item: Item) {
            root = item.root
            ends = item.ends.id
        }
    }

    private enum Progress {
        case waiting
        /// These ends are to be cleared, the last one first.
        case clearing([Int])
        /// Everything was sent.
        case sent
        /// Nothing more is done on this connection.
        case refused
    }

    private struct Entry {
        let item: Item
        var progress = Progress.waiting
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
    /// Whether ``takeGone()`` has something to say.
    var hasGone: Bool { !gone.isEmpty }

    /// Adds topics, behind those that are to be cleared already.
    mutating func add(_ item: Item) {
        if let number = numbers[Key(item)] { remove(number) }
        lastNumber += 1
        entries[lastNumber] = Entry(item: item)
        numbers[Key(item)] = lastNumber
        waiting.append(lastNumber)
    }

    /// Notes topics that did not come to the broker, unless they are to be cleared from before.
    mutating func addGone(_ item: Item) {
        if numbers[Key(item)] == nil { gone.append(item) }
    }

    /// Another connection: everything that is not acknowledged is cleared again.
    ///
    /// - Returns: How often ``begin(isTaken:)`` is to be called.
    mutating func restart() -> Int {
        current = nil
        waiting = RingBuffer()
        for number in entries.keys.sorted() {
            entries[number]?.progress = .waiting
            waiting.append(number)
        }
        return waiting.count
    }

    /// The turn of the next root has come; topics that somebody took meanwhile stay.
    mutating func begin(isTaken: ([UInt8]) -> Bool) {
        if let number = waiting.popFirst() { begin(number, isTaken) }
    }

    private mutating func begin(_ number: UInt64, _ isTaken: ([UInt8]) -> Bool) {
        guard let item = entries[number]?.item else { return }
        // The object's own document goes last: it was published at a quality of service with acknowledgements, too.
        let left = item.ends.indices.filter { !isTaken(item.topic($0)) }
        let isDocument: (Int) -> Bool = { item.ends[$0].elementsEqual("info".utf8) }
        let order = left.filter(isDocument) + left.filter { !isDocument($0) }.reversed()
        guard !order.isEmpty else { return finish(number) }
        entries[number]?.progress = .clearing(order)
        current = number
    }

    /// The next topic to clear; `nil` where it is another's turn.
    mutating func next(isTaken: ([UInt8]) -> Bool) -> Clear? {
        while let number = current, let entry = entries[number], case .clearing(var left) = entry.progress {
            guard let end = left.popLast() else { break }
            entries[number]?.progress = left.isEmpty ? .sent : .clearing(left)
            let topic = entry.item.topic(end)
            if !isTaken(topic) { return Clear(topic: topic, number: left.isEmpty ? number : nil) }
            // Nobody would say whether the broker took the others: those that are nobody's still are cleared again.
            if left.isEmpty { begin(number, isTaken) }
        }
        current = nil
        return nil
    }

    /// The broker acknowledged the last clear of a root, or refused it; then it is tried again on the next connection.
    mutating func acknowledge(_ number: UInt64, isRefused: Bool) {
        guard case .sent = entries[number]?.progress else { return }
        if isRefused { entries[number]?.progress = .refused } else { finish(number) }
    }

    /// What is cleared under a number.
    func item(_ number: UInt64) -> Item? { entries[number]?.item }

    /// What is at the broker no more since the last call.
    mutating func takeGone() -> [Item] {
        defer { gone = [] }
        return gone
    }

    /// Whether a topic is to be cleared anyway.
    func contains(_ topic: [UInt8]) -> Bool { entries.values.contains { $0.item.contains(topic) } }

    private mutating func finish(_ number: UInt64) {
        guard let item = entries[number]?.item else { return }
        gone.append(item)
        remove(number)
    }

    private mutating func remove(_ number: UInt64) {
        guard let item = entries.removeValue(forKey: number)?.item else { return }
        numbers[Key(item)] = nil
        if current == number { current = nil }
    }
}
