import Bridge
import MQTT
import Synchronization

/// Stands between the bridge and its connection, and shows what passes.
///
/// What the bridge publishes before it says `online` is counted, not shown: it is the whole home.
final class TrafficTap: Sendable {
    private struct State {
        var published = 0
        var isOnline = false
    }

    private let bridge: Bridge
    private let stateTopic: [UInt8]
    private let secrets: SecretTraits
    private let show: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Makes a tap.
    ///
    /// - Parameters:
    ///   - bridge: Whose traffic it is.
    ///   - stateTopic: Where the bridge says `online`.
    ///   - secrets: Which orders may hold secrets; their payloads are not shown.
    ///   - show: Takes a line.
    init(bridge: Bridge, stateTopic: String, secrets: SecretTraits, show: @escaping @Sendable (String) -> Void) {
        self.bridge = bridge
        self.stateTopic = Array(stateTopic.utf8)
        self.secrets = secrets
        self.show = show
    }

    private func passed(_ message: OutboundMessage) {
        let (isShown, count) = state.withLock { state in
            state.published += 1
            let isShown = state.isOnline
            if message.topic == stateTopic, message.payload.elementsEqual("online".utf8) { state.isOnline = true }
            return (isShown, state.isOnline && !isShown ? state.published : 0)
        }
        if isShown { show("→ \(Self.line(message.topic, message.payload))") }
        if count > 0 {
            show("connected; \(count) messages say all that there is. From here on, → is published, ← received:")
        }
    }

    private func order(_ message: InboundMessage) -> String {
        let topic = String(decoding: message.topic, as: UTF8.self)
        let payload = String(decoding: message.payload, as: UTF8.self)
        guard secrets.mayHoldSecret(topic: topic, payload: payload) else {
            return Self.line(message.topic, message.payload)
        }
        return "\(topic) (\(message.payload.count) octets, not shown: they may hold a secret)"
    }

    private static func line(_ topic: some Collection<UInt8>, _ payload: some Collection<UInt8>) -> String {
        let text = String(decoding: payload.prefix(400), as: UTF8.self)
        return "\(String(decoding: topic, as: UTF8.self)) \(text)\(payload.count > 400 ? "…" : "")".onOneLine
    }
}

extension TrafficTap: OutboundSource {
    func next(into message: inout OutboundMessage) -> Bool {
        guard bridge.next(into: &message) else { return false }
        passed(message)
        return true
    }
}

extension TrafficTap: ForwardingHandler {
    var handler: any ConnectionHandler { bridge }

    func connection(_ connection: any Connection, opened session: Session) {
        state.withLock { $0 = State() }
        handler.connection(connection, opened: session)
    }

    func connection(_ connection: any Connection, received message: InboundMessage) {
        if state.withLock({ $0.isOnline }) { show("← \(order(message))") }
        handler.connection(connection, received: message)
    }
}
