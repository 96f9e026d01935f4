import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// When discovery documents come, go, and are sent again.
@Suite(.timeLimit(.minutes(1))) struct HomeAssistantLayoutTests {
    private let rename = "h/bridge/request/device/rename"

    private func bridge(
        _ contents: HomeContents = TestHome.contents, stateStore: MemoryStateStore? = nil,
        time: any TimeSource = ManualTime()
    ) async throws -> TestBridge {
        try await TestBridge(contents, stateStore: stateStore, time: time, configure: Self.enable)
    }

    private static func enable(_ configuration: inout BridgeConfiguration) {
        configuration.layouts["homeAssistant"] = BridgeConfiguration.Layout(isEnabled: true, prefix: "ha")
        configuration.limits.pageSize = .max
    }

    private func discovery(_ messages: [OutboundMessage]) -> [OutboundMessage] {
        messages.filter { $0.topicText.hasPrefix("ha/") }
    }

    private func document(_ messages: [OutboundMessage], _ id: String) throws -> JSONValue {
        let message = try #require(messages.last { $0.topicText == "ha/device/abcdefgh_\(id)/config" })
        return try JSONValue(parsing: message.payload)
    }

    private func cleared(_ messages: [OutboundMessage]) -> Set<String> {
        Set(messages.filter { $0.isRetained && $0.payload.isEmpty }.map(\.topicText))
    }

    @Test func `there is a document for the bridge, each device and each group`() async throws {
        let messages = discovery(try await bridge().connect())
        #expect(
            messages.map(\.topicText) == [
                "ha/device/abcdefgh/config", "ha/device/abcdefgh_lamp/config", "ha/device/abcdefgh_bulb/config",
                "ha/device/abcdefgh_strip/config", "ha/device/abcdefgh_door/config",
                "ha/device/abcdefgh__group_g1/config",
            ])
        #expect(messages.allSatisfy { $0.isRetained && $0.qualityOfService == .atLeastOnce })
        let lamp = try document(messages, "lamp")
        #expect(lamp["device"]?["suggested_area"] == .string("Kitchen"))
        #expect(lamp["device"]?["via_device"] == .string("abcdefgh"))
        #expect(lamp["device"]?["identifiers"] == .array([.string("abcdefgh_lamp")]))
        #expect(lamp["availability_mode"] == .string("all"))
        let light = lamp["components"]?["DimmableLight_light"]
        #expect(light?["name"] == .null)
        #expect(light?["unique_id"] == .string("abcdefgh_lamp_DimmableLight_light"))
        #expect(light?["state_topic"] == .string("h/main-house/ha/device/kitchen-lamp/DimmableLight_light"))
        #expect(light?["supported_color_modes"] == .array([.string("onoff")]))
        let bulb = try document(messages, "bulb")["components"]?["OnOffLight_light"]
        #expect(bulb?["state_topic"] == .string("h/main-house/device/bulb/OnOffLight/OnOff/onOff"))
        #expect(bulb?["payload_on"] == .string("OnOffLight/OnOff.on"))
        // Of two outlets each has a name of its own.
        let strip = try document(messages, "strip")["components"]
        #expect(strip?["OnOffPluginUnit_outlet"]?["name"] == .string("On Off Plugin Unit"))
        #expect(strip?["OnOffPluginUnit-2_outlet"]?["name"] == .string("On Off Plugin Unit 2"))
        // A group of lights is one light.
        let group = try document(messages, "_group_g1")["components"]
        #expect(group?["OnOffLight_light"]?["name"] == .null)
        #expect(
            group?["OnOffLight_light"]?["command_topic"] == .string("h/main-house/ha/group/lights/OnOffLight_light/set")
        )
    }

    @Test func `without the layout there is none, and nobody listens to Home Assistant`() async throws {
        let test = try await TestBridge()
        #expect(test.connect().allSatisfy { $0.topicText.hasPrefix("h/") })
        #expect(test.connection.subscriptions.last?.filters.contains { $0.filter == "homeassistant/status" } == false)
    }

    @Test func `a document comes after what it speaks of and before the old is cleared`() async throws {
        let test = try await bridge()
        test.connect()
        let messages = await test.order(rename, #"{"device":"bulb","name":"Spot"}"#)
        let kinds = messages.filter(\.isRetained).map { message in
            message.payload.isEmpty ? 2 : message.topicText.hasPrefix("ha/") ? 1 : 0
        }
        #expect(kinds == kinds.sorted() && Set(kinds) == [0, 1, 2])
        #expect(discovery(messages).map(\.topicText) == ["ha/device/abcdefgh_bulb/config"])
        let bulb = try document(messages, "bulb")
        #expect(bulb["device"]?["name"] == .string("Spot"))
        #expect(
            bulb["components"]?["OnOffLight_light"]?["unique_id"] == .string("abcdefgh_bulb_OnOffLight_light"))
        #expect(messages.last?.topicText == "h/bridge/response/device/rename")
    }

    @Test func `a room's name is in the documents of its devices, and only those are sent again`() async throws {
        let test = try await bridge()
        test.connect()
        let messages = discovery(
            await test.order("h/bridge/request/room/rename", #"{"room":"r1","name":"Galley"}"#))
        #expect(
            messages.map(\.topicText) == ["ha/device/abcdefgh_lamp/config", "ha/device/abcdefgh_strip/config"])
        #expect(try document(messages, "lamp")["device"]?["suggested_area"] == .string("Galley"))
    }

    @Test func `values change without a word to Home Assistant's discovery`() async throws {
        let test = try await bridge()
        test.connect()
        for number in 0..<100 {
            let command = number.isMultiple(of: 2) ? "on" : "off"
            let messages = await test.order("h/main-house/device/bulb/OnOffLight/OnOff/\(command)/invoke", "{}")
            #expect(discovery(messages).isEmpty)
        }
    }

    @Test func `what is removed is cleared`() async throws {
        let test = try await bridge()
        test.connect()
        // What announces goes first: nobody is to see a value vanish that they look at.
        for (request, payload, id) in [
            ("device/remove", #"{"device":"door"}"#, "door"), ("group/delete", #"{"group":"g1"}"#, "_group_g1"),
        ] {
            let gone = (await test.order("h/bridge/request/\(request)", payload))
                .filter { $0.isRetained && $0.payload.isEmpty }.map(\.topicText)
            #expect(gone.first == "ha/device/abcdefgh_\(id)/config" && gone.count > 1)
        }
    }

    /// Opens a connection on which the scan finds what is retained, and gives what is published then.
    private func connect(_ test: TestBridge, finding retained: [(topic: String, payload: String)]) throws
        -> [OutboundMessage]
    {
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        let scan = try #require(test.connection.subscriptions.last)
        test.bridge.connection(test.connection, subscribed: scan.number, reasonCodes: [0, 0])
        for (topic, payload) in retained { test.receive(topic, payload, retained: true) }
        let nonce = try #require(test.pull().first { $0.topicText == "h/bridge/scan" })
        test.receive(nonce.topicText, nonce.text)
        let orders = try #require(test.connection.subscriptions.last)
        test.bridge.connection(test.connection, subscribed: orders.number, reasonCodes: orders.filters.map { _ in 2 })
        return test.pull()
    }

    @Test func `what was removed while the bridge was down is cleared in that order, too`() async throws {
        let topics = [
            "h/main-house/device/gone/SmokeCoAlarm/SmokeCoAlarm/smokeState", "h/main-house/device/gone/availability",
            "h/main-house/device/gone/info", "ha/device/abcdefgh_gone/config",
        ]
        let gone = try connect(try await bridge(), finding: topics.map { ($0, "x") })
            .filter { $0.isRetained && $0.payload.isEmpty }.map(\.topicText)
        #expect(gone.first == "ha/device/abcdefgh_gone/config" && Set(gone) == Set(topics))
    }

    private func component(_ messages: [OutboundMessage], _ id: String, _ component: String) throws -> JSONValue? {
        try document(messages, id)["components"]?[component]
    }

    /// Home Assistant keeps what is only left out.
    @Test func `a component that a group has no more is said to be gone`() async throws {
        var contents = TestHome.contents
        contents.groups = [
            GroupRecord(id: "g1", name: "Corner", structureID: "s1", deviceIDs: ["lamp", "strip"])
        ]
        let test = try await bridge(contents)
        let outlet = "OnOffPluginUnit_outlet"
        let first = try component(test.connect(), "_group_g1", outlet)?["unique_id"]
        #expect(first != nil)
        let gone = JSONValue.object([JSONMember("platform", .string("switch"))])
        let removed = await test.order("h/bridge/request/group/remove", #"{"group":"g1","devices":["strip"]}"#)
        #expect(try component(removed, "_group_g1", outlet) == gone)
        // So it stays, whatever else is said, until it is there again.
        let renamed = await test.order("h/bridge/request/group/rename", #"{"group":"g1","name":"Lamps"}"#)
        #expect(try component(renamed, "_group_g1", outlet) == gone)
        let wanted = try await test.wanted()["ha/device/abcdefgh__group_g1/config"]
        #expect(wanted == renamed.last { $0.topicText == "ha/device/abcdefgh__group_g1/config" }?.text)
        let added = await test.order("h/bridge/request/group/add", #"{"group":"g1","devices":["strip"]}"#)
        #expect(try component(added, "_group_g1", outlet)?["unique_id"] == first)
    }

    @Test func `a component that a retained document has and the home has not is said to be gone`() async throws {
        let retained =
            #"{"components":{"OnOffLight_light":{"platform":"light","name":null},"old":{"platform":"sensor","name":"Old"},"older":{"platform":"sensor"}}}"#
        let messages = try connect(
            try await bridge(), finding: [("ha/device/abcdefgh_bulb/config", retained)])
        let components = try #require(try document(messages, "bulb")["components"])
        #expect(components["old"] == .object([JSONMember("platform", .string("sensor"))]))
        #expect(components["older"] == nil && components["OnOffLight_light"]?["unique_id"] != nil)
    }

    /// Home Assistant would log a fault if it saw a document vanish that it still looks at.
    @Test func `entities' documents are cleared when Home Assistant had time to look elsewhere`() async throws {
        let time = ManualTime()
        let test = try await bridge(time: time)
        test.connect()
        let document = "h/main-house/ha/device/kitchen-lamp/DimmableLight_light"
        let messages = await test.order("h/bridge/request/device/remove", #"{"device":"lamp"}"#)
        #expect(cleared(messages).contains("ha/device/abcdefgh_lamp/config") && !cleared(messages).contains(document))
        // The scan's two deadlines, the echo's, and the clears.
        await time.sleepers(atLeast: 4)
        time.advance(by: .seconds(2))
        #expect(cleared(await test.pullUntil { !$0.isEmpty }) == [document])
    }

    @Test func `what waits to be cleared is cleared before the bridge ends`() async throws {
        let test = try await bridge()
        test.connect()
        _ = await test.order("h/bridge/request/device/remove", #"{"device":"lamp"}"#)
        await test.bridge.stop(test.connection, within: .zero)
        let last = test.pull()
        #expect(cleared(last) == ["h/main-house/ha/device/kitchen-lamp/DimmableLight_light"])
        #expect(last.last?.text == "offline")
    }

    @Test func `switched off at run time it leaves nothing, and on again it is whole`() async throws {
        let time = ManualTime()
        let test = try await bridge(time: time)
        let published = Set(test.connect().filter(\.isRetained).map(\.topicText))
        func set(_ isEnabled: Bool) async throws -> [OutboundMessage] {
            try await test.bridge.setLayouts([
                "homeAssistant": BridgeConfiguration.Layout(isEnabled: isEnabled, prefix: "ha")
            ])
            return test.pull()
        }
        var gone = cleared(try await set(false))
        await time.sleepers(atLeast: 4)
        time.advance(by: .seconds(2))
        gone.formUnion(cleared(await test.pullUntil { !$0.isEmpty }))
        #expect(gone == published.filter { $0.hasPrefix("ha/") || $0.hasPrefix("h/main-house/ha/") })
        #expect(Set(try await set(true).filter(\.isRetained).map(\.topicText)).isSuperset(of: gone))
    }

    @Test func `switched off while the bridge was down it leaves nothing`() async throws {
        let store = MemoryStateStore()
        let test = try await bridge(stateStore: store)
        let published = Set(discovery(test.connect()).map(\.topicText))
        let restarted = try await test.restarted()
        let messages = restarted.connect()
        let entities = Set(cleared(messages).filter { $0.hasPrefix("h/main-house/ha/") })
        #expect(cleared(messages) == published.union(entities) && entities.count == 2)
        #expect(messages.last?.topicText == "h/bridge/state")
    }

    @Test func `with another prefix the old documents are cleared`() async throws {
        let store = MemoryStateStore()
        let test = try await bridge(stateStore: store)
        let published = Set(discovery(test.connect()).map(\.topicText))
        let restarted = try await test.restarted {
            Self.enable(&$0)
            $0.layouts["homeAssistant"]?.prefix = "other"
        }
        let messages = restarted.connect()
        #expect(cleared(messages) == published)
        #expect(messages.contains { $0.topicText == "other/device/abcdefgh_lamp/config" })
    }

    @Test(arguments: [true, false])
    func `the scan finds this bridge's orphans and leaves others' documents alone`(isEnabled: Bool) async throws {
        let test = try await TestBridge {
            Self.enable(&$0)
            $0.layouts["homeAssistant"]?.isEnabled = isEnabled
        }
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        let scan = try #require(test.connection.subscriptions.last)
        #expect(scan.filters.map(\.filter) == ["h/#", "ha/device/+/config"])
        test.bridge.connection(test.connection, subscribed: scan.number, reasonCodes: [0, 0])
        let own = ["ha/device/abcdefgh_gone/config", "ha/device/abcdefgh__group_gone/config"]
        let others = [
            "ha/device/abcdefgi_lamp/config", "ha/device/abcdefghi/config", "ha/device/0x0017/config",
            "ha/light/abcdefgh_lamp/config", "ha/device/abcdefgh_gone/state",
        ]
        for topic in own + others + ["ha/device/abcdefgh_lamp/config"] { test.receive(topic, "{}", retained: true) }
        let nonce = try #require(test.pull().first { $0.topicText == "h/bridge/scan" })
        test.receive(nonce.topicText, nonce.text)
        #expect(test.connection.unsubscribed == ["h/#", "ha/device/+/config"])
        let orders = try #require(test.connection.subscriptions.last)
        test.bridge.connection(
            test.connection, subscribed: orders.number, reasonCodes: orders.filters.map { _ in 2 })
        #expect(
            cleared(test.pull()) == Set(own + (isEnabled ? [] : ["ha/device/abcdefgh_lamp/config"])))
    }

    @Test func `when Home Assistant starts all is sent again, once and after a while`() async throws {
        let time = ManualTime()
        let test = try await bridge(time: time)
        let first = discovery(test.connect())
        #expect(test.connection.subscriptions.last?.filters.contains { $0.filter == "ha/status" } == true)
        test.receive("ha/status", "offline")
        test.receive("ha/status", "online")
        test.receive("ha/status", "online")
        // The scan's two deadlines, the echo's, and the announcement, which is not told at once.
        await time.sleepers(atLeast: 4)
        time.advance(by: .milliseconds(999))
        #expect(test.pull().isEmpty)
        time.advance(by: .milliseconds(4001))
        let again = await test.pullUntil { $0.count >= first.count }
        #expect(again.map(\.topicText) == first.map(\.topicText))
        #expect(again.map(\.text) == first.map(\.text))
        // Then, when it had time to subscribe, what stands on the topics that it was told of. The echo's deadline waits, too.
        await time.sleepers(atLeast: 2)
        time.advance(by: .seconds(1))
        let states = await test.pullUntil { $0.contains { $0.topicText.hasSuffix("ha/group/lights/OnOffLight_light") } }
        #expect(states.contains { $0.topicText == "h/main-house/device/kitchen-lamp/availability" })
        #expect(states.contains { $0.topicText == "h/main-house/device/bulb/OnOffLight/OnOff/onOff" })
        #expect(states.contains { $0.topicText.hasSuffix("ha/device/kitchen-lamp/DimmableLight_light") })
        #expect(discovery(states).isEmpty)
        #expect(!states.contains { $0.topicText.hasSuffix("/info") })
    }

    /// Where Home Assistant says that it started does not follow its prefix for discovery.
    @Test(arguments: ["ha", "homeassistant"])
    func `its start is heard where it says so, whatever the prefix`(prefix: String) throws {
        let configuration = BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh")
        let layout = HomeAssistantLayout(prefix: prefix, configuration: configuration)
        #expect(Set(layout.filters).count == layout.filters.count)
        let shape = HomeStore(contents: TestHome.contents, time: ManualTime()).shape
        let topics = OutputPlanner(shape, configuration: configuration).plan(shape).topics
        for topic in ["homeassistant/status", "\(prefix)/status"] {
            #expect(layout.filters.contains(topic))
            let message = InboundMessage(topic: Array(topic.utf8), payload: Array("online".utf8))
            guard case .announce = layout.action(for: message, in: topics) else {
                Issue.record("\(topic) is not heard")
                continue
            }
        }
    }

    @Test func `on another connection all is sent again`() async throws {
        let test = try await bridge()
        let first = discovery(test.connect()).map(\.text)
        test.disconnect()
        #expect(discovery(test.connect()).map(\.text) == first)
    }

    @Test func `nobody has answers sent to where Home Assistant reads`() async throws {
        let test = try await bridge()
        test.connect()
        let topic = "h/main-house/device/bulb/OnOffLight/OnOff/on/invoke"
        test.receive(topic, "{}", responseTopic: "ha/device/abcdefgh_lamp/config")
        var answered: [String] = []
        for await _ in test.connection.wakes {
            answered += test.pull().filter { !$0.isRetained }.map(\.topicText)
            if !answered.isEmpty { break }
        }
        #expect(answered == ["\(topic)/response"])
    }

    @Test func `a device and a group of one id have documents of their own`() async throws {
        var contents = TestHome.contents
        contents.groups = [GroupRecord(id: "lamp", name: "Lamp", structureID: "s1", deviceIDs: ["lamp"])]
        let topics = discovery(try await bridge(contents).connect()).map(\.topicText)
        #expect(Set(topics).count == topics.count && topics.count == 6)
    }

    @Test(arguments: [
        ("kitchen-lamp", "kitchen-lamp"), ("a_b", "a_5fb"), ("Đèn", "_c4_90_c3_a8n"), ("a/b+#", "a_2fb_2b_23"),
        ("_group_x", "_5fgroup_5fx"), ("", ""),
    ])
    func `ids are written in what Home Assistant takes`(id: String, text: String) {
        #expect(DiscoveryTopics.escaped(id) == text)
    }
}
