import HomeGraph
import MQTT

/// What is published now: every retained topic and its payload, composed on demand.
struct OutputSnapshot: Sendable {
    let plan: OutputPlan
    let status: BridgeStatus
    let store: HomeStore
    let configuration: BridgeConfiguration

    private var codec: OutputCodec { OutputCodec(qualityOfService: configuration.qualityOfService) }

    /// Some of the outputs.
    struct Selection: Sendable {
        var documents: [DocumentOutput] = []
        var slots: [Int] = []
    }

    /// The outputs on a topic and below it; all of them where it is `nil`.
    func selection(root: String?) -> Selection {
        var selection = Selection()
        let octets = root.map { Array($0.utf8) }
        plan.forEachDocument { document in
            if Self.lies(document.topic, in: octets) { selection.documents.append(document) }
        }
        for device in plan.topics.devices {
            let isWhole = Self.lies(device.root, in: octets)
            guard isWhole || octets?.starts(with: device.root) == true else { continue }
            for offset in device.layout.slots.indices where device.layout.isPublished(offset) {
                if isWhole || Self.lies(device.root + device.layout.end(offset), in: octets) {
                    selection.slots.append(device.record.firstSlot + offset)
                }
            }
        }
        return selection
    }

    private static func lies(_ topic: [UInt8], in root: [UInt8]?) -> Bool {
        guard let root else { return true }
        return topic.starts(with: root) && (topic.count == root.count || topic[root.count] == Topic.separator)
    }

    /// Topics and payloads in the order of outputs.
    ///
    /// - Parameters:
    ///   - root: Only what lies on this topic or below it.
    ///   - first: How many outputs are passed over.
    ///   - size: About how many octets are enough.
    /// - Returns: The topics, and the number to go on with; `nil` where nothing is left.
    func page(root: String?, from first: Int, size: Int) -> (topics: [(topic: String, payload: String)], next: Int?) {
        let selection = selection(root: root)
        let count = selection.documents.count + selection.slots.count
        var topics: [(topic: String, payload: String)] = []
        var octets = 0
        var position = first
        while position < count, octets < size {
            var message = OutboundMessage()
            if position < selection.documents.count {
                let document = selection.documents[position]
                message.topic = document.topic
                document.render(
                    DocumentOutput.Context(store: store, status: status, plan: plan), into: &message.payload)
            } else {
                let slot = selection.slots[position - selection.documents.count]
                guard codec.render(slot: slot, of: plan, store: store, into: &message) else {
                    position += 1
                    continue
                }
            }
            octets += message.topic.count + message.payload.count
            topics.append((Topic.text(message.topic), String(decoding: message.payload, as: UTF8.self)))
            position += 1
        }
        return (topics, position < count ? position : nil)
    }
}
