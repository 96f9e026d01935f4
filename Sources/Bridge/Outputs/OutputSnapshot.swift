import HomeGraph
import MQTT

/// What is published now: every retained topic and its payload, composed on demand.
struct OutputSnapshot: Sendable {
    let plan: OutputPlan
    let status: BridgeStatus
    let store: HomeStore
    let configuration: BridgeConfiguration
    /// What counts of what documents said before, by their numbers.
    var memories = DocumentMemories()

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
        var page = Page(position: 0, first: first, size: size)
        let octets = root.map { Array($0.utf8) }
        for branch in plan.sections.lazy.flatMap(\.families).joined() {
            let isWhole = Self.lies(branch.root, in: octets)
            if isWhole, page.skip(branch.documents.count) { continue }
            for document in branch.documents where isWhole || Self.lies(document.topic, in: octets) {
                guard
                    page.add({ message in
                        message.topic = document.topic
                        let context = DocumentOutput.Context(
                            store: store, status: status, plan: plan,
                            memory: memories[document.number])
                        document.render(context, into: &message.payload)
                        return true
                    })
                else { return page.result }
            }
        }
        for device in plan.topics.devices {
            let isWhole = Self.lies(device.root, in: octets)
            guard isWhole || octets?.starts(with: device.root) == true else { continue }
            if isWhole, page.skip(device.layout.publishedCount) { continue }
            for offset in device.layout.slots.indices where device.layout.isPublished(offset) {
                guard isWhole || Self.lies(device.root + device.layout.end(offset), in: octets) else { continue }
                let slot = device.record.firstSlot + offset
                guard page.add({ codec.render(slot: slot, of: plan, store: store, into: &$0) }) else {
                    return page.result
                }
            }
        }
        return page.result
    }

    /// A page while it is filled.
    private struct Page {
        /// How many outputs were passed by.
        var position: Int
        let first: Int
        let size: Int
        var topics: [(topic: String, payload: String)] = []
        var octets = 0
        var isFull = false

        init(position: Int, first: Int, size: Int) {
            (self.position, self.first, self.size) = (position, first, size)
        }

        var result: (topics: [(topic: String, payload: String)], next: Int?) { (topics, isFull ? position : nil) }

        /// Passes by outputs that lie before the page as a whole.
        ///
        /// - Returns: Whether they do.
        mutating func skip(_ count: Int) -> Bool {
            guard position + count <= first else { return false }
            position += count
            return true
        }

        /// Adds an output where its turn has come.
        ///
        /// - Parameter render: Fills its topic and payload; `false` where there is nothing to say.
        /// - Returns: Whether the page takes more; where not, the output is left for the next.
        mutating func add(_ render: (inout OutboundMessage) -> Bool) -> Bool {
            if position >= first {
                guard octets < size else {
                    isFull = true
                    return false
                }
                var message = OutboundMessage()
                if render(&message) {
                    octets += message.topic.count + message.payload.count
                    topics.append((Topic.text(message.topic), String(decoding: message.payload, as: UTF8.self)))
                }
            }
            position += 1
            return true
        }
    }
}
