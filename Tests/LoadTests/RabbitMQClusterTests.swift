import Foundation
import MQTT
import TestSupport
import Testing

/// Bridges and clients on different nodes of a cluster: `deploy/test --long`.
@Suite(
    .enabled(if: LongTests.areEnabled, "deploy/test --long runs it"),
    .enabled(if: RabbitMQCluster.isInstalled, "the package rabbitmq-server is not installed"),
    .serialized, .timeLimit(.minutes(10))
) struct RabbitMQClusterTests {
    private static let home = """
        structures:
          - name: House
            rooms: [Hall]
            devices:
              - {name: Lamp, type: DimmableLight, room: Hall}
              - {name: Button, type: GenericSwitch}
            groups: [{name: Lights, devices: [lamp]}]
        """

    /// A topic's payload as a client on another node has it in the end.
    private typealias View = [String: String]

    private static func client(on node: Int, of cluster: RabbitMQCluster) async throws -> TestClient {
        try await TestClient.connect(TestClient.settings(for: cluster.address(of: node), version: .v3_1_1))
    }

    private static func bridge(
        _ base: String, on node: Int, of cluster: RabbitMQCluster, _ files: TemporaryFolder
    ) throws -> ProgramRun {
        try ProgramRun([
            "run", "--home", files.path("home.yaml"), "--base-topic", base, "--broker",
            "mqtt://127.0.0.1:\(cluster.address(of: node).port)",
        ])
    }

    /// Waits for a bridge's state.
    private static func expect(_ state: String, of base: String, at client: TestClient) async throws {
        try await client.expect("\(base)/bridge/state", state, within: .seconds(90))
    }

    /// An order is carried out and answered, and its change is seen.
    private static func expectOrder(_ base: String, _ command: String, _ state: Bool, at client: TestClient)
        async throws
    {
        let light = "\(base)/house/device/lamp/DimmableLight/OnOff"
        try await client.publish("{}", to: "\(light)/\(command)/invoke", qualityOfService: .atMostOnce)
        try await client.expect("\(light)/onOff", "\(state)", within: .seconds(30))
        try await client.expect("\(light)/\(command)/invoke/response", #"{"ok":true}"#, within: .seconds(30))
    }

    private static func request(_ name: String, _ payload: String, base: String, at client: TestClient) async throws
        -> String
    {
        try await client.publish(payload, to: "\(base)/bridge/request/\(name)", qualityOfService: .atMostOnce)
        return try await client.expect("\(base)/bridge/response/\(name)", within: .seconds(30)).text
    }

    @Test func `orders, answers, events and changes cross the nodes, also when one is lost`() async throws {
        let files = try TemporaryFolder(["home.yaml": Self.home])
        let cluster = try await RabbitMQCluster.start()
        let far = try await Self.client(on: 3, of: cluster)
        try await far.subscribe("one/#", "two/#")
        let watcher = try await Self.client(on: 3, of: cluster)
        try await watcher.subscribe("one/#", "homeassistant/#")
        let one = try Self.bridge("one", on: 1, of: cluster, files)
        try await Self.expect("online", of: "one", at: far)

        // A client elsewhere that was there from the beginning has seen what `bridge/read` says.
        try await Self.expectOrder("one", "on", true, at: far)
        try await watcher.expect("one/house/device/lamp/DimmableLight/OnOff/on/invoke/response", within: .seconds(30))
        let seen = View(watcher.messages.elements.map { ($0.topicText, $0.text) }) { $1 }
        await watcher.disconnect()
        let read = try await far.readEverything(base: "one")
        #expect(read.count > 100)
        for (topic, payload) in read { #expect(seen[topic] == payload, "\(topic)") }

        // What wildcards do not replay is asked for.
        let late = try await Self.client(on: 3, of: cluster)
        #expect(try await late.retained("one/#").isEmpty)
        #expect(try await late.readEverything(base: "one") == read)

        // Events of a device and of the home.
        _ = try await Self.request(
            "simulation/event",
            #"{"device":"button","trait":"Switch","event":"initialPress","fields":{"newPosition":1}}"#, base: "one",
            at: far)
        try await far.expect("one/house/device/button/GenericSwitch/Switch/initialPress/event", within: .seconds(30))
        _ = try await Self.request("room/create", #"{"structure":"house","name":"Attic"}"#, base: "one", at: far)
        try await far.expect("the event of a new room", within: .seconds(30)) {
            $0.topicText == "one/bridge/event" && $0.text.contains("roomAdded")
        }

        let two = try Self.bridge("two", on: 2, of: cluster, files)
        try await Self.expect("online", of: "two", at: far)
        try await Self.expectOrder("two", "on", true, at: far)

        // Node 2 is lost: what does not stand on it goes on, and what does comes back with it.
        try await cluster.kill(2)
        try await Self.expectOrder("one", "off", false, at: far)
        try await Self.expectOrder("one", "on", true, at: far)
        try await cluster.resume(2)
        try await Self.expect("online", of: "two", at: far)
        try await Self.expectOrder("two", "off", false, at: far)

        // A bridge that is killed has a will, one that is ended says so itself.
        two.signal(SIGKILL)
        try await Self.expect("offline", of: "two", at: far)
        one.signal(SIGTERM)
        try await Self.expect("offline", of: "one", at: far)
        #expect(try await one.status() == 0)
        _ = try await two.status()
        await far.disconnect()
        await late.disconnect()
        try await cluster.stop()
    }
}
