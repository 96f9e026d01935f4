import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct LifeTests {
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `the will comes when the line is cut, and not after a clean end`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("state/#")
        let proxy = try FaultyProxy(to: broker.port)
        var settings = TestClient.settings(
            for: BrokerAddress(host: "127.0.0.1", port: proxy.port), version: version)
        settings.backOff = BackOff(first: .seconds(30), longest: .seconds(30))
        settings.will = Will(topic: "state/cut", payload: Array("offline".utf8))
        let cut = try TestRig(settings)
        _ = try await cut.opened()
        proxy.close()  // a connection that came back would leave a second will
        try await watcher.expect("state/cut", "offline")
        #expect(try await cut.closed()?.error.code == .lost)
        await cut.connection.stop(within: .zero)

        let clean = try await TestRig(to: broker) { settings in
            settings.version = version
            settings.will = Will(topic: "state/clean", payload: Array("offline".utf8))
        }
        _ = try await clean.opened()
        clean.send([OutboundMessage("bye", to: "state/bye", qualityOfService: .atLeastOnce, token: 1)])
        await clean.connection.stop(within: .seconds(5))
        try await watcher.expect("state/bye")
        try await watcher.publish("end", to: "state/end")
        try await watcher.expect("state/end")
        #expect(watcher.messages.elements.isEmpty)
        await watcher.disconnect()
    }

    @Test func `a clean end is clean also while messages come in`() async throws {
        let broker = try await MosquittoBroker.start()
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("state/#")
        let flood = try await TestRig(to: broker)
        _ = try await flood.opened()
        for round in 0..<10 {
            let clean = try await TestRig(to: broker) { settings in
                settings.will = Will(topic: "state/\(round)", payload: [1])
            }
            _ = try await clean.opened()
            clean.connection.subscribe([Subscription(filter: "flood", qualityOfService: .atMostOnce)], number: 1)
            _ = try await clean.handler.events.first("an answer") { event in
                if case .subscribed = event { true } else { false }
            }
            flood.send((0..<2000).map { _ in OutboundMessage("0123456789", to: "flood") })
            _ = try await clean.handler.events.first("a message") { event in
                if case .received = event { true } else { false }
            }
            await clean.connection.stop(within: .seconds(5))
        }
        try await watcher.publish("end", to: "state/end")
        try await watcher.expect("state/end")
        #expect(watcher.messages.elements.isEmpty)
        await flood.connection.stop(within: .zero)
        await watcher.disconnect()
    }

    @Test func `a broker that restarts is found again, and asked for nothing by itself`() async throws {
        let broker = try await MosquittoBroker.start()
        let rig = try await TestRig(to: broker)
        _ = try await rig.opened()
        try await broker.stop()
        let end = try #require(try await rig.closed())
        #expect([.lost, .refused].contains(end.error.code))
        #expect(end.retry == .zero)
        rig.send([OutboundMessage("kept", to: "a", qualityOfService: .atLeastOnce, isRetained: true, token: 7)])
        #expect(rig.source.pulledCount == 0)
        try await broker.resume()
        _ = try await rig.opened()
        #expect(try await rig.published(7) != nil)
        let client = try await TestClient.connect(to: broker)
        #expect(try await client.retained("a").mapValues(\.text) == ["a": "kept"])
        await client.disconnect()
        await rig.connection.stop(within: .seconds(5))
    }

    @Test func `the same connection answers requests after each return`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        let other = try await TestClient.connect(to: broker)
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        settings.backOff = BackOff(first: .milliseconds(1), longest: .milliseconds(10), settled: .zero)
        let rig = try TestRig(settings)
        for round in 0..<20 {
            _ = try await rig.opened()
            rig.connection.subscribe([Subscription(filter: "a")], number: UInt64(round))
            _ = try await rig.handler.events.first("answer \(round)") { event in
                if case .subscribed(UInt64(round), [2]) = event { true } else { false }
            }
            try await other.publish("\(round)", to: "a")
            _ = try await rig.handler.events.first("message \(round)") { event in
                if case .received(let message) = event { message.text == "\(round)" } else { false }
            }
            proxy.cut()
            #expect(try await rig.closed()?.error.code == .lost)
        }
        await rig.connection.stop(within: .seconds(5))
        await other.disconnect()
        proxy.close()
    }

    @Test func `another client with the same id takes over, and the wait is long`() async throws {
        let broker = try await MosquittoBroker.start()
        let rig = try await TestRig(to: broker) { $0.clientID = "same" }
        _ = try await rig.opened()
        // This one comes again and again, too. Not every broker says why it ends the old connection.
        let other = try await TestClient.connect(to: broker, clientID: "same")
        var ends: [ConnectionError] = []
        while ends.last?.code != .takenOver {
            let end = try #require(try await rig.closed())
            ends.append(end.error)
            #expect(end.retry ?? .zero >= (end.error.code == .takenOver ? .seconds(5) : .zero))
        }
        #expect(ends.count <= 2)
        #expect(ends.last?.description.contains("client id") == true)
        await rig.connection.stop(within: .zero)
        await other.disconnect()
    }

    @Test func `what the source has is published and acknowledged before the end`() async throws {
        let broker = try await MosquittoBroker.start()
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("n", qualityOfService: .atMostOnce)
        let rig = try await TestRig(to: broker)
        _ = try await rig.opened()
        rig.send((1...500).map { OutboundMessage("\($0)", to: "n", qualityOfService: .exactlyOnce, token: UInt64($0)) })
        await rig.connection.stop(within: .seconds(20))
        #expect(Set(rig.publishedTokens) == Set(1...500))
        try await watcher.expect("n", "500")
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .stopped && end.retry == nil)
        await watcher.disconnect()
    }

    @Test func `many may stop at once, and all return`() async throws {
        let broker = try await MosquittoBroker.start()
        let rig = try await TestRig(to: broker)
        _ = try await rig.opened()
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await rig.connection.stop(within: .seconds(5)) } }
        }
        await rig.connection.stop(within: .seconds(5))
        #expect(try await rig.closed()?.error.code == .stopped)
        #expect(rig.handler.events.elements.isEmpty)
    }

    @Test func `connections come and go without leaving anything behind`() async throws {
        let broker = try await MosquittoBroker.start()
        for _ in 0..<100 {
            let rig = try await TestRig(to: broker)
            _ = try await rig.opened()
            await rig.connection.stop(within: .seconds(5))
        }
    }
}
