import MQTT
import Mosquitto
import Synchronization
import TestSupport

/// A client that gives orders, each of which writes a text of its own, and notes the answers, over any number of
/// connections.
final class OrderSender: ConnectionHandler, OutboundSource {
    /// An order that was handed to the library.
    struct Sent: Sendable {
        /// When the library took it; how long it waited for that on a busy machine is no fault of the bridge.
        var at: ContinuousClock.Instant
        var answer: String?
        var answers = 0
    }

    private struct State {
        var orders: [String: Sent] = [:]
        var waiting: [String] = []
        var number = 0
        var isListening = false
    }

    /// The texts of orders that were answered.
    let answered = Recorder<String>()
    private let topics: [String]
    private let settings: ConnectionSettings
    private let state = Mutex(State())
    private let connection = Mutex<MosquittoConnection?>(nil)

    /// Makes a sender that is not connected.
    ///
    /// - Parameters:
    ///   - settings: The broker.
    ///   - devices: The topics of devices; orders go to one after the other.
    init(_ settings: ConnectionSettings, devices: [String]) {
        self.settings = settings
        topics = devices.map { "\($0)/RootNode/BasicInformation/nodeLabel/set" }
    }

    /// All orders by text.
    var orders: [String: Sent] { state.withLock { $0.orders } }

    /// Its name at the broker, which is its password, too.
    var user: String? { settings.userName }

    /// Connects, and stays connected as well as it can.
    func start() throws {
        let connection = try MosquittoConnection(settings, source: self, handler: self)
        self.connection.withLock { $0 = connection }
        try connection.start()
    }

    /// Ends.
    func stop() async {
        let last = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        await last?.stop(within: .seconds(2))
    }

    /// Gives an order, unless it is not connected.
    @discardableResult func give() -> String? {
        let text = state.withLock { state -> String? in
            guard state.isListening else { return nil }
            state.number += 1
            let text = "order \(state.number)"
            state.orders[text] = Sent(at: .now)
            state.waiting.append(text)
            return text
        }
        connection.withLock { $0 }?.wake()
        return text
    }

    func next(into message: inout OutboundMessage) -> Bool {
        let next = state.withLock { state -> String? in
            guard !state.waiting.isEmpty else { return nil }
            let text = state.waiting.removeFirst()
            state.orders[text]?.at = .now
            return text
        }
        guard let text = next, let number = text.split(separator: " ").last.flatMap({ Int($0) }) else { return false }
        message = OutboundMessage(
            #"{"$value":"\#(text)","$id":"\#(text)"}"#, to: topics[number % topics.count],
            qualityOfService: .exactlyOnce)
        return true
    }

    func connection(_ connection: any Connection, opened session: Session) {
        connection.subscribe(topics.map { Subscription(filter: "\($0)/response") }, number: 1)
    }
    func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        state.withLock { $0.isListening = true }
    }
    func connection(_ connection: any Connection, received message: InboundMessage) {
        guard let match = message.text.firstMatch(of: /"id":"(order \d+)"/) else { return }
        let text = String(match.1)
        state.withLock { state in
            state.orders[text]?.answer = message.text
            state.orders[text]?.answers += 1
        }
        answered.append(text)
    }
    func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {}
    func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {}
    func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        state.withLock { state in
            state.isListening = false
            // What was not sent yet is not sent later.
            for text in state.waiting { state.orders[text] = nil }
            state.waiting = []
        }
    }
}
