public import MQTT
import Synchronization

/// A source that gives what was put into it, in order.
public final class QueueSource: OutboundSource {
    private struct State {
        var messages: [OutboundMessage] = []
        var next = 0
        var pulled = 0
    }

    private let state = Mutex(State())

    /// Makes an empty source.
    public init() {}

    /// Puts messages at the end; the connection is to be woken afterwards.
    public func append(_ messages: [OutboundMessage]) { state.withLock { $0.messages += messages } }

    /// How many messages were pulled so far.
    public var pulledCount: Int { state.withLock { $0.pulled } }

    /// Gives the next message.
    public func next(into message: inout OutboundMessage) -> Bool {
        state.withLock { state in
            guard state.next < state.messages.count else {
                state.messages.removeAll(keepingCapacity: true)
                state.next = 0
                return false
            }
            message = state.messages[state.next]
            state.next += 1
            state.pulled += 1
            return true
        }
    }
}

extension OutboundMessage {
    /// Makes a message from text.
    public init(
        _ payload: String, to topic: String, qualityOfService: QualityOfService = .atMostOnce,
        isRetained: Bool = false, token: UInt64 = 0
    ) {
        self.init()
        self.topic = Array(topic.utf8)
        self.payload = Array(payload.utf8)
        self.qualityOfService = qualityOfService
        self.isRetained = isRetained
        self.token = token
    }
}

extension OutboundMessage {
    /// The topic as text.
    public var topicText: String { String(decoding: topic, as: UTF8.self) }
    /// The payload as text.
    public var text: String { String(decoding: payload, as: UTF8.self) }
}

extension InboundMessage {
    /// The topic as text.
    public var topicText: String { String(decoding: topic, as: UTF8.self) }
    /// The payload as text.
    public var text: String { String(decoding: payload, as: UTF8.self) }
}
