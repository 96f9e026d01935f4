import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// What the bridge keeps on disk about its topics, and what it makes of it after a restart.
@Suite(.timeLimit(.minutes(1))) struct TopicRegistryTests {
    private let rename = "h/bridge/request/device/rename"

    private func roots(_ store: MemoryStateStore) async throws -> [String: String] {
        try await store.records(in: SavedTopics.Section.roots)
    }

    private func cleared(_ messages: [OutboundMessage]) -> Set<String> {
        Set(messages.filter { $0.isRetained && $0.payload.isEmpty }.map(\.topicText))
    }

    @Test func `it is kept before anything is published and by root`() async throws {
        var contents = TestHome.contents
        contents.devices += (0..<500).map { TestHome.device("d\($0)", "D \($0)", TestHome.light) }
        let store = MemoryStateStore()
        let test = try await TestBridge(contents, stateStore: store)
        let roots = try await roots(store)
        #expect(roots.count == 504 + 4)
        #expect(roots["h/main-house/device/d-1"] == roots["h/main-house/device/kitchen-lamp"])
        // The bridge, structure and room, four kinds of devices, a group.
        let lists = try await store.records(in: SavedTopics.Section.ends)
        #expect(lists.count == 1 + 1 + 4 + 1 && Set(roots.values) == Set(lists.keys))
        #expect(lists.values.reduce(0) { $0 + $1.utf8.count } < 2_000)
        var topics = Set(test.connect().filter(\.isRetained).map(\.topicText))
        for (root, list) in roots {
            for end in try #require(lists[list]).split(separator: "\n") { topics.remove("\(root)/\(end)") }
        }
        #expect(topics.isEmpty)
    }

    @Test func `a rename is kept with its edit until the broker let go of the old topics`() async throws {
        let store = MemoryStateStore()
        let test = try await TestBridge(stateStore: store)
        test.connect()
        let commits = store.commits.count
        let messages = await test.order(rename, #"{"device":"bulb","name":"Kitchen Lamp"}"#)
        let edit = try #require(store.commits.dropFirst(commits).first)
        #expect(edit.contains(.device(id: "bulb", name: "Kitchen Lamp", roomID: nil)))
        #expect(edit.contains(.record(section: SavedTopics.Section.segments, key: "device/bulb", "2 kitchen-lamp")))
        #expect(
            edit.contains {
                if case .record(_, "h/main-house/device/kitchen-lamp-2", .some) = $0 { true } else { false }
            })
        // What accessories and services are called is kept beside that.
        let own = edit.filter { if case .record("names", _, _) = $0 { false } else { true } }
        #expect(own.count == 3)
        #expect(edit.contains(.record(section: "names", key: "accessory/bulb", "2 Kitchen Lamp")))
        #expect(try await roots(store)["h/main-house/device/bulb"] != nil)
        test.acknowledge(messages)
        await test.bridge.stop(test.connection, within: .zero)
        #expect(try await roots(store)["h/main-house/device/bulb"] == nil)
        #expect(try await roots(store)["h/main-house/device/kitchen-lamp-2"] != nil)
    }

    /// Topics that never came to the broker are not kept for long, however often something is renamed meanwhile.
    @Test func `it does not grow while the broker is away`() async throws {
        let store = MemoryStateStore()
        let test = try await TestBridge(stateStore: store)
        test.connect()
        test.disconnect()
        let before = try await roots(store).count
        for number in 0..<30 { try await test.home.editor.perform(.renameDevice("bulb", to: "Name \(number)")) }
        #expect(test.bridge.clearing == 1)
        await test.bridge.stop(test.connection, within: .zero)
        #expect(try await roots(store).count == before + 1)
    }

    /// What went while nobody could clear it is cleared after a restart, whether the broker replays anything or not.
    @Test func `orphans are cleared after a restart`() async throws {
        let store = MemoryStateStore()
        let first = try await TestBridge(stateStore: store)
        first.connect()
        first.disconnect()
        try await first.home.editor.perform(.renameDevice("bulb", to: "Desk"))
        try await first.home.editor.perform(.deleteRoom("r1"))
        let second = try await first.restarted()
        #expect(second.bridge.clearing == 2)
        let messages = second.connect()
        #expect(
            cleared(messages) == [
                "h/main-house/device/bulb/OnOffLight/OnOff/onOff", "h/main-house/device/bulb/OnOffLight/OnOff/onTime",
                "h/main-house/device/bulb/RootNode/BasicInformation/nodeLabel", "h/main-house/device/bulb/availability",
                "h/main-house/device/bulb/info", "h/main-house/device/bulb/lastReport",
                "h/main-house/room/kitchen/info",
            ])
        #expect(messages.last?.text == "online")
        second.acknowledge(messages)
        let third = try await second.restarted()
        #expect(third.bridge.clearing == 0 && cleared(third.connect()).isEmpty)
    }

    /// Settings that were changed while the program was not running leave nothing behind either.
    @Test func `what other settings published is cleared`() async throws {
        let store = MemoryStateStore()
        let first = try await TestBridge(stateStore: store)
        let published = first.connect().filter(\.isRetained)
        let second = try await first.restarted {
            $0.segments = .id
            $0.publishesLastReport = false
        }
        let messages = second.connect()
        let now = Set(messages.filter { $0.isRetained && !$0.payload.isEmpty }.map(\.topicText))
        #expect(now.contains("h/s1/device/lamp/info") && !now.contains { $0.hasSuffix("/lastReport") })
        #expect(cleared(messages) == Set(published.map(\.topicText)).subtracting(now))
        second.acknowledge(messages)
        let third = try await second.restarted { $0.baseTopic = "other" }
        let last = third.connect()
        #expect(
            cleared(last).count == now.count + published.filter { $0.topicText.hasSuffix("bridge/state") }.count - 1)
    }

    /// Tens of thousands of topics that went, and that the scan sees as well, are cleared once each, in no long time.
    @Test(.timeLimit(.minutes(1))) func `a large home that moved while it was down is cleared at the start`()
        async throws
    {
        var contents = TestHome.contents
        contents.devices += (0..<1_000).map { TestHome.device("d\($0)", "D \($0)", TestHome.light) }
        let store = MemoryStateStore()
        let first = try await TestBridge(contents, stateStore: store)
        let published = first.connect().filter(\.isRetained).map(\.topicText)
        first.disconnect()
        try await first.home.editor.perform(.renameStructure("s1", to: "Villa"))
        let second = try await first.restarted()
        second.bridge.connection(second.connection, opened: Session(version: .v5))
        second.bridge.connection(second.connection, subscribed: 1, reasonCodes: [0])
        let nonce = second.pull()
        let strays = (0..<10_000).map { "h/stray/device/x/P/T/a\($0)" }
        for topic in published + strays { second.receive(topic, "x", retained: true) }
        for message in nonce { second.receive(message.topicText, message.text) }
        second.bridge.connection(second.connection, subscribed: 2, reasonCodes: Array(repeating: 2, count: 31))
        let clears = second.pull().filter { $0.isRetained && $0.payload.isEmpty }
        let moved = published.filter { $0.hasPrefix("h/main-house/") }
        #expect(clears.count == moved.count + strays.count)
        #expect(cleared(clears) == Set(moved + strays))
        second.acknowledge(clears)
        #expect(second.bridge.clearing == 0)
    }

    @Test func `segments are the same after a restart`() async throws {
        let store = MemoryStateStore()
        let first = try await TestBridge(stateStore: store)
        first.connect()
        for (id, name) in [("bulb", "Kitchen Lamp"), ("door", "Kitchen Lamp"), ("lamp", "Spot")] {
            try await first.home.editor.perform(.renameDevice(id, to: name))
        }
        _ = first.pull()
        let second = try await first.restarted()
        let topics = Set(second.connect().filter { !$0.payload.isEmpty }.map(\.topicText))
        for device in ["kitchen-lamp-2", "kitchen-lamp-3", "spot"] {
            #expect(topics.contains("h/main-house/device/\(device)/info"))
        }
        #expect(!topics.contains("h/main-house/device/kitchen-lamp/info"))
        let printed = try await Bridge.topics(
            of: second.store, stateStore: store,
            configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"))
        #expect(Set(printed.map(\.topic)).union(["h/bridge/state"]) == topics)
    }

    /// An edit of which the planner was not told before it was made: what it gave is kept with the next one.
    @Test func `segments that were given without being kept are kept with the next edit`() throws {
        func shape(_ change: (inout HomeContents) -> Void = { _ in }) -> HomeShape {
            var contents = TestHome.contents
            change(&contents)
            return HomeStore(contents: contents, time: ManualTime()).shape
        }
        func segments(_ changes: [StateChange]) -> [String: String?] {
            var segments: [String: String?] = [:]
            for case .record(SavedTopics.Section.segments, let key, let value) in changes {
                segments.updateValue(value, forKey: key)
            }
            return segments
        }
        let first = shape { $0.devices[2].name = "Bulb" }
        let planner = OutputPlanner(
            first, configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"),
            segments: ["device/strip": "2 bulb", "device/door": "7 gone"])
        #expect(segments(planner.firstChanges()) == ["device/door": nil])
        planner.adoptFirstChanges()
        let second = shape {
            $0.devices[2].name = "Bulb"
            $0.devices[0].name = "Bulb"
        }
        _ = planner.plan(second)
        let third = shape {
            $0.devices[0].name = "Bulb"
            $0.devices[3].name = "Bulb"
        }
        let changes = segments(planner.changes(for: third, after: second))
        #expect(changes == ["device/lamp": "3 bulb", "device/strip": nil, "device/door": "2 bulb"])
        // That edit was not kept, so that all of it is still to be.
        #expect(segments(planner.changes(for: third, after: second)) == changes)
        #expect(
            segments(planner.changes(for: shape { $0.devices[0].name = "Bulb" }, after: third)) == ["device/door": nil])
    }

    /// Edits that are given while a bridge begins wait until it has its part in them.
    @Test func `an edit while a bridge begins leaves topics where they are after a restart`() async throws {
        let store = MemoryStateStore()
        let hub = FakeHub(TestHome.contents)
        let home = try await Home(hub: hub, store: store, time: ManualTime())
        for number in 0..<20 {
            let name = "Name \(number)"
            async let first = home.editor.perform(.renameDevice("door", to: name))
            async let second = home.editor.perform(.renameDevice("bulb", to: name))
            let test = try await TestBridge(over: home, hub, stateStore: store)
            _ = try await (first, second)
            let infos = test.connect().filter { $0.topicText.hasSuffix("/info") && !$0.payload.isEmpty }
            // As the next start of the program would have it.
            let printed = try await Bridge.topics(
                of: home.store, stateStore: store,
                configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"),
                time: ManualTime())
            for (topic, payload) in printed where topic.hasSuffix("/info") && topic != "h/bridge/info" {
                #expect(infos.contains { $0.topicText == topic && $0.text == payload }, "\(topic)")
            }
        }
    }

    /// A bridge that is let go is held by nothing, and asked for nothing when the home changes.
    @Test func `a bridge that is let go has no part in edits any more`() async throws {
        let store = MemoryStateStore()
        let home = try await Home(hub: FakeHub(TestHome.contents), store: store, time: ManualTime())
        let gone = Recorder<String>()
        do {
            let sink = Sentinel(gone)
            let bridge = try await Bridge(
                home: home, stateStore: store,
                configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"),
                time: ManualTime()
            ) { _, _ in sink.touch() }
            try await home.editor.perform(.renameDevice("bulb", to: "Desk"))
            #expect(store.commits.last?.count == 3, "the device, a root, and the number of a service's name")
            await bridge.stop(FakeConnection(), within: .zero)
        }
        _ = try await gone.first("the end of the bridge's parts") { _ in true }
        try await home.editor.perform(.renameDevice("bulb", to: "Bulb"))
        #expect(store.commits.last == [.device(id: "bulb", name: "Bulb", roomID: nil)])
    }

    /// Says when nothing holds it any more.
    private final class Sentinel: Sendable {
        private let gone: Recorder<String>
        init(_ gone: Recorder<String>) { self.gone = gone }
        deinit { gone.append("gone") }
        func touch() {}
    }

    /// An edit that cannot be kept changes nothing, and what follows goes on from there.
    @Test func `what cannot be kept is not made`() async throws {
        let store = MemoryStateStore()
        let test = try await TestBridge(stateStore: store)
        test.connect()
        let before = try await roots(store)
        store.fail(HomeError(.resourceExhausted, "the disk is full"))
        let messages = await test.order(rename, #"{"device":"bulb","name":"Kitchen Lamp"}"#)
        #expect(messages.map(\.topicText) == ["h/bridge/response/device/rename"])
        #expect(messages.last?.text.contains(#""code":"resourceExhausted","message":"the disk is full""#) == true)
        store.fail(nil)
        // The segment that the edit would have taken is free.
        let answer = await test.answer(rename, #"{"device":"door","name":"Kitchen Lamp"}"#)
        #expect(answer == #"{"ok":true,"result":{"topic":"h/main-house/device/kitchen-lamp-2"}}"#)
        #expect(try await roots(store).keys.filter { before[$0] == nil } == ["h/main-house/device/kitchen-lamp-2"])
        let orders = await test.answer("h/main-house/device/bulb/OnOffLight/OnOff/on/invoke", "{}")
        #expect(orders == #"{"ok":true}"#)
    }

    /// A root that is let go of while it is taken again stays kept.
    @Test func `a root that is taken again stays kept`() async throws {
        let store = MemoryStateStore()
        let test = try await TestBridge(stateStore: store)
        var messages = test.connect()
        for name in ["Desk", "Bulb", "Desk", "Bulb"] {
            try await test.home.editor.perform(.renameDevice("bulb", to: name))
            messages = test.pull()
            test.acknowledge(messages)
        }
        await test.bridge.stop(test.connection, within: .zero)
        let roots = try await roots(store)
        #expect(roots["h/main-house/device/bulb"] != nil && roots["h/main-house/device/desk"] == nil)
    }

    @Test func `records that nobody wrote do no harm`() async throws {
        let store = MemoryStateStore()
        try await store.commit([
            .record(section: SavedTopics.Section.roots, key: "h/x", "ffff 0000"),
            .record(section: SavedTopics.Section.roots, key: "", ""),
            .record(section: SavedTopics.Section.ends, key: "ffff", "a\nb"),
            .record(section: SavedTopics.Section.segments, key: "device/lamp", "two"),
        ])
        let test = try await TestBridge(stateStore: store)
        #expect(cleared(test.connect()).isEmpty)
        await test.bridge.stop(test.connection, within: .zero)
        #expect(try await roots(store)["h/x"] == nil)
    }
}
