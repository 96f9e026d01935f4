import MQTT
import TestSupport
import Testing

@testable import Mosquitto

@Suite(.timeLimit(.minutes(2))) struct FarewellTests {
    @Test func `it lasts as long as the broker is heard of, and not beyond the deadline`() {
        var farewell = Farewell(at: .seconds(10), until: .seconds(15), patience: .seconds(2))
        #expect(farewell.end == .seconds(12))
        farewell.heard(at: .seconds(11))
        #expect(farewell.end == .seconds(13))
        farewell.heard(at: .seconds(14))
        #expect(farewell.end == .seconds(15))
        #expect(Farewell(at: .seconds(10), until: .seconds(11), patience: .seconds(2)).end == .seconds(11))
        #expect(Farewell(at: .seconds(10), until: .zero, patience: .seconds(2)).end == .zero)
    }

    /// What was written before is read when the broker goes on: the last word, and that the end was clean.
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `a broker that is frozen is not waited for, and hears the last word when it goes on`(
        version: ProtocolVersion
    ) async throws {
        let broker = try await MosquittoBroker.start()
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("state")
        let rig = try await TestRig(to: broker) { settings in
            settings.version = version
            settings.farewellPatience = .milliseconds(300)
            settings.will = Will(topic: "state", payload: Array("gone".utf8))
        }
        _ = try await rig.opened()
        broker.freeze()
        rig.send([OutboundMessage("bye", to: "state", qualityOfService: .atLeastOnce, isRetained: true)])
        // Who waited for the deadline would outlast the test.
        await rig.connection.stop(within: .seconds(3600))
        broker.thaw()
        try await watcher.expect("state", "bye")
        let retained = try await watcher.retained("state")["state"]?.text
        #expect(retained == "bye")
        #expect(watcher.messages.elements.isEmpty)  // no will
        await watcher.disconnect()
        try await broker.stop()
    }

    /// All of it takes longer than patience, 7.5 s at least, and something goes all the time: with pauses as long as
    /// patience the machine would have to stand still.
    @Test func `a broker that is slow is waited for`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("n")
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        settings.farewellPatience = .seconds(5)
        let rig = try TestRig(settings)
        _ = try await rig.opened()
        proxy.set { $0.octetsPerSecondFromClient = 40_000 }
        let filler = String(repeating: "x", count: 5000)
        rig.send((1...60).map { OutboundMessage("\($0) \(filler)", to: "n", qualityOfService: .atLeastOnce) })
        await rig.connection.stop(within: .seconds(3600))
        try await watcher.expect("the last message") { $0.text.hasPrefix("60 ") }
        await watcher.disconnect()
        proxy.close()
        try await broker.stop()
    }
}
