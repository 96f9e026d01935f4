import MQTT
import TestSupport
import Testing

@testable import Bridge

/// Whether the bridge hears what it publishes, as the bridge asks and says it.
@Suite(.timeLimit(.minutes(1))) struct BridgeEchoTests {
    private let time = ManualTime()
    private let layout = ["homeAssistant": BridgeConfiguration.Layout(isEnabled: true, prefix: "homeassistant")]

    private func connected() async throws -> TestBridge {
        let test = try await TestBridge(time: time) { $0.layouts = layout }
        test.connectWithoutPulling()
        // What woke the scan is over then; only one task sleeps.
        for _ in 0..<5 { await pass(EchoTest.pause) }
        return test
    }

    private func pass(_ duration: Duration) async {
        await time.sleepers(atLeast: 1)
        time.advance(by: duration)
    }

    /// Nothing comes back, and the patience passes.
    private func warning(of test: TestBridge) async throws -> String {
        await pass(EchoTest.pause)  // everything was handed over
        return try await warningAfterPatience(of: test)
    }

    private func warningAfterPatience(of test: TestBridge) async throws -> String {
        await pass(EchoTest.patience)
        return try await test.lines.first("a warning") { $0.contains("does not come back") }
    }

    @Test func `as long as not everything was handed over nothing is missed`() async throws {
        let test = try await connected()
        let topics = test.bridge.plan.echoTopics.map(Topic.text)
        #expect(topics.count == 2)
        for _ in 0..<60 { await pass(EchoTest.pause) }
        #expect(!test.lines.elements.contains { $0.hasPrefix("warning") })
        _ = test.pull()
        let line = try await warning(of: test)
        #expect(line.contains("published on \(topics[0]), \(topics[1]) does not"))
        #expect(Set(test.connection.unsubscribed).isSuperset(of: topics))
    }

    @Test func `what the broker is too small for is not missed`() async throws {
        let test = try await connected()
        let topics = test.bridge.plan.echoTopics
        for message in test.pull() where message.topic == topics[1] {
            test.bridge.connection(test.connection, tooLarge: message.topic, token: message.token)
        }
        let line = try await warning(of: test)
        #expect(line.contains("published on \(Topic.text(topics[0])) does not"))
    }

    @Test func `what is gone is not missed`() async throws {
        let test = try await connected()
        let topics = test.bridge.plan.echoTopics
        _ = test.pull()
        try await test.bridge.setLayouts([:])
        _ = test.pull()
        // What is gone is cleared a little later.
        await time.sleepers(atLeast: 2)
        time.advance(by: ClearTable.delay)
        let line = try await warningAfterPatience(of: test)
        #expect(line.contains("published on \(Topic.text(topics[0])) does not"))
    }

    @Test func `what came back is not counted as received`() async throws {
        let test = try await connected()
        let messages = test.pull()
        let before = test.bridge.messageCounts.received
        for topic in test.bridge.plan.echoTopics {
            let message = try #require(messages.first { $0.topic == topic })
            test.receive(message.topicText, message.text)
        }
        #expect(test.bridge.messageCounts.received == before)
        test.receive("h/bridge/request/bridge/health", "{}")
        #expect(test.bridge.messageCounts.received == before + 1)
    }
}
