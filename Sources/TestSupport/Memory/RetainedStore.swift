import MQTT

/// What a broker keeps: the last retained message of each topic, in the order in which the topics came.
struct RetainedStore {
    private var messages: [[UInt8]: (message: InboundMessage, order: Int)] = [:]
    private var nextOrder = 0

    /// Keeps a message; an empty one deletes.
    mutating func store(_ message: InboundMessage) {
        guard !message.payload.isEmpty else {
            messages[message.topic] = nil
            return
        }
        messages[message.topic] = (message, messages[message.topic]?.order ?? nextOrder)
        nextOrder += 1
    }

    /// Forgets everything, as a broker without persistence does when it restarts.
    mutating func removeAll() { messages.removeAll() }

    /// What is kept under a filter, in order.
    func messages(under filter: TopicFilter) -> [InboundMessage] {
        messages.values.filter { filter.matches($0.message.topic) }.sorted { $0.order < $1.order }.map(\.message)
    }

    /// What is kept on a topic.
    func text(on topic: String) -> String? { messages[Array(topic.utf8)]?.message.text }

    /// Everything that is kept: payloads as text by topic.
    var texts: [String: String] {
        Dictionary(uniqueKeysWithValues: messages.values.map { ($0.message.topicText, $0.message.text) })
    }
}
