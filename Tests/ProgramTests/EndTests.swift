import Foundation
import MQTT
import TestSupport
import Testing

/// How the program ends, and what is said of it at the broker, whatever it was doing.
@Suite(.timeLimit(.minutes(2))) struct EndTests {
    private static let home = "structures: [{name: S, devices: [{name: D, type: OnOffLight}]}]"
    private static let state = "homegraph/bridge/state"

    private func run(_ files: TemporaryFolder, on port: UInt16, _ further: String = "") throws -> ProgramRun {
        try files.write("h.yaml", Self.home)
        // The shortest keep alive there is.
        try files.write("s.yaml", "home: {file: h.yaml}\nbroker: {keepAlive: 5s}\n\(further)")
        return try ProgramRun(["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:\(port)"])
    }

    private func watch(_ broker: MosquittoBroker) async throws -> TestClient {
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe(Self.state)
        return client
    }

    @Test func `killed it is offline by its will, stopped it says so itself`() async throws {
        let files = try TemporaryFolder([:])
        let broker = try await MosquittoBroker.start()
        let client = try await watch(broker)
        for (signal, status) in [(SIGKILL, SIGKILL), (SIGTERM, 0), (SIGINT, 0)] {
            let run = try run(files, on: broker.port)
            try await client.expect(Self.state, "online", within: .seconds(30))
            run.signal(signal)
            try await client.expect(Self.state, "offline")
            #expect(try await run.status() == status)
            #expect(try await client.retained(Self.state)[Self.state]?.text == "offline")
        }
        await client.disconnect()
        try await broker.stop()
    }

    @Test func `frozen it is offline after a while, and released it ends online`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await watch(broker)
        let files = try TemporaryFolder([:])
        let run = try run(files, on: broker.port)
        try await client.expect(Self.state, "online", within: .seconds(30))
        run.signal(SIGSTOP)
        try await client.expect(Self.state, "offline", within: .seconds(30))
        run.signal(SIGCONT)
        try await client.expect(Self.state, "online", within: .seconds(30))
        #expect(try await client.retained(Self.state)[Self.state]?.text == "online")
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        await client.disconnect()
        try await broker.stop()
    }

    /// What a start can wait for, each until a deadline of which the log tells.
    enum Hindrance: CaseIterable, Sendable { case host, answer, subscriptions }

    @Test(arguments: Hindrance.allCases)
    func `a start that waits is ended by a signal at once`(hindrance: Hindrance) async throws {
        let files = try TemporaryFolder([:])
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        let (busy, silent) = (try BusyListener(), try SilentListener())
        proxy.set { $0.mostPacketsFromBroker = 1 }  // CONNACK
        let port =
            switch hindrance {
            case .host: busy.port
            case .answer: silent.port
            case .subscriptions: proxy.port
            }
        let run = try run(files, on: port)
        _ = try await run.messages.first("the start", within: .seconds(20)) { $0.hasPrefix("mirroring ") }
        if hindrance == .subscriptions {
            _ = try await proxy.exhausted.first("the CONNACK") { _ in true }
        }
        run.messages.removeAll()
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        // It ends at the signal, and not at a deadline: that would be said, too.
        _ = try await run.messages.first("the end") { $0.hasSuffix("ending") }
        #expect(run.messages.elements.isEmpty, "\(run.messages.elements)")
        proxy.close()
        try await broker.stop()
    }

    @Test func `a broker that is frozen holds up no end, and what is said last is there when it goes on`() async throws
    {
        let broker = try await MosquittoBroker.start()
        let client = try await watch(broker)
        let files = try TemporaryFolder([:])
        let run = try run(
            files, on: broker.port, "layouts: {homie: {enabled: true}, zigbee2mqtt: {enabled: true}}\n")
        try await client.expect(Self.state, "online", within: .seconds(30))
        broker.freeze()
        run.signal(SIGTERM)
        // That it gives up long before the deadline is FarewellTests'.
        #expect(try await run.status() == 0)
        broker.thaw()
        try await client.expect(Self.state, "offline")
        #expect(try await client.retained(Self.state)[Self.state]?.text == "offline")
        await client.disconnect()
        try await broker.stop()
    }

    @Test func `a broker that breaks the protocol ends no bridge`() async throws {
        // An unknown property in CONNACK, over which libmosquitto 2.0.11 by itself ends the process.
        let peer = try RudePeer(answering: [0x20, 6, 0, 0, 3, 0x7F, 0, 0])
        let files = try TemporaryFolder([:])
        let run = try run(files, on: peer.port)
        for _ in 0..<3 {
            // Read as 3.1.1 it is in order, and then the connection ends.
            _ = try await run.messages.first("a warning", within: .seconds(20)) { $0.contains("connection") }
        }
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        let doctor = try ProgramRun.run(["doctor", "--broker", "mqtt://127.0.0.1:\(peer.port)"])
        #expect(doctor.status == 69)
        #expect(doctor.outputLines.last?.hasPrefix("fault ") == true, "\(doctor.output)")
    }

    @Test func `without room for its state the bridge goes on, says so, and loses nothing that was answered`()
        async throws
    {
        let files = try TemporaryFolder(["h.yaml": Self.home])
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe(Self.state, "homegraph/bridge/response/#", "homegraph/s/device/d/#")
        let arguments = [
            "run", "--state", files.path("home.sqlite"), "--home", files.path("h.yaml"), "--broker",
            "mqtt://127.0.0.1:\(broker.port)",
        ]
        func start(_ launcher: [String] = []) async throws -> ProgramRun {
            let run = try ProgramRun(arguments, launcher: launcher)
            try await client.expect(Self.state, "online", within: .seconds(30))
            return run
        }
        func end(_ run: ProgramRun) async throws {
            run.signal(SIGTERM)
            #expect(try await run.status() == 0)
            while try await client.expect(Self.state).text != "offline" {}
        }
        try await end(try await start())
        // A file that may not grow any more: with the signal ignored, writing fails as it does on a full disk.
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: files.path("home.sqlite"))[.size] as? Int)
        let run = try await start([
            "/bin/sh", "-c", "trap '' XFSZ; exec prlimit --fsize=\(size + 8192) \"$0\" \"$@\"",
        ])
        var kept: [String] = []
        var refusal = ""
        for number in 0..<500 where refusal.isEmpty {
            let name = "Room \(number) \(String(repeating: "x", count: 40))"
            try await client.publish(
                #"{"structure":"S","name":"\#(name)"}"#, to: "homegraph/bridge/request/room/create")
            let answer = try await client.expect("homegraph/bridge/response/room/create").text
            if answer.hasPrefix(#"{"ok":true"#) { kept.append(name) } else { refusal = answer }
        }
        #expect(!kept.isEmpty && refusal.hasPrefix(#"{"ok":false,"error":{"code":"#), "\(kept.count) \(refusal)")
        #expect(refusal.contains("home.sqlite"), "\(refusal)")
        // Devices are served all the same, and that their values are not kept is said.
        for command in ["on", "off", "on"] {
            try await client.publish("{}", to: "homegraph/s/device/d/OnOffLight/OnOff/\(command)/invoke")
            try await client.expect("homegraph/s/device/d/OnOffLight/OnOff/\(command)/invoke/response", #"{"ok":true}"#)
        }
        #expect(
            try await client.retained("homegraph/s/device/d/OnOffLight/OnOff/onOff").values.first?.text == "true")
        try await end(run)
        let again = try await start()
        let rooms = try #require(
            try await client.retained("homegraph/bridge/rooms")["homegraph/bridge/rooms"]?.text)
        for name in kept { #expect(rooms.contains(name)) }
        #expect(rooms.matches(of: /"id"/).count == kept.count)
        try await end(again)
        await client.disconnect()
        try await broker.stop()
    }
}
