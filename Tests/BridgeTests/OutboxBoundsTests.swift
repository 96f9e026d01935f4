import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// What holds at the edges: a bridge that ends while it connects, a broker that stays away, askers that never end.
@Suite(.timeLimit(.minutes(1))) struct OutboxBoundsTests {
    /// The end may come between the subscriptions and the broker's answer to them.
    @Test func `offline is the last word, whenever the bridge ends`() async throws {
        let test = try await TestBridge()
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        await test.bridge.stop(test.connection, within: .zero)
        var messages = test.pull()
        while let last = test.connection.subscriptions.last {
            test.bridge.connection(
                test.connection, subscribed: last.number,
                reasonCodes: last.filters.map { $0.qualityOfService.rawValue })
            let scanned = test.pull()
            messages += scanned
            guard last.filters.first?.qualityOfService == .atMostOnce else { break }
            for message in scanned { test.receive(message.topicText, message.text) }
        }
        let states = messages.filter { $0.topicText == "h/bridge/state" }.map(\.text)
        #expect(!states.isEmpty && states.allSatisfy { $0 == "offline" })
    }

    @Test func `what waits does not grow while the home changes and the broker is away`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        let first = test.connect().count
        test.disconnect()
        for number in 0..<200 {
            try await test.home.editor.perform(.renameDevice("bulb", to: "Bulb \(number % 2)"))
        }
        #expect(test.bridge.waiting <= 2 * first)
        // And what comes then is as it would be at once.
        let other = try await TestBridge(TestHome.contents(of: test.store), configure: TestLayout.configure())
        let tree = { (messages: [OutboundMessage]) in
            Dictionary(messages.filter(\.isRetained).map { ($0.topicText, $0.text) }) { $1 }
                .filter { !$0.value.isEmpty && !$0.key.hasSuffix("bridge/info") }
        }
        #expect(tree(test.connect()) == tree(other.connect()))
    }

    @Test func `further orders are refused where too many answers are owed`() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let hub = FakeHub(TestHome.contents) { invocation in
            guard invocation.device.rawValue == 0 else { return }
            for await _ in gate.stream { break }
        }
        let test = try await TestBridge(hub: hub) { $0.limits.answers = 4 }
        test.connect()
        // The first holds up all others that are answered on the same topic.
        test.receive(
            "h/main-house/device/kitchen-lamp/DimmableLight/OnOff/on/invoke", "{}", responseTopic: "me")
        for number in 0..<20 {
            test.receive(
                "h/main-house/device/nobody/OnOffLight/OnOff/on/invoke", #"{"$id":\#(number)}"#, responseTopic: "me")
        }
        let refused = test.pull().filter { $0.topicText == "me" }
        #expect(refused.count >= 1 && refused.count <= 17)
        #expect(refused.allSatisfy { $0.text.contains(#""code":"resourceExhausted""#) && $0.text.contains(#""id""#) })
        gate.continuation.finish()
        var answers = 0
        for await _ in test.connection.wakes {
            answers += test.pull().count { $0.topicText == "me" }
            if answers >= 4 { break }
        }
        #expect(answers == 4)
    }

    /// Pages together are the whole, of any size, also below a topic.
    @Test(arguments: [1, 100, 1_000, 100_000], [nil, "h/main-house/device/kitchen-lamp", "h/main-house"])
    func `pages together are everything, once`(size: Int, root: String?) async throws {
        let test = try await TestBridge()
        let snapshot = OutputSnapshot(
            plan: test.bridge.plan, status: BridgeStatus(started: Timestamp(rawValue: 0)), store: test.store,
            configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"))
        let whole = snapshot.page(root: root, from: 0, size: .max)
        #expect(whole.next == nil && whole.topics.count > 4)
        #expect(Set(whole.topics.map(\.topic)).count == whole.topics.count)
        var topics: [String] = []
        var position: Int? = 0
        while let first = position {
            let page = snapshot.page(root: root, from: first, size: size)
            topics += page.topics.map(\.topic)
            position = page.next
        }
        #expect(topics == whole.topics.map(\.topic))
    }
}
