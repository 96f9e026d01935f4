import Foundation
import MQTT
import TestSupport
import Testing

/// Bridges that share a broker and a home file, each with its structures and a base topic of its own.
@Suite(.timeLimit(.minutes(2))) struct SeveralBridgesTests {
    private static let home = """
        structures:
          - name: House
            rooms: [Hall]
            devices:
              - {name: Lamp, type: DimmableLight, room: Hall}
              - {name: Plug, type: OnOffPluginUnit}
            groups: [{name: All, devices: [lamp, plug]}]
          - name: Cabin
            rooms: [Hall]
            devices:
              - {name: Lamp, id: cabin-lamp, type: DimmableLight, room: Hall}
            groups: [{name: All, id: cabin-all, devices: [cabin-lamp]}]
        """
    private static let layouts = "layouts: {homie: {enabled: true}, homeKit: {enabled: true}}"

    /// One base beside the other, and one below the other.
    @Test(arguments: [("house", "cabin"), ("home", "home/cabin")])
    func `what one does leaves the other alone`(house: String, cabin: String) async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let files = try TemporaryFolder(["home.yaml": Self.home, "settings.yaml": Self.layouts, "none.yaml": "{}"])
        func start(_ structure: String, _ base: String, settings: String = "settings.yaml") async throws -> ProgramRun {
            try await client.subscribe("\(base)/bridge/state")
            let run = try ProgramRun([
                "run", "--config", files.path(settings), "--home", files.path("home.yaml"), "--structures", structure,
                "--base-topic", base, "--broker", "mqtt://127.0.0.1:\(broker.port)",
            ])
            while try await client.expect("\(base)/bridge/state", within: .seconds(30)).text != "online" {}
            return run
        }
        let other = try await start("Cabin", cabin)
        let before = try await client.retained("#").mapValues(\.text)
        #expect(before.keys.contains("\(cabin)/cabin/device/lamp/DimmableLight/OnOff/onOff"))
        func expectUntouched() async throws {
            let now = try await client.retained("#").mapValues(\.text)
            for (topic, payload) in before { #expect(now[topic] == payload, "\(topic)") }
        }

        // It starts, works, is killed, comes back with fewer layouts, and ends.
        let first = try await start("House", house)
        try await expectUntouched()
        let both = try await client.retained("#")
        #expect(both.keys.contains("\(house)/house/device/lamp/DimmableLight/OnOff/onOff"))
        #expect(!both.keys.contains("\(house)/cabin/info") && !both.keys.contains("\(cabin)/house/info"))
        #expect(both.count > before.count)
        for (name, payload) in [
            ("device/rename", #"{"device":"lamp","name":"Light"}"#),
            ("structure/rename", #"{"structure":"house","name":"Villa"}"#),
            ("group/delete", #"{"group":"all"}"#), ("bridge/refresh", "{}"),
        ] {
            try await client.subscribe("\(house)/bridge/response/\(name)")
            try await client.publish(payload, to: "\(house)/bridge/request/\(name)")
            #expect(try await client.expect("\(house)/bridge/response/\(name)").text.hasPrefix(#"{"ok":true"#))
        }
        try await expectUntouched()
        first.signal(SIGKILL)
        _ = try await first.status()
        let second = try await start("House", house, settings: "none.yaml")
        try await expectUntouched()

        // Each order is for one, and has one answer.
        for (base, structure) in [(house, "house"), (cabin, "cabin")] {
            let order = "\(base)/\(structure)/device/lamp/DimmableLight/OnOff/toggle/invoke"
            try await client.subscribe("\(order)/response", "answers/\(structure)")
            try await client.publish("{}", to: order, responseTopic: "answers/\(structure)")
            #expect(try await client.expect("answers/\(structure)").text == #"{"ok":true}"#)
            // What is answered after it comes after a second answer to it.
            try await client.publish("{}", to: order)
            try await client.expect("\(order)/response", #"{"ok":true}"#)
            #expect(!client.messages.elements.contains { $0.topicText == "answers/\(structure)" })
        }
        second.signal(SIGTERM)
        #expect(try await second.status() == 0)
        let retained = try await client.retained("#").mapValues(\.text)
        #expect(Set(before.keys).isSubset(of: retained.keys))
        #expect(retained["\(cabin)/bridge/state"] == "online" && retained["\(house)/bridge/state"] == "offline")
        other.signal(SIGTERM)
        #expect(try await other.status() == 0)
        await client.disconnect()
        try await broker.stop()
    }
}
