import Foundation
import MQTT
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct RunCommandTests {
    @Test func `a bridge without a home ends at once`() throws {
        let result = try ProgramRun.run(["run"])
        #expect(result.status == 1)
        #expect(result.error == "no home is named; write --home FILE, or home: {file: …} in the settings\n")
    }

    @Test func `the demo starts a broker, says what to paste, shows traffic, and ends in order`() async throws {
        let demo = try ProgramRun(["demo", "--base-topic", "show"])
        let first = try await demo.lines.first("the first line") { _ in true }
        #expect(first.hasPrefix("mosquitto_sub -p "))
        #expect(first.hasSuffix(" -v -t 'show/#'"))
        let port = try #require(first.split(separator: " ").dropFirst(2).first.flatMap { UInt16($0) })
        _ = try await demo.lines.first("a line for a lamp") {
            $0.hasPrefix("mosquitto_pub -p \(port) -t 'show/main-house/device/kitchen-lamp/")
                && $0.hasSuffix(" -m '{}'")
        }
        _ = try await demo.lines.first("the whole home") { $0.hasPrefix("connected; ") }
        let client = try await TestClient.connect(
            TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: port)))
        try await client.publish("{}", to: "show/main-house/device/kitchen-lamp/ExtendedColorLight/OnOff/on/invoke")
        _ = try await demo.lines.first("the change") {
            $0 == "→ show/main-house/device/kitchen-lamp/ExtendedColorLight/OnOff/onOff true"
        }
        try await client.publish(
            #"{"pinCode":"24680"}"#, to: "show/main-house/device/front-door/DoorLock/DoorLock/unlockDoor/invoke")
        let order = try await demo.lines.first("the order") { $0.hasPrefix("← show/main-house/device/front-door/") }
        #expect(!order.contains("24680"))
        await client.disconnect()
        demo.signal(SIGINT)
        #expect(try await demo.status() == 0)
        _ = try await demo.lines.first("the last word") { $0 == "→ show/bridge/state offline" }
    }

    @Test func `a base topic that is taken ends with 69 and names the other`() async throws {
        let broker = try await MosquittoBroker.start()
        let url = "mqtt://127.0.0.1:\(broker.port)"
        let first = try ProgramRun(["demo", "--broker", url])
        _ = try await first.lines.first("the whole home", within: .seconds(20)) { $0.hasPrefix("connected; ") }
        let second = try ProgramRun.run(["demo", "--broker", url])
        #expect(second.status == 69)
        #expect(second.errorLines.count == 1)
        #expect(second.error.hasPrefix("another bridge has the base topic homegraph (instance "))
        #expect(second.error.hasSuffix("); choose another with --base-topic\n"))
        #expect(!second.error.contains("{"), "JSON is for programs")
        first.signal(SIGTERM)
        #expect(try await first.status() == 0)
        try await broker.stop()
    }

    @Test func `a demo with settings says that it leaves their broker alone`() async throws {
        let broker = try await MosquittoBroker.start()
        let url = "mqtt://127.0.0.1:\(broker.port)"
        let files = try TemporaryFolder(["s.yaml": "broker: {url: \(url), username: somebody}"])
        let demo = try ProgramRun(["demo", "--config", files.path("s.yaml")])
        _ = try await demo.messages.first("a warning") {
            $0 == "broker.url is \(url), but demo starts a broker of its own; to use yours, add --broker \(url)"
        }
        let first = try await demo.lines.first("the first line") { _ in true }
        #expect(!first.contains("\(broker.port)") && !first.contains("somebody"))
        demo.signal(SIGTERM)
        #expect(try await demo.status() == 0)
        try await broker.stop()
    }

    @Test func `while the broker is away a signal ends the bridge all the same`() async throws {
        let files = try TemporaryFolder(["h.yaml": "structures: [{name: S}]"])
        // Port 9 of this machine: nobody listens there.
        let run = try ProgramRun(["run", "--home", files.path("h.yaml"), "--broker", "mqtt://127.0.0.1:9"])
        _ = try await run.messages.first("the start") { $0.hasPrefix("mirroring ") }
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
    }

    @Test func `SIGHUP reads the settings again and says what needs a restart`() async throws {
        let files = try TemporaryFolder(["h.yaml": "structures: [{name: S}]", "s.yaml": "home: {file: h.yaml}"])
        let broker = try await MosquittoBroker.start()
        let run = try ProgramRun(
            ["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:\(broker.port)"])
        _ = try await run.messages.first("the start") { $0.hasPrefix("mirroring ") }
        try files.write("s.yaml", "home: {file: h.yaml}\ntopics: {base: other}\n")
        run.signal(SIGHUP)
        _ = try await run.messages.first("the new settings") {
            $0 == "settings read again; a restart is needed for topics"
        }
        try files.write("s.yaml", "topcs: {}\n")
        run.signal(SIGHUP)
        _ = try await run.messages.first("the fault") { $0.hasSuffix("unknown key \"topcs\"; write \"topics\"") }
        run.signal(SIGINT)
        #expect(try await run.status() == 0)
        try await broker.stop()
    }

    @Test func `SIGHUP switches layouts, and what is switched off leaves nothing`() async throws {
        let home = "structures: [{name: S, devices: [{name: D, type: DimmableLight}]}]"
        let off = "home: {file: h.yaml}\nlayouts: {homeAssistant: {enabled: false}}\n"
        let files = try TemporaryFolder(["h.yaml": home, "s.yaml": "home: {file: h.yaml}"])
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/info")
        let run = try ProgramRun(
            ["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:\(broker.port)"])
        func layouts(_ names: String) async throws {
            while try await !client.expect("homegraph/bridge/info").text.contains("\"layouts\":[\(names)]") {}
        }
        try await layouts(#""native","homeAssistant""#)
        for _ in 0..<2 {
            try files.write("s.yaml", off)
            run.signal(SIGHUP)
            try await layouts(#""native""#)
            // The document of the light itself goes last.
            while try await !client.retained("homegraph/s/ha/#").isEmpty {}
            #expect(try await client.retained("homeassistant/#").isEmpty)
            try files.write("s.yaml", "home: {file: h.yaml}")
            run.signal(SIGHUP)
            try await layouts(#""native","homeAssistant""#)
            while try await client.retained("homeassistant/#").count < 2 {}
        }
        await client.disconnect()
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        try await broker.stop()
    }

    @Test func `a request changes what is logged while the bridge runs`() async throws {
        let files = try TemporaryFolder(["h.yaml": "structures: [{name: S}]"])
        let broker = try await MosquittoBroker.start()
        let run = try ProgramRun([
            "run", "--home", files.path("h.yaml"), "--broker", "mqtt://127.0.0.1:\(broker.port)",
            "--log-level", "error",
        ])
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/state")
        try await client.expect("homegraph/bridge/state", "online")
        try await client.subscribe("homegraph/bridge/response/#")
        try await client.publish(#"{"level":"info"}"#, to: "homegraph/bridge/request/bridge/log-level")
        _ = try await client.expect("homegraph/bridge/response/bridge/log-level")
        await client.disconnect()
        try await broker.restart()
        _ = try await run.messages.first("the new connection", within: .seconds(20)) { $0.hasPrefix("connected ") }
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        try await broker.stop()
    }
}
