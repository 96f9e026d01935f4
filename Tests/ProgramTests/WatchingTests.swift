import Bridge
import Configuration
import DataModel
import Foundation
import HomeGraph
import MQTT
import Monitoring
import SimulatedHub
import TestSupport
import Testing

@testable import homegraph2mqtt

@Suite(.timeLimit(.minutes(2))) struct WatchingTests {
    private static let homeFile = """
        structures:
          - name: S
            devices:
              - {name: Lamp, type: DimmableLight}
              - {name: Away, type: OnOffLight, connectivity: offline}
        """

    private func bridge() async throws -> Bridge {
        let file = try HomeFile.read(Array(Self.homeFile.utf8), file: "home", catalog: .standard)
        return try await Bridge(
            home: try await Home(hub: SimulatedHub(home: file)),
            configuration: BridgeConfiguration(version: "1.0", instance: "abcdefgh"))
    }

    private func families() async throws -> [MetricFamily] {
        BridgeMetrics.families(try await bridge().figures, version: "1.0") + ProcessFigures().metrics
    }

    @Test func `the guide lists every metric with its type, and no other`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let guide = try String(
            contentsOf: root.appending(path: "Sources/homegraph2mqtt/Documentation.docc/Watching.md"), encoding: .utf8)
        let rows = guide.split(separator: "\n").compactMap { line -> String? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let kind = MetricFamily.Kind(rawValue: cells[1]) else { return nil }
            return "\(cells[0].replacing("`", with: "")) \(kind)"
        }
        #expect(rows == (try await families()).map { "\($0.name) \($0.kind)" })
    }

    @Test func `names and helps are as Prometheus wants them`() async throws {
        let families = try await families()
        let text = MetricText.text(families)
        let read = try MetricReader(text)
        #expect(read.types.count == families.count)
        for family in families {
            #expect((family.kind == .counter) == family.name.hasSuffix("_total"), "\(family.name)")
            #expect(family.kind != .histogram || family.name.hasSuffix("_seconds"), "\(family.name)")
            #expect(!family.help.isEmpty && !family.help.hasSuffix("."), "\(family.name)")
            #expect(read.samples.contains { $0.name.hasPrefix(family.name) }, "\(family.name)")
        }
        #expect(read.value("homegraph2mqtt_build_info", ["version": "1.0"]) == 1)
        #expect(read.value("homegraph2mqtt_devices", ["availability": "online"]) == 1)
        #expect(read.value("homegraph2mqtt_devices", ["availability": "offline"]) == 1)
        #expect(read.value("homegraph2mqtt_reconnects_total") == 0)
        #expect(read.value("homegraph2mqtt_orders_total", ["result": "ok"]) == 0)
    }

    @Test func `a bridge without a broker is not healthy, and says why`() async throws {
        let response = Watching.health(try await bridge().figures)
        #expect(response.status == .serviceUnavailable)
        #expect(response.body == #"{"connected":false,"hub":{"online":true},"state":"offline"}"# + "\n")
    }

    @Test func `what happens is counted, and health follows broker and hub`() async throws {
        let port = try #require(LoopbackPort.free())
        let files = try TemporaryFolder([
            "h.yaml": Self.homeFile, "s.yaml": "home: {file: h.yaml}\nhttp: {listen: \"127.0.0.1:\(port)\"}",
        ])
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/state")
        let run = try ProgramRun(
            ["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:\(broker.port)"])
        _ = try await run.messages.first("the address") { $0 == "metrics and health on http://127.0.0.1:\(port)" }
        try await client.expect("homegraph/bridge/state", "online")
        let health = try HTTPExchange.get("/health", port: port)
        #expect(health.status == 200)
        #expect(health.body == #"{"connected":true,"hub":{"online":true},"state":"online"}"# + "\n")

        let before = try MetricReader(try HTTPExchange.get("/metrics", port: port).body)
        try await client.subscribe("homegraph/+/device/#")
        let lamp = "homegraph/s/device/lamp/DimmableLight"
        for order in ["OnOff/toggle", "OnOff/toggle", "OnOff/nonsense"] {
            try await client.publish("{}", to: "\(lamp)/\(order)/invoke")
            _ = try await client.expect("\(lamp)/\(order)/invoke/response")
        }
        try await client.subscribe("homegraph/bridge/response/#")
        try await client.publish(
            #"{"hub":true,"state":"offline"}"#, to: "homegraph/bridge/request/simulation/connectivity")
        _ = try await client.expect("homegraph/bridge/response/simulation/connectivity")
        let after = try MetricReader(try HTTPExchange.get("/metrics", port: port).body)
        func rise(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            before.value(name, labels).flatMap { before in after.value(name, labels).map { $0 - before } }
        }
        #expect(rise("homegraph2mqtt_orders_total", ["result": "ok"]) == 2)
        #expect(rise("homegraph2mqtt_orders_total", ["result": "unimplemented"]) == 1)
        #expect(rise("homegraph2mqtt_order_duration_seconds_count") == 3)
        #expect(rise("homegraph2mqtt_order_duration_seconds_bucket", ["le": "+Inf"]) == 3)
        #expect(rise("homegraph2mqtt_requests_total", ["result": "ok"]) == 1)
        #expect(rise("homegraph2mqtt_request_duration_seconds_count") == 1)
        #expect(rise("homegraph2mqtt_messages_received_total") == 4)
        #expect((rise("homegraph2mqtt_messages_published_total") ?? 0) >= 6)
        #expect((rise("homegraph2mqtt_changes_total") ?? 0) >= 2)
        #expect(after.value("homegraph2mqtt_hub_online") == 0)
        #expect(after.value("homegraph2mqtt_devices", ["availability": "offline"]) == 2)
        #expect(try HTTPExchange.get("/health", port: port).status == 503)

        try await client.publish(
            #"{"hub":true,"state":"online"}"#, to: "homegraph/bridge/request/simulation/connectivity")
        _ = try await client.expect("homegraph/bridge/response/simulation/connectivity")
        #expect(try HTTPExchange.get("/health", port: port).status == 200)
        await client.disconnect()
        try await broker.restart()
        let second = try await TestClient.connect(to: broker)
        try await second.subscribe("homegraph/bridge/state")
        try await second.expect("homegraph/bridge/state", "online", within: .seconds(20))
        await second.disconnect()
        let last = try MetricReader(try HTTPExchange.get("/metrics", port: port).body)
        #expect(last.value("homegraph2mqtt_reconnects_total") == 1)
        #expect(last.value("homegraph2mqtt_broker_connected") == 1)
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        try await broker.stop()
        #expect(throws: HTTPExchange.Fault.self) { try HTTPExchange(port) }
    }

    @Test func `an address that is taken ends the bridge, and says what to do`() throws {
        let other = try HTTPServer(host: "127.0.0.1", port: 0, documents: [:])
        let files = try TemporaryFolder([
            "h.yaml": Self.homeFile, "s.yaml": "home: {file: h.yaml}\nhttp: {listen: \"127.0.0.1:\(other.port)\"}",
        ])
        let result = try ProgramRun.run(["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:9"])
        #expect(result.status == 1)
        #expect(
            result.errorLines.last
                == "http.listen: 127.0.0.1:\(other.port): another program listens there; end that one, or name another port"
        )
    }

    @Test func `a bridge that was started twice names the other, not its address`() async throws {
        let port = try #require(LoopbackPort.free())
        let files = try TemporaryFolder([
            "h.yaml": Self.homeFile, "s.yaml": "home: {file: h.yaml}\nhttp: {listen: \"127.0.0.1:\(port)\"}",
        ])
        let broker = try await MosquittoBroker.start()
        let arguments = ["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:\(broker.port)"]
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/state")
        let first = try ProgramRun(arguments)
        try await client.expect("homegraph/bridge/state", "online")
        let second = try ProgramRun.run(arguments)
        #expect(second.status == 69)
        #expect(second.errorLines.last?.hasPrefix("another bridge has the base topic homegraph") == true)
        await client.disconnect()
        first.signal(SIGTERM)
        #expect(try await first.status() == 0)
        try await broker.stop()
    }

    @Test func `an address that others reach is warned of`() async throws {
        let port = try #require(LoopbackPort.free())
        let files = try TemporaryFolder([
            "h.yaml": Self.homeFile, "s.yaml": "home: {file: h.yaml}\nhttp: {listen: \"0.0.0.0:\(port)\"}",
        ])
        let run = try ProgramRun(["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:9"])
        _ = try await run.messages.first("the warning") {
            $0.hasPrefix("http.listen: whoever reaches 0.0.0.0:\(port) can read metrics and health; ")
        }
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
    }
}
