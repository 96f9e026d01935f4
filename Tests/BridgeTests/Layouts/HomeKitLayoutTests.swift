import DataModel
import HomeGraph
import MQTT
import ModelReader
import TestSupport
import Testing

@testable import Bridge

/// The HomeKit layout: which topics there are, what orders come to, what is left when it goes.
@Suite(.timeLimit(.minutes(1))) struct HomeKitLayoutTests {
    private static let contents: HomeContents = {
        var contents = TestHome.contents
        contents.serviceGroups = [
            ServiceGroupRecord(
                id: "away", name: "Away Lights", structureID: "s1",
                services: [
                    ServiceID(deviceID: "lamp", name: "Lightbulb"), ServiceID(deviceID: "strip", name: "Outlet-2"),
                    ServiceID(deviceID: "bulb", name: "Lightbulb"), ServiceID(deviceID: "lamp", name: "Nothing"),
                ])
        ]
        return contents
    }()

    private static func configure(isEnabled: Bool = true) -> @Sendable (inout BridgeConfiguration) -> Void {
        { $0.layouts = ["homeKit": BridgeConfiguration.Layout(isEnabled: isEnabled)] }
    }

    private static func test(
        _ contents: HomeContents = contents, hub: FakeHub? = nil, stateStore: (any StateStore)? = nil,
        isEnabled: Bool = true
    ) async throws -> TestBridge {
        try await TestBridge(contents, hub: hub, stateStore: stateStore, configure: configure(isEnabled: isEnabled))
    }

    private func retained(_ messages: [OutboundMessage], before: [String: String] = [:]) -> [String: String] {
        var topics = before
        for message in messages where message.isRetained {
            topics[message.topicText] = message.payload.isEmpty ? nil : message.text
        }
        return topics
    }

    private func accessories(_ topics: [String: String]) -> [String: String] {
        topics.filter { $0.key.hasPrefix("h/main-house/accessory/") }
    }

    private let root = "h/main-house/accessory"
    private let away = "h/main-house/service-group/away-lights"

    @Test func `each readable characteristic has a topic, and nothing else has`() async throws {
        let test = try await Self.test()
        let strip = accessories(retained(test.connect())).filter { $0.key.hasPrefix("\(root)/power-strip/") }
        #expect(
            strip == [
                "\(root)/power-strip/AccessoryInformation/Name": "Power Strip",
                "\(root)/power-strip/Outlet/PowerState": "false", "\(root)/power-strip/Outlet/Name": "Power Strip",
                "\(root)/power-strip/Outlet-2/PowerState": "false",
                "\(root)/power-strip/Outlet-2/Name": "Power Strip 2",
            ])
    }

    @Test func `off is the default`() async throws {
        let test = try await Self.test(isEnabled: false)
        #expect(accessories(retained(test.connect())).isEmpty)
        let filters = test.connection.subscriptions.last?.filters.map(\.filter) ?? []
        #expect(!filters.contains { $0.contains("/accessory/") || $0.contains("/service-group/") })
    }

    @Test func `a change shows on both kinds of topics at once`() async throws {
        let test = try await Self.test()
        test.connect()
        let messages = await test.order("\(root)/kitchen-lamp/Lightbulb/PowerState/set", "on")
        #expect(
            messages.map { "\($0.topicText) \($0.text)" } == [
                "h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onOff true",
                "\(root)/kitchen-lamp/Lightbulb/PowerState true",
                #"\#(root)/kitchen-lamp/Lightbulb/PowerState/set/response {"ok":true}"#,
            ])
        let native = await test.order("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/off/invoke", "{}")
        #expect(native.contains { $0.topicText == "\(root)/kitchen-lamp/Lightbulb/PowerState" && $0.text == "false" })
    }

    @Test(arguments: [
        ("kitchen-lamp/Lightbulb/PowerState", "true", #"{"ok":true}"#),
        ("kitchen-lamp/Lightbulb/PowerState", " OFF ", #"{"ok":true}"#),
        ("kitchen-lamp/Lightbulb/PowerState", #"{"$value":1,"$id":"a"}"#, #"{"ok":true,"id":"a"}"#),
        ("power-strip/Outlet-2/PowerState", "1", #"{"ok":true}"#),
        ("nobody/Lightbulb/PowerState", "{", #""code":"notFound""#),
        ("bulb/Lamp/PowerState", "{", #""code":"notFound""#),
        ("nobody/Lightbulb/PowerState", "on", #""message":"there is no accessory 'nobody' in Main House"#),
        ("bulb/Lamp/PowerState", "on", #""code":"notFound","message":"Bulb: there is no service 'Lamp'"#),
        ("bulb/Lightbulb/Hue", "1", #""code":"unimplemented","message":"Bulb's Lightbulb has no characteristic 'Hue'"#),
        ("bulb/Lightbulb/Name", "x", #""code":"unimplemented","message":"Bulb: Lightbulb/Name cannot be written"#),
        ("bulb/Lightbulb/PowerState", "maybe", #""code":"invalidArgument","message":"Bulb: PowerState: 'maybe'"#),
        ("bulb/Lightbulb/PowerState", "null", #""code":"invalidArgument""#),
        ("bulb/Lightbulb/PowerState", "", #""code":"invalidArgument","message":"Bulb: the payload is empty"#),
        ("bulb/Lightbulb/PowerState", "{", #""code":"invalidArgument","message":"the payload is no JSON"#),
        ("bulb/Lightbulb/PowerState", #"{"$id":3,"x":1}"#, #""id":3"#),
    ])
    func `an order to an accessory is answered as all are`(topic: String, payload: String, answer: String) async throws
    {
        let test = try await Self.test()
        test.connect()
        let got = await test.answer("\(root)/\(topic)/set", payload)
        #expect(got.contains(answer), "\(got)")
    }

    @Test(arguments: [
        ("away-lights/PowerState", "on", #"{"ok":true}"#), ("away-lights/PowerState", "maybe", "invalidArgument"),
        (
            "away-lights/Hue", "1",
            #""code":"unimplemented","message":"no service of Away Lights has a characteristic 'Hue'"#
        ),
        ("lights/PowerState", "on", #""code":"notFound","message":"there is no service group 'lights' in Main House"#),
    ])
    func `an order to a service group is answered as all are`(
        topic: String, payload: String, answer: String
    ) async throws {
        let test = try await Self.test()
        test.connect()
        let got = await test.answer("h/main-house/service-group/\(topic)/set", payload)
        #expect(got.contains(answer), "\(got)")
    }

    @Test func `a service group fails only if all of its services do`() async throws {
        var contents = Self.contents
        contents.devices[1] = TestHome.device("bulb", "Bulb", TestHome.plainLight, online: false)
        let hub = FakeHub(contents)
        let test = try await Self.test(contents, hub: hub)
        test.connect()
        #expect(await test.answer("\(away)/PowerState/set", "on") == #"{"ok":true}"#)
        #expect(hub.invocations.map { "\($0.device.rawValue) \($0.endpoint)" }.sorted() == ["0 1", "2 2"])
        hub.fail(0, HomeError(.aborted, "busy"))
        #expect(await test.answer("\(away)/PowerState/set", "off") == #"{"ok":true}"#)
        hub.fail(2, HomeError(.failedPrecondition, "stuck"))
        let failed = await test.order("\(away)/PowerState/set", "on")
        #expect(failed.last?.text.contains(#""code":"aborted""#) == true)
        // Each member that failed is named to whoever listens.
        #expect(failed.filter { $0.topicText == "h/bridge/event" && $0.text.contains("commandFailed") }.count == 3)
    }

    @Test(arguments: [
        ("h/main-house/accessory/bulb", 1), ("main-house/accessory/bulb/Lightbulb", 1), ("h/main-house/accessory", 4),
        ("h/main-house/device/bulb", 1), ("h/main-house", 4),
    ])
    func `fresh values are asked of the devices behind accessories`(_ object: String, _ count: Int) async throws {
        let asked = Recorder<Int>()
        let test = try await Self.test(hub: FakeHub(Self.contents, refreshGate: { asked.append(1) }))
        test.connect()
        let answer = await test.answer("h/bridge/request/bridge/read", #"{"object":"\#(object)","fresh":true}"#)
        #expect(answer.contains(#""ok":true"#), "\(answer)")
        #expect(asked.elements.count == count)
    }

    @Test func `services of one device are one order, and each of them counts`() async throws {
        var contents = Self.contents
        contents.serviceGroups = [
            ServiceGroupRecord(
                id: "strip", name: "Strip", structureID: "s1",
                services: ["Outlet", "Outlet-2"].map { ServiceID(deviceID: "strip", name: $0) })
        ]
        let test = try await TestBridge(contents) { configuration in
            Self.configure()(&configuration)
            configuration.commands.rate = 1
        }
        test.connect()
        let topic = "h/main-house/service-group/strip/PowerState/set"
        #expect(await test.answer(topic, "on") == #"{"ok":true}"#)
        #expect(test.hub.invocations.map { "\($0.endpoint) \($0.command.name)" } == ["1 on", "2 on"])
        #expect(await test.answer(topic, "off").contains("resourceExhausted"))
        #expect(test.hub.invocations.count == 2)
    }

    @Test func `a member that no device has is taken out by what the group calls it`() async throws {
        let test = try await Self.test()
        test.connect()
        let request = "h/bridge/request/service-group/remove"
        #expect(
            await test.answer(request, #"{"group":"away","services":["kitchen-lamp/Nothing"]}"#)
                == #"{"ok":true,"result":{"id":"away"}}"#)
        #expect(test.store.shape.serviceGroup("away")?.services.map(\.name) == ["Lightbulb", "Outlet-2", "Lightbulb"])
        #expect(await test.answer(request, #"{"group":"away","services":["lamp/Nothing"]}"#).contains("notFound"))
    }

    @Test func `what fails on one accessory is said on the event topic, once`() async throws {
        let test = try await Self.test()
        test.connect()
        test.hub.fail(1, HomeError(.aborted, "busy"))
        let messages = await test.order("\(root)/bulb/Lightbulb/PowerState/set", "on")
        let events = messages.filter { $0.topicText == "h/bridge/event" }
        #expect(events.count == 1 && events[0].text.contains(#""order":"\#(root)/bulb/Lightbulb/PowerState/set""#))
    }

    @Test func `an offline accessory fails at once`() async throws {
        var contents = Self.contents
        contents.devices[1] = TestHome.device("bulb", "Bulb", TestHome.plainLight, online: false)
        let test = try await Self.test(contents)
        test.connect()
        let answer = await test.answer("\(root)/bulb/Lightbulb/PowerState/set", "on")
        #expect(answer.contains(#""code":"unavailable""#), "\(answer)")
        #expect(test.hub.invocations.isEmpty)
    }

    @Test func `orders keep their order with native ones`() async throws {
        let test = try await Self.test()
        test.connect()
        let native = "h/main-house/device/kitchen-lamp/DimmableLight/OnOff"
        var expected: [String] = []
        for number in 0..<15 {
            let (first, second) = (number % 2 == 0 ? "on" : "off", number % 3 == 0 ? "on" : "off")
            test.receive("\(root)/kitchen-lamp/Lightbulb/PowerState/set", first)
            test.receive("\(native)/\(second)/invoke", "{}")
            expected += [first, second]
        }
        _ = await test.order("\(native)/off/invoke", "{}", responseTopic: "me")
        #expect(test.hub.invocations.map(\.command.name) == expected + ["off"])
    }

    @Test(arguments: [
        ("+/device/bulb/#", "bulb"), ("main-house/device/+/OnOffLight/OnOff/on", "bulb"),
        ("+/device/#", "kitchen-lamp"),
    ])
    func `orders pass the same filters as native ones`(denied: String, device: String) async throws {
        let test = try await TestBridge(Self.contents) { configuration in
            Self.configure()(&configuration)
            configuration.commands.deny = [denied]
        }
        test.connect()
        let answer = await test.answer("\(root)/\(device)/Lightbulb/PowerState/set", "on")
        #expect(answer.contains(#""code":"permissionDenied""#), "\(answer)")
        #expect(test.hub.invocations.isEmpty)
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1]) func `retained messages are no orders`(version: ProtocolVersion)
        async throws
    {
        let test = try await Self.test()
        test.connect(version)
        test.receive("\(root)/bulb/Lightbulb/PowerState/set", version == .v5 ? "" : "on", retained: true)
        test.receive("\(away)/PowerState/set", version == .v5 ? "" : "on", retained: true)
        #expect(test.pull().isEmpty && test.hub.invocations.isEmpty)
    }

    // MARK: - What moves, and what goes

    @Test func `a new name moves the topics, then clears the old ones`() async throws {
        let test = try await Self.test()
        var topics = retained(test.connect())
        let messages = await test.order("h/bridge/request/device/rename", #"{"device":"bulb","name":"Desk Lamp"}"#)
        let new = try #require(messages.firstIndex { $0.topicText == "\(root)/desk-lamp/Lightbulb/PowerState" })
        let old = try #require(messages.firstIndex { $0.topicText == "\(root)/bulb/Lightbulb/PowerState" })
        #expect(new < old && messages[old].payload.isEmpty)
        #expect(messages.last?.topicText == "h/bridge/response/device/rename")
        topics = retained(messages, before: topics)
        #expect(topics["\(root)/desk-lamp/Lightbulb/Name"] == "Desk Lamp")
        #expect(!topics.keys.contains { $0.hasPrefix("\(root)/bulb/") })
        let wanted = try await test.wanted()
        #expect(accessories(topics) == accessories(wanted))
        #expect(await test.answer("\(root)/bulb/Lightbulb/PowerState/set", "on").contains("notFound"))
        #expect(await test.answer("\(root)/desk-lamp/Lightbulb/PowerState/set", "on") == #"{"ok":true}"#)
    }

    @Test func `a service's new name changes that topic, and nobody else's name`() async throws {
        let test = try await Self.test()
        test.connect()
        let named = await test.order("h/bridge/request/service/rename", #"{"service":"lamp/Lightbulb","name":"Star"}"#)
        #expect(
            named.filter(\.isRetained).map { "\($0.topicText) \($0.text)" } == [
                "\(root)/kitchen-lamp/Lightbulb/Name Star"
            ])
        let moved = await test.order("h/bridge/request/device/rename", #"{"device":"bulb","name":"Power Strip"}"#)
        let topics = retained(moved)
        #expect(topics["\(root)/power-strip-2/Lightbulb/Name"] == "Power Strip 3")
        #expect(!topics.keys.contains { $0.hasPrefix("\(root)/power-strip/") })
    }

    @Test func `a device that goes takes its topics along`() async throws {
        let test = try await Self.test()
        var topics = retained(test.connect())
        topics = retained(
            await test.order("h/bridge/request/device/remove", #"{"device":"lamp"}"#), before: topics)
        #expect(!topics.keys.contains { $0.hasPrefix("\(root)/kitchen-lamp/") })
        let wanted = try await test.wanted()
        #expect(accessories(topics) == accessories(wanted))
        #expect(await test.answer("\(away)/PowerState/set", "on") == #"{"ok":true}"#)
        #expect(!test.hub.invocations.contains { $0.device.rawValue == 0 })
    }

    @Test func `a service group's new name moves its topic`() async throws {
        let test = try await Self.test()
        test.connect()
        _ = await test.answer("h/bridge/request/service-group/rename", #"{"group":"away","name":"Night"}"#)
        #expect(await test.answer("\(away)/PowerState/set", "on").contains("notFound"))
        #expect(await test.answer("h/main-house/service-group/night/PowerState/set", "on") == #"{"ok":true}"#)
    }

    @Test func `switched while it runs the layout comes whole and goes without a trace`() async throws {
        let test = try await Self.test(isEnabled: false)
        var topics = retained(test.connect())
        let native = topics
        try await test.bridge.setLayouts(["homeKit": BridgeConfiguration.Layout(isEnabled: true)])
        topics = retained(test.pull(), before: topics)
        #expect(topics["\(root)/bulb/Lightbulb/PowerState"] == "false")
        #expect(topics["h/bridge/info"]?.contains("homeKit") == true)
        try await test.bridge.setLayouts(["homeKit": BridgeConfiguration.Layout(isEnabled: false)])
        topics = retained(test.pull(), before: topics)
        #expect(topics.filter { $0.key != "h/bridge/info" } == native.filter { $0.key != "h/bridge/info" })
    }

    @Test func `switched off while the bridge was down, it is cleared at the next start`() async throws {
        let state = MemoryStateStore()
        let test = try await Self.test(stateStore: state)
        var topics = retained(test.connect())
        #expect(!accessories(topics).isEmpty)
        let again = try await test.restarted(configure: Self.configure(isEnabled: false))
        topics = retained(again.connect(), before: topics)
        #expect(accessories(topics).isEmpty)
    }

    @Test func `what the scan finds of it is cleared where nothing is kept, and others' topics stay`() async throws {
        let test = try await Self.test(isEnabled: false)
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        test.bridge.connection(test.connection, subscribed: 1, reasonCodes: [0])
        let nonce = test.pull()
        let own = "\(root)/gone/Lightbulb/PowerState"
        for topic in [own, "\(root)/gone/Lightbulb/PowerState/set", "h/main-house/notes/x/y"] {
            test.receive(topic, "x", retained: true)
        }
        for message in nonce { test.receive(message.topicText, message.text) }
        test.bridge.connection(
            test.connection, subscribed: 2,
            reasonCodes: Array(repeating: 2, count: test.connection.subscriptions.last?.filters.count ?? 0))
        #expect(test.pull().filter(\.payload.isEmpty).map(\.topicText) == [own])
    }
}
