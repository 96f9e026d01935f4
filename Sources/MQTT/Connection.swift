/// Where a connection gets what it publishes: it pulls, and stops pulling while the network or the broker is slow.
public protocol OutboundSource: Sendable {
    /// Fills `message`, which comes empty, with what is to be published next.
    ///
    /// Called on the connection's thread and only while it is connected; it must not block for long.
    /// - Returns: `false` where nothing waits; then the source says so anew with ``Connection/wake()``.
    func next(into message: inout OutboundMessage) -> Bool
}

/// One filter to subscribe to, with MQTT 5's options.
public struct Subscription: Sendable, Hashable {
    /// What happens to retained messages on subscribing (MQTT 5, section 3.8.3.1).
    public enum RetainHandling: UInt8, Sendable {
        case send, sendIfNew, doNotSend
    }

    /// The topic filter.
    public var filter: String
    /// The most that is asked for.
    public var qualityOfService: QualityOfService
    /// MQTT 5: own messages do not come back.
    public var noLocal: Bool
    /// MQTT 5: the retain flag stays as the sender set it.
    public var retainAsPublished: Bool
    /// MQTT 5: whether stored messages are sent; 3.1.1 always sends them.
    public var retainHandling: RetainHandling

    /// Describes a subscription.
    public init(
        filter: String, qualityOfService: QualityOfService = .exactlyOnce, noLocal: Bool = false,
        retainAsPublished: Bool = false, retainHandling: RetainHandling = .send
    ) {
        self.filter = filter
        self.qualityOfService = qualityOfService
        self.noLocal = noLocal
        self.retainAsPublished = retainAsPublished
        self.retainHandling = retainHandling
    }
}

/// What a connection learned from the broker when it opened.
public struct Session: Sendable, Hashable {
    /// The version that was agreed on.
    public var version: ProtocolVersion
    /// The largest packet the broker takes, in octets; `nil` is no limit.
    public var maximumPacketSize: Int?
    /// The highest quality of service the broker takes.
    public var maximumQualityOfService: QualityOfService
    /// Whether the broker keeps retained messages.
    public var retainAvailable: Bool
    /// How many unacknowledged messages the broker takes.
    public var receiveMaximum: Int

    /// Describes a session.
    public init(
        version: ProtocolVersion, maximumPacketSize: Int? = nil,
        maximumQualityOfService: QualityOfService = .exactlyOnce, retainAvailable: Bool = true,
        receiveMaximum: Int = 65_535
    ) {
        self.version = version
        self.maximumPacketSize = maximumPacketSize
        self.maximumQualityOfService = maximumQualityOfService
        self.retainAvailable = retainAvailable
        self.receiveMaximum = receiveMaximum
    }
}

/// Hears what happens on a connection.
///
/// All calls come from the connection's thread, one after another, and must not block for long.
public protocol ConnectionHandler: Sendable {
    /// The broker accepted the connection; from now on the source is asked.
    func connection(_ connection: any Connection, opened session: Session)
    /// The broker answered the subscriptions asked for under this number, one reason code each (MQTT 5, section 3.9.3;
    /// 3.1.1 has 0, 1, 2 and 128).
    func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8])
    /// A message came.
    func connection(_ connection: any Connection, received message: InboundMessage)
    /// The broker acknowledged, or with a reason code of 128 or more refused, a message with a token.
    ///
    /// Messages at most once are reported when they are written.
    func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64)
    /// The message was never sent: larger than the broker takes.
    func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64)
    /// The connection ended or an attempt failed; it will be tried again after `retry` unless that is `nil`.
    func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?)
}

/// A connection to a broker that is kept up until it is stopped.
public protocol Connection: Sendable {
    /// Says that the source has something again; cheap, from any thread, also under locks.
    func wake()
    /// Asks the broker for messages; the answer comes under `number`. Without effect while not connected.
    func subscribe(_ subscriptions: [Subscription], number: UInt64)
    /// Ends subscriptions. Without effect while not connected.
    func unsubscribe(_ filters: [String])
    /// Publishes what the source still has, within `deadline`, then disconnects cleanly and ends for good.
    func stop(within deadline: Duration) async
}
