import DataModel
public import HomeGraph
public import MQTT
import Synchronization

/// Another bridge that has the base topic.
public struct OtherBridge: Error, Sendable, CustomStringConvertible {
    /// The base topic.
    public let baseTopic: String
    /// What the other bridge says of itself in `bridge/info`; empty where it says nothing.
    public let info: String

    /// One line for people: what is wrong, and what to do.
    public var description: String {
        let texts = self.texts
        let known = [("instance", "instance"), ("version", "version"), ("started", "since")].compactMap {
            member, word in
            texts[member].map { "\(word) \($0)" }
        }
        let words = known.isEmpty ? "" : " (\(known.joined(separator: ", ")))"
        return "another bridge has the base topic \(baseTopic)\(words); choose another with --base-topic"
    }

    /// The members of what the other bridge says that are short texts of one line; anybody may have written them.
    private var texts: [String: String] {
        guard case .object(let members)? = try? JSONValue(parsing: Array(info.utf8)) else { return [:] }
        var texts: [String: String] = [:]
        for member in members {
            guard case .string(let text) = member.value, (1...64).contains(text.unicodeScalars.count),
                text == text.onOneLine
            else { continue }
            texts[member.name] = text
        }
        return texts
    }
}

/// Finds out, before a bridge uses its client id, whether another one has the base topic already.
///
/// It reads `bridge/state` and `bridge/info`; where the state is `online` it asks `bridge/health` and waits.
public final class BaseTopicProbe: Sendable {
    /// How long another bridge has to answer.
    public static let patience: Duration = .seconds(3)

    private let state: Mutex<ProbeState>
    private let time: any TimeSource
    private let failed: @Sendable (ConnectionError) -> Void
    private let ended: AsyncStream<OtherBridge?>
    private let end: AsyncStream<OtherBridge?>.Continuation

    private init(
        base: String, nonce: String, time: any TimeSource, failed: @escaping @Sendable (ConnectionError) -> Void
    ) {
        state = Mutex(ProbeState(base: base, nonce: nonce))
        self.time = time
        self.failed = failed
        (ended, end) = AsyncStream.makeStream(of: OtherBridge?.self)
    }

    /// Looks for another bridge; waits until a broker is there.
    ///
    /// - Parameters:
    ///   - base: The base topic.
    ///   - nonce: What nobody else publishes: random text.
    ///   - time: What the other bridge's patience is measured by.
    ///   - failed: Hears each failure after which the connection is tried again.
    ///   - connect: Makes and starts a connection with this handler and source, without a will, as a client that
    ///     nobody else is (`homegraph2mqtt-probe-RANDOM`).
    /// - Returns: The other bridge; `nil` where there is none.
    /// - Throws: What `connect` throws.
    public static func otherBridge(
        on base: String, nonce: String, time: any TimeSource = SystemTime(),
        failed: @escaping @Sendable (ConnectionError) -> Void = { _ in },
        connect: (any ConnectionHandler, any OutboundSource) throws -> any Connection
    ) async throws -> OtherBridge? {
        let probe = BaseTopicProbe(base: base, nonce: nonce, time: time, failed: failed)
        let connection = try connect(probe, probe)
        var found: OtherBridge?
        for await result in probe.ended {
            found = result
            break
        }
        await connection.stop(within: .seconds(2))
        return found
    }

    private func perform(_ actions: [ProbeState.Action], on connection: any Connection) {
        for action in actions {
            switch action {
            case .subscribe(let filters):
                connection.subscribe(
                    filters.map { Subscription(filter: $0, qualityOfService: .atLeastOnce) }, number: 1)
            case .publish: connection.wake()
            case .wait(let duration, let number):
                let moment = time.uptime + duration
                Task {
                    guard (try? await self.time.sleep(until: moment)) != nil else { return }
                    self.perform(self.state.withLock { $0.waited(number) }, on: connection)
                }
            case .end(let other):
                end.yield(other)
                end.finish()
            }
        }
    }
}

extension BaseTopicProbe: ConnectionHandler {
    /// Subscribes to what another bridge publishes.
    public func connection(_ connection: any Connection, opened session: Session) {
        perform(state.withLock { $0.opened() }, on: connection)
    }

