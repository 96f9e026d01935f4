/// The retained topics of one object: they share a root.
///
/// An object, taken over from plan to plan as long as it says the same.
final class Branch: Sendable {
    /// The object's topic, such as `B/S/device/D`.
    let root: [UInt8]
    /// The number under which the outbox knows the root: the same from plan to plan, whoever has it.
    let rootNumber: Int
    /// What the topics end in.
    let ends: TopicEnds
    /// In the order in which they are published.
    let documents: [DocumentOutput]
    /// The device whose attributes are published under the root, too.
    let device: HomeTopics.Device?
    /// Whether its topics are cleared only when those who were told of them had time to look elsewhere.
    let isClearedLate: Bool

    init(
        root: [UInt8], rootNumber: Int, ends: TopicEnds, documents: [DocumentOutput],
        device: HomeTopics.Device? = nil, isClearedLate: Bool = false
    ) {
        self.isClearedLate = isClearedLate
        self.root = root
        self.rootNumber = rootNumber
        self.ends = ends
        self.documents = documents
        self.device = device
    }

    /// The document on the topic that ends so.
    func document(_ end: String) -> DocumentOutput? { documents.first { $0.content.end == end } }
}

/// Gives small numbers, those first that nobody has any more.
struct NumberPool: Sendable {
    private var free: [Int] = []
    private var next = 0

    /// Takes a number.
    mutating func take() -> Int {
        if let number = free.popLast() { return number }
        defer { next += 1 }
        return next
    }

    /// Gives a number back.
    mutating func release(_ number: Int) { free.append(number) }
}
