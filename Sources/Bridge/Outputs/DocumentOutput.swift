import HomeGraph
import MQTT

/// An output that is more than one attribute's value: a retained document that is composed when it is sent.
///
/// An object, taken over from plan to plan as long as it says the same beside the values of its slots.
final class DocumentOutput: Sendable {
    /// What composing a document may read.
    struct Context: Sendable {
        let store: HomeStore
        let status: BridgeStatus
        /// How many retained topics there are.
        let retainedTopics: Int
    }

    /// What a document is made of, before it has a place in a plan.
    struct Content: Sendable {
        /// What its topic ends in, after the object's topic.
        let end: String
        /// At what quality of service it goes.
        var qualityOfService = QualityOfService.atLeastOnce
        /// The slots that it reads; a change of one sends it again.
        var slots: [Int] = []
        /// Whether the hub's coming and going, and every change of the home, sends it again.
        var readsHub = false
        /// Appends the payload, never empty.
        let render: @Sendable (Context, inout [UInt8]) -> Void
    }

    /// The number under which the outbox knows it: the same from plan to plan, also where its topic moves.
    let number: Int
    /// The whole topic.
    let topic: [UInt8]
    /// The number of the branch's root.
    let root: Int
    let content: Content

    init(_ content: Content, number: Int, root: (number: Int, topic: [UInt8])) {
        self.content = content
        self.number = number
        self.root = root.number
        topic = root.topic + [Topic.separator] + Array(content.end.utf8)
    }
}
