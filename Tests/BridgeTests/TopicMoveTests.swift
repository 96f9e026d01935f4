import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// What happens to topics when the home changes.
@Suite(.timeLimit(.minutes(1))) struct TopicMoveTests {
    /// What is retained after messages, as the broker would have it.
    private func retained(_ messages: [OutboundMessage], before: [String: String] = [:]) -> [String: String] {
        var retained = before
        for message in messages where message.isRetained {
            retained[message.topicText] = message.payload.isEmpty ? nil : message.text
        }
        return retained
    }

    @Test(arguments: [
        ("device/rename", #"{"device":"bulb","name":"Desk Lamp"}"#),
        ("device/rename", #"{"device":"bulb","name":"Kitchen Lamp"}"#),
        ("structure/rename", #"{"structure":"s1","name":"Villa"}"#),
        ("room/rename", #"{"room":"r1","name":"Galley"}"#), ("room/delete", #"{"room":"r1"}"#),
        ("room/create", #"{"structure":"s1","name":"Kitchen"}"#),
        ("group/rename", #"{"group":"g1","name":"Lamps"}"#), ("group/delete", #"{"group":"g1"}"#),
        ("group/create", #"{"structure":"s1","name":"All","devices":["lamp","strip"]}"#),
        ("group/add", #"{"group":"g1","devices":["strip","door"]}"#),
        ("group/remove", #"{"group":"g1","devices":["lamp"]}"#),
        ("device/move", #"{"device":"bulb","room":"r1"}"#), ("device/remove", #"{"device":"lamp"}"#),
    ])
    func `new topics, then clears, then events, then the answer`(name: String, payload: String) async throws {
        let test = try await TestBridge { $0.limits.pageSize = .max }
        let first = retained(test.connect())
        let messages = await test.order("h/bridge/request/\(name)", payload)
        let kinds = messages.map { message in
            if !message.isRetained { return message.topicText == "h/bridge/event" ? 2 : 3 }
            return message.payload.isEmpty ? 1 : 0
        }
        #expect(
            kinds == kinds.sorted() && kinds.contains(0) && kinds.contains(2) && kinds.last == 3,
            "\(messages.map { $0.topicText + $0.text })")
        #expect(Set(messages.filter(\.isRetained).map(\.topicText)).count == kinds.count { $0 < 2 }, "each topic once")
        #expect(try await retained(messages, before: first) == test.wanted())
    }

    @Test func `what keeps its segment moves nothing`() async throws {
        let test = try await TestBridge()
        test.connect()
        let messages = await test.order(
            "h/bridge/request/device/rename", #"{"device":"bulb","name":"BULB!"}"#)
        #expect(
            messages.map(\.topicText) == [
                "h/bridge/devices", "h/main-house/device/bulb/info", "h/bridge/event",
                "h/bridge/response/device/rename",
            ])
        #expect(
            messages[2].text
                == #"{"type":"deviceRenamed","time":"2026-01-02T03:04:05.678Z","id":"bulb","name":"BULB!","topic":"h/main-house/device/bulb","oldTopic":"h/main-house/device/bulb"}"#
        )
    }

    @Test func `a freed segment goes to who asks next`() async throws {
        let test = try await TestBridge()
        test.connect()
        let rename = "h/bridge/request/device/rename"
        #expect(await test.answer(rename, #"{"device":"bulb","name":"Kitchen Lamp"}"#).contains("/kitchen-lamp-2\""))
        #expect(await test.answer(rename, #"{"device":"lamp","name":"Spot"}"#).contains("/spot\""))
        // Who has a number keeps it.
        #expect(await test.answer(rename, #"{"device":"bulb","name":"kitchen lamp"}"#).contains("/kitchen-lamp-2\""))
        #expect(await test.answer(rename, #"{"device":"door","name":"Kitchen Lamp"}"#).contains("/kitchen-lamp\""))
    }

    /// Documents that wait keep their places, so that each answer comes after what its request changed.
    @Test func `pipelined answers come after their own topics`() async throws {
        let test = try await TestBridge()
        test.connect()
        for name in ["One", "Two", "Three"] {
            test.receive("h/bridge/request/room/create", #"{"structure":"s1","name":"\#(name)"}"#, responseTopic: name)
        }
        // Nothing is pulled until the last is done, as on a slow network.
        for await _ in test.connection.wakes
        where test.store.shape.rooms.count == 4 && test.bridge.owedAnswers == 0 { break }
        let topics = test.pull().map(\.topicText)
        for name in ["One", "Two", "Three"] {
            let info = try #require(topics.firstIndex(of: "h/main-house/room/\(name.lowercased())/info"))
            let answer = try #require(topics.firstIndex(of: name))
            #expect(info < answer)
        }
    }

    /// However often something is renamed while nobody listens, only what is at the broker is cleared.
    @Test func `clears do not grow while away`() async throws {
        let test = try await TestBridge { $0.limits.pageSize = .max }
        let first = test.connect()
        test.disconnect()
        for number in 0..<50 {
            try await test.home.editor.perform(.renameDevice("bulb", to: "Name \(number)"))
            try await test.home.editor.perform(.renameRoom("r1", to: "Room \(number % 3)"))
            try await test.home.editor.perform(.createRoom(name: "R", structure: "s1"))
            try await test.home.editor.perform(.deleteRoom("r"))
            #expect(test.bridge.clearing == 2)
        }
        let second = test.connect()
        let cleared = Set(second.filter(\.payload.isEmpty).map(\.topicText))
        #expect(
            cleared.allSatisfy { $0.hasPrefix("h/main-house/device/bulb/") || $0 == "h/main-house/room/kitchen/info" })
        #expect(cleared.contains("h/main-house/device/bulb/OnOffLight/OnOff/onOff"))
        #expect(second.last?.text == "online")
        #expect(try await retained(first + second) == test.wanted())
        test.acknowledge(second)
        #expect(test.bridge.clearing == 0)
    }

    @Test func `clears that were not acknowledged are sent again`() async throws {
        let test = try await TestBridge()
        test.connect()
        let bulb = "h/main-house/device/bulb/"
        let order = await test.order("h/bridge/request/device/rename", #"{"device":"bulb","name":"Desk"}"#)
        let clears = order.filter(\.payload.isEmpty)
        #expect(clears.count == 6 && clears.allSatisfy { $0.topicText.hasPrefix(bulb) })
        // Values are cleared as they were published; the last clear asks for the acknowledgement of all.
        #expect(clears.map(\.qualityOfService) == Array(repeating: .atMostOnce, count: 5) + [.atLeastOnce])
        #expect(clears.map { $0.token != 0 } == [false, false, false, false, false, true])
        #expect(clears.last?.topicText == "\(bulb)info" && test.bridge.clearing == 1)
        test.disconnect()
        let again = test.connect().filter(\.payload.isEmpty)
        #expect(again.map(\.topicText) == clears.map(\.topicText))
        // What the broker refuses is tried again on the next connection, and not before.
        test.acknowledge(again, 135)
        #expect(test.bridge.clearing == 1 && test.pull().filter(\.payload.isEmpty).isEmpty)
        test.disconnect()
        let last = test.connect().filter(\.payload.isEmpty)
        #expect(last.count == 6)
        test.acknowledge(last)
        #expect(test.bridge.clearing == 0)
        test.disconnect()
        #expect(test.connect().filter(\.payload.isEmpty).isEmpty)
    }

    /// A topic that comes back before its clear went out stays.
    @Test func `what comes back is not cleared`() async throws {
        let test = try await TestBridge { $0.limits.pageSize = .max }
        let first = test.connect()
        test.disconnect()
        for name in ["Other", "Bulb"] { try await test.home.editor.perform(.renameDevice("bulb", to: name)) }
        let second = test.connect()
        #expect(second.filter(\.payload.isEmpty).isEmpty)
        #expect(test.bridge.clearing == 0)
        #expect(try await retained(first + second) == test.wanted())
    }

    /// A root that is taken again while it is being cleared, and given up before anything is published under it.
    @Test func `what was skipped is cleared later`() async throws {
        let test = try await TestBridge { $0.limits.pageSize = .max }
        var messages = test.connect()
        try await test.home.editor.perform(.renameDevice("bulb", to: "Desk"))
        var message = OutboundMessage()
        while test.bridge.next(into: &message) {
            messages.append(message)
            if message.payload.isEmpty { break }
            message.removeAll()
        }
        // The outbox hears of each of these while the clears are under way.
        try await test.home.editor.perform(.renameDevice("bulb", to: "Bulb"))
        #expect(test.bridge.clearing > 0)
        message.removeAll()
        if test.bridge.next(into: &message) { messages.append(message) }
        try await test.home.editor.perform(.renameDevice("bulb", to: "Other"))
        #expect(test.bridge.clearing > 0)
        messages += test.pull()
        #expect(try await retained(messages) == test.wanted())
        test.acknowledge(messages)
        #expect(test.bridge.clearing == 0)
    }

    /// Two devices exchange their names while nobody looks: both go on, and nothing of either is left.
    @Test(arguments: [false, true])
    func `exchanged names lose nothing`(isConnected: Bool) async throws {
        let test = try await TestBridge { $0.limits.pageSize = .max }
        var messages = test.connect()
        if !isConnected { test.disconnect() }
        for (id, name) in [("lamp", "X"), ("door", "Kitchen Lamp"), ("lamp", "Front Door")] {
            try await test.home.editor.perform(.renameDevice(id, to: name))
        }
        messages += isConnected ? test.pull() : test.connect()
        let now = retained(messages)
        #expect(try await now == test.wanted())
        #expect(now["h/main-house/device/front-door/DimmableLight/OnOff/onOff"] == "false")
        #expect(now["h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onOff"] == nil)
        #expect(now["h/main-house/device/kitchen-lamp/info"]?.contains(#""id":"door""#) == true)
    }

    /// Orphans that a scan found are cleared on the next connection where the first did not come to it.
    @Test func `what a scan found is not forgotten`() async throws {
        let test = try await TestBridge()
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        test.bridge.connection(test.connection, subscribed: 1, reasonCodes: [0])
        test.receive("h/old/info", "x", retained: true)
        for message in test.pull() { test.receive(message.topicText, message.text) }
        test.disconnect()
        #expect(test.connect().filter(\.payload.isEmpty).map(\.topicText) == ["h/old/info"])
    }

    /// What was seen at the broker before it was ever published is cleared when it goes before it is published.
    @Test func `what a scan saw is cleared when it goes`() async throws {
        let test = try await TestBridge()
        test.bridge.connection(test.connection, opened: Session(version: .v5))
        test.bridge.connection(test.connection, subscribed: 1, reasonCodes: [0])
        test.receive("h/main-house/device/bulb/OnOffLight/OnOff/onOff", "true", retained: true)
        try await test.home.editor.perform(.removeDevice("bulb"))
        for message in test.pull() { test.receive(message.topicText, message.text) }
        test.bridge.connection(test.connection, subscribed: 2, reasonCodes: Array(repeating: 2, count: 31))
        let cleared = test.pull().filter(\.payload.isEmpty).map(\.topicText)
        #expect(cleared.contains("h/main-house/device/bulb/OnOffLight/OnOff/onOff"))
    }
}
