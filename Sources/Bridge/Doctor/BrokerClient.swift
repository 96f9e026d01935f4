import HomeGraph
import MQTT
import Synchronization

/// A client that does one thing after another, and waits for what the broker says to it.
final class BrokerClient: Sendable {
    /// Makes and starts a connection.
    typealias Connect = @Sendable (any ConnectionHandler, any OutboundSource) throws -> any Connection

    /// What the broker answers to.
    private enum Answer: Sendable {
        case opened(Session)
        case subscribed(number: UInt64, reasonCodes: [UInt8])
        case published(reasonCode: UInt8, token: UInt64)
        case closed(ConnectionError)
    }

    private struct State {
        var waiting = RingBuffer<OutboundMessage>()
        var number: UInt64 = 0
        var end: ConnectionError?
        var isSilent = false
    }

    /// What the broker sent and nobody took yet.
    let messages = Mailbox<InboundMessage>()
    private let answers = Mailbox<Answer>()
    private let state = Mutex(State())
    private let connection = Mutex<(any Connection)?>(nil)
    private let time: any TimeSource
    /// How long the broker has for each answer.
    private let patience: Duration

    private init(time: any TimeSource, patience: Duration) {
        self.time = time
        self.patience = patience
    }

    /// Connects, once.
    ///
    /// - Parameters:
    ///   - time: What patience is measured by.
    ///   - patience: How long the broker has for each answer; an attempt to connect has deadlines of its own.
    ///   - connect: Makes and starts the connection.
    /// - Returns: The client, and what was agreed on.
    /// - Throws: Why the attempt failed, as a `ConnectionError`; what `connect` throws.
    static func connect(
        time: any TimeSource, patience: Duration, _ connect: Connect
    ) async throws -> (client: BrokerClient, session: Session) {
        let client = BrokerClient(time: time, patience: patience)
        let connection = try connect(client, client)
        client.connection.withLock { $0 = connection }
        // The connection's own deadlines are shorter.
        let first = await client.answers.first(within: .seconds(60), time) { answer in
            switch answer {
            case .opened, .closed: true
            case .subscribed, .published: false
            }
        }
        switch first {
        case .opened(let session)?: return (client, session)
        case .closed(let error)?:
            await client.disconnect()
            throw error
        case .subscribed, .published, nil:
            await client.disconnect()
            throw ConnectionError(code: .timedOut, broker: "the broker", detail: "it did not answer")
        }
    }

    /// Why the connection ended, if it did.
    var end: ConnectionError? { state.withLock { $0.end } }

    /// Whether the broker left a subscription without an answer, and the connection stands.
    var isSilent: Bool { state.withLock { $0.isSilent && $0.end == nil } }

    /// Ends the connection cleanly.
    func disconnect() async {
        // Client and connection have each other until then.
        let connection = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        await connection?.stop(within: .seconds(2))
    }

    /// Subscribes.
    ///
    /// - Parameter subscriptions: To what.
    /// - Returns: A reason code for each; none where the broker does not answer.
    func subscribe(_ subscriptions: [Subscription]) async -> [UInt8] {
        let number = nextNumber()
        connection.withLock { $0 }?.subscribe(subscriptions, number: number)
        let answer = await answer { answer in
            if case .subscribed(number, _) = answer { true } else { false }
        }
        guard case .subscribed(_, let reasonCodes)? = answer else {
            state.withLock { $0.isSilent = true }
            return []
        }
        return reasonCodes
    }

    /// Publishes a message and waits until it is acknowledged.
    ///
    /// - Parameters:
    ///   - payload: What.
    ///   - topic: Where.
    ///   - qualityOfService: How surely.
    ///   - isRetained: Whether the broker is to keep it.
    /// - Returns: The reason code; `nil` where the broker does not answer.
    func publish(
        _ payload: [UInt8], to topic: String, qualityOfService: QualityOfService = .atLeastOnce,
        isRetained: Bool = false
    ) async -> ReasonCode? {
        let number = nextNumber()
        send(payload, to: topic, qualityOfService: qualityOfService, isRetained: isRetained, token: number)
        let answer = await answer { answer in
            if case .published(_, number) = answer { true } else { false }
        }
        guard case .published(let reasonCode, _)? = answer else { return nil }
        return ReasonCode(rawValue: reasonCode)
    }

    /// Publishes a message without waiting.
    ///
    /// - Parameters:
    ///   - payload: What.
    ///   - topic: Where.
    ///   - qualityOfService: How surely.
    ///   - isRetained: Whether the broker is to keep it.
    ///   - token: What its acknowledgement is told by; 0 is not reported.
    func send(
        _ payload: [UInt8], to topic: String, qualityOfService: QualityOfService, isRetained: Bool = false,
        token: UInt64 = 0
    ) {
        var message = OutboundMessage()
        message.topic = Array(topic.utf8)
        message.payload = payload
        message.qualityOfService = qualityOfService
        message.isRetained = isRetained
        message.token = token
        let waiting = message
        state.withLock { $0.waiting.append(waiting) }
        connection.withLock { $0 }?.wake()
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - patience: How long it may take; `nil` is as long as an answer.
    ///   - condition: What it must fulfil.
    /// - Returns: The message; `nil` where none comes.
    func message(
        within patience: Duration? = nil, where condition: @escaping @Sendable (InboundMessage) -> Bool
    ) async -> InboundMessage? {
        await messages.first(within: patience ?? self.patience, time, where: condition)
    }

    /// Waits for the end of the connection.
    ///
    /// - Parameter patience: How long.
    /// - Returns: Why it ended; `nil` where it is still there.
    func end(within patience: Duration) async -> ConnectionError? {
        let answer = await answers.first(within: patience, time) { answer in
            if case .closed = answer { true } else { false }
        }
        guard case .closed(let error)? = answer else { return nil }
        return error
    }

    private func nextNumber() -> UInt64 {
        state.withLock { state in
            state.number += 1
            return state.number
        }
    }

    private func answer(_ condition: @escaping @Sendable (Answer) -> Bool) async -> Answer? {
        guard end == nil else { return nil }
        return await answers.first(within: patience, time) { answer in
            if case .closed = answer { true } else { condition(answer) }
        }
    }
}

extension BrokerClient: ConnectionHandler {
    func connection(_ connection: any Connection, opened session: Session) { answers.append(.opened(session)) }

    func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        answers.append(.subscribed(number: number, reasonCodes: reasonCodes))
    }

    func connection(_ connection: any Connection, received message: InboundMessage) { messages.append(message) }

    func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {
        answers.append(.published(reasonCode: reasonCode, token: token))
    }

    func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {
        answers.append(.published(reasonCode: ReasonCode.packetTooLarge.rawValue, token: token))
    }

    func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        state.withLock { if $0.end == nil { $0.end = error } }
        answers.append(.closed(error))
    }
}

extension BrokerClient: OutboundSource {
    func next(into message: inout OutboundMessage) -> Bool {
        guard let next = state.withLock({ $0.waiting.popFirst() }) else { return false }
        message = next
        return true
    }
}