    /// Asks for the end of what is retained.
    public func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        perform(state.withLock { $0.subscribed() }, on: connection)
    }

    /// Learns what another bridge says.
    public func connection(_ connection: any Connection, received message: InboundMessage) {
        perform(state.withLock { $0.received(message) }, on: connection)
    }

    /// Learns nothing.
    public func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {}

    /// Learns nothing.
    public func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {}

    /// Waits for the next connection.
    public func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        state.withLock { $0.closed() }
        // A connection that is not tried again finds nobody.
        if retry == nil { perform([.end(nil)], on: connection) } else { failed(error) }
    }
}

extension BaseTopicProbe: OutboundSource {
    /// Fills the next message of the probe.
    public func next(into message: inout OutboundMessage) -> Bool {
        guard let waiting = state.withLock({ $0.next() }) else { return false }
        waiting.fill(&message)
        return true
    }
}

/// What the probe does, step by step; a value.
struct ProbeState: Sendable {
    /// What is to be done.
    enum Action: Sendable {
        case subscribe([String])
        /// A message waits.
        case publish
        /// Call ``waited(_:)`` with the number after this time.
        case wait(Duration, number: Int)
        case end(OtherBridge?)
    }

    private enum Step: Sendable {
        case closed, subscribing
        /// What is retained comes, then the nonce.
        case reading
        /// Another bridge seems to be online; it is asked.
        case asking
        case over
    }

    private let base: String
    private let nonce: [UInt8]
    private var step = Step.closed
    private var isOnline = false
    private var info = ""
    private var outbound: [OutboxMessage] = []
    /// The wait that counts; earlier ones are over.
    private var waitNumber = 0

    /// A probe that is not connected.
    init(base: String, nonce: String) {
        self.base = base
        self.nonce = Array(nonce.utf8)
    }

    /// The next message to publish.
    mutating func next() -> OutboxMessage? { outbound.isEmpty ? nil : outbound.removeFirst() }

    /// The broker accepted the connection.
    mutating func opened() -> [Action] {
        guard step != .over else { return [] }
        step = .subscribing
        isOnline = false
        info = ""
        return [
            .subscribe(["state", "info", "scan", "response/bridge/health"].map { "\(base)/bridge/\($0)" })
        ]
    }

    /// The connection is lost.
    mutating func closed() {
        if step != .over { step = .closed }
        outbound = []
    }

    /// The broker answered the subscriptions.
    mutating func subscribed() -> [Action] {
        guard step == .subscribing else { return [] }
        step = .reading
        return publish("scan", nonce)
    }

    /// A message came.
    mutating func received(_ message: InboundMessage) -> [Action] {
        let topic = Topic.text(message.topic)
        switch (step, topic) {
        case (.subscribing, "\(base)/bridge/state"), (.reading, "\(base)/bridge/state"):
            isOnline = message.payload.elementsEqual("online".utf8)
        case (.subscribing, "\(base)/bridge/info"), (.reading, "\(base)/bridge/info"):
            info = String(decoding: message.payload, as: UTF8.self)
        case (.reading, "\(base)/bridge/scan") where message.payload == nonce:
            return ask()
        case (.asking, "\(base)/bridge/response/bridge/health"):
            return finish(OtherBridge(baseTopic: base, info: info))
        default: break
        }
        return []
    }

    /// The patience is over: nobody answered, or the broker does not deliver.
    mutating func waited(_ number: Int) -> [Action] {
        guard number == waitNumber else { return [] }
        switch step {
        case .reading: return ask()
        case .asking: return finish(nil)
        case .closed, .subscribing, .over: return []
        }
    }

    /// Asks the other bridge, if one says that it is online.
    private mutating func ask() -> [Action] {
        guard isOnline else { return finish(nil) }
        step = .asking
        return publish("request/bridge/health", Array("{}".utf8))
    }

    private mutating func finish(_ other: OtherBridge?) -> [Action] {
        step = .over
        return [.end(other)]
    }

    private mutating func publish(_ topic: String, _ payload: [UInt8]) -> [Action] {
        // Some brokers end the connection over a higher quality of service.
        outbound.append(
            OutboxMessage(
                topic: Array("\(base)/bridge/\(topic)".utf8), payload: payload, qualityOfService: .atMostOnce))
        waitNumber += 1
        return [.publish, .wait(BaseTopicProbe.patience, number: waitNumber)]
    }
}
