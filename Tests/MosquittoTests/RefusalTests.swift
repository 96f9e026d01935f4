import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RefusalTests {
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], [nil, "wrong"])
    func `a wrong login is refused in clear words`(version: ProtocolVersion, password: String?) async throws {
        let broker = try await MosquittoBroker.start(users: ["bridge": "right"])
        var settings = TestClient.settings(for: broker.address, version: version)
        settings.address.userName = password == nil ? nil : "bridge"
        settings.address.password = password
        let rig = try TestRig(settings)
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .notAuthorized)
        #expect(end.error.reasonCode == (version == .v5 ? 0x87 : 5))
        #expect(end.error.description.contains("user name"))
        #expect(end.error.description.hasPrefix("mqtt://127.0.0.1:\(broker.port): "))
        #expect(!end.error.description.contains("wrong"))
        #expect(end.retry != nil)
        await rig.connection.stop(within: .zero)
        settings.password = "right"
        settings.userName = "bridge"
        await (try TestClient.connect(settings)).disconnect()
    }

    @Test func `a closed port is unreachable, and tried again`() async throws {
        let address = BrokerAddress(host: "127.0.0.1", port: try SilentListener.closedPort())
        var settings = TestClient.settings(for: address)
        settings.backOff = BackOff(first: .milliseconds(1), longest: .milliseconds(2))
        let rig = try TestRig(settings)
        for _ in 0..<3 {
            let end = try #require(try await rig.closed())
            #expect(end.error.code == .unreachable)
            #expect(end.error.detail.contains("nobody listens on port \(address.port)"))
        }
        await rig.connection.stop(within: .zero)
    }

    @Test func `a name that does not exist is said to be unknown`() async throws {
        let name = String(repeating: "x", count: 70)  // longer than a part of a name can be, so nobody is asked
        let rig = try TestRig(TestClient.settings(for: BrokerAddress(host: name)))
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .nameNotFound)
        #expect(end.error.detail.contains(name))
        await rig.connection.stop(within: .zero)
    }

    @Test func `a peer that says nothing is given up`() async throws {
        let listener = try SilentListener()
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: listener.port))
        settings.answerDeadline = .milliseconds(200)
        let rig = try TestRig(settings)
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .timedOut)
        await rig.connection.stop(within: .zero)
    }

    /// Settings with which a stop that waited for a deadline would outlast its test.
    private static func patient(port: UInt16) -> ConnectionSettings {
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: port))
        settings.reachDeadline = .seconds(3600)
        settings.answerDeadline = .seconds(3600)
        return settings
    }

    @Test func `stopping waits for no answer of a peer that says nothing`() async throws {
        let listener = try SilentListener()
        let rig = try TestRig(Self.patient(port: listener.port))
        await rig.connection.stop(within: .seconds(3600))
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .stopped && end.retry == nil)
        #expect(rig.handler.events.elements.isEmpty)
    }

    @Test func `stopping waits for no host that cannot be reached`() async throws {
        let host = try BusyListener()
        let rig = try TestRig(Self.patient(port: host.port))
        await rig.connection.stop(within: .seconds(3600))
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .stopped && end.retry == nil)
    }

    @Test func `a connection that was never started stops at once`() async throws {
        let settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1"))
        let connection = try MosquittoConnection(settings, source: QueueSource(), handler: RecordingHandler())
        connection.wake()
        connection.subscribe([Subscription(filter: "a")], number: 1)
        await connection.stop(within: .seconds(1))
        await connection.stop(within: .seconds(1))
    }

    @Test(arguments: [[UInt8]([0x20, 2, 0, 1]), [0x20, 3, 0, 0x84, 0], []])
    func `3.1.1 is spoken where the broker has no 5`(answer: [UInt8]) async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.answerToVersion5 = answer }
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        settings.fallsBack = true
        let rig = try TestRig(settings)
        let session = try #require(try await rig.opened())
        #expect(session.version == .v3_1_1)
        #expect(rig.handler.events.elements.isEmpty)
        await rig.connection.stop(within: .seconds(1))
        settings.fallsBack = false
        let other = try TestRig(settings)
        let end = try #require(try await other.closed())
        #expect(end.error.code == (answer.isEmpty ? .lost : .unsupportedVersion))
        // That it has no 5 is the broker's word, also where it says so as 3.1.1 does.
        #expect((end.error.reasonCode == nil) == answer.isEmpty)
        await other.connection.stop(within: .seconds(1))
        proxy.close()
    }

    /// What becomes of a CONNECT by chance: that the broker has no 5 nobody said.
    enum Accident: CaseIterable, Sendable {
        /// Closed before the broker heard of it, closed after, or answered by somebody else with what is not MQTT.
        case unheard, unanswered, garbled

        /// Lets it happen to the next so many connections.
        func happen(_ count: Int, at proxy: FaultyProxy) {
            proxy.set { faults in
                switch self {
                case .unheard: faults.refusals = count
                case .unanswered: faults.cutsOverAnswer = count
                // CONNACKs with an unknown property, and a packet of a type that is none.
                case .garbled:
                    let answers: [[UInt8]] = [[0x20, 6, 0, 0, 3, 0x7F, 0, 0], [0x00, 2, 0, 0]]
                    faults.nextAnswers = (0..<count).map { answers[$0 % answers.count] }
                }
            }
        }
    }

    @Test(arguments: Accident.allCases, 1...3)
    func `what happens by chance while 5 is offered is no reason for 3.1.1`(
        accident: Accident, count: Int
    ) async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        accident.happen(count, at: proxy)
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        settings.fallsBack = true
        settings.backOff = BackOff(first: .milliseconds(1), longest: .milliseconds(2))
        let rig = try TestRig(settings)
        #expect(try await rig.opened()?.version == .v5)
        // On the next connection, too, whatever this one found.
        accident.happen(count, at: proxy)
        proxy.cut()
        #expect(try await rig.opened()?.version == .v5)
        await rig.connection.stop(within: .seconds(1))
        proxy.close()
        try await broker.stop()
    }

    @Test func `a broker that is silent when 5 is offered is offered 5 again`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.stallsFromBroker = true }
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        settings.fallsBack = true
        settings.answerDeadline = .milliseconds(200)
        settings.backOff = BackOff(first: .milliseconds(1), longest: .milliseconds(2))
        let rig = try TestRig(settings)
        #expect(try await rig.closed()?.error.code == .timedOut)
        proxy.set { $0.stallsFromBroker = false }
        #expect(try await rig.opened()?.version == .v5)
        await rig.connection.stop(within: .seconds(1))
        proxy.close()
        try await broker.stop()
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], ["max_qos 1", "max_qos 0", "retain_available false"])
    func `a will is what the broker takes`(version: ProtocolVersion, limit: String) async throws {
        let broker = try await MosquittoBroker.start([limit])
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("state")
        let proxy = try FaultyProxy(to: broker.port)
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port), version: version)
        settings.backOff = BackOff(first: .seconds(30), longest: .seconds(30))
        settings.will = Will(topic: "state", payload: Array("gone".utf8), qualityOfService: .exactlyOnce)
        let rig = try TestRig(settings)
        let session = try #require(try await rig.opened())
        #expect(session.retainAvailable == (limit != "retain_available false"))
        switch limit {
        // Where the broker does not say, what helped is taken for what it takes.
        case "max_qos 1": #expect(session.maximumQualityOfService == .atLeastOnce)
        case "max_qos 0": #expect(session.maximumQualityOfService == .atMostOnce)
        default: #expect(session.maximumQualityOfService == .exactlyOnce)
        }
        #expect(rig.handler.events.elements.isEmpty)
        proxy.close()
        try await watcher.expect("state", "gone")
        await rig.connection.stop(within: .zero)
        await watcher.disconnect()
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], 1...6)
    func `a broker that is just starting takes the whole will`(version: ProtocolVersion, refusals: Int) async throws {
        let broker = try await MosquittoBroker.start()
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("state")
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.refusals = refusals }
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port), version: version)
        settings.fallsBack = true
        settings.backOff = BackOff(first: .milliseconds(1), longest: .milliseconds(2))
        settings.will = Will(topic: "state", payload: Array("gone".utf8), qualityOfService: .exactlyOnce)
        let rig = try TestRig(settings)
        let session = try #require(try await rig.opened())
        #expect(session.version == version)
        #expect(session.retainAvailable && session.maximumQualityOfService == .exactlyOnce)
        // A connection that was made to find that out leaves no will.
        #expect(watcher.messages.elements.isEmpty)
        proxy.close()
        try await watcher.expect("state", "gone")
        let retained = try await watcher.retained("state")["state"]?.text
        #expect(retained == "gone")
        await rig.connection.stop(within: .zero)
        await watcher.disconnect()
        try await broker.stop()
    }

    @Test func `what comes together with the broker's answer is heard`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        // CONNACK, and at once DISCONNECT: session taken over.
        proxy.set { $0.answerToVersion5 = [0x20, 3, 0, 0, 0, 0xE0, 2, 0x8E, 0] }
        let rig = try TestRig(TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port)))
        #expect(try await rig.opened() != nil)
        #expect(try await rig.closed()?.error.code == .takenOver)
        await rig.connection.stop(within: .seconds(1))
        proxy.close()
    }

    @Test func `what MQTT cannot carry is refused before anything is sent`() async throws {
        let broker = try await MosquittoBroker.start()
        for change in [
            { (settings: inout ConnectionSettings) in settings.clientID = "a\u{0}b" },
            { settings in settings.password = "a\u{0}b" },
            { settings in settings.will = Will(topic: "a/+", payload: []) },
            { settings in
                settings.address.usesTLS = true
                settings.tls.authorityFile = "/no/such/file.pem"
            },
        ] {
            let rig = try await TestRig(to: broker, change)
            let end = try #require(try await rig.closed())
            #expect([.refused, .tls].contains(end.error.code))
            await rig.connection.stop(within: .zero)
        }
    }

    @Test func `a port that does not speak TLS is no TLS broker`() async throws {
        let broker = try await MosquittoBroker.start()
        let rig = try await TestRig(to: broker) { $0.address.usesTLS = true }
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .tls || end.error.code == .lost)
        #expect(end.retry != nil)
        await rig.connection.stop(within: .zero)
    }
}
