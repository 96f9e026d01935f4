import DataModel
import HomeGraph
import MQTT
import ModelReader
import TestSupport
import Testing

@testable import Bridge

@Suite(.timeLimit(.minutes(1))) struct PublishingTests {
    @Test func `connecting publishes every retained topic then online`() async throws {
        let test = try await TestBridge()
        let messages = test.connect()
        let retained = messages.filter(\.isRetained)
        #expect(retained.count == messages.count)
        #expect(retained.last?.topicText == "h/bridge/state" && retained.last?.text == "online")
        #expect(Set(retained.map(\.topicText)).count == test.bridge.retainedTopics)
        #expect(retained.count == test.bridge.retainedTopics)
        #expect(retained.allSatisfy { !$0.payload.isEmpty })
        let values = Dictionary(uniqueKeysWithValues: retained.map { ($0.topicText, $0.text) })
        #expect(values["h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onOff"] == "false")
        #expect(values["h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/maxLevel"] == "254")
        #expect(values["h/main-house/device/kitchen-lamp/RootNode/BasicInformation/nodeLabel"] == "\"\"")
        #expect(values["h/main-house/device/power-strip/OnOffPluginUnit-2/OnOff/onOff"] == "false")
        #expect(values["h/main-house/device/kitchen-lamp/availability"] == "online")
        #expect(values["h/main-house/device/kitchen-lamp/lastReport"] == "null")
        #expect(values["h/main-house/group/lights/availability"] == "online")
        #expect(values["h/main-house/group/lights/OnOffLight/LevelControl/maxLevel"] == "254")
        #expect(values["h/main-house/group/lights/DimmableLight/LevelControl/minLevel"] == "1")
        #expect(!values.keys.contains { $0.contains("Google.Group") })
        #expect(
            values["h/bridge/rooms"]
                == #"[{"id":"r1","name":"Kitchen","topic":"h/main-house/room/kitchen","structure":"s1"}]"#)
    }

    @Test func `only changes follow`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(test.pull().isEmpty)
        test.set("lamp", "onOff", .bool(true))
        test.set("lamp", "onOff", .bool(false))
        test.set("lamp", "currentLevel", .uint(7))
        // Back to what was published: nothing to say.
        #expect(test.pull().map(\.text) == ["7"])
    }

    @Test func `outputs keep their first place and the newest value`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.set("lamp", "onOff", .bool(true))
        test.set("lamp", "currentLevel", .uint(1))
        test.set("strip", "onOff", .bool(true))
        test.set("lamp", "currentLevel", .uint(2))
        #expect(
            test.pull().map { "\($0.topicText.split(separator: "/").last ?? "") \($0.text)" }
                == ["onOff true", "currentLevel 2", "onOff true"])
    }

    @Test func `changes while away are conflated and no last value is lost`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.disconnect()
        for level in 0..<200 { test.set("lamp", "currentLevel", .uint(UInt64(level))) }
        #expect(test.pull().isEmpty)
        let messages = test.connect()
        #expect(test.connection.subscriptions.count == 3)
        #expect(messages.count == test.bridge.retainedTopics)
        #expect(
            messages.first { $0.topicText.hasSuffix("kitchen-lamp/DimmableLight/LevelControl/currentLevel") }?.text
                == "199")
        #expect(messages.last?.text == "online")
    }

    @Test func `hub gone takes every device offline`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.store.report(hubOnline: false)
        let messages = test.pull()
        let offline = messages.filter { $0.topicText.hasSuffix("/availability") }
        #expect(offline.count == 5 && offline.allSatisfy { $0.text == "offline" })
        #expect(messages.first { $0.topicText == "h/bridge/info" }?.text.contains(#""hub":{"online":false}"#) == true)
    }

    @Test func `group availability follows its members`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.setSlot("bulb", 0, .uint(UInt64(ConnectivityState.offline.rawValue)))
        #expect(test.group(test.pull()) == ["partiallyOnline"])
        test.setSlot("lamp", 0, .uint(UInt64(ConnectivityState.unknown.rawValue)))
        #expect(test.group(test.pull()) == ["offline"])
    }

    @Test func `bounds that exclude each other are null`() async throws {
        var contents = TestHome.contents
        contents.devices[1] = TestHome.device(
            "bulb", "Bulb", TestHome.light, ["minLevel": .uint(200), "maxLevel": .uint(254)])
        let test = try await TestBridge(contents)
        test.connect()
        test.set("lamp", "maxLevel", .uint(100))
        let messages = test.pull().filter { $0.topicText.hasPrefix("h/main-house/group/lights/DimmableLight") }
        #expect(
            Set(messages.map { "\($0.topicText.split(separator: "/").last ?? "") \($0.text)" }) == [
                "minLevel null", "maxLevel null",
            ])
    }

    @Test func `events are sent in their place and dropped while away`() async throws {
        let test = try await TestBridge()
        test.connect()
        let event = EventReport(
            device: DeviceIndex(rawValue: 0), endpoint: 0, cluster: TestModel.basicInformation,
            event: TestModel.basicInformation.events[0], number: 5, time: Timestamp(rawValue: 1_767_323_045_500),
            fields: [0: .uint(3)])
        test.set("lamp", "onOff", .bool(true))
        test.store.report(event)
        let messages = test.pull()
        #expect(messages.count == 2)
        #expect(messages.last?.topicText == "h/main-house/device/kitchen-lamp/RootNode/BasicInformation/startUp/event")
        #expect(messages.last?.isRetained == false)
        #expect(
            messages.last?.text
                == #"{"event":"startUp","time":"2026-01-02T03:04:05.500Z","number":5,"priority":"critical","fields":{"softwareVersion":3}}"#
        )
        test.disconnect()
        test.store.report(event)
        let again = test.connect()
        #expect(!again.contains { $0.topicText.hasSuffix("/event") })
        #expect(again.first { $0.topicText == "h/bridge/info" }?.text.contains(#""dropped":1"#) == true)
    }

    @Test func `orphans of the bridge's shapes are cleared`() async throws {
        let test = try await TestBridge()
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        test.bridge.connection(test.connection, subscribed: 1, reasonCodes: [0])
        let nonce = test.pull()
        for topic in [
            "h/old-house/device/lamp/OnOffLight/OnOff/onOff", "h/old-house/info", "h/main-house/info", "h/notes",
            "h/old-house/device/lamp/OnOffLight/OnOff/onOff/set", "h/old-house/garden/x/y",
        ] { test.receive(topic, "x", retained: true) }
        for message in nonce { test.receive(message.topicText, message.text) }
        test.bridge.connection(test.connection, subscribed: 2, reasonCodes: Array(repeating: 2, count: 31))
        let cleared = test.pull().filter(\.payload.isEmpty).map(\.topicText)
        #expect(cleared == ["h/old-house/device/lamp/OnOffLight/OnOff/onOff", "h/old-house/info"])
        #expect(test.connection.unsubscribed == ["h/#"])
    }

    @Test func `too large messages and refused filters are listed`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.bridge.connection(test.connection, tooLarge: Array("h/bridge/devices".utf8), token: 1)
        let info = test.pull().first { $0.topicText == "h/bridge/info" }?.text ?? ""
        #expect(info.contains(#""omitted":["h/bridge/devices"],"omittedCount":1"#))
    }

    /// However many topics are too large, what the bridge says of itself comes down to what the broker takes.
    @Test(arguments: [1, 2, 49, 50, 51, 400])
    func `the bridge's info always fits`(count: Int) async throws {
        let test = try await TestBridge()
        test.connect()
        for number in 0..<count {
            test.bridge.connection(test.connection, tooLarge: Array("h/house/device/d\(number)/info".utf8), token: 0)
        }
        var lengths: [Int] = []
        while let info = test.pull().first(where: { $0.topicText == "h/bridge/info" }) {
            #expect(info.text.contains(#""omittedCount":\#(count)"#))
            lengths.append(info.payload.count)
            guard info.text.contains("h/house/") else { break }
            test.bridge.connection(test.connection, tooLarge: info.topic, token: 0)
        }
        #expect(lengths.count > 1 && lengths.count < 8)
        #expect(lengths == lengths.sorted(by: >))
    }

    @Test func `ending says offline last`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.set("lamp", "onOff", .bool(true))
        await test.bridge.stop(test.connection, within: .seconds(1))
        #expect(test.pull().map(\.text) == ["true", "offline"])
    }

    @Test func `topics without a broker`() async throws {
        let test = try await TestBridge()
        let topics = try await Bridge.topics(
            of: test.store, configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"))
        #expect(topics.count == test.bridge.retainedTopics - 1)
    }
}

extension TestBridge {
    func set(_ device: String, _ attribute: String, _ value: DataValue) {
        guard let record = store.shape.device(device) else { return }
        for part in record.layout.parts {
            for trait in part.traits {
                guard let position = trait.attributes.firstIndex(where: { $0.name == attribute }) else { continue }
                store.report([Change(device: record.index, offset: trait.firstOffset + position, value: value)])
                return
            }
        }
    }

    func setSlot(_ device: String, _ offset: Int, _ value: DataValue) {
        guard let record = store.shape.device(device) else { return }
        store.report([Change(device: record.index, offset: offset, value: value)])
    }

    func disconnect() {
        bridge.connection(
            connection, closed: ConnectionError(code: .lost, broker: "b", detail: "gone"), retry: .zero)
    }

    func group(_ messages: [OutboundMessage]) -> [String] {
        messages.filter { $0.topicText == "h/main-house/group/lights/availability" }.map(\.text)
    }
}
