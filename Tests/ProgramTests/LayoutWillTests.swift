import Foundation
import MQTT
import TestSupport
import Testing

/// What the broker says for layouts when the program is gone, and what it leaves.
@Suite(.timeLimit(.minutes(1))) struct LayoutWillTests {
    private static let on = "layouts: {homie: {enabled: true}, zigbee2mqtt: {enabled: true}}\n"
    private static let off = "layouts: {homie: {enabled: false}, zigbee2mqtt: {enabled: false}}\n"
    private static let home = "structures: [{name: S, devices: [{name: Lamp, type: DimmableLight}]}]\n"

    private let broker: MosquittoBroker
    private let client: TestClient
    private let files: TemporaryFolder

    init() async throws {
        broker = try await MosquittoBroker.start()
        client = try await TestClient.connect(to: broker)
        files = try TemporaryFolder(["home.yaml": Self.home, "settings.yaml": Self.on])
    }

    private func start() throws -> ProgramRun {
        // What is said again of the state is not of interest.
        client.messages.removeAll()
        return try ProgramRun([
            "run", "--config", files.path("settings.yaml"), "--home", files.path("home.yaml"), "--broker",
            "mqtt://127.0.0.1:\(broker.port)",
        ])
    }

    private func expect(_ homie: String, _ zigbee: String) async throws {
        try await client.expect("the state of Homie's root: \(homie)", within: .seconds(20)) { message in
            message.topicText.wholeMatch(of: /homie\/5\/[a-z0-9]{8}\/\$state/) != nil && message.text == homie
        }
        try await client.expect("the state of zigbee2mqtt: \(zigbee)", within: .seconds(20)) { message in
            message.topicText == "homegraph-z2m/bridge/state" && message.text.contains(#""state":"\#(zigbee)""#)
        }
    }

    @Test func `killed it is lost, ended it is disconnected, and it comes back each time`() async throws {
        try await client.subscribe("homie/5/+/$state", "homegraph-z2m/bridge/state")
        for _ in 0..<2 {
            let killed = try start()
            try await expect("ready", "online")
            killed.signal(SIGKILL)
            try await expect("lost", "offline")
            _ = try await killed.status()
        }
        let ended = try start()
        try await expect("ready", "online")
        ended.signal(SIGTERM)
        try await expect("disconnected", "offline")
        #expect(try await ended.status() == 0)
        await client.disconnect()
        try await broker.stop()
    }

    @Test func `switched off by a signal nothing is left, and no will comes afterwards`() async throws {
        try await client.subscribe("homie/5/+/$state", "homegraph-z2m/bridge/state", "homegraph/bridge/state")
        let run = try start()
        try await expect("ready", "online")
        try Data(Self.off.utf8).write(to: URL(filePath: files.path("settings.yaml")))
        run.signal(SIGHUP)
        try await client.expect("the end of Homie") {
            $0.topicText.hasSuffix("/$state") && $0.topicText.split(separator: "/").count == 4 && $0.payload.isEmpty
        }
        _ = try await run.messages.first("that it was read") { $0.hasPrefix("settings read again") }
        run.signal(SIGKILL)
        try await client.expect("homegraph/bridge/state", "offline")
        for prefix in ["homie/#", "homegraph-z2m/#"] { #expect(try await client.retained(prefix).isEmpty) }
        _ = try await run.status()
        await client.disconnect()
        try await broker.stop()
    }
}
