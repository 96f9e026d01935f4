import DataModel
import HomeGraph
import MQTT
import Synchronization
import TestSupport

@testable import Bridge

/// A connection that does nothing but note what it is asked for; the test plays the broker.
final class FakeConnection: Connection {
    private struct State {
        var subscriptions: [(filters: [Subscription], number: UInt64)] = []
        var unsubscribed: [String] = []
        var wakes = 0
    }

    private let state = Mutex(State())
    private let signal = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var subscriptions: [(filters: [Subscription], number: UInt64)] { state.withLock { $0.subscriptions } }
    var unsubscribed: [String] { state.withLock { $0.unsubscribed } }
    var wakes: AsyncStream<Void> { signal.stream }

    func wake() {
        state.withLock { $0.wakes += 1 }
        signal.continuation.yield()
    }
    func subscribe(_ subscriptions: [Subscription], number: UInt64) {
        guard number != EchoTest.number else { return }  // a broker that gives nothing back
        state.withLock { $0.subscriptions.append((subscriptions, number)) }
    }
    func unsubscribe(_ filters: [String]) { state.withLock { $0.unsubscribed += filters } }
    func stop(within deadline: Duration) async {}
}

/// A bridge over a small home and a hub that obeys, with the test as its broker.
struct TestBridge {
    let bridge: Bridge
    let home: Home
    let hub: FakeHub
    let connection = FakeConnection()
    /// What the log says.
    let lines = Recorder<String>()
    let stateStore: (any StateStore)?

    init(
        _ contents: HomeContents = TestHome.contents, hub: FakeHub? = nil, stateStore: (any StateStore)? = nil,
        time: any TimeSource = ManualTime(), configure: (inout BridgeConfiguration) -> Void = { _ in }
    ) async throws {
        let hub = hub ?? FakeHub(contents)
        self.hub = hub
        self.stateStore = stateStore
        var graph = HomeConfiguration()
        graph.lastReportInterval = nil
        home = try await Home(hub: hub, store: stateStore, configuration: graph, time: time)
        var configuration = BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh")
        configure(&configuration)
        bridge = try await Bridge(home: home, stateStore: stateStore, configuration: configuration, time: time) {
            [lines] in lines.append("\($0.rawValue): \($1)")
        }
    }

    /// Another bridge over a home that there is.
    init(over home: Home, _ hub: FakeHub, stateStore: MemoryStateStore) async throws {
        self.home = home
        self.hub = hub
        self.stateStore = stateStore
        bridge = try await Bridge(
            home: home, stateStore: stateStore,
            configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"), time: ManualTime())
    }

    /// The same home with another bridge, as after a restart: what it knows is what was kept.
    func restarted(configure: (inout BridgeConfiguration) -> Void = { _ in }) async throws -> TestBridge {
        await bridge.stop(connection, within: .zero)
        return try await TestBridge(TestHome.contents(of: store), stateStore: stateStore, configure: configure)
    }

    /// The home's values.
    var store: HomeStore { home.store }

    /// What the bridge has to say now.
    func pull() -> [OutboundMessage] {
        var messages: [OutboundMessage] = []
        var message = OutboundMessage()
        while bridge.next(into: &message) {
            messages.append(message)
            message.removeAll()
        }
        return messages
    }

    /// Connects: the scan ends at once, the subscriptions are granted; what is published is given back.
    @discardableResult
    func connect(_ version: ProtocolVersion = .v5) -> [OutboundMessage] {
        connectWithoutPulling(version)
        return pull()
    }

    /// The same, where the connection takes nothing yet of what is to be published.
    func connectWithoutPulling(_ version: ProtocolVersion = .v5) {
        bridge.connection(connection, opened: Session(version: version))
        var scanned: [OutboundMessage] = []
        while let last = connection.subscriptions.last {
            bridge.connection(
                connection, subscribed: last.number, reasonCodes: last.filters.map { $0.qualityOfService.rawValue })
            guard last.filters.first?.qualityOfService == .atMostOnce else { break }
            scanned = pull()
            for message in scanned { receive(message.topicText, message.text) }
        }
    }

    /// The broker acknowledges messages, or refuses them.
    func acknowledge(_ messages: [OutboundMessage], _ reasonCode: UInt8 = 0) {
        for message in messages where message.token != 0 {
            bridge.connection(connection, published: reasonCode, token: message.token)
        }
    }

    func receive(
        _ topic: String, _ payload: String, retained: Bool = false, responseTopic: String? = nil,
        correlation: [UInt8]? = nil
    ) {
        bridge.connection(
            connection,
            received: InboundMessage(
                topic: Array(topic.utf8), payload: Array(payload.utf8), isRetained: retained,
                responseTopic: responseTopic.map { Array($0.utf8) }, correlationData: correlation))
    }

    /// Sends an order and waits for its answer; what came before it is given back, too.
    func order(_ topic: String, _ payload: String, responseTopic: String? = nil) async -> [OutboundMessage] {
        receive(topic, payload, responseTopic: responseTopic)
        let answer = responseTopic ?? Self.answerTopic(topic)
        var messages: [OutboundMessage] = []
        for await _ in connection.wakes {
            messages += pull()
            if messages.contains(where: { $0.topicText == answer }) { break }
        }
        return messages
    }

    /// What the bridge has to say until enough of it has come.
    func pullUntil(_ isEnough: ([OutboundMessage]) -> Bool) async -> [OutboundMessage] {
        var messages = pull()
        if isEnough(messages) { return messages }
        for await _ in connection.wakes {
            messages += pull()
            if isEnough(messages) { break }
        }
        return messages
    }

    /// The text of the answer to an order.
    func answer(_ topic: String, _ payload: String) async -> String {
        let answer = Self.answerTopic(topic)
        return await order(topic, payload).last { $0.topicText == answer }?.text ?? ""
    }

    private static func answerTopic(_ topic: String) -> String {
        topic.hasPrefix("h/bridge/request/")
            ? "h/bridge/response/" + topic.dropFirst("h/bridge/request/".count) : "\(topic)/response"
    }

    /// What the bridge means to have retained.
    func wanted() async throws -> [String: String] {
        let answer = await answer("h/bridge/request/bridge/read", "{}")
        guard case .object(let members) = try JSONValue(parsing: Array(answer.utf8)),
            case .object(let result)? = members.first(where: { $0.name == "result" })?.value,
            case .object(let values)? = result.first(where: { $0.name == "values" })?.value
        else { throw NotSeen(description: "no values in \(answer)") }
        var topics: [String: String] = ["h/bridge/state": "online"]
        for member in values {
            guard case .string(let text) = member.value else { continue }
            topics[member.name] = text
        }
        return topics
    }
}
