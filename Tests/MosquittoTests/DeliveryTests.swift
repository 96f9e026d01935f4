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
}
