import DataModel
import HomeGraph
import MQTT
import ModelReader
import TestSupport
import Testing

@testable import Bridge

/// What is said of the home in the manner of zigbee2mqtt, and when.
@Suite(.timeLimit(.minutes(1))) struct Zigbee2MQTTLayoutTests {
    static func configure(_ configuration: inout BridgeConfiguration) {
        configuration.layouts = ["zigbee2mqtt": BridgeConfiguration.Layout(isEnabled: true, prefix: "z")]
        configuration.limits.pageSize = .max
    }

    private func bridge(
        _ contents: HomeContents = TestHome.contents, stateStore: MemoryStateStore? = nil
    ) async throws -> TestBridge {
        try await TestBridge(contents, stateStore: stateStore, configure: Self.configure)
    }

    private func zigbee(_ messages: [OutboundMessage]) -> [String] {
        messages.filter { $0.topicText.hasPrefix("z/") }.map { "\($0.topicText) \($0.text)" }
    }

    private func json(_ messages: [OutboundMessage], _ topic: String) throws -> JSONValue {
        let message = try #require(messages.last { $0.topicText == topic }, "\(topic)")
        return try JSONValue(parsing: message.payload)
    }

    private func entry(_ messages: [OutboundMessage], _ name: String) throws -> JSONValue {
        guard case .array(let entries) = try json(messages, "z/bridge/devices") else { return .null }
        return try #require(entries.first { $0.at("friendly_name") == .string(name) })
    }

    /// Sends a request, and gives the answer.
    private func request(_ test: TestBridge, _ name: String, _ payload: String) async throws -> JSONValue {
        test.receive("z/bridge/request/\(name)", payload)
        let topic = "z/bridge/response/\(name)"
        let messages = await test.pullUntil { $0.contains { $0.topicText == topic } }
        return try json(messages, topic)
    }

    @Test func `devices and groups stand under their names`() async throws {
        let messages = try await bridge().connect()
        let told = zigbee(messages)
        #expect(told.contains(#"z/Kitchen Lamp {"brightness":0,"state":"OFF","bridge":"abcdefgh"}"#))
        #expect(told.contains(#"z/Power Strip {"state_l1":"OFF","state_l2":"OFF","bridge":"abcdefgh"}"#))
        #expect(told.contains(#"z/Kitchen Lamp/availability {"state":"online","bridge":"abcdefgh"}"#))
        #expect(told.contains(#"z/Lights {"brightness":0,"state":"OFF","bridge":"abcdefgh"}"#))
        #expect(told.last == #"z/bridge/state {"state":"online","bridge":"abcdefgh"}"#)
        let lamp = try entry(messages, "Kitchen Lamp")
        guard case .array(let exposes)? = lamp.at("definition", "exposes") else { throw Missing() }
        #expect(exposes.first?.at("type") == .string("light"))
        #expect(lamp.at("ieee_address") != (try entry(messages, "Bulb")).at("ieee_address"))
        #expect(try json(messages, "z/bridge/info").at("bridge") == .string("abcdefgh"))
        guard case .array(let groups) = try json(messages, "z/bridge/groups") else { throw Missing() }
        #expect(groups.map { $0.at("friendly_name") } == [.string("Lights")])
    }

    private struct Missing: Error {}

    @Test func `a rename moves the topics and says the new name everywhere`() async throws {
        let test = try await bridge()
        let address = try entry(test.connect(), "Bulb").at("ieee_address")
        let answer = try await request(test, "device/rename", #"{"from":"Bulb","to":"Desk Bulb","transaction":[1]}"#)
        #expect(
            String(decoding: answer.text, as: UTF8.self)
                == #"{"data":{"from":"Bulb","to":"Desk Bulb","homeassistant_rename":false},"status":"ok","transaction":[1]}"#
        )
        let wanted = try await test.wanted()
        #expect(wanted.keys.contains("z/Desk Bulb") && wanted.keys.contains("z/Desk Bulb/availability"))
        #expect(!wanted.keys.contains { $0.hasPrefix("z/Bulb") })
        guard case .array(let entries) = try JSONValue(parsing: Array((wanted["z/bridge/devices"] ?? "").utf8)) else {
            throw Missing()
        }
        #expect(entries.first { $0.at("friendly_name") == .string("Desk Bulb") }?.at("ieee_address") == address)
    }

    @Test(arguments: [
        ("device/rename", #"{"from":"Nobody","to":"X"}"#, "Device 'Nobody' does not exist"),
        ("device/rename", #"{"from":"Bulb","to":"Lights"}"#, "friendly_name 'Lights' is already in use"),
        ("device/rename", #"{"from":"Bulb","to":"a/b"}"#, "'a/b' cannot be a friendly name here; 'a-b' can"),
        ("device/rename", #"{"from":"Bulb"}"#, "the request needs the text 'to'"),
        ("group/remove", "Nothing", "Group 'Nothing' does not exist"),
        ("group/add", "Bulb", "friendly_name 'Bulb' is already in use"),
        ("device/remove", "{", "Device '{' does not exist"),
    ])
    func `a request that cannot be done is answered with the reason`(
        name: String, payload: String, error: String
    ) async throws {
        let test = try await bridge()
        test.connect()
        let answer = try await request(test, name, payload)
        #expect(answer.at("status") == .string("error") && answer.at("data") == .object([]))
        #expect(answer.at("error") == .string(error))
    }

    @Test func `an unknown request names those that there are`() async throws {
        let test = try await bridge()
        test.connect()
        let answer = try await request(test, "device/renam", #"{"transaction":"t"}"#)
        #expect(answer.at("status") == .string("error") && answer.at("transaction") == .string("t"))
        #expect("\(String(describing: answer.at("error")))".contains("device/rename"))
        #expect(try await request(test, "health_check", "").at("data", "healthy") == .bool(true))
    }

    @Test func `groups are made, filled, renamed and removed`() async throws {
        let test = try await bridge()
        test.connect()
        let made = try await request(test, "group/add", #"{"friendly_name":"Hall"}"#)
        let number = try #require(made.at("data", "id")?.number)
        #expect(made.at("data", "friendly_name") == .string("Hall"))
        let added = try await request(test, "group/members/add", #"{"group":"Hall","device":"Power Strip"}"#)
        #expect(added.at("status") == .string("ok"))
        #expect(try await test.wanted()["z/Hall"]?.contains("\"state\":\"OFF\"") == true)
        let gone = try await request(test, "group/members/remove", #"{"group":"Hall","device":"Power Strip"}"#)
        #expect(gone.at("data", "device") == .string("Power Strip"))
        let renamed = try await request(test, "group/rename", #"{"from":"Hall","to":"Hallway"}"#)
        #expect(renamed.at("status") == .string("ok"))
        let removed = try await request(test, "group/remove", "\(Int(number))")
        #expect(removed.at("status") == .string("ok"))
        #expect(try await !test.wanted().keys.contains { $0.hasPrefix("z/Hall") })
    }

    @Test func `a device that is removed is cleared, and said to have left`() async throws {
        let test = try await bridge()
        test.connect()
        test.receive("z/bridge/request/device/remove", #"{"id":"Bulb"}"#)
        let messages = await test.pullUntil { messages in
            messages.contains { $0.topicText == "z/bridge/response/device/remove" }
        }
        let event = try json(messages, "z/bridge/event")
        #expect(event.at("type") == .string("device_leave"))
        #expect(event.at("data", "friendly_name") == .string("Bulb"))
        let cleared = messages.filter { $0.isRetained && $0.payload.isEmpty }.map(\.topicText)
        #expect(cleared.contains("z/Bulb") && cleared.contains("z/Bulb/availability"))
    }

    // MARK: - Names

    /// Two structures, a group, case, normalisation: each has a topic of its own, and keeps it.
    @Test func `names that are alike are told apart and stay so`() async throws {
        var contents = TestHome.contents
        contents.structures.append(StructureRecord(id: "s2", name: "Cabin"))
        let names = ["Lamp", "lamp", "Lamp", "L\u{E4}mp", "La\u{308}mp", "Lights", "bridge", "+#/$", "!!!", "/"]
        for (number, name) in names.enumerated() {
            var device = TestHome.device("d\(number)", name, TestHome.plainLight)
            device.structureID = number % 2 == 0 ? "s1" : "s2"
            contents.devices.append(device)
        }
        let store = MemoryStateStore()
        let test = try await bridge(contents, stateStore: store)
        test.connect()
        let first = try await test.wanted().keys.filter { $0.hasPrefix("z/") }
        #expect(first.filter { $0.hasSuffix("/availability") }.count == contents.devices.count + 1)
        #expect(first.contains("z/Lamp") && first.contains("z/Lamp 2") && first.contains("z/lamp"))
        #expect(first.contains("z/bridge 2") && first.contains("z/!!!"))
        // The first of them goes; the others keep their names, also over a restart.
        _ = await test.order("h/bridge/request/device/remove", #"{"device":"d0"}"#)
        let left = Set(try await test.wanted().keys.filter { $0.hasPrefix("z/") })
        #expect(Set(first).subtracting(left) == ["z/Lamp", "z/Lamp/availability"])
        let again = try await test.restarted(configure: Self.configure)
        again.connect()
        #expect(Set(try await again.wanted().keys.filter { $0.hasPrefix("z/") }) == left)
    }

    // MARK: - Orders

    @Test(arguments: [
        ("z/Kitchen Lamp/set", "ON", ["on"]), ("z/Kitchen Lamp/set", #"{"state":"toggle"}"#, ["toggle"]),
        ("z/Kitchen Lamp/set/state", "OFF", ["off"]), ("z/Power Strip/l2/set", "ON", ["on"]),
        ("z/Power Strip/set", #"{"state_l1":"ON","state_l2":"OFF"}"#, ["on", "off"]),
        ("z/Power Strip/set/state_l2", "ON", ["on"]), ("z/Power Strip/l1/set/state", "ON", ["on"]),
        ("z/Lights/set", "ON", ["on", "on"]), ("z/Front Door/set", "UNLOCK", []),
    ])
    func `commands reach the device`(topic: String, payload: String, commands: [String]) async throws {
        let test = try await bridge()
        test.connect()
        test.receive(topic, payload)
        // The state is sent again, whether it changed or not; what cannot be done is logged.
        let name = topic.split(separator: "/")[1]
        _ = await test.pullUntil { messages in
            messages.contains { $0.topicText == (commands.isEmpty ? "z/bridge/logging" : "z/\(name)") }
        }
        // Of several keys each is an order.
        _ = await test.pullUntil { _ in test.hub.invocations.count >= commands.count }
        #expect(test.hub.invocations.map(\.command.name) == commands)
    }

    @Test func `what fails is said, and the rest is done`() async throws {
        let test = try await bridge()
        test.connect()
        test.receive("z/Kitchen Lamp/set", #"{"nothing":1,"brightness":"bright","state":"OFF"}"#)
        var messages = await test.pullUntil { messages in messages.contains { $0.topicText == "z/Kitchen Lamp" } }
        messages += test.pull()
        let logged = messages.filter { $0.topicText == "z/bridge/logging" }.map(\.text)
        #expect(logged.count == 1 && logged.first?.contains("'nothing'") == true)
        #expect(test.hub.invocations.map(\.command.name) == ["off"])
        test.receive("z/Nobody/set", "ON")
        let unknown = await test.pullUntil { messages in messages.contains { $0.topicText == "z/bridge/logging" } }
        #expect(unknown.contains { $0.text.contains("Entity 'Nobody' is unknown") })
    }

    /// One queue for each device, whatever the topics are.
    @Test func `commands of all layouts keep their order`() async throws {
        let test = try await TestBridge { configuration in
            configuration.layouts = [
                "zigbee2mqtt": BridgeConfiguration.Layout(isEnabled: true, prefix: "z"),
                "homie": BridgeConfiguration.Layout(isEnabled: true, prefix: "homie"),
                "homeKit": BridgeConfiguration.Layout(isEnabled: true),
            ]
        }
        test.connect()
        var expected: [String] = []
        for _ in 0..<6 {
            test.receive("z/Kitchen Lamp/set", "ON")
            test.receive("homie/5/abcdefgh-lamp/dimmable-light/on/set", "false")
            test.receive("z/Kitchen Lamp/set", "TOGGLE")
            test.receive("h/main-house/accessory/kitchen-lamp/Lightbulb/PowerState/set", "true")
            test.receive("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/off/invoke", "{}")
            expected += ["on", "off", "toggle", "on", "off"]
        }
        _ = await test.order(
            "h/main-house/device/kitchen-lamp/DimmableLight/OnOff/toggle/invoke", "{}", responseTopic: "me")
        #expect(test.hub.invocations.map(\.command.name) == expected + ["toggle"])
    }

    @Test func `a rename publishes what is new, then tells of it, then clears what is old`() async throws {
        let test = try await bridge()
        test.connect()
        let messages = await test.order("h/bridge/request/device/rename", #"{"device":"bulb","name":"Desk Bulb"}"#)
        let topics = messages.map { "\($0.topicText)\($0.payload.isEmpty ? " cleared" : "")" }
        let new = try #require(topics.firstIndex(of: "z/Desk Bulb"))
        let told = try #require(topics.firstIndex(of: "z/bridge/devices"))
        let old = try #require(topics.firstIndex(of: "z/Bulb cleared"))
        #expect(new < told && told < old)
    }

    @Test func `retained commands are ignored, and getting says the state again`() async throws {
        let test = try await bridge()
        test.connect(.v3_1_1)
        test.receive("z/Kitchen Lamp/set", "ON", retained: true)
        test.receive("z/bridge/request/device/remove", "Bulb", retained: true)
        #expect(zigbee(test.pull()).isEmpty && test.hub.invocations.isEmpty)
        test.receive("z/Kitchen Lamp/get", #"{"state":""}"#)
        #expect(zigbee(test.pull()).contains { $0.hasPrefix("z/Kitchen Lamp {") })
    }

    @Test func `requests are filtered as all others`() async throws {
        let test = try await TestBridge { configuration in
            Self.configure(&configuration)
            configuration.commands.deny = ["request/device/remove"]
        }
        test.connect()
        let answer = try await request(test, "device/remove", "Bulb")
        #expect(answer.at("status") == .string("error"))
        #expect(test.store.shape.device("bulb") != nil)
    }

    @Test func `the filters do not overlap, and nothing that is published is listened to`() async throws {
        let test = try await bridge()
        let published = test.connect().map(\.topic)
        let filters = try ZigbeeTopics(base: "z", instance: "abcdefgh").filters.map { try TopicFilter($0) }
        #expect(!published.contains { topic in filters.contains { $0.matches(topic) } })
    }
}
