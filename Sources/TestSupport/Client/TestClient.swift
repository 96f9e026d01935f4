public import MQTT
import Mosquitto
import Synchronization

/// A client for the other side of a test: subscribes, publishes, and waits for messages.
public final class TestClient: Sendable {
    /// What was agreed on when it connected.
    public let session: Session
    /// The messages that came and that nobody waited for yet.
    public let messages: Recorder<InboundMessage>

    private let settings: ConnectionSettings
    private let connection: MosquittoConnection
    private let source: QueueSource
    private let answers: Recorder<ConnectionEvent>
    private let lastNumber = Atomic<UInt64>(0)

    private static let count = Atomic<UInt64>(0)

    /// Settings for a broker, with a client id that no other client of this process has.
    public static func settings(
        for address: BrokerAddress, version: ProtocolVersion = .v5, clientID: String? = nil
    ) -> ConnectionSettings {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        var settings = ConnectionSettings(address: address, clientID: clientID ?? "test-client-\(number)")
        settings.version = version
        settings.fallsBack = false
        return settings
    }

    /// Connects to a broker.
    /// - Throws: the ``ConnectionError`` of the first attempt.
    public static func connect(
        to broker: MosquittoBroker, version: ProtocolVersion = .v5, clientID: String? = nil, will: Will? = nil
    ) async throws -> TestClient {
        var settings = settings(for: broker.address, version: version, clientID: clientID)
        settings.will = will
        return try await connect(settings)
    }

    /// Connects.
    /// - Throws: the ``ConnectionError`` of the first attempt.
    public static func connect(_ settings: ConnectionSettings) async throws -> TestClient {
        let handler = SortingHandler()
        let source = QueueSource()
        let connection = try MosquittoConnection(settings, source: source, handler: handler)
        try connection.start()
        let first = try await handler.others.first("a connection", within: .seconds(30)) { event in
            switch event {
            case .opened, .closed: true
            default: false
            }
        }
        switch first {
        case .opened(let session):
            return TestClient(settings, session, connection, source, handler)
        case .closed(let error, _):
            await connection.stop(within: .zero)
            throw error
        default: throw NotSeen(description: "\(first) came instead of a connection")
        }
    }

    private init(
        _ settings: ConnectionSettings, _ session: Session, _ connection: MosquittoConnection, _ source: QueueSource,
        _ handler: SortingHandler
    ) {
        self.settings = settings
        self.session = session
        self.connection = connection
        self.source = source
        messages = handler.messages
        answers = handler.others
    }

    /// Ends the connection cleanly.
    public func disconnect() async { await connection.stop(within: .seconds(5)) }

    /// Subscribes and waits for the broker's answer.
    /// - Returns: a reason code for each filter.
    @discardableResult public func subscribe(
        _ filters: String..., qualityOfService: QualityOfService = .exactlyOnce
    ) async throws -> [UInt8] {
        try await subscribe(filters.map { Subscription(filter: $0, qualityOfService: qualityOfService) })
    }

    /// Subscribes and waits for the broker's answer.
    /// - Returns: a reason code for each subscription.
    @discardableResult public func subscribe(_ subscriptions: [Subscription]) async throws -> [UInt8] {
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        connection.subscribe(subscriptions, number: number)
        let answer = try await answers.first("the answer to a subscription") { event in
            guard case .subscribed(number, _) = event else { return false }
            return true
        }
        guard case .subscribed(_, let reasonCodes) = answer else { return [] }
        return reasonCodes
    }

    /// Ends subscriptions, without waiting.
    public func unsubscribe(_ filters: String...) { connection.unsubscribe(filters) }

    /// Publishes text and waits until it is acknowledged.
    /// - Returns: the reason code.
    @discardableResult public func publish(
        _ payload: String, to topic: String, qualityOfService: QualityOfService = .atLeastOnce,
        isRetained: Bool = false, responseTopic: String? = nil, correlationData: [UInt8]? = nil,
        expiryInterval: UInt32? = nil
    ) async throws -> UInt8 {
        var message = OutboundMessage(payload, to: topic, qualityOfService: qualityOfService, isRetained: isRetained)
        message.responseTopic = responseTopic.map { Array($0.utf8) }
        message.correlationData = correlationData
        message.expiryInterval = expiryInterval
        return try await publish(message)
    }

    /// Publishes a message and waits until it is acknowledged.
    /// - Returns: the reason code.
    @discardableResult public func publish(_ message: OutboundMessage) async throws -> UInt8 {
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        var message = message
        message.token = number
        source.append([message])
        connection.wake()
        let answer = try await answers.first("the acknowledgement of a message") { event in
            switch event {
            case .published(_, number), .tooLarge(_, number): true
            default: false
            }
        }
        guard case .published(let reasonCode, _) = answer else { return ReasonCode.packetTooLarge.rawValue }
        return reasonCode
    }

    /// Waits for a message on a topic, with a payload if one is given.
    /// - Throws: ``NotSeen`` when the deadline passes.
    @discardableResult public func expect(
        _ topic: String, _ payload: String? = nil, within deadline: Duration = .patience
    ) async throws -> InboundMessage {
        try await expect("\(topic) \(payload ?? "")", within: deadline) { message in
            message.topicText == topic && (payload == nil || message.text == payload)
        }
    }

    /// Waits for a message that fulfils a condition.
    /// - Throws: ``NotSeen`` when the deadline passes.
    @discardableResult public func expect(
        _ what: String = "a message", within deadline: Duration = .patience,
        where condition: @escaping @Sendable (InboundMessage) -> Bool
    ) async throws -> InboundMessage {
        try await messages.first(what, within: deadline, where: condition)
    }

    /// What the broker keeps under a filter now, by topic; asked for by a client of its own.
    public func retained(_ filter: String) async throws -> [String: InboundMessage] {
        var settings = settings
        settings.clientID += "-retained-\(lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)"
        settings.will = nil
        let client = try await Self.connect(settings)
        let end = "test-support/end/\(settings.clientID)"
        try await client.subscribe(end, qualityOfService: .atMostOnce)
        try await client.subscribe(filter, qualityOfService: .atMostOnce)
        try await client.publish("end", to: end, qualityOfService: .atMostOnce)
        try await client.expect(end)
        var found: [String: InboundMessage] = [:]
        for message in client.messages.elements where message.isRetained { found[message.topicText] = message }
        await client.disconnect()
        return found
    }
}

/// Keeps messages and what else is reported apart.
private struct SortingHandler: ConnectionHandler {
    let messages = Recorder<InboundMessage>()
    let others = Recorder<ConnectionEvent>()

    func connection(_ connection: any Connection, opened session: Session) { others.append(.opened(session)) }
    func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        others.append(.subscribed(number: number, reasonCodes: reasonCodes))
    }
    func connection(_ connection: any Connection, received message: InboundMessage) { messages.append(message) }
    func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {
        others.append(.published(reasonCode: reasonCode, token: token))
    }
    func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {
        others.append(.tooLarge(topic: String(decoding: topic, as: UTF8.self), token: token))
    }
    func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        others.append(.closed(error, retry: retry))
    }
}
