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
            if root.isEmpty { return Array(ends[number]) }
            return ends[number].isEmpty ? root : root + [Topic.separator] + ends[number]
        }

        /// Whether a topic is one of these.
        func contains(_ topic: [UInt8]) -> Bool {
            if root.isEmpty { return ends.contains(topic[...]) }
            if topic == root { return ends.contains([]) }
            return topic.count > root.count + 1 && topic[root.count] == Topic.separator && topic.starts(with: root)
                && ends.contains(topic[(root.count + 1)...])
        }
    }

    /// A topic to clear.
    struct Clear: Sendable {
        let topic: [UInt8]
        /// The number under which the acknowledgement is wanted; `nil` for none.
        let number: UInt64?
    }

    private enum Progress {
        case waiting
        /// Those of ``Entry/order`` from this position on are to be cleared.
        case clearing(from: Int)
        /// Everything was sent.
        case sent
        /// Nothing more is done on this connection.
        case refused
    }

    private struct Entry {
        let item: Item
        /// The ends to clear on this connection.
        var order: [Int] = []
        var progress = Progress.waiting
    }

    /// By number: the order in which they were added.
    private var entries: [UInt64: Entry] = [:]
    /// The entries of each root; mostly one.
    private var numbers: [ArraySlice<UInt8>: [UInt64]] = [:]
    private var lastNumber: UInt64 = 0
    /// Those whose turn comes on this connection.
    private var waiting = RingBuffer<UInt64>()
    /// Those that go before them: what tells of others.
    private var waitingFirst = RingBuffer<UInt64>()
    /// Those whose turn comes later.
    private var postponed = RingBuffer<UInt64>()
    private var current: UInt64?
    /// What is at the broker no more.
    private var gone: [Item] = []

    private let clearedFirst: Set<[UInt8]>

    /// Nothing is to be cleared.
    ///
    /// - Parameter ends: Those that go before the others of their roots, and their roots before all others: nobody is
    ///   to see something vanish that they are still told of.
    init(clearedFirst ends: Set<String> = []) { clearedFirst = Set(ends.map { Array($0.utf8) }) }

    /// How long what is cleared late waits.
    static let delay = Duration.seconds(2)

    /// How many roots are to be cleared.
    var count: Int { entries.count }
    /// Whether ``takeGone()`` has something to say.
    var hasGone: Bool { !gone.isEmpty }

    /// Adds topics, behind those that are to be cleared already.
    mutating func add(_ item: Item) { wait(enter(item)) }

    /// Adds topics whose turn comes with ``resume()``.
    mutating func postpone(_ item: Item) { postponed.append(enter(item)) }

    /// Whether something waits for ``resume()``.
    var hasPostponed: Bool { !postponed.isEmpty }

    /// The turn of what was postponed has come.
    ///
    /// - Returns: How often ``begin(isTaken:)`` is to be called.
    mutating func resume() -> Int {
        let count = postponed.count
        while let number = postponed.popFirst() { wait(number) }
        return count
    }

    private mutating func wait(_ number: UInt64) {
        guard let item = entries[number]?.item else { return }
        if item.ends.indices.contains(where: { goesFirst($0, of: item) }) {
            waitingFirst.append(number)
        } else {
            waiting.append(number)
        }
    }

    private func goesFirst(_ end: Int, of item: Item) -> Bool {
        guard !clearedFirst.isEmpty else { return false }
        let octets = item.ends[end]
        // Without a root an end is a whole topic.
        guard item.root.isEmpty, let separator = octets.lastIndex(of: Topic.separator) else {
            return clearedFirst.contains(Array(octets))
        }
        return clearedFirst.contains(Array(octets[(separator + 1)...]))
    }

    private mutating func enter(_ item: Item) -> UInt64 {
        if let number = number(of: item) { remove(number) }
        lastNumber += 1
        entries[lastNumber] = Entry(item: item)
        numbers[item.root[...], default: []].append(lastNumber)
        return lastNumber
    }

    /// Notes topics that did not come to the broker, unless they are to be cleared from before.
    mutating func addGone(_ item: Item) {
        if number(of: item) == nil { gone.append(item) }
    }

    /// Another connection: everything that is not acknowledged is cleared again.
    ///
    /// - Returns: How often ``begin(isTaken:)`` is to be called.
    mutating func restart() -> Int {
        current = nil
        waiting = RingBuffer()
        waitingFirst = RingBuffer()
        postponed = RingBuffer()
        for number in entries.keys.sorted() {
            entries[number]?.progress = .waiting
            wait(number)
        }
        return waitingFirst.count + waiting.count
    }

    /// The turn of the next root has come; topics that somebody took meanwhile stay.
    mutating func begin(isTaken: ([UInt8]) -> Bool) {
        if let number = waitingFirst.popFirst() ?? waiting.popFirst() { begin(number, isTaken) }
    }

    private mutating func begin(_ number: UInt64, _ isTaken: ([UInt8]) -> Bool) {
        guard let item = entries[number]?.item else { return }
        // The object's own document goes last: it was published at a quality of service with acknowledgements, too.
        let left = item.ends.indices.filter { !isTaken(item.topic($0)) }
        let isDocument: (Int) -> Bool = { item.ends[$0].elementsEqual("info".utf8) }
        guard !left.isEmpty else { return finish(number) }
        let first = left.filter { goesFirst($0, of: item) }
        entries[number]?.order =
            first + left.filter { !first.contains($0) && !isDocument($0) } + left.filter(isDocument)
        entries[number]?.progress = .clearing(from: 0)
        current = number
    }

    /// The next topic to clear; `nil` where it is another's turn.
    mutating func next(isTaken: ([UInt8]) -> Bool) -> Clear? {
        while let number = current, let entry = entries[number], case .clearing(let position) = entry.progress {
            let isLast = position == entry.order.count - 1
            entries[number]?.progress = isLast ? .sent : .clearing(from: position + 1)
            let topic = entry.item.topic(entry.order[position])
            if !isTaken(topic) { return Clear(topic: topic, number: isLast ? number : nil) }
            // Nobody would say whether the broker took the others: those that are nobody's still are cleared again.
            if isLast { begin(number, isTaken) }
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
    func contains(_ topic: [UInt8]) -> Bool {
        let roots = topic.indices.filter { topic[$0] == Topic.separator }.map { topic[..<$0] } + [[], topic[...]]
        return roots.contains { root in
            numbers[root]?.contains { entries[$0]?.item.contains(topic) == true } == true
        }
    }

    private func number(of item: Item) -> UInt64? {
        numbers[item.root[...]]?.first { entries[$0]?.item.ends.id == item.ends.id }
    }

    private mutating func finish(_ number: UInt64) {
        guard let item = entries[number]?.item else { return }
        gone.append(item)
        remove(number)
    }

    private mutating func remove(_ number: UInt64) {
        guard let item = entries.removeValue(forKey: number)?.item else { return }
        numbers[item.root[...]]?.removeAll { $0 == number }
        if numbers[item.root[...]]?.isEmpty == true { numbers[item.root[...]] = nil }
        if current == number { current = nil }
    }
}
