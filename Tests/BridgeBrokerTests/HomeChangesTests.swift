import Bridge
import DataModel
import HomeGraph
import MQTT
import SQLiteStore
import TestSupport
import Testing

/// However a home changes, the tree at the broker is the one that follows from the home, and nothing else.
@Suite(.timeLimit(.minutes(2))) struct HomeChangesTests {
    static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen, Hallway]
            devices:
              - {name: Lamp, type: DimmableLight, room: Kitchen}
              - {name: Lamp, type: OnOffLight, room: Hallway}
              - {name: Colour Lamp, type: ExtendedColorLight}
              - name: Power Strip
                parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]
              - {name: Thermostat, type: Thermostat}
            groups:
              - {name: Lights, devices: [lamp, lamp-2, colour-lamp]}
          - name: Cabin
            rooms: [Loft]
            devices:
              - {name: Lamp, type: DimmableLight, id: cabin-lamp, room: Loft}
        """

    /// A bridge with layouts on or off.
    private static func configuration(homeKit: Bool = false, homeAssistant: Bool? = nil) -> BridgeConfiguration {
        var configuration = BridgeConfiguration(baseTopic: "h", version: "1.0", instance: "abcdefgh")
        configuration.layouts = ["homeKit": BridgeConfiguration.Layout(isEnabled: homeKit)]
        configuration.layouts["homeAssistant"] = homeAssistant.map {
            BridgeConfiguration.Layout(isEnabled: $0, prefix: "discovery")
        }
        return configuration
    }

    /// Compares what is retained with what the home calls for, octet by octet.
    private func expectTree(
        _ running: RunningBridge, _ client: TestClient, _ state: any StateStore, homeKit: Bool = false,
        homeAssistant: Bool? = nil, _ when: String
    ) async throws {
        let wanted = try await Bridge.topics(
            of: running.home.store, stateStore: state,
            configuration: Self.configuration(homeKit: homeKit, homeAssistant: homeAssistant))
        #expect(wanted.contains { $0.topic.hasPrefix("discovery/") } == (homeAssistant ?? false), "\(when)")
        #expect(wanted.contains { $0.topic.contains("/accessory/") } == homeKit, "\(when)")
        var retained = try await client.retained("h/#").mapValues(\.text)
        retained.merge(try await client.retained("discovery/#").mapValues(\.text)) { first, _ in first }
        let topics = Set(wanted.map(\.topic) + ["h/bridge/state"])
        #expect(Set(retained.keys).symmetricDifference(topics).isEmpty, "\(when)")
        for (topic, payload) in wanted where topic != "h/bridge/info" {
            #expect(retained[topic] == payload, "\(topic), \(when)")
        }
        // It tells of its own start.
        let info = try #require(wanted.first { $0.topic == "h/bridge/info" }?.payload)
        let started = /"started":"[^"]*"/
        #expect(retained["h/bridge/info"]?.replacing(started, with: "") == info.replacing(started, with: ""), "\(when)")
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `the tree follows from the home`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me")
        var requests = RandomRequests(base: "h", seed: seed)
        for round in 0..<3 {
            let state = try await SQLiteStateStore.open(folder.path("home.sqlite"))
            // Each layout comes and goes over restarts.
            let homeKit = (seed + UInt64(round)) % 3 != 0
            let homeAssistant = (seed + UInt64(round)) % 2 == 0
            let running = try await RunningBridge.start(on: broker, home: Self.home, stateStore: state) {
                $0.layouts = Self.configuration(homeKit: homeKit, homeAssistant: homeAssistant).layouts
            }
            try await expectTree(
                running, client, state, homeKit: homeKit, homeAssistant: homeAssistant, "seed \(seed), start \(round)")
            var succeeded = 0
            for _ in 0..<15 {
                let count = requests.batchSize()
                let topics = try await Bridge.topics(
                    of: running.home.store, stateStore: state, configuration: Self.configuration(homeKit: homeKit)
                ).map(\.topic)
                for _ in 0..<count {
                    let request = requests.next(running.home.store.shape, topics: topics, homeKit: homeKit)
                    try await client.publish(request.payload, to: request.topic, responseTopic: "me")
                }
                for _ in 0..<count {
                    if try await client.expect("me").text.hasPrefix(#"{"ok":true"#) { succeeded += 1 }
                }
            }
            #expect(succeeded > 8)
            // Some of what went is cleared later, and no message says which is the last; the suite's time is the deadline.
            while running.bridge.clearing > 0 { try await Task.sleep(for: .milliseconds(20)) }
            try await expectTree(
                running, client, state, homeKit: homeKit, homeAssistant: homeAssistant,
                "seed \(seed), after round \(round)")
            await running.bridge.stop(running.connection, within: .seconds(5))
            // What changes while nobody tells the broker is found at the next start.
            for _ in 0..<4 {
                _ = try? await running.home.editor.perform(requests.edit(running.home.store.shape))
                let deadline = SystemTime().uptime + .seconds(10)
                if let order = requests.order(running.home.store.shape, deadline: deadline) {
                    _ = await running.home.dispatcher.perform(order)
                }
            }
            await running.home.disconnect()
            await state.close()
        }
        await client.disconnect()
        try await broker.stop()
    }

    /// A broker that shows the bridge nothing of what it keeps: what went is known from the state file.
    @Test func `what went is cleared where the scan sees nothing`() async throws {
        let broker = try await MosquittoBroker.start(
            ["allow_anonymous false"], users: ["bridge": "bridge", "reader": "reader"],
            accessControl: [
                "user bridge", "topic write h/#", "topic read h/bridge/request/#", "user reader", "topic readwrite h/#",
                "topic readwrite test-support/#",
            ])
        let state = MemoryStateStore()
        var settings = TestClient.settings(for: broker.address)
        settings.userName = "reader"
        settings.password = "reader"
        let reader = try await TestClient.connect(settings)
        let first = try await RunningBridge.start(on: broker, userName: "bridge", watcher: "reader", stateStore: state)
        await first.bridge.stop(first.connection, within: .seconds(5))
        try await first.home.editor.perform(.renameDevice("bulb", to: "Desk"))
        try await first.home.editor.perform(.deleteGroup("lights"))
        await first.home.disconnect()
        #expect(try await reader.retained("h/main-house/group/#").isEmpty == false)
        let second = try await RunningBridge.start(on: broker, userName: "bridge", watcher: "reader", stateStore: state)
        try await expectTree(second, reader, state, "after the start")
        await second.stop()
        await reader.disconnect()
        try await broker.stop()
    }
}
