import HomeGraph
import MQTT

/// The branches of one layout.
struct OutputSection: Sendable {
    /// The layout's name.
    let name: String
    /// How it was set; `nil` for the native topics.
    let settings: BridgeConfiguration.Layout?
    /// In the order in which they are published, family by family; one family for each kind of object.
    let families: [[Branch]]
}

/// Every output of the home as it is now.
///
/// Native attributes are numbered as their slots; documents have numbers of their own. A new shape makes a new plan that
/// shares with the one before what did not change, and what is to be published or cleared follows from comparing the
/// two.
final class OutputPlan: Sendable {
    /// The home and its topics.
    let topics: HomeTopics
    /// The layouts that there are, switched on or not.
    let layouts: TopicLayouts
    /// The native topics, then each layout that is switched on.
    let sections: [OutputSection]
    /// How many retained topics there are, the bridge's state among them.
    let retainedTopics: Int
    /// The topic of the bridge's state.
    let stateTopic: [UInt8]
    private let index: OutputIndex
    /// In the order of ``HomeTopics/devices``.
    private let deviceBranches: [Branch]

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - topics: The home and its topics.
    ///   - layouts: The layouts that there are.
    ///   - sections: All branches, the native ones first.
    ///   - change: What is different since `before`.
    ///   - before: The plan of the shape before.
    init(
        topics: HomeTopics, layouts: TopicLayouts, sections: [OutputSection], change: BranchChange, before: OutputPlan?
    ) {
        self.topics = topics
        self.layouts = layouts
        self.sections = sections
        deviceBranches = sections.first?.families[NativeLayout.devices] ?? []
        stateTopic = Array("\(topics.base)/bridge/state".utf8)
        retainedTopics = sections.reduce(0) { count, section in
            section.families.reduce(count) { $1.reduce($0) { $0 + $1.ends.count } }
        }
        var index = before?.index ?? OutputIndex()
        index.apply(change)
        self.index = index
    }

    /// Goes through all documents in the order in which they are published.
    func forEachDocument(_ body: (DocumentOutput) -> Void) {
        forEachBranch { branch in
            for document in branch.documents { body(document) }
        }
    }

    /// Goes through all branches in the order in which they are published.
    func forEachBranch(_ body: (Branch) -> Void) {
        for section in sections {
            for family in section.families { family.forEach(body) }
        }
    }

    /// Topics to see by whether what is published comes to be read: the first device's, and one of each layout that has a
    /// place of its own.
    var echoTopics: [[UInt8]] {
        let device = topics.devices.first.map { $0.root + Array("availability".utf8) }
        let base = Array("\(topics.base)/".utf8)
        let others = sections.compactMap { section in
            section.families.lazy.joined().flatMap(\.documents).first { !$0.topic.starts(with: base) }?.topic
        }
        return (device.map { [$0] } ?? []) + others
    }

    /// The section of a layout; `nil` where it is switched off.
    func section(_ name: String) -> OutputSection? { sections.first { $0.name == name } }

    /// The document of a number.
    func document(_ number: Int) -> DocumentOutput? {
        index.documents.indices.contains(number) ? index.documents[number] : nil
    }

    /// Goes through the numbers of the documents that read a slot.
    func forEachReader(of slot: Int, _ body: (Int) -> Void) { index.readers.forEach(of: slot, body) }

    /// The numbers of the documents that the hub's coming and going concerns.
    var hubReaders: Set<Int> { index.hubReaders }

    /// The branch with this root.
    func branch(root: [UInt8]) -> Branch? { index.branches[root[...]] }

    /// The branch that publishes on a topic; `nil` where the topic is not the bridge's now.
    func branch(with topic: [UInt8]) -> Branch? {
        if let branch = index.branches[topic[...]], branch.ends.contains([]) { return branch }
        for position in topic.indices.dropLast().reversed() where topic[position] == Topic.separator {
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
        return deviceBranches[position].rootNumber
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
