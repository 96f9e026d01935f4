import HomeGraph
import MQTT

/// An output that is more than one attribute's value: a retained document that is composed when it is sent.
struct DocumentOutput: Sendable {
    /// What composing a document may read.
    struct Context: Sendable {
        let store: HomeStore
        let status: BridgeStatus
        /// How many retained topics there are.
        let retainedTopics: Int
    }

    /// The whole topic.
    let topic: [UInt8]
    /// At what quality of service it goes.
    let qualityOfService: QualityOfService
    /// The slots that it reads; a change of one sends it again.
    let slots: [Int]
    /// Whether the hub's coming and going changes it.
    let readsHub: Bool
    /// Appends the payload, never empty.
    let render: @Sendable (Context, inout [UInt8]) -> Void

    /// Describes a document.
    init(
        topic: String, qualityOfService: QualityOfService = .atLeastOnce, slots: [Int] = [], readsHub: Bool = false,
        render: @escaping @Sendable (Context, inout [UInt8]) -> Void
    ) {
        self.topic = Array(topic.utf8)
        self.qualityOfService = qualityOfService
        self.slots = slots
        self.readsHub = readsHub
        self.render = render
    }
}
