import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], [QualityOfService.atMostOnce, .atLeastOnce, .exactlyOnce])
    func `a message arrives once at its quality of service`(
        version: ProtocolVersion, quality: QualityOfService
    ) async throws {
        let broker = try await MosquittoBroker.start()
        let receiver = try await TestClient.connect(to: broker, version: version)
        let sender = try await TestClient.connect(to: broker, version: version)
        #expect(sender.session.version == version)
        #expect(try await receiver.subscribe("a/+") == [2])
        #expect(try await sender.publish("on", to: "a/b", qualityOfService: quality) == 0)
        let message = try await receiver.expect("a/b", "on")
        #expect(message.qualityOfService == quality)
        #expect(!message.isRetained)
        try await sender.publish("end", to: "a/end", qualityOfService: quality)
        try await receiver.expect("a/end")
        #expect(receiver.messages.elements.isEmpty)
        await sender.disconnect()
        await receiver.disconnect()
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `any octets arrive as they were, up to a megabyte`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker, version: version)
        try await client.subscribe("p/#")
        var random = SeededGenerator(seed: 3)
        let noise = (0..<1 << 20).map { _ in UInt8.random(in: 0...255, using: &random) }
        for (index, payload) in [[], [0], [0xFF, 0xFE, 0x00, 0xC0], Array("đèn".utf8), noise].enumerated() {
            var message = OutboundMessage("", to: "p/\(index)", qualityOfService: .atLeastOnce)
            message.payload = payload
            #expect(try await client.publish(message) == 0)
            #expect(try await client.expect("p/\(index)").payload == payload)
        }
        await client.disconnect()
    }

    @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce])
    func `ten thousand messages are pulled and arrive in order`(quality: QualityOfService) async throws {
        let broker = try await MosquittoBroker.start(["max_inflight_messages 100"])
        let receiver = try await TestClient.connect(to: broker)
        try await receiver.subscribe("n", qualityOfService: quality)
        let sender = try await TestRig(to: broker)
        _ = try await sender.opened()
        let count = 10_000
        sender.send((1...count).map { OutboundMessage("\($0)", to: "n", qualityOfService: quality, token: UInt64($0)) })
        try await receiver.expect("n", "\(count)", within: .seconds(40))
        #expect(receiver.messages.elements.map(\.text) == (1..<count).map { "\($0)" })
        await sender.connection.stop(within: .seconds(10))
        #expect(sender.source.pulledCount == count)
        #expect(sender.publishedTokens == (1...count).map { UInt64($0) })
        await receiver.disconnect()
    }

    @Test func `retained messages are kept, replayed and deleted`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.publish("1", to: "r/a", isRetained: true)
        try await client.publish("2", to: "r/b", isRetained: true)
        try await client.publish("3", to: "r/c")
        #expect(try await client.retained("r/#").mapValues(\.text) == ["r/a": "1", "r/b": "2"])
        try await client.publish("", to: "r/a", isRetained: true)
        #expect(try await client.retained("#").mapValues(\.text) == ["r/b": "2"])
        await client.disconnect()
    }

    @Test func `response topic, correlation data and expiry go both ways`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("ask")
        try await client.publish(
            "{}", to: "ask", responseTopic: "me/answer", correlationData: [0, 1, 0xFF], expiryInterval: 60)
        let message = try await client.expect("ask")
        #expect(message.responseTopic == Array("me/answer".utf8))
        #expect(message.correlationData == [0, 1, 0xFF])
        #expect(message.expiryInterval == 60)
        try await client.publish("{}", to: "ask")
        let plain = try await client.expect("ask")
        #expect(plain.responseTopic == nil && plain.correlationData == nil && plain.expiryInterval == nil)
        await client.disconnect()
    }

    @Test func `what version 3.1.1 cannot say is left out`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker, version: .v3_1_1)
        try await client.subscribe([Subscription(filter: "ask", noLocal: true, retainHandling: .doNotSend)])
        try await client.publish("{}", to: "ask", responseTopic: "r", correlationData: [1], expiryInterval: 60)
        let message = try await client.expect("ask")
        #expect(message.responseTopic == nil && message.correlationData == nil && message.expiryInterval == nil)
        await client.disconnect()
    }

    @Test func `topics that are none are refused, and the next message goes`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("ok")
        for topic in ["", "a/+", "#", "a\u{0}b", "a\u{1}"] {
            #expect(try await client.publish("x", to: topic) == ReasonCode.topicNameInvalid.rawValue, "\(topic)")
        }
        var message = OutboundMessage("x", to: "")
        message.topic = [0xC0, 0x80]
        #expect(try await client.publish(message) == ReasonCode.topicNameInvalid.rawValue)
        try await client.publish("x", to: "ok")
        try await client.expect("ok")
        await client.disconnect()
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `a publish that the broker denies is said where the version can`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start(accessControl: ["topic read #", "topic write ok/#"])
        let client = try await TestClient.connect(to: broker, version: version)
        #expect(try await client.publish("x", to: "ok/a") == (version == .v5 ? 0x10 : 0))
        #expect(try await client.publish("x", to: "no/a") == (version == .v5 ? ReasonCode.notAuthorized.rawValue : 0))
        await client.disconnect()
    }
}
