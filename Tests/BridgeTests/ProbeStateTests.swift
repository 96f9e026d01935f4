import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Bridge

@Suite struct ProbeStateTests {
    private func message(_ topic: String, _ payload: String) -> InboundMessage {
        InboundMessage(topic: Array("h/bridge/\(topic)".utf8), payload: Array(payload.utf8))
    }

    private func reading(_ state: String?) -> ProbeState {
        var probe = ProbeState(base: "h", nonce: "n")
        _ = probe.opened()
        _ = probe.subscribed()
        _ = probe.next()
        if let state { _ = probe.received(message("state", state)) }
        return probe
    }

    /// How the probe ends; `nil` where it goes on.
    private func end(_ actions: [ProbeState.Action]) -> (isOver: Bool, other: OtherBridge?) {
        for case .end(let other) in actions { return (true, other) }
        return (false, nil)
    }

    /// Whoever waits for a broker is told why it does not come; the probe's own end is no failure.
    @Test func `failed connections are told`() async throws {
        let told = Mutex<[ConnectionError.Code]>([])
        let connection = FakeConnection()
        let other = try await BaseTopicProbe.otherBridge(
            on: "h", nonce: "n", time: ManualTime(), failed: { error in told.withLock { $0.append(error.code) } }
        ) { handler, _ in
            for code in [ConnectionError.Code.unreachable, .refused, .stopped] {
                let error = ConnectionError(code: code, broker: "b", detail: "it is so")
                handler.connection(connection, closed: error, retry: code == .stopped ? nil : .seconds(1))
            }
            return connection
        }
        #expect(other == nil)
        #expect(told.withLock { $0 } == [.unreachable, .refused])
    }

    @Test(arguments: [nil, "offline"] as [String?])
    func `where nobody is online the base topic is free`(state: String?) {
        var probe = reading(state)
        let result = end(probe.received(message("scan", "n")))
        #expect(result.isOver && result.other == nil)
    }

    @Test func `another bridge answers`() {
        var probe = reading("online")
        _ = probe.received(message("info", #"{"instance":"x"}"#))
        let isOver = end(probe.received(message("scan", "n"))).isOver
        #expect(!isOver)
        let asked = probe.next()
        #expect(asked.map { Topic.text($0.topic) } == "h/bridge/request/bridge/health")
        let other = end(probe.received(message("response/bridge/health", "{}"))).other
        #expect(other?.info == #"{"instance":"x"}"#)
    }

    @Test func `a state that nobody stands for is taken over`() {
        var probe = reading("online")
        _ = probe.received(message("scan", "n"))
        let isOver = end(probe.waited(1)).isOver
        #expect(!isOver)
        let result = end(probe.waited(2))
        #expect(result.isOver && result.other == nil)
    }

    @Test func `a broker that does not deliver the nonce is asked all the same`() {
        var probe = reading("online")
        let isOver = end(probe.waited(1)).isOver
        #expect(!isOver)
        let other = end(probe.received(message("response/bridge/health", "{}"))).other
        #expect(other != nil)
    }
}
