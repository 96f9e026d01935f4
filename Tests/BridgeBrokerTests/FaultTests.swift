import Bridge
import HomeGraph
import MQTT
import Mosquitto
import TestSupport
import Testing

/// What brokers, lines, hubs and devices do, while orders come and devices change; afterwards all is as it should be.
///
/// Where a test waits for a time, that is how long the fault lasts.
@Suite(.timeLimit(.minutes(3))) struct FaultTests {
    /// Something that happens.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Lines of the broker's settings.
        var broker: [String] = []
        var quality = QualityOfService.atMostOnce
        /// How much later than in time an order may be begun, since it was on its way all the time.
        var lateness = Duration.seconds(1)
        /// What the bridge's log says of it.
        var said: String?
        let happen: @Sendable (FaultDrill, FaultyProxy) async throws -> Void

        init(
            _ name: String, broker: [String] = [], quality: QualityOfService = .atMostOnce,
            lateness: Duration = .seconds(1), said: String? = nil,
            _ happen: @escaping @Sendable (FaultDrill, FaultyProxy) async throws -> Void
        ) {
            testDescription = name
            (self.broker, self.quality, self.lateness, self.said) = (broker, quality, lateness, said)
            self.happen = happen
        }
    }

    /// One of each kind.
    static let everyday: [Fault] = [
        Fault("the broker is stopped and started, and forgets", said: "connection was lost") { drill, _ in
            try await drill.broker.restart()
        },
        Fault("the broker is killed", broker: ["persistence true"], said: "connection was lost") { drill, _ in
            try await drill.broker.kill()
            try await drill.broker.resume()
        },
        Fault("the broker is frozen and released", lateness: .seconds(4)) { drill, _ in
            drill.broker.freeze()
            try await FaultDrill.last(.seconds(2))
            drill.broker.thaw()
        },
        Fault("the connection is cut in the middle of a packet") { drill, proxy in
            for octets in [1, 777, 12_345] {
                let line = proxy.octetsFromClient + octets
                proxy.set { $0.cutAfterOctetsFromClient = line }
                // The second time within seconds looks as if somebody shut the door.
                try await drill.said("connection was lost", "again and again")
                proxy.set { $0.cutAfterOctetsFromClient = nil }
                try await drill.recover()
            }
        },
        Fault("another client has the same id", said: "another client") { drill, _ in
            for _ in 0..<3 {
                await (try TestClient.connect(to: drill.broker, clientID: "homegraph2mqtt-h")).disconnect()
                try await drill.recover()
            }
        },
        Fault("the hub hangs", lateness: .seconds(1)) { drill, _ in
            drill.ledger.hang()
            try await FaultDrill.last(.seconds(4))  // longer than orders may take
            drill.ledger.release()
        },
    ]

    /// Further ones: `deploy/test --long`.
    static let others: [Fault] = [
        Fault(
            "the broker is stopped and started, and remembers", broker: ["persistence true"],
            said: "connection was lost"
        ) { drill, _ in
            try await drill.broker.restart()
        },
        Fault("the broker stays away for a while") { drill, proxy in
            proxy.set { $0.refuses = true }
            proxy.cut()
            for _ in 0..<3 { try await drill.said("closed without an answer") }
            proxy.set { $0.refuses = false }
        },
        Fault("the broker is slow to accept", said: "connection was lost") { _, proxy in
            proxy.set { $0.stallsFromBroker = true }
            proxy.cut()
            try await FaultDrill.last(.seconds(1))
            proxy.set { $0.stallsFromBroker = false }
        },
        Fault(
            "the broker is full", broker: ["max_queued_messages 10", "max_inflight_messages 1"], quality: .atLeastOnce
        ) { _, _ in
            try await FaultDrill.last(.seconds(2))
        },
        Fault("the connection is cut again and again", said: "closes the connection again and again") { drill, proxy in
            for _ in 0..<4 {
                proxy.cut()
                try await drill.recover()
            }
        },
        Fault("the line is slow", lateness: .seconds(10)) { _, proxy in
            proxy.set { $0.octetsPerSecondFromClient = 20_000 }
            try await FaultDrill.last(.seconds(2))
            proxy.set { $0.octetsPerSecondFromClient = nil }
        },
        // An order exactly once, and its answer, go five times over the line.
        Fault("the line loses packets", lateness: .seconds(5)) { drill, proxy in
            proxy.set { $0.jitter = .milliseconds(300) }
            for _ in 0..<3 { try await drill.recover(lateness: .seconds(5)) }
            proxy.set { $0.jitter = .zero }
        },
        Fault("the line stands still both ways, and goes on", lateness: .seconds(4)) { _, proxy in
            proxy.set { ($0.stallsFromBroker, $0.stallsFromClient) = (true, true) }
            try await FaultDrill.last(.seconds(2))
            proxy.set { ($0.stallsFromBroker, $0.stallsFromClient) = (false, false) }
        },
        Fault("the line is dead until the bridge gives it up", lateness: .seconds(20)) {
            drill, proxy in
            proxy.set { ($0.stallsFromBroker, $0.stallsFromClient) = (true, true) }
            try await drill.said("no sign of life")
            proxy.set { ($0.stallsFromBroker, $0.stallsFromClient) = (false, false) }
        },
        Fault("the broker delivers overlapping subscriptions twice", broker: ["allow_duplicate_messages true"]) {
            drill, proxy in
            proxy.cut()
            try await drill.recover()
        },
        Fault("the hub goes away and comes back") { drill, _ in
            let control = try #require(drill.running.home.hub.simulation)
            control.setHubOnline(false)
            try await FaultDrill.last(.seconds(1))
            control.setHubOnline(true)
        },
        Fault("a device never answers") { drill, _ in
            let control = try #require(drill.running.home.hub.simulation)
            let lamp = try #require(drill.running.home.store.shape.devices.first)
            try control.setFault(SimulatedFault(latency: .seconds(60)), device: lamp.index)
            for _ in 0..<3 { try await drill.recover() }  // the others go on meanwhile
            try control.setFault(SimulatedFault(latency: .zero), device: lamp.index)
        },
    ]

    /// Drills in a process of its own, so that the memory is that of the drill.
    private func drill(_ fault: Fault, _ version: ProtocolVersion) async {
        await #expect(processExitsWith: .success) {
            [name = fault.testDescription as String, version = version.rawValue as String] in
            let fault = try #require((FaultTests.everyday + FaultTests.others).first { $0.testDescription == name })
            let version = try #require(ProtocolVersion(rawValue: version))
            do { try await FaultTests.drill(fault, alone: version) } catch { Issue.record("\(error)") }
        }
    }

    private static func drill(_ fault: Fault, alone version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start(fault.broker)
        let proxy = try FaultyProxy(to: broker.port)
        let drill = try await FaultDrill.start(
            on: broker, version: version, through: proxy.port,
            configure: { $0.qualityOfService = fault.quality }, connect: { $0.keepAlive = .seconds(5) })
        try await drill.during { try await fault.happen(drill, proxy) }
        try await drill.verify(lateness: fault.lateness)
        // MQTT 3.1.1 does not say who took over.
        if let said = fault.said, version == .v5 || said != "another client" { try await drill.said(said) }
        drill.verifyMemory()
        try await drill.stop()
        proxy.close()
    }

    @Test(arguments: everyday) func `afterwards all is as it should be`(fault: Fault) async {
        await drill(fault, .v5)
    }

    @Test(.enabled(if: LongTests.areEnabled), .timeLimit(.minutes(10)), arguments: others)
    func `after other faults, too`(fault: Fault) async { await drill(fault, .v5) }

    @Test(.enabled(if: LongTests.areEnabled), .timeLimit(.minutes(10)), arguments: everyday + others)
    func `with 3.1.1, too`(fault: Fault) async { await drill(fault, .v3_1_1) }

    @Test func `what a broker does not take is left out and named, all else is there`() async throws {
        let broker = try await MosquittoBroker.start(["max_packet_size 1500"])
        let drill = try await FaultDrill.start(on: broker)
        try await drill.during { try await drill.recover() }
        let client = try await TestClient.connect(to: broker)
        let info = try #require(try await client.retained("h/bridge/info")["h/bridge/info"]?.text)
        await client.disconnect()
        let omitted = Set(info.matches(of: /"(h\/[^"]*)"/).map { String($0.1) })
        #expect(omitted.contains("h/main-house/device/kitchen-lamp/info"), "\(info)")
        try await drill.said("its message is larger than the broker takes")
        try await drill.verify { !omitted.contains($0) }
        try await drill.stop()
    }

    @Test func `a broker that keeps nothing is served all the same`() async throws {
        let broker = try await MosquittoBroker.start(["retain_available false"])
        let drill = try await FaultDrill.start(on: broker, waitsForOnline: false)
        try await drill.during { try await drill.recover() }
        try await drill.said("keeps no retained messages; ask with bridge/read")
        try await drill.verify { _ in false }
        let client = try await TestClient.connect(to: broker)
        let values = try await client.request("bridge/read", #"{"object":"bulb"}"#)
        #expect(values.contains(#""h/main-house/device/bulb/availability":"online""#))
        await client.disconnect()
        try await drill.stop()
    }

    @Test func `a login that is refused is said, without the password, and not tried without end`() async throws {
        let broker = try await MosquittoBroker.start(users: ["bridge": "right", "reader": "reader"])
        let running = try await RunningBridge.start(
            on: broker, watcher: "reader", waitsForOnline: false,
            connect: { ($0.userName, $0.password) = ("bridge", "hunter2") })
        for _ in 0..<2 {
            let line = try await running.lines.first("a refusal") { $0.contains("refuses the user name") }
            #expect(line.hasPrefix("warning: ") && !line.contains("hunter2"))
        }
        await running.stop()
        try await broker.stop()
    }

    /// Access rules that let the bridge write less than it has to: in 3.1.1, and at most once, no broker says so.
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `what the broker does not let be published is said`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start(
            ["max_queued_messages 1000"], users: ["bridge": "bridge", "reader": "reader"],
            accessControl: [
                "user bridge", "topic readwrite h/bridge/#", "topic read h/#", "user reader", "topic read #",
            ])
        let running = try await RunningBridge.start(
            on: broker, version: version, userName: "bridge", watcher: "reader")
        let line = try await running.lines.first("a warning", within: .seconds(30)) {
            $0.contains("does not come back")
        }
        #expect(
            line == "warning: what is published on h/main-house/device/kitchen-lamp/availability does not come back; "
                + "check the broker's access rules")
        if version == .v5 {
            _ = try await running.lines.first("a refusal") {
                $0.contains("the broker refused a message on h/main-house/") && $0.contains("access rules")
            }
        }
        await running.stop()
        try await broker.stop()
    }

    @Test func `a bridge that hears what it publishes says nothing of access rules`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker) {
            $0.layouts = ["homeAssistant": BridgeConfiguration.Layout(isEnabled: true, prefix: "homeassistant")]
        }
        let client = try await TestClient.connect(to: broker)
        // What is published there later is no order either.
        try await client.subscribe("h/main-house/device/kitchen-lamp/availability/#")
        _ = try await client.request("simulation/connectivity", #"{"device":"kitchen-lamp","state":"offline"}"#)
        _ = try await client.request("bridge/refresh", "{}")
        #expect(!client.messages.elements.contains { $0.topicText.hasSuffix("/response") })
        #expect(!running.lines.elements.contains { $0.hasPrefix("warning") }, "\(running.lines.elements)")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }
}
