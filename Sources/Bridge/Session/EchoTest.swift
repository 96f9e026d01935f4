import MQTT

/// Whether what the bridge publishes comes to be read, which it hears on some of its own topics; a value.
///
/// A message at most once is never refused, nor is any in MQTT 3.1.1; that one does not come back is all there is to see
/// of access rules that deny it.
struct EchoTest: Sendable {
    /// How long a message may take to come back, once everything was handed to the connection.
    static let patience: Duration = .seconds(10)
    /// How long it takes until it is looked again whether that is so.
    static let pause: Duration = .seconds(1)
    /// The number of its subscription; those of the session count from 1.
    static let number: UInt64 = 0

    private var topics: [[UInt8]] = []
    private var missing: Set<[UInt8]> = []
    private var round = 0

    /// Begins anew on a connection; to be done before anything is published on the topics.
    ///
    /// - Returns: What to subscribe to, and what ``end(_:)`` is to be told when the patience is over.
    mutating func begin(_ topics: [[UInt8]]) -> (subscriptions: [Subscription], round: Int) {
        self.topics = topics
        missing = Set(topics)
        round += 1
        return (
            topics.map { Subscription(filter: Topic.text($0), qualityOfService: .atMostOnce) }, round
        )
    }

    /// The broker answered the subscription: what may not be read is not awaited, and was said when the scan was refused.
    mutating func answered(_ reasonCodes: [UInt8]) {
        for (topic, code) in zip(topics, reasonCodes) where ReasonCode(rawValue: code).isError { missing.remove(topic) }
    }

    /// A message came: one on these topics is the bridge's own; what is retained is from before and says nothing.
    ///
    /// - Returns: Whether it was one, and whether it is the first that was awaited there: then no more of them are.
    mutating func take(_ message: InboundMessage) -> (isEcho: Bool, isFirst: Bool) {
        guard !topics.isEmpty, topics.contains(message.topic) else { return (false, false) }
        return (true, !message.isRetained && missing.remove(message.topic) != nil)
    }

    /// Whether a round still waits for something.
    func awaits(_ round: Int) -> Bool { round == self.round && !missing.isEmpty }

    /// The patience of a round is over.
    ///
    /// - Returns: The topics of which nothing came back.
    mutating func end(_ round: Int) -> [[UInt8]] {
        guard round == self.round else { return [] }
        defer { missing = [] }
        return topics.filter { missing.contains($0) }
    }

    /// The connection is lost.
    mutating func closed() {
        topics = []
        missing = []
    }
}
