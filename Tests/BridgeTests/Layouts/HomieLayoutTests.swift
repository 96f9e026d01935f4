import DataModel
import HomeGraph
import MQTT
import ModelReader
import TestSupport
import Testing

@testable import Bridge

/// What is said of the home in the words of Homie, and when.
@Suite(.timeLimit(.minutes(1))) struct HomieLayoutTests {
    private let lamp = "homie/5/abcdefgh-lamp"
    private let root = "homie/5/abcdefgh"
    private let rename = "h/bridge/request/device/rename"

    static func configure(_ configuration: inout BridgeConfiguration) {
        configuration.layouts = ["homie": BridgeConfiguration.Layout(isEnabled: true, prefix: "homie")]
        configuration.limits.pageSize = .max
    }

    private func bridge(_ contents: HomeContents = TestHome.contents) async throws -> TestBridge {
        try await TestBridge(contents, configure: Self.configure)
    }

    private func homie(_ messages: [OutboundMessage]) -> [String] {
        messages.filter { $0.topicText.hasPrefix("homie/") }.map { "\($0.topicText) \($0.text)" }
    }

    private func description(_ messages: [OutboundMessage], _ topic: String) throws -> JSONValue {
        let message = try #require(messages.last { $0.topicText == "\(topic)/$description" })
        return try JSONValue(parsing: message.payload)
    }

    @Test func `each device is told of in the lawful order, the root at last`() async throws {
        let all = homie(try await bridge().connect())
        let own = all.filter { $0.hasPrefix("\(lamp)/") }
        #expect(own.first == "\(lamp)/$state init" && own.last == "\(lamp)/$state ready")
        #expect(own[1].hasPrefix("\(lamp)/$description {\"homie\":\"5.0\",\"version\":"))
        #expect(own.contains("\(lamp)/dimmable-light/on false"))
        let ready = try #require(all.firstIndex { $0 == "\(root)/$state ready" })
        let opened = try #require(all.firstIndex { $0 == "\(root)/$state init" })
        #expect(ready == all.count - 1 && opened < ready)
        for child in ["lamp", "bulb", "strip", "door", "group-g1"] {
            let told = try #require(all.firstIndex { $0 == "homie/5/abcdefgh-\(child)/$state ready" })
            #expect(told < opened, "\(child)")
        }
        #expect(all.contains("\(root)/hub/online true"))
    }

    @Test func `the root names its children, and each child its root`() async throws {
        let messages = try await bridge().connect()
        let root = try description(messages, root)
        #expect(
            root.at("children")
                == .array(
                    ["abcdefgh-lamp", "abcdefgh-bulb", "abcdefgh-strip", "abcdefgh-door", "abcdefgh-group-g1"].map {
                        .string($0)
                    }))
        #expect(root.at("root") == nil)
        let lamp = try description(messages, lamp)
        #expect(lamp.at("root") == .string("abcdefgh") && lamp.at("children") == nil)
        #expect(lamp.at("name") == .string("Kitchen Lamp") && lamp.at("type") == .string("DimmableLight"))
        let on = lamp.at("nodes", "dimmable-light", "properties", "on")
        #expect(
            on?.at("datatype") == .string("boolean") && on?.at("settable") == .bool(true) && on?.at("retained") == nil)
    }

    @Test func `a description that says something else has a higher version, all others stay`() async throws {
        let test = try await bridge()
        let first = test.connect()
        let version = try #require(try description(first, lamp).at("version")?.number)
        let messages = await test.order(rename, #"{"device":"lamp","name":"Desk Lamp"}"#)
        let changed = homie(messages)
        #expect(
            changed.map { String($0.prefix { $0 != "{" }) } == [
                "\(lamp)/$state init", "\(lamp)/$description ", "\(lamp)/$state ready",
            ])
        #expect(try description(messages, lamp).at("version")?.number == version + 1)
        #expect(try description(messages, lamp).at("name") == .string("Desk Lamp"))
        test.disconnect()
        let again = test.connect()
        #expect(try description(again, lamp).at("version")?.number == version + 1)
        #expect(try description(again, root).at("version") == description(first, root).at("version"))
    }

    /// The convention wants a value of each retained property that is named.
    @Test func `a property is named while it has a value, in the lawful order`() async throws {
        var contents = TestHome.contents
        contents.devices[0] = TestHome.device("lamp", "Kitchen Lamp", TestHome.light, ["currentLevel": .null])
        let test = try await bridge(contents)
        let first = try description(test.connect(), lamp)
        #expect(first.at("nodes", "dimmable-light", "properties", "brightness") == nil)
        // Reading what is wanted makes no difference.
        test.set("lamp", "currentLevel", .uint(127))
        let messages = await test.order("h/bridge/request/bridge/read", "{}") + test.pull()
        #expect(try description(messages, lamp).at("nodes", "dimmable-light", "properties", "brightness") != nil)
        let order = homie(messages).filter { $0.hasPrefix("\(lamp)/$") }.map { $0.prefix { $0 != "{" } }
        #expect(order == ["\(lamp)/$state init", "\(lamp)/$description ", "\(lamp)/$state ready"])
        // Other values do not touch the description.
        test.set("lamp", "onOff", .bool(true))
        #expect(!homie(test.pull()).contains { $0.hasPrefix("\(lamp)/$") })
        // What has none any more goes while the device says that it is not ready.
        test.set("lamp", "currentLevel", .null)
        let gone = homie(test.pull()).filter { $0.hasPrefix("\(lamp)/") }.map { $0.prefix { $0 != "{" } }
        #expect(
            gone == [
                "\(lamp)/$state init", "\(lamp)/$description ", "\(lamp)/dimmable-light/brightness ",
                "\(lamp)/$state ready",
            ])
    }

    @Test func `a device that is removed leaves its parent first and then goes, its state before all else`()
        async throws
    {
        let test = try await bridge()
        test.connect()
        let messages = await test.order("h/bridge/request/device/remove", #"{"device":"lamp"}"#)
        let told = homie(messages)
        let parent = try #require(told.firstIndex { $0 == "\(root)/$state ready" })
        let cleared = told.indices.filter { told[$0].hasPrefix("\(lamp)/") && told[$0].hasSuffix(" ") }
        #expect(try parent < #require(cleared.first))
        #expect(told[try #require(cleared.first)] == "\(lamp)/$state ")
        let children = try description(messages, root).at("children")
        #expect(children != nil && !"\(String(describing: children))".contains("abcdefgh-lamp"))
        #expect(try await !test.wanted().keys.contains { $0.hasPrefix("\(lamp)/") })
    }

    @Test func `what cannot be reached is lost, and comes back`() async throws {
        let test = try await bridge()
        test.connect()

        test.setSlot("lamp", DeviceLayout.connectivityOffset, .uint(2))
        #expect(homie(test.pull()) == ["\(lamp)/$state lost"])
        test.home.store.report(hubOnline: false)
        let away = Set(homie(test.pull()))
        #expect(away.contains("\(root)/hub/online false") && away.contains("homie/5/abcdefgh-bulb/$state lost"))
        #expect(away.contains("homie/5/abcdefgh-group-g1/$state lost"))
        test.home.store.report(hubOnline: true)
        let back = Set(homie(test.pull()))
        #expect(back.contains("homie/5/abcdefgh-bulb/$state ready") && !back.contains("\(lamp)/$state ready"))
    }

    @Test func `the root is disconnected before a clean end, and lost without one`() async throws {
        let test = try await bridge()
        test.connect()
        let will = try #require(test.bridge.layoutWills.first)
        #expect(will.layout == "homie" && will.will.topic == "\(root)/$state" && will.will.isRetained)
        #expect(String(decoding: will.will.payload, as: UTF8.self) == "lost")
        // The broker may have published it: whoever bears the will has the state said again.
        let bearer = WillBearer(will, of: test.bridge) { _ in }
        bearer.connection(test.connection, opened: Session(version: .v5))
        #expect(homie(test.pull()) == ["\(root)/$state ready"])
        await test.bridge.stop(test.connection, within: .zero)
        let last = test.pull().suffix(2).map { "\($0.topicText) \($0.text)" }
        #expect(last == ["\(root)/$state disconnected", "h/bridge/state offline"])
    }

    // MARK: - Orders

    @Test func `what is set is an ordinary order, and seen again even if nothing changes`() async throws {
        let test = try await bridge()
        test.connect()
        for expected in ["on", "on"] {
            let messages = await test.order("\(lamp)/dimmable-light/on/set", "true", responseTopic: "me")
            #expect(messages.last { $0.topicText == "me" }?.text == #"{"ok":true}"#)
            #expect(homie(messages).contains { $0.hasPrefix("\(lamp)/dimmable-light/on ") })
            #expect(test.hub.invocations.last?.command.name == expected)
        }
    }

    @Test(arguments: ["", "TRUE", "1", "on", " true", "true ", "{\"$value\":true}", "\u{0}", "nope"])
    func `a payload that is no value changes nothing and is said`(payload: String) async throws {
        let test = try await bridge()
        test.connect()
        let messages = await test.order("\(lamp)/dimmable-light/on/set", payload, responseTopic: "me")
        #expect(messages.last { $0.topicText == "me" }?.text.contains("invalidArgument") == true)
        #expect(test.hub.invocations.isEmpty && homie(messages).isEmpty)
    }

    @Test(arguments: [
        "dimmable-light/nothing", "nobody/on", "dimmable-light/manufacturer", "$state/on",
    ])
    func `a property that there is not is answered`(path: String) async throws {
        let test = try await bridge()
        test.connect()
        let messages = await test.order("\(lamp)/\(path)/set", "true", responseTopic: "me")
        #expect(messages.last { $0.topicText == "me" }?.text.contains("notFound") == true)
    }

    @Test func `what is meant for other bridges is left alone`() async throws {
        let test = try await bridge()
        test.connect()
        test.receive("homie/5/stranger-lamp/dimmable-light/on/set", "true", responseTopic: "me")
        test.receive("homie/5/abcdefghi/dimmable-light/on/set", "true", responseTopic: "me")
        #expect(test.pull().isEmpty && test.hub.invocations.isEmpty)
    }

    @Test func `retained orders are none, in either version`() async throws {
        for version in [ProtocolVersion.v5, .v3_1_1] {
            let test = try await bridge()
            test.connect(version)
            test.receive("\(lamp)/dimmable-light/on/set", version == .v5 ? "" : "true", retained: true)
            #expect(homie(test.pull()).isEmpty && test.hub.invocations.isEmpty)
        }
    }

    @Test func `orders keep their order with native ones, and the user's filters count`() async throws {
        let test = try await TestBridge { configuration in
            Self.configure(&configuration)
            configuration.commands.deny = ["+/device/bulb/#"]
        }
        test.connect()
        let native = "h/main-house/device/kitchen-lamp/DimmableLight/OnOff"
        var expected: [String] = []
        for number in 0..<12 {
            test.receive("\(lamp)/dimmable-light/on/set", number % 2 == 0 ? "true" : "false")
            test.receive("\(native)/toggle/invoke", "{}")
            expected += [number % 2 == 0 ? "on" : "off", "toggle"]
        }
        _ = await test.order("\(native)/off/invoke", "{}", responseTopic: "me")
        #expect(test.hub.invocations.map(\.command.name) == expected + ["off"])
        let denied = await test.order("homie/5/abcdefgh-bulb/on-off-light/on/set", "true", responseTopic: "me")
        #expect(denied.last { $0.topicText == "me" }?.text.contains("permissionDenied") == true)
    }

    @Test func `a group is a device that sets all its members`() async throws {
        let test = try await bridge()
        let first = homie(test.connect())
        let group = "homie/5/abcdefgh-group-g1"
        #expect(first.contains("\(group)/group/on false"))
        let messages = await test.order("\(group)/group/on/set", "true", responseTopic: "me")
        #expect(messages.last { $0.topicText == "me" }?.text == #"{"ok":true}"#)
        #expect(test.hub.invocations.map(\.command.name) == ["on", "on"])
        #expect(homie(messages).contains { $0.hasPrefix("\(group)/group/on ") })
        // On, as long as one is.
        test.set("lamp", "onOff", .bool(true))
        test.set("bulb", "onOff", .bool(true))
        _ = test.pull()
        test.set("lamp", "onOff", .bool(false))
        #expect(!homie(test.pull()).contains { $0.hasPrefix("\(group)/group/on ") })
        test.set("bulb", "onOff", .bool(false))
        #expect(homie(test.pull()).contains("\(group)/group/on false"))
    }
}
