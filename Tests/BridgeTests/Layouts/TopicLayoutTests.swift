import DataModel
import HomeGraph
import MQTT
import ModelReader
import TestSupport
import Testing

@testable import Bridge

/// What holds for all layouts, proved with one that is made for it.
@Suite(.timeLimit(.minutes(1))) struct TopicLayoutTests {
    private let lamp = "p/abcdefgh-lamp"

    /// What is retained after messages, for whoever followed from the beginning.
    private func retained(_ messages: [OutboundMessage], before: [String: String] = [:]) -> [String: String] {
        var retained = before
        for message in messages where message.isRetained {
            retained[message.topicText] = message.payload.isEmpty ? nil : message.text
        }
        return retained
    }

    private func set(_ test: TestBridge, isEnabled: Bool, prefix: String = "p") async throws {
        try await test.bridge.setLayouts(["test": BridgeConfiguration.Layout(isEnabled: isEnabled, prefix: prefix)])
        // The broker grants what is asked for.
        guard let last = test.connection.subscriptions.last else { return }
        test.bridge.connection(
            test.connection, subscribed: last.number, reasonCodes: last.filters.map { $0.qualityOfService.rawValue })
    }

    @Test func `a layout is published beside the native topics and named`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        let topics = retained(test.connect())
        #expect(topics["\(lamp)/$state"] == "ready" && topics["\(lamp)/DimmableLight-on"] == "no")
        #expect(topics["\(lamp)/about"] == "h/main-house/device/kitchen-lamp")
        #expect(topics["p/abcdefgh-strip/OnOffPluginUnit-2-on"] == "no")
        #expect(topics["h/bridge/info"]?.contains(#""layouts":["native","test"]"#) == true)
        #expect(
            try await test.wanted().filter { $0.key != "h/bridge/info" } == topics.filter { $0.key != "h/bridge/info" })
        // What is made once is there once.
        let documents = test.bridge.plan.section("test")?.families[0].map { $0.documents[0].content }
        #expect(documents?.count == 4)
    }

    @Test func `devices that are made alike share their documents`() async throws {
        var contents = TestHome.contents
        contents.devices += (0..<50).map { TestHome.device("d\($0)", "D \($0)", TestHome.light) }
        let test = try await TestBridge(contents, configure: TestLayout.configure())
        let branches = try #require(test.bridge.plan.section("test")?.families[0])
        let lights = branches.filter { $0.documents[0].content.end == "DimmableLight-on" }
        #expect(lights.count == 51)
        #expect(Set(lights.map { ObjectIdentifier($0.documents[0].content) }).count == 1)
    }

    @Test func `values are conflated and sent only where they say something else`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        for _ in 0..<3 {
            test.set("lamp", "onOff", .bool(true))
            test.set("lamp", "onOff", .bool(false))
        }
        test.set("lamp", "onOff", .bool(true))
        #expect(test.pull().map { "\($0.topicText) \($0.text)" }.contains("\(lamp)/DimmableLight-on yes"))
        test.set("lamp", "onOff", .bool(false))
        test.set("lamp", "onOff", .bool(true))
        #expect(test.pull().isEmpty)
        test.receive("\(lamp)/x/set", "again")
        #expect(
            Set(test.pull().map(\.topicText)) == [
                "\(lamp)/$state", "\(lamp)/name", "\(lamp)/about", "\(lamp)/DimmableLight-on",
            ])
    }

    /// First that it is not complete, then what is new, at last that it is; what announces goes after the attributes.
    @Test func `a branch is opened, brought up to date and closed`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        let first = test.connect().map { "\($0.topicText) \($0.text)" }
        let branch = first.filter { $0.hasPrefix("\(lamp)/") }
        #expect(branch.first == "\(lamp)/$state init")
        #expect(branch.dropLast().last == "\(lamp)/$state ready" && branch.last?.hasPrefix("\(lamp)/about") == true)
        let order = first.firstIndex { $0.hasPrefix("h/main-house/device/front-door/RootNode") }
        #expect(try #require(order) < first.firstIndex { $0.hasPrefix("\(lamp)/about") } ?? 0)

        // A value that waits already does not keep what says that it is there in front of the rest.
        test.set("lamp", "onOff", .bool(true))
        let messages = await test.order(
            "h/bridge/request/device/rename", #"{"device":"lamp","name":"Desk Lamp"}"#)
        let renamed = messages.map { "\($0.topicText) \($0.text)" }
        let own = renamed.filter { $0.hasPrefix("\(lamp)/") }
        #expect(
            own == [
                "\(lamp)/DimmableLight-on yes", "\(lamp)/$state init", "\(lamp)/name Desk Lamp",
                "\(lamp)/$state ready", "\(lamp)/about h/main-house/device/desk-lamp",
            ])
        let attribute = try #require(renamed.firstIndex { $0 == "h/main-house/device/desk-lamp/availability online" })
        let about = try #require(renamed.firstIndex { $0.hasPrefix("\(lamp)/about") })
        let cleared = try #require(renamed.firstIndex { $0 == "h/main-house/device/kitchen-lamp/info " })
        #expect(attribute < about && about < cleared)
    }

    @Test func `what is removed is cleared in the layout's order`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        let messages = await test.order("h/bridge/request/device/remove", #"{"device":"lamp"}"#)
        let cleared = messages.filter { $0.payload.isEmpty && $0.topicText.hasPrefix("p/") }.map(\.topicText)
        #expect(cleared.first == "\(lamp)/$state" && cleared.count == 4)
    }

    // MARK: - Switched while it runs

    @Test func `a layout that is switched at run time comes whole and goes without a trace`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure(isEnabled: false))
        var topics = retained(test.connect())
        let native = topics
        #expect(!topics.keys.contains { $0.hasPrefix("p/") })
        #expect(test.connection.subscriptions.last?.filters.contains { $0.filter.hasPrefix("p/") } == false)

        try await set(test, isEnabled: true)
        #expect(test.connection.subscriptions.last?.filters.map(\.filter) == ["p/+/+/set", "p/status"])
        let on = test.pull()
        topics = retained(on, before: topics)
        let wanted = try await test.wanted()
        #expect(topics == wanted)
        #expect(topics["\(lamp)/$state"] == "ready" && topics["h/bridge/info"]?.contains("test") == true)
        // Only the layout and what the bridge says of itself is sent.
        #expect(on.allSatisfy { $0.topicText.hasPrefix("p/") || $0.topicText == "h/bridge/info" })

        try await set(test, isEnabled: false)
        #expect(test.connection.unsubscribed.suffix(2) == ["p/+/+/set", "p/status"])
        topics = retained(test.pull(), before: topics)
        #expect(topics == native)
        #expect(test.bridge.clearing == 4)
    }

    @Test func `a prefix that changes moves everything`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        var topics = retained(test.connect())
        try await set(test, isEnabled: true, prefix: "q")
        let messages = test.pull()
        topics = retained(messages, before: topics)
        #expect(!topics.keys.contains { $0.hasPrefix("p/") })
        #expect(topics["q/abcdefgh-lamp/DimmableLight-on"] == "no")
        #expect(test.connection.unsubscribed.suffix(2) == ["p/+/+/set", "p/status"])
        let wanted = try await test.wanted()
        #expect(topics == wanted)
    }

    @Test func `a prefix that leads to others' topics changes nothing`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        await #expect(throws: TopicError.self) {
            try await test.bridge.setLayouts(["test": BridgeConfiguration.Layout(isEnabled: true, prefix: "+/bridge")])
        }
        await #expect(throws: TopicError.self) {
            try await test.bridge.setLayouts(["test": BridgeConfiguration.Layout(isEnabled: true, prefix: "h/+/device")]
            )
        }
        #expect(test.pull().isEmpty)
    }

    @Test func `switched while no broker is there it is right at the next connection`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        var topics = retained(test.connect())
        test.disconnect()
        try await test.bridge.setLayouts(["test": BridgeConfiguration.Layout(isEnabled: false, prefix: "p")])
        topics = retained(test.connect(), before: topics)
        #expect(!topics.keys.contains { $0.hasPrefix("p/") })
        #expect(test.connection.subscriptions.last?.filters.contains { $0.filter.hasPrefix("p/") } == false)
    }

    @Test func `switched while subscriptions are asked for it is subscribed to afterwards`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure(isEnabled: false))
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        test.bridge.connection(test.connection, subscribed: 1, reasonCodes: [0, 0])
        for message in test.pull() { test.receive(message.topicText, message.text) }
        try await test.bridge.setLayouts(["test": BridgeConfiguration.Layout(isEnabled: true, prefix: "p")])
        #expect(test.connection.subscriptions.count == 2)
        test.bridge.connection(test.connection, subscribed: 2, reasonCodes: Array(repeating: 2, count: 31))
        #expect(test.connection.subscriptions.last?.filters.map(\.filter) == ["p/+/+/set", "p/status"])
        test.bridge.connection(test.connection, subscribed: 3, reasonCodes: [2, 135])
        #expect(
            retained(test.pull())["h/bridge/info"]?.contains(#""refusedSubscriptions":["p/status"]"#) == true)
    }

    // MARK: - Switched while the bridge was down

    @Test func `a layout that was switched off meanwhile is cleared from the registry`() async throws {
        let store = MemoryStateStore()
        let test = try await TestBridge(stateStore: store, configure: TestLayout.configure())
        var topics = retained(test.connect())
        let again = try await test.restarted(configure: TestLayout.configure(isEnabled: false))
        topics = retained(again.connect(), before: topics)
        #expect(!topics.isEmpty && !topics.keys.contains { $0.hasPrefix("p/") })
    }

    @Test func `without a registry the scan finds it`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure(isEnabled: false))
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        #expect(test.connection.subscriptions.last?.filters.map(\.filter) == ["h/#", "p/+/+"])
        test.bridge.connection(test.connection, subscribed: 1, reasonCodes: [0, 0])
        let nonce = test.pull()
        for topic in ["\(lamp)/name", "p/stranger-lamp/name", "p/notes"] { test.receive(topic, "x", retained: true) }
        for message in nonce { test.receive(message.topicText, message.text) }
        #expect(test.connection.unsubscribed == ["h/#", "p/+/+"])
        test.bridge.connection(test.connection, subscribed: 2, reasonCodes: Array(repeating: 2, count: 31))
        #expect(test.pull().filter(\.payload.isEmpty).map(\.topicText) == ["\(lamp)/name"])
    }

    // MARK: - Orders

    @Test func `orders of all layouts to one device keep their order`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        let native = "h/main-house/device/kitchen-lamp/DimmableLight/OnOff"
        for number in 0..<15 {
            test.receive("\(lamp)/DimmableLight-on/set", number % 2 == 0 ? "yes" : "no")
            test.receive("\(native)/\(number % 3 == 0 ? "on" : "off")/invoke", "{}")
        }
        _ = await test.order("\(native)/off/invoke", "{}", responseTopic: "me")
        var expected: [String] = []
        for number in 0..<15 {
            expected += [number % 2 == 0 ? "on" : "off", number % 3 == 0 ? "on" : "off"]
        }
        expected.append("off")
        #expect(test.hub.invocations.map(\.command.name) == expected)
    }

    @Test func `a layout's orders are answered as it says, and never under its prefix`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        let topic = "\(lamp)/DimmableLight-on/set"
        let asked = await test.order(topic, "yes", responseTopic: "me")
        #expect(asked.last?.text == #"{"ok":true}"# && asked.last?.topicText == "me")
        // Nobody asked: only the change is seen.
        test.receive(topic, "no")
        let quiet = await test.pullUntil { $0.contains { $0.topicText == "\(lamp)/DimmableLight-on" } }
        #expect(!quiet.contains { $0.topicText.hasSuffix("/response") })
        test.receive(topic, "perhaps", responseTopic: "p/somewhere")
        let refused = await test.pullUntil { $0.contains { $0.topicText.hasPrefix("p/") } }
        #expect(refused.last?.topicText == "\(topic)/response")
        #expect(refused.last?.text == #"{"ok":false,"error":{"code":"invalidArgument","message":"write yes or no"}}"#)
        // It is said of the device, too.
        #expect(refused.contains { $0.topicText == "h/bridge/event" && $0.text.contains("commandFailed") })
        #expect(await test.answer("p/abcdefgh-nobody/x-on/set", "yes").contains("notFound"))
    }

    @Test func `a layout's orders are checked and filtered as all others`() async throws {
        let test = try await TestBridge { configuration in
            TestLayout.configure()(&configuration)
            configuration.commands.deny = ["+/device/kitchen-lamp/#"]
        }
        test.connect()
        let answer = await test.order("\(lamp)/DimmableLight-on/set", "yes", responseTopic: "me")
        #expect(answer.last?.text.contains("permissionDenied") == true)
        let unknown = await test.order("p/abcdefgh-bulb/Nothing-on/set", "yes", responseTopic: "me")
        #expect(unknown.last?.text.contains("notFound") == true)
        #expect(test.hub.invocations.isEmpty)
    }

    @Test func `parts of devices are asked side by side`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        #expect(await test.answer("p/abcdefgh-strip/x-on/set", "all") == #"{"ok":true}"#)
        #expect(test.hub.invocations.map(\.endpoint) == [1, 2])
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `retained orders of a layout are none`(version: ProtocolVersion) async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect(version)
        test.receive("\(lamp)/DimmableLight-on/set", version == .v5 ? "" : "yes", retained: true)
        test.receive("p/status", version == .v5 ? "" : "online", retained: true)
        #expect(test.pull().isEmpty && test.hub.invocations.isEmpty)
    }

    @Test func `events are told in the layout's way, too`() async throws {
        let test = try await TestBridge(configure: TestLayout.configure())
        test.connect()
        test.store.report(
            EventReport(
                device: DeviceIndex(rawValue: 0), endpoint: 0, cluster: TestModel.basicInformation,
                event: TestModel.basicInformation.events[0], number: 5, time: Timestamp(rawValue: 0),
                fields: [0: .uint(3)]))
        let messages = test.pull()
        #expect(
            messages.map(\.topicText) == [
                "h/main-house/device/kitchen-lamp/RootNode/BasicInformation/startUp/event", "\(lamp)/event",
            ])
        #expect(messages.allSatisfy { !$0.isRetained })
    }

    /// Announcements first, then, when their readers had time to subscribe, what stands on the topics told of.
    @Test func `whoever comes is told everything again, once`() async throws {
        let time = ManualTime()
        let test = try await TestBridge(time: time, configure: TestLayout.configure())
        test.connect()
        for _ in 0..<3 { test.receive("p/status", "online") }
        #expect(test.pull().isEmpty)
        // The scan's two deadlines, the echo's, and the announcement.
        await time.sleepers(atLeast: 4)
        time.advance(by: .seconds(1))
        let first = await test.pullUntil { $0.count >= 4 }
        #expect(Set(first.map { $0.topicText.split(separator: "/").last }) == ["about"] && first.count == 4)
        await time.sleepers(atLeast: 4)
        time.advance(by: .seconds(1))
        let second = await test.pullUntil { $0.count >= 4 + 4 * 2 + 4 }
        #expect(second.contains { $0.topicText == "h/main-house/device/kitchen-lamp/availability" })
        #expect(second.contains { $0.topicText == "\(lamp)/DimmableLight-on" })
        #expect(!second.contains { $0.topicText.hasSuffix("/about") })
    }
}
