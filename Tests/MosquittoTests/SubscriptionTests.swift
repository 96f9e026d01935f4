import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SubscriptionTests {
    @Test func `own messages do not come back where No Local is asked for`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let other = try await TestClient.connect(to: broker)
        try await client.subscribe([Subscription(filter: "a/#", noLocal: true), Subscription(filter: "b/#")])
        try await client.publish("own", to: "a/x")
        try await other.publish("other", to: "a/x")
        try await client.publish("own", to: "b/x")
        try await client.expect("b/x", "own")
        #expect(client.messages.elements.map(\.text) == ["other"])
        await client.disconnect()
        await other.disconnect()
    }

    @Test func `the retain flag stays where that is asked for`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe([Subscription(filter: "a", retainAsPublished: true), Subscription(filter: "b")])
        for topic in ["a", "b"] { try await client.publish("x", to: topic, isRetained: true) }
        #expect(try await client.expect("a").isRetained)
        #expect(try await client.expect("b").isRetained == false)
        await client.disconnect()
    }

    @Test(arguments: [
        (Subscription.RetainHandling.send, 2), (.sendIfNew, 1), (.doNotSend, 0),
    ])
    func `stored messages come as Retain Handling says`(
        handling: Subscription.RetainHandling, replays: Int
    ) async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.publish("stored", to: "a", isRetained: true)
        for _ in 0..<2 { try await client.subscribe([Subscription(filter: "a", retainHandling: handling)]) }
        try await client.publish("live", to: "a")
        try await client.expect("a", "live")
        #expect(client.messages.elements.map(\.isRetained) == Array(repeating: true, count: replays))
        await client.disconnect()
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `each filter gets its answer, whatever its options`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker, version: version)
        let answer = try await client.subscribe([
            Subscription(filter: "a", qualityOfService: .atMostOnce),
            Subscription(filter: "b", qualityOfService: .exactlyOnce, noLocal: true),
            Subscription(filter: "c+", qualityOfService: .exactlyOnce),
            Subscription(filter: "d", qualityOfService: .atLeastOnce),
            Subscription(filter: "", qualityOfService: .atLeastOnce),
            Subscription(filter: "e", qualityOfService: .atLeastOnce),
        ])
        #expect(answer == [0, 2, 0x8F, 1, 0x8F, 1])
        #expect(try await client.subscribe([Subscription]()).isEmpty)
        await client.disconnect()
    }

    @Test func `many long filters take several packets and one answer`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let stem = String(repeating: "x", count: 500)
        let answer = try await client.subscribe((0..<100).map { Subscription(filter: "\(stem)/\($0)") })
        #expect(answer == Array(repeating: 2, count: 100))
        try await client.publish("99", to: "\(stem)/99")
        try await client.expect("\(stem)/99")
        await client.disconnect()
    }

    @Test func `after unsubscribing nothing comes any more`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("a", "b")
        client.unsubscribe("a", "not+a/filter")
        try await client.publish("x", to: "a")
        try await client.publish("x", to: "b")
        try await client.expect("b")
        #expect(client.messages.elements.isEmpty)
        await client.disconnect()
    }
}
