import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// What is said on `B/bridge/event`.
@Suite(.timeLimit(.minutes(1))) struct BridgeEventTests {
    private static let time = #""time":"2026-01-02T03:04:05.678Z""#

    private func events(_ messages: [OutboundMessage]) -> [String] {
        messages.filter { $0.topicText == "h/bridge/event" }
            .map { $0.text.replacing(Self.time + ",", with: "") }
    }

    /// Events do not share the places of the log's lines, of which there are fewer.
    @Test func `all kinds of events wait in one queue, in the order in which they happened`() async throws {
        let test = try await TestBridge {
            $0.limits.logLines = 1
            $0.limits.events = 40
        }
        test.connect()
        for number in 0..<30 {
            test.receive("h/main-house/device/bulb/nothing/OnOff/toggle/invoke", "{}", responseTopic: "me")
            if number.isMultiple(of: 3) {
                try await test.home.editor.perform(
                    .renameDevice("bulb", to: number.isMultiple(of: 2) ? "BULB" : "Bulb"))
            }
        }
        let types = events(test.pull()).compactMap { $0.split(separator: "\"").dropFirst(3).first }
        let wanted = (0..<30).flatMap { $0.isMultiple(of: 3) ? ["commandFailed", "deviceRenamed"] : ["commandFailed"] }
        #expect(types.map(String.init) == wanted)
    }

    @Test(arguments: [
        (
            HomeEdit.renameStructure("s1", to: "Villa"),
            [
                #"{"type":"structureRenamed","id":"s1","name":"Villa","topic":"h/villa","oldTopic":"h/main-house"}"#
            ]
        ),
        (
            .createRoom(name: "Hall", structure: "s1"),
            [#"{"type":"roomAdded","id":"hall","name":"Hall","topic":"h/main-house/room/hall","structure":"s1"}"#]
        ),
        (
            .deleteRoom("r1"),
            [
                #"{"type":"deviceMoved","id":"lamp","name":"Kitchen Lamp","topic":"h/main-house/device/kitchen-lamp","room":null,"oldRoom":"r1"}"#,
                #"{"type":"deviceMoved","id":"strip","name":"Power Strip","topic":"h/main-house/device/power-strip","room":null,"oldRoom":"r1"}"#,
                #"{"type":"roomRemoved","id":"r1","name":"Kitchen","topic":"h/main-house/room/kitchen"}"#,
            ]
        ),
        (
            .moveDevice("bulb", room: "r1"),
            [
                #"{"type":"deviceMoved","id":"bulb","name":"Bulb","topic":"h/main-house/device/bulb","room":"r1","oldRoom":null}"#
            ]
        ),
        (
            .removeDevice("lamp"),
            [
                #"{"type":"groupChanged","id":"g1","name":"Lights","topic":"h/main-house/group/lights","devices":["bulb"]}"#,
                #"{"type":"deviceRemoved","id":"lamp","name":"Kitchen Lamp","topic":"h/main-house/device/kitchen-lamp"}"#,
            ]
        ),
        (
            .createGroup(name: "All", structure: "s1", devices: ["door"]),
            [
                #"{"type":"groupAdded","id":"all","name":"All","topic":"h/main-house/group/all","structure":"s1","devices":["door"]}"#
            ]
        ),
        (
            .renameGroup("g1", to: "Lamps"),
            [
                #"{"type":"groupRenamed","id":"g1","name":"Lamps","topic":"h/main-house/group/lamps","oldTopic":"h/main-house/group/lights"}"#
            ]
        ),
        (
            .deleteGroup("g1"),
            [#"{"type":"groupRemoved","id":"g1","name":"Lights","topic":"h/main-house/group/lights"}"#]
        ),
        (.addGroupMembers("g1", devices: ["lamp"]), []),
    ])
    func `each change is said`(edit: HomeEdit, wanted: [String]) async throws {
        let test = try await TestBridge()
        test.connect()
        try await test.home.editor.perform(edit)
        #expect(events(test.pull()) == wanted)
    }

    @Test func `events are not retained and say when`() async throws {
        let test = try await TestBridge()
        test.connect()
        try await test.home.editor.perform(.deleteGroup("g1"))
        let event = try #require(test.pull().first { $0.topicText == "h/bridge/event" })
        #expect(!event.isRetained && event.text.hasPrefix(#"{"type":"groupRemoved",\#(Self.time),"id":"#))
    }

    @Test func `what happens while nobody listens is dropped and counted`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.disconnect()
        try await test.home.editor.perform(.deleteRoom("r1"))
        let messages = test.connect()
        #expect(events(messages).isEmpty)
        #expect(messages.first { $0.topicText == "h/bridge/info" }?.text.contains(#""dropped":3"#) == true)
    }

    @Test func `an order that failed is said to all`() async throws {
        let test = try await TestBridge()
        test.hub.fail(0, HomeError(.failedPrecondition, "not now"))
        test.connect()
        let lamp = "h/main-house/device/kitchen-lamp"
        let messages = await test.order("\(lamp)/DimmableLight/OnOff/on/invoke", "{}")
        #expect(
            events(messages) == [
                #"{"type":"commandFailed","id":"lamp","name":"Kitchen Lamp","topic":"\#(lamp)","order":"\#(lamp)/DimmableLight/OnOff/on/invoke","error":{"code":"failedPrecondition","message":"not now"}}"#
            ])
        let batch = await test.order("h/main-house/room/kitchen/invoke", #"[{"OnOff.of":{}},{"OnOff.on":{}}]"#)
        #expect(events(batch).count == 1)
        #expect(
            events(batch).first?.contains(
                #""topic":"h/main-house/room/kitchen","order":"h/main-house/room/kitchen/invoke""#) == true)
        #expect(events(batch).first?.hasSuffix(#""step":1,"done":[]}"#) == true)
        // What was asked of nobody is said to nobody.
        #expect(await events(test.order("h/main-house/device/nobody/OnOff/OnOff/on/invoke", "{}")).isEmpty)
    }

    /// The one answer says only how the order as a whole ended.
    @Test(arguments: [
        ("group/lights/OnOffLight/OnOff/on/invoke", "{}", ""),
        ("group/lights/invoke", "OnOff.on", #","step":1,"done":[]"#),
        ("room/kitchen/invoke", #"[{"OnOff.off":{}},{"OnOff.on":{}}]"#, #","step":2,"done":["OnOff.off"]"#),
    ])
    func `members that fail where others do not are said one by one`(
        topic: String, payload: String, step: String
    ) async throws {
        let test = try await TestBridge()
        try await test.home.editor.perform(.moveDevice("bulb", room: "r1"))
        test.hub.fail(1, HomeError(.failedPrecondition, "not now"), command: "on")
        test.connect()
        let messages = await test.order("h/main-house/\(topic)", payload)
        #expect(messages.last?.text.hasPrefix(#"{"ok":true"#) == true)
        #expect(
            events(messages) == [
                #"{"type":"commandFailed","id":"bulb","name":"Bulb","topic":"h/main-house/device/bulb","order":"h/main-house/\#(topic)","error":{"code":"failedPrecondition","message":"not now"}\#(step)}"#
            ])
    }

    @Test func `members that cannot be reached are said as such`() async throws {
        let test = try await TestBridge()
        let offline = DataValue.uint(UInt64(ConnectivityState.offline.rawValue))
        test.home.store.report([Change(device: DeviceIndex(rawValue: 1), offset: 0, value: offline)])
        test.connect()
        let messages = await test.order("h/main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}")
        #expect(messages.last?.text == #"{"ok":true}"#)
        #expect(events(messages).count == 1)
        #expect(events(messages).first?.contains(#""id":"bulb""#) == true)
        #expect(events(messages).first?.contains(#""code":"unavailable""#) == true)
    }

    @Test func `secrets are never said`() async throws {
        let test = try await TestBridge()
        test.connect()
        let lock = "h/main-house/device/front-door/DoorLock/DoorLock/unlockDoor/invoke"
        let messages = await test.order(lock, #"{"pinCode":"987"}"#)
        #expect(events(messages).count == 1 && !messages.contains { $0.text.contains("987") })
        // Neither where they were put in the wrong place.
        for (topic, payload) in [
            (lock, #"{"73913579":1}"#), ("h/main-house/device/front-door/invoke", "73913579"),
            ("h/bridge/request/commissioning/commission", #"{"MT:Y.K9042C00KA0648G00":1}"#),
        ] {
            let messages = await test.order(topic, payload)
            #expect(!messages.contains { $0.text.contains("73913579") || $0.text.contains("MT:") }, "\(topic)")
        }
    }

    /// Failures beyond what may wait are counted, not kept.
    @Test func `failures are bounded`() async throws {
        let test = try await TestBridge { $0.limits.events = 5 }
        test.connect()
        for _ in 0..<20 { test.receive("h/main-house/device/bulb/OnOffLight/OnOff/of/invoke", "{}") }
        let messages = test.pull()
        #expect(events(messages).count == 5)
        #expect(messages.count { $0.topicText.hasSuffix("/response") } == 20)
    }
}
