public import MQTT

/// What a connection reported.
public enum ConnectionEvent: Sendable {
    case opened(Session)
    case subscribed(number: UInt64, reasonCodes: [UInt8])
    case received(InboundMessage)
    case published(reasonCode: UInt8, token: UInt64)
    case tooLarge(topic: String, token: UInt64)
    case closed(ConnectionError, retry: Duration?)
}

/// Records what a connection reports.
public struct RecordingHandler: ConnectionHandler {
    /// What was reported.
    public let events = Recorder<ConnectionEvent>()

    /// Makes a handler that saw nothing yet.
    public init() {}

    /// Records it.
    public func connection(_ connection: any Connection, opened session: Session) { events.append(.opened(session)) }

    /// Records it.
    public func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        events.append(.subscribed(number: number, reasonCodes: reasonCodes))
    }

    /// Records it.
    public func connection(_ connection: any Connection, received message: InboundMessage) {
        events.append(.received(message))
    }

    /// Records it.
    public func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {
        events.append(.published(reasonCode: reasonCode, token: token))
    }

    /// Records it.
    public func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {
        events.append(.tooLarge(topic: String(decoding: topic, as: UTF8.self), token: token))
    }

    /// Records it.
    public func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        events.append(.closed(error, retry: retry))
    }
}
