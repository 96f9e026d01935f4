import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Mosquitto

@Suite(.timeLimit(.minutes(1))) struct PressureTests {
    /// Gives messages without end and counts what was pulled.
    private final class Spring: OutboundSource {
        let pulled = Atomic(0)
        private let size: Int
        private let quality: QualityOfService

        init(size: Int, quality: QualityOfService) {
            self.size = size
            self.quality = quality
        }

        func next(into message: inout OutboundMessage) -> Bool {
            let number = pulled.wrappingAdd(1, ordering: .relaxed).newValue
            message.topic = Array("spring".utf8)
            message.payload = Array(repeating: 7, count: size)
            message.qualityOfService = quality
            message.token = UInt64(number)
            return true
        }
    }

    @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce])
    func `while the broker takes nothing, little is pulled`(quality: QualityOfService) async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        let spring = Spring(size: 10_000, quality: quality)
        let handler = RecordingHandler()
        let settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        let connection = try MosquittoConnection(settings, source: spring, handler: handler)
        try connection.start()
        _ = try await handler.events.first("a start") { event in
            if case .published(_, 100) = event { true } else { false }
        }
        proxy.set { $0.stallsFromClient = true }
        // Half a second is enough to fill all buffers many times over, were there no end to what is pulled.
        await connection.stop(within: .milliseconds(500))
        let reported = handler.events.elements.count { event in
            if case .published = event { true } else { false }
        }
        let outstanding = spring.pulled.load(ordering: .relaxed) - reported
        // What is pulled and not written is one message; with acknowledgements, the broker's window of 20.
        #expect(outstanding <= 1 + 1 + 20, "\(outstanding)")
    }

    @Test func `no more messages are unacknowledged than the broker takes`() async throws {
        let broker = try await MosquittoBroker.start(["max_inflight_messages 7"])
        let proxy = try FaultyProxy(to: broker.port)
        let rig = try TestRig(TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port)))
        let session = try #require(try await rig.opened())
        #expect(session.receiveMaximum == 7)
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("n", qualityOfService: .atMostOnce)
        proxy.set { $0.holdsAcknowledgements = true }
        rig.send((1...100).map { OutboundMessage("\($0)", to: "n", qualityOfService: .atLeastOnce, token: UInt64($0)) })
        try await watcher.expect("n", "7")
        #expect(rig.source.pulledCount == 7)
        #expect(rig.publishedTokens.isEmpty)
        proxy.set { $0.holdsAcknowledgements = false }
        try await watcher.expect("n", "100")
        _ = try await rig.published(100)
        await rig.connection.stop(within: .seconds(5))
        await watcher.disconnect()
    }

    /// mosquitto 2.0.11 sends more than the Receive Maximum as soon as messages wait behind it.
    @Test func `more messages than the Receive Maximum at once are all taken`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        let rig = try TestRig(TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port)))
        _ = try await rig.opened()
        rig.connection.subscribe([Subscription(filter: "n", qualityOfService: .exactlyOnce)], number: 1)
        _ = try await rig.handler.events.first("an answer") { event in
            if case .subscribed = event { true } else { false }
        }
        let sender = try await TestRig(to: broker)
        _ = try await sender.opened()
        let count = 5 * Window.mostMessages
        // The broker has sent what it may, and the rest waits there.
        proxy.set { $0.stallsFromClient = true }
        sender.send(
            (1...count).map { OutboundMessage("\($0)", to: "n", qualityOfService: .exactlyOnce, token: UInt64($0)) })
        _ = try await sender.published(UInt64(count))
        proxy.set { $0.stallsFromClient = false }
        for number in 1...count {
            let event = try await rig.handler.events.first("message \(number)") { event in
                switch event {
                case .received, .closed: true
                default: false
                }
            }
            guard case .received(let message) = event else { throw NotSeen(description: "\(event) after \(number)") }
            #expect(message.text == "\(number)")
        }
        await rig.connection.stop(within: .seconds(5))
        await sender.connection.stop(within: .seconds(5))
        proxy.close()
        try await broker.stop()
    }

    /// What is newest is to wait on this side, not what is old in the system's buffers.
    @Test func `of a slow line little waits in the system's buffers`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        let spring = Spring(size: 1000, quality: .atMostOnce)
        let handler = RecordingHandler()
        let settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        let connection = try MosquittoConnection(settings, source: spring, handler: handler)
        proxy.set { $0.octetsPerSecondFromClient = 1_000_000 }
        try connection.start()
        _ = try await handler.events.first("message 1000", within: .seconds(30)) { event in
            if case .published(_, 1000) = event { true } else { false }
        }
        // What was written, less what the proxy took, lies in its buffers, which are small, and in this side's.
        let written = spring.pulled.load(ordering: .relaxed) * 1000
        #expect(written - proxy.octetsFromClient < 400_000)
        await connection.stop(within: .zero)
        proxy.close()
        try await broker.stop()
    }

    /// What a broker drops that has too much for a client: the place in its window would be taken for good.
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], [1, 1000])
    func `acknowledgements that are lost end the connection, and the next one is whole`(
        version: ProtocolVersion, count: Int
    ) async throws {
        let broker = try await MosquittoBroker.start(["max_inflight_messages 20"])
        let proxy = try FaultyProxy(to: broker.port)
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port), version: version)
        settings.acknowledgementDeadline = .seconds(1)
        let rig = try TestRig(settings)
        _ = try await rig.opened()
        proxy.set { $0.swallowedAcknowledgements = count }
        rig.send((1...10).map { OutboundMessage("\($0)", to: "n", qualityOfService: .atLeastOnce, token: UInt64($0)) })
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .timedOut && end.retry != nil)
        #expect(end.error.detail.contains("did not acknowledge a message within 1 s"))
        proxy.set { $0.swallowedAcknowledgements = 0 }
        _ = try await rig.opened()
        rig.send([OutboundMessage("11", to: "n", qualityOfService: .atLeastOnce, token: 11)])
        _ = try await rig.published(11)
        await rig.connection.stop(within: .seconds(5))
        proxy.close()
        try await broker.stop()
    }

    @Test func `a slow line loses nothing`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.octetsPerSecondFromClient = 500_000 }
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("n")
        let rig = try TestRig(TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port)))
        _ = try await rig.opened()
        let filler = String(repeating: "x", count: 1000)
        rig.send((1...500).map { OutboundMessage("\($0) \(filler)", to: "n") })
        try await watcher.expect("message 500", within: .seconds(30)) { $0.text.hasPrefix("500 ") }
        #expect(watcher.messages.elements.count == 499)
        await rig.connection.stop(within: .seconds(5))
        await watcher.disconnect()
    }

    @Test func `a line that is cut in the middle of a message is taken up again`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.cutAfterOctetsFromClient = 100_000 }
        let rig = try TestRig(TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port)))
        _ = try await rig.opened()
        rig.send([OutboundMessage(String(repeating: "x", count: 500_000), to: "n", token: 1)])
        #expect(try await rig.closed()?.error.code == .lost)
        proxy.set { $0.cutAfterOctetsFromClient = nil }
        _ = try await rig.opened()
        await rig.connection.stop(within: .seconds(5))
    }

    @Test func `what is larger than the broker takes is reported and not sent`() async throws {
        let limit = 5000
        let broker = try await MosquittoBroker.start(["max_packet_size \(limit)"])
        let rig = try await TestRig(to: broker)
        let session = try #require(try await rig.opened())
        #expect(session.maximumPacketSize == limit)
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("n")
        var fits = OutboundMessage("", to: "n", qualityOfService: .atLeastOnce, token: 1)
        while fits.packetSize(in: .v5) < limit { fits.payload.append(0) }
        // A watcher gets the same packet, so its size is exact.
        #expect(fits.packetSize(in: .v5) == limit)
        var tooLarge = fits
        tooLarge.payload.append(0)
        tooLarge.token = 2
        rig.send([tooLarge, fits])
        #expect(try await rig.published(1) == 0)
        #expect(try await watcher.expect("n").payload.count == fits.payload.count)
        let event = try await rig.handler.events.first("the report") { event in
            if case .tooLarge = event { true } else { false }
        }
        guard case .tooLarge("n", 2) = event else { throw NotSeen(description: "\(event)") }
        #expect(watcher.messages.elements.isEmpty)
        await rig.connection.stop(within: .seconds(5))
        await watcher.disconnect()
    }

    @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce])
    func `a limit that the broker does not announce is learned`(quality: QualityOfService) async throws {
        let broker = try await MosquittoBroker.start(["max_packet_size 50000"])
        let rig = try await TestRig(to: broker) { settings in
            settings.version = .v3_1_1
            settings.backOff = BackOff(first: .milliseconds(1), longest: .milliseconds(1), afterTakeover: .seconds(60))
        }
        let large = String(repeating: "x", count: 60_000)
        var sessions: [Session] = []
        for round in 0..<3 {
            sessions.append(try #require(try await rig.opened()))
            // As a bridge does, all is sent again on each connection.
            rig.send([
                OutboundMessage("before", to: "a", qualityOfService: quality),
                OutboundMessage(large, to: "b", qualityOfService: quality, isRetained: true, token: 8),
                OutboundMessage("after", to: "c", qualityOfService: quality, token: 9),
            ])
            if round < 2 { #expect(try await rig.closed()?.error.code == (round == 0 ? .lost : .refused)) }
        }
        #expect(sessions.map { $0.maximumPacketSize != nil } == [false, false, true])
        _ = try await rig.handler.events.first("the report") { event in
            if case .tooLarge("b", 8) = event { true } else { false }
        }
        await rig.connection.stop(within: .seconds(5))
        guard case .closed(let error, _) = rig.handler.events.elements.last else {
            throw NotSeen(description: "no end")
        }
        #expect(error.code == .stopped)
    }

    @Test func `the largest packet that this side takes is announced`() async throws {
        let broker = try await MosquittoBroker.start()
        var settings = TestClient.settings(for: broker.address)
        settings.maximumPacketSize = 2000
        let small = try await TestClient.connect(settings)
        let sender = try await TestClient.connect(to: broker)
        try await small.subscribe("n")
        try await sender.publish(String(repeating: "x", count: 3000), to: "n")
        try await sender.publish("small", to: "n")
        #expect(try await small.expect("n").text == "small")
        await small.disconnect()
        await sender.disconnect()
    }
}
