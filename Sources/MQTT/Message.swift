/// How surely a message is delivered (MQTT 5, section 4.3).
public enum QualityOfService: UInt8, Sendable, Hashable, Comparable, CaseIterable {
    case atMostOnce, atLeastOnce, exactlyOnce

    /// Less sure is less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The protocol's version.
public enum ProtocolVersion: String, Sendable, Hashable {
    case v3_1_1 = "3.1.1"
    case v5 = "5"
}

/// A message that the broker sent.
///
/// Topic and payload are copies; they are the receiver's.
public struct InboundMessage: Sendable {
    /// The topic's octets, UTF-8 as the broker promises and as nobody checked.
    public var topic: [UInt8]
    /// The payload as it came.
    public var payload: [UInt8]
    /// At what quality of service it was delivered.
    public var qualityOfService: QualityOfService
    /// The retain flag as it came: what it means depends on the version and the subscription's options.
    public var isRetained: Bool
    /// MQTT 5: where the sender wants its answer.
    public var responseTopic: [UInt8]?
    /// MQTT 5: what the sender wants back with its answer.
    public var correlationData: [UInt8]?
    /// MQTT 5: seconds that the message has left.
    public var expiryInterval: UInt32?

    /// Describes a message.
    public init(
        topic: [UInt8], payload: [UInt8], qualityOfService: QualityOfService = .atMostOnce, isRetained: Bool = false,
        responseTopic: [UInt8]? = nil, correlationData: [UInt8]? = nil, expiryInterval: UInt32? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.qualityOfService = qualityOfService
        self.isRetained = isRetained
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.expiryInterval = expiryInterval
    }
}

/// A message to publish; made once by a connection and filled again and again by an ``OutboundSource``.
public struct OutboundMessage: Sendable {
    /// The topic's octets, UTF-8.
    public var topic: [UInt8] = []
    /// The payload.
    public var payload: [UInt8] = []
    /// At what quality of service it goes.
    public var qualityOfService = QualityOfService.atMostOnce
    /// Whether the broker keeps it.
    public var isRetained = false
    /// MQTT 5: where an answer is wanted.
    public var responseTopic: [UInt8]?
    /// MQTT 5: what the asker wanted back, or wants back with the answer.
    public var correlationData: [UInt8]?
    /// MQTT 5: seconds until nobody needs it any more.
    public var expiryInterval: UInt32?
    /// What the source calls this message in ``ConnectionHandler/connection(_:published:token:)``; 0 is not reported.
    public var token: UInt64 = 0

    /// Makes an empty message.
    public init() {}

    /// Empties the message and keeps its storage.
    public mutating func removeAll() {
        topic.removeAll(keepingCapacity: true)
        payload.removeAll(keepingCapacity: true)
        qualityOfService = .atMostOnce
        isRetained = false
        responseTopic = nil
        correlationData = nil
        expiryInterval = nil
        token = 0
    }
}
