import Bridge
import HomeGraph
import MQTT
import Mosquitto
import Synchronization
import TestSupport
import Testing

/// What the examination finds at brokers that fit, and at brokers that do not.
@Suite struct DoctorTests {
    /// Examines a broker for a bridge with the base topic `h`.
    private func findings(
        _ address: BrokerAddress, version: ProtocolVersion = .v5,
        _ change: (inout ConnectionSettings) -> Void = { _ in }
    ) async throws -> (isUsable: Bool, findings: [BrokerExamination.Finding]) {
        var settings = ConnectionSettings(address: address, clientID: "homegraph2mqtt-h")
        settings.version = version
        settings.answerDeadline = .seconds(1)
        change(&settings)
        let examination = try BrokerExamination(
            settings: settings, configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "01234567"),
            patience: .seconds(1), nonce: "n\(UInt32.random(in: 0 ... .max))"
        ) { [settings] clientID, will, handler, source in
            var settings = settings
            settings.clientID = clientID
            settings.will = will
            let connection = try MosquittoConnection(settings, source: source, handler: handler)
            try connection.start()
            return connection
        }
        var findings: [BrokerExamination.Finding] = []
        let isUsable = try await examination.run { findings.append($0) }
        return (isUsable, findings)
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `a broker that fits has no fault, and nothing is left on it`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let (isUsable, found) = try await findings(broker.address, version: version)
        #expect(isUsable && found.allSatisfy { $0.grade == .ok }, "\(found)")
        #expect(
            found.map(\.subject) == [
                "address", "name", "network", "login", "protocol", "will", "reading", "the bridge's topics",
                "devices' topics",
                "large messages", "bursts", "delay", "base topic", "client id",
            ])
        let client = try await TestClient.connect(to: broker)
        #expect(try await client.retained("#").isEmpty)
        await client.disconnect()
        try await broker.stop()
    }

    @Test(arguments: UnfitBroker.all) func `what does not fit is found`(unfit: UnfitBroker) async throws {
        let broker = try await unfit.start()
        let (isUsable, found) = try await findings(broker.address, version: unfit.version)
        let finding = try #require(found.first { $0.subject == unfit.subject }, "\(found)")
        #expect(finding.grade == unfit.grade && finding.text.contains(unfit.finding), "\(found)")
        #expect(!finding.remedy.isEmpty)
        #expect(isUsable == !found.contains { $0.grade == .fault })
        // What is denied is not said to be too large, or to be lost among others.
        let denials = found.filter { $0.text.contains("not authorized") || $0.text.contains("does not come back") }
        #expect(denials.allSatisfy { $0.remedy.contains("read") }, "\(found)")
        try await broker.stop()
    }

    /// What the doctor finds the bridge says, too, where it can notice it.
    @Test(arguments: UnfitBroker.all.filter { $0.said != nil })
    func `what does not fit is said by the bridge`(unfit: UnfitBroker) async throws {
        let broker = try await unfit.start()
        let running = try await RunningBridge.start(on: broker, version: unfit.version, waitsForOnline: false)
        let said = try #require(unfit.said)
        let line = try await running.lines.first("'\(said)'", within: .seconds(30)) { $0.contains(said) }
        #expect(line.hasPrefix("warning: "))
        await running.stop()
        try await broker.stop()
    }

    @Test func `where nobody can be reached the station is named and nothing else is tried`() async throws {
        let closed = BrokerAddress(host: "127.0.0.1", port: try SilentListener.closedPort())
        let silent = try SilentListener()
        let broker = try await MosquittoBroker.start(users: ["bridge": "right"])
        let stations: [(address: BrokerAddress, password: String?, subject: String)] = [
            (BrokerAddress(host: "nowhere.invalid"), nil, "name"), (closed, nil, "network"),
            (BrokerAddress(host: "127.0.0.1", port: silent.port), nil, "network"),
            (BrokerAddress(host: "127.0.0.1", port: broker.port, usesTLS: true), nil, "TLS"),
            (broker.address, "wrong", "login"), (broker.address, nil, "login"),
        ]
        for station in stations {
            let (isUsable, found) = try await findings(station.address) { settings in
                settings.userName = station.password.map { _ in "bridge" }
                settings.password = station.password
            }
            #expect(!isUsable && found.last?.grade == .fault && found.last?.subject == station.subject, "\(found)")
            #expect(found.dropLast().allSatisfy { $0.grade == .ok })
            #expect(found.last?.remedy.isEmpty == false)
        }
        let (isUsable, _) = try await findings(broker.address) { settings in
            (settings.userName, settings.password) = ("bridge", "right")
        }
        #expect(isUsable)
        try await broker.stop()
    }

    @Test func `a bridge that runs is left alone`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("h/bridge/state")
        try await client.expect("h/bridge/state", "online")
        let (isUsable, found) = try await findings(broker.address)
        #expect(isUsable)
        #expect(found.last?.description == "base topic: a bridge runs under h; its client id is left alone")
        try await client.publish("end", to: "h/bridge/state/end")
        #expect(!client.messages.elements.contains { $0.topicText == "h/bridge/state" })
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `another client with the bridge's id is noticed`() async throws {
        let broker = try await MosquittoBroker.start()
        let other = try await TestClient.connect(to: broker, clientID: "homegraph2mqtt-h")
        let (isUsable, found) = try await findings(broker.address)
        #expect(!isUsable && found.last?.subject == "client id" && found.last?.grade == .fault, "\(found)")
        await other.disconnect()
        try await broker.stop()
    }

    /// What is wrong with TLS between a broker and this side.
    enum TLSFault: String, CaseIterable, Sendable {
        case none, otherAuthority, otherName, outOfDate, noClientCertificate
    }

    @Test(arguments: TLSFault.allCases) func `what is wrong with TLS is said`(fault: TLSFault) async throws {
        let files = try await TestCertificates.make()
        let others = try await TestCertificates.make()
        if fault == .outOfDate { try await files.expire() }
        let broker = try await MosquittoBroker.start(
            files.configuration + (fault == .noClientCertificate ? ["require_certificate true"] : []))
        let host = fault == .otherName ? "127.0.0.1" : "localhost"
        let (isUsable, found) = try await findings(
            BrokerAddress(host: host, port: broker.port, usesTLS: true)
        ) { settings in
            settings.tls.authorityFile = fault == .otherAuthority ? others.authority : files.authority
        }
        #expect(isUsable == (fault == .none), "\(found)")
        if fault != .none {
            let last = try #require(found.last)
            #expect(last.grade == .fault && last.subject == "TLS", "\(found)")
            // A broker that misses a certificate ends the handshake, and some say no more.
            #expect(fault == .noClientCertificate || last.text.contains("certificate"), "\(found)")
            #expect(last.remedy.contains("broker.tls"))
        }
        try await broker.stop()
    }

    @Test func `a broker that is frozen is said to give no answer`() async throws {
        let broker = try await MosquittoBroker.start()
        broker.freeze()
        let (isUsable, found) = try await findings(broker.address)
        #expect(!isUsable && found.last?.subject == "network" && found.last?.text.contains("no answer") == true)
        broker.thaw()
        #expect(try await findings(broker.address).isUsable)
        try await broker.stop()
    }

    @Test func `a broker without MQTT 5 is advised against, and used`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.answerToVersion5 = [0x20, 3, 0, 0x84, 0] }
        let (isUsable, found) = try await findings(BrokerAddress(host: "127.0.0.1", port: proxy.port))
        let finding = try #require(found.first { $0.subject == "protocol" })
        #expect(isUsable && finding.grade == .advice && finding.text.contains("no MQTT 5"), "\(found)")
        proxy.close()
        try await broker.stop()
    }

    @Test func `what is no broker, and what breaks the protocol, is said`() async throws {
        // An unknown property in CONNACK, over which libmosquitto 2.0.11 by itself ends the process.
        for octets in [[0x20, 6, 0, 0, 3, 0x7F, 0, 0], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)] {
            let peer = try RudePeer(answering: octets)
            let address = BrokerAddress(host: "127.0.0.1", port: peer.port)
            let (isUsable, found) = try await findings(address) { $0.fallsBack = false }
            let last = try #require(found.last)
            #expect(!isUsable && last.grade == .fault && last.subject == "login" && !last.remedy.isEmpty, "\(found)")
        }
    }

    @Test func `a broker that acknowledges nothing is said`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.swallowedAcknowledgements = .max }
        let (isUsable, found) = try await findings(BrokerAddress(host: "127.0.0.1", port: proxy.port))
        let finding = try #require(found.first { $0.subject == "the bridge's topics" }, "\(found)")
        #expect(!isUsable && finding.grade == .fault && finding.text.contains("does not acknowledge"), "\(found)")
        #expect(!finding.remedy.isEmpty)
        proxy.close()
        try await broker.stop()
    }

    @Test func `a line that breaks is said`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        proxy.set { $0.cutAfterOctetsFromClient = 20_000 }
        let (isUsable, found) = try await findings(BrokerAddress(host: "127.0.0.1", port: proxy.port))
        #expect(!isUsable && found.contains { $0.grade == .fault && !$0.remedy.isEmpty }, "\(found)")
        proxy.close()
        try await broker.stop()
    }
}
