import HomeGraph
import MQTT

/// Every output of the home as it is now: the registry of the bridge's own retained topics.
///
/// Native attributes are numbered as their slots; documents are numbered from 0. A new shape makes a new plan, and what
/// is to be published or cleared follows from comparing the two.
final class OutputPlan: Sendable {
    /// The home and its topics.
    let topics: HomeTopics
    /// In the order in which they are published.
    let documents: [DocumentOutput]
    /// How many retained topics there are, the bridge's state among them.
    let retainedTopics: Int
    /// The topic of the bridge's state.
    let stateTopic: [UInt8]
    private let documentByTopic: [[UInt8]: Int]
    private let readers: [Int: [Int]]

    /// Makes a plan.
    init(topics: HomeTopics, documents: [DocumentOutput]) {
        self.topics = topics
        self.documents = documents
        stateTopic = Array("\(topics.base)/bridge/state".utf8)
        var byTopic: [[UInt8]: Int] = [:]
        var readers: [Int: [Int]] = [:]
        for (index, document) in documents.enumerated() {
            byTopic[document.topic] = index
            for slot in document.slots { readers[slot, default: []].append(index) }
        }
        documentByTopic = byTopic
        self.readers = readers
        var publishedByLayout: [ObjectIdentifier: Int] = [:]
        var count = documents.count + 1
        for device in topics.devices {
            let key = ObjectIdentifier(device.layout)
            let published =
                publishedByLayout[key] ?? device.layout.slots.indices.count { device.layout.isPublished($0) }
            publishedByLayout[key] = published
            count += published
        }
        retainedTopics = count
    }

    /// The document that is published on a topic.
    func document(on topic: [UInt8]) -> Int? { documentByTopic[topic] }

    /// The documents that read a slot.
    func readers(of slot: Int) -> [Int] { readers[slot] ?? [] }

    /// Whether a retained topic is the bridge's now.
    func contains(_ topic: [UInt8]) -> Bool {
        topic == stateTopic || documentByTopic[topic] != nil || topics.slot(of: topic) != nil
    }

    /// Goes through the slots that are published, device by device.
    func forEachSlot(_ body: (Int) -> Void) {
        for device in topics.devices {
            for offset in device.layout.slots.indices where device.layout.isPublished(offset) {
                body(device.record.firstSlot + offset)
            }
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

    /// The retained topics of this plan that the next one does not have.
    func topics(goneIn next: OutputPlan) -> [[UInt8]] {
        var gone: [[UInt8]] = []
        var kept: [Int: HomeTopics.Device] = [:]
        for device in next.topics.devices { kept[device.record.firstSlot] = device }
        for device in topics.devices where kept[device.record.firstSlot]?.root != device.root {
            for offset in device.layout.slots.indices where device.layout.isPublished(offset) {
                let topic = device.root + device.layout.end(offset)
                if !next.contains(topic) { gone.append(topic) }
            }
        }
        for document in documents where !next.contains(document.topic) { gone.append(document.topic) }
        return gone
    }
}
