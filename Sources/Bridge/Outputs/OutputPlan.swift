import HomeGraph
import MQTT

/// Every output of the home as it is now.
///
/// Native attributes are numbered as their slots; documents have numbers of their own. A new shape makes a new plan that
/// shares with the one before what did not change, and what is to be published or cleared follows from comparing the
/// two.
final class OutputPlan: Sendable {
    /// The home and its topics.
    let topics: HomeTopics
    /// In the order in which they are published, family by family; one family for each kind of object and layout.
    let families: [[Branch]]
    /// How many retained topics there are, the bridge's state among them.
    let retainedTopics: Int
    /// The topic of the bridge's state.
    let stateTopic: [UInt8]
    private let index: OutputIndex

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - topics: The home and its topics.
    ///   - families: All branches.
    ///   - change: What is different since `before`.
    ///   - before: The plan of the shape before.
    init(topics: HomeTopics, families: [[Branch]], change: BranchChange, before: OutputPlan?) {
        self.topics = topics
        self.families = families
        stateTopic = Array("\(topics.base)/bridge/state".utf8)
        retainedTopics = families.reduce(0) { $1.reduce($0) { $0 + $1.ends.count } }
        var index = before?.index ?? OutputIndex()
        index.apply(change)
        self.index = index
    }

    /// Goes through all documents in the order in which they are published.
    func forEachDocument(_ body: (DocumentOutput) -> Void) {
        for family in families {
            for branch in family {
                for document in branch.documents { body(document) }
            }
        }
    }

    /// The document of a number.
    func document(_ number: Int) -> DocumentOutput? {
        index.documents.indices.contains(number) ? index.documents[number] : nil
    }

    /// The numbers of the documents that read a slot.
    func readers(of slot: Int) -> [Int] { index.readers[slot] ?? [] }

    /// The numbers of the documents that the hub's coming and going concerns.
    var hubReaders: Set<Int> { index.hubReaders }

    /// The branch with this root.
    func branch(root: [UInt8]) -> Branch? { index.branches[root[...]] }

    /// The branch that publishes on a topic; `nil` where the topic is not the bridge's now.
    func branch(with topic: [UInt8]) -> Branch? {
        for position in topic.indices.reversed() where topic[position] == Topic.separator {
            if let branch = index.branches[topic[..<position]], branch.ends.contains(topic[(position + 1)...]) {
                return branch
            }
        }
        return nil
    }

    /// Whether a retained topic is the bridge's now.
    func contains(_ topic: [UInt8]) -> Bool { branch(with: topic) != nil }

    /// The number of the root under which a slot is published.
    func rootNumber(ofSlot slot: Int) -> Int? {
        guard let position = topics.position(slot: slot) else { return nil }
        return families[NativeLayout.devices][position].rootNumber
    }

    /// Goes through the slots that are published, device by device.
    func forEachSlot(_ body: (Int) -> Void) {
        for device in topics.devices { Self.forEachSlot(of: device, body) }
    }

    /// Goes through the slots of a device that are published.
    static func forEachSlot(of device: HomeTopics.Device, _ body: (Int) -> Void) {
        for offset in device.layout.slots.indices where device.layout.isPublished(offset) {
            body(device.record.firstSlot + offset)
        }
    }

    /// Appends the topic of a slot.
    ///
    /// - Returns: `false` where the slot has none.
    func appendTopic(ofSlot slot: Int, to topic: inout [UInt8]) -> Bool {
        guard let device = topics.device(slot: slot) else { return false }
        let offset = slot - device.record.firstSlot
        guard device.layout.isPublished(offset) else { return false }
        topic.append(contentsOf: device.root)
        device.layout.append(offset, to: &topic)
        return true
    }
}
