import DataModel
import HomeGraph
import MQTT
import ModelReader
import TestSupport
import Testing

@testable import Bridge

@Suite(.timeLimit(.minutes(1))) struct OrderTests {
    private let lamp = "h/main-house/device/kitchen-lamp"

    @Test func `a command is carried out and answered after what it changed`() async throws {
        let test = try await TestBridge()
        test.connect()
        let messages = await test.order("\(lamp)/DimmableLight/OnOff/on/invoke", "{}")
        #expect(
            messages.map(\.topicText) == [
                "\(lamp)/DimmableLight/OnOff/onOff", "\(lamp)/DimmableLight/OnOff/on/invoke/response",
            ])
        #expect(messages.map(\.text) == ["true", #"{"ok":true}"#])
        #expect(messages.last?.isRetained == false)
    }

    @Test(arguments: [
        ("127", 127), ("{\"level\":5}", 5), ("[6,null]", 6), ("{\"$value\":8}", 8), ("127.0", 127),
        ("{\"level\":5,\"transitionTime\":null}", 5),
    ])
    func `arguments by name, by position, and bare`(payload: String, level: UInt64) async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(await test.answer("\(lamp)/DimmableLight/LevelControl/moveToLevel/invoke", payload) == #"{"ok":true}"#)
        #expect(test.hub.invocations.first?.fields[0] == .uint(level))
        #expect(test.hub.invocations.first?.fields[1] == .null)
    }

    @Test func `results are answered`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(
            await test.answer("h/main-house/device/front-door/DoorLock/DoorLock/getUser/invoke", "3")
                == #"{"ok":true,"result":{"userIndex":3,"userName":"Ada"}}"#)
    }

    @Test func `ids come back`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(
            await test.answer("\(lamp)/DimmableLight/OnOff/on/invoke", #"{"$id":{"a":[1]}}"#)
                == #"{"ok":true,"id":{"a":[1]}}"#)
        #expect(
            await test.answer("\(lamp)/DimmableLight/OnOff/onTime/set", #"{"$value":5,"$id":"x"}"#)
                == #"{"ok":true,"id":"x"}"#)
        #expect(test.hub.writes.first?.value == .uint(5))
    }

    @Test(arguments: [
        ("h/cellar/device/x/A/B/c/invoke", #"{"$id":7}"#), ("h/main-house/device/nobody/invoke", #"[{"$id":7}]"#),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/on/invoke", #"{"$id":7,"$x":1}"#),
        ("h/bridge/request/bridge/nothing", #"{"$id":7}"#), ("h/bridge/request/bridge/health", #"{"$id":7,"$x":1}"#),
    ])
    func `ids come back whatever is wrong`(topic: String, payload: String) async throws {
        let test = try await TestBridge()
        test.connect()
        let answer = await test.answer(topic, payload)
        #expect(answer.hasSuffix(#""id":7}"#) == payload.hasPrefix("{"), "\(answer)")
    }

    /// An answer never goes where the bridge would take it for an order.
    @Test(arguments: [
        "h/bridge/request/response", "h/bridge/request/bridge/health/response", "h/bridge/state", "h", "$SYS/x", "a/+",
        "h/main-house/device/kitchen-lamp/DimmableLight/OnOff/on/invoke", "",
    ])
    func `answers do not go where they may not`(responseTopic: String) {
        #expect(!ResponseTopic.isAllowed(Array(responseTopic.utf8), base: "h"))
    }

    @Test(arguments: ["a", "h/x/response", "h/bridge/response", "h/bridge/response/x/response", "hx", "/"])
    func `answers go where they may`(responseTopic: String) {
        #expect(ResponseTopic.isAllowed(Array(responseTopic.utf8), base: "h"))
    }

    @Test(arguments: [
        ("h/cellar/device/kitchen-lamp/DimmableLight/OnOff/on/invoke", "{}", "notFound", "cellar"),
        ("h/main-house/device/kitchen-lmap/DimmableLight/OnOff/on/invoke", "{}", "notFound", "kitchen-lamp"),
        ("h/bridge/device/x/set", "1", "notFound", "bridge"),
        ("h/main-house/group/light/OnOffLight/OnOff/on/invoke", "{}", "notFound", "lights"),
        ("h/main-house/room/kitchn/invoke", "OnOff.on", "notFound", "kitchen"),
        ("h/main-house/device/kitchen-lamp/OnOffLight/OnOff/on/invoke", "{}", "notFound", "DimmableLight"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOf/on/invoke", "{}", "unimplemented", "OnOff"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/Google.Group/on/invoke", "{}", "unimplemented", "Group"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/togle/invoke", "{}", "unimplemented", "toggle"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onTime/invoke", "{}", "unimplemented", "onTime/set"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/on/set", "1", "unimplemented", "on/invoke"),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onOff/set", "true", "unimplemented",
            "onOff is changed by commands: send {} to h/main-house/device/kitchen-lamp/DimmableLight/OnOff/off/invoke, …/on/invoke or …/toggle/invoke"
        ),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/set", "1", "notFound", "PART/TRAIT"),
        ("h/main-house/device/kitchen-lamp/a/b/c/d/set", "1", "notFound", "PART/TRAIT"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onTime/set", "", "invalidArgument", "empty"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onTime/set", "soon", "invalidArgument", "onTime"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onTime/set", "null", "invalidArgument", "null"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onTime/set", "65536", "outOfRange", "65535"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/OnOff/onTime/set", "-1", "outOfRange", "0"),
        ("h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", "255", "outOfRange", "254"),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", "{}", "invalidArgument",
            "level"
        ),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", #"{"level":1,"levl":2}"#,
            "invalidArgument", "levl"
        ),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", #"{"level":1,"level":2}"#,
            "invalidArgument", "duplicate"
        ),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", #"{"level":"#,
            "invalidArgument", "JSON"
        ),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", "[1,2,3]",
            "invalidArgument", "3"
        ),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", #"{"level":true}"#,
            "invalidArgument", "level"
        ),
        (
            "h/main-house/device/kitchen-lamp/DimmableLight/LevelControl/moveToLevel/invoke", #"{"$level":1}"#,
            "invalidArgument", "$level"
        ),
        (
            "h/main-house/device/kitchen-lamp/RootNode/BasicInformation/nodeLabel/set",
            "123456789012345678901234567890123", "outOfRange", "32"
        ),
        ("h/main-house/device/kitchen-lamp/invoke", "[]", "invalidArgument", "no steps"),
        ("h/main-house/device/kitchen-lamp/invoke", "toggle", "invalidArgument", "TRAIT.MEMBER"),
        ("h/main-house/device/kitchen-lamp/invoke", "[1]", "invalidArgument", "step 1"),
        ("h/main-house/device/power-strip/invoke", "OnOff.on", "invalidArgument", "OnOffPluginUnit-2"),
        ("h/main-house/group/lights/OnOffLight/DoorLock/getUser/invoke", "1", "unimplemented", "getUser"),
        ("h/bridge/request/simulation/reprot", "{}", "unimplemented", "simulation/report"),
        ("h/bridge/request/bridge/read", #"{"objct":"x"}"#, "invalidArgument", "object"),
    ])
    func `bad input is answered with what is wrong`(topic: String, payload: String, code: String, hint: String)
        async throws
    {
        let test = try await TestBridge()
        test.connect()
        let answer = await test.answer(topic, payload)
        #expect(answer.hasPrefix(#"{"ok":false,"error":{"code":"\#(code)","#), "\(answer)")
        #expect(answer.contains(hint), "\(answer)")
        #expect(test.hub.invocations.isEmpty && test.hub.writes.isEmpty)
    }

    @Test func `an answer that is too large is given in short`() async throws {
        let test = try await TestBridge()
        test.connect()
        let answer = await test.order("h/bridge/request/bridge/read", "{}").last
        #expect(answer?.token != 0)
        test.bridge.connection(test.connection, tooLarge: answer?.topic ?? [], token: answer?.token ?? 0)
        let messages = test.pull()
        #expect(messages.count == 1 && messages[0].topicText == "h/bridge/response/bridge/read")
        #expect(messages.first?.text.contains("resourceExhausted") == true)
        // Its topic alone may be more than the broker takes: then there is nothing left to say.
        test.bridge.connection(
            test.connection, tooLarge: messages.first?.topic ?? [], token: messages.first?.token ?? 0)
        #expect(test.pull().isEmpty)
    }

    @Test func `a device takes so many orders a second`() {
        var limit = RateLimit(rate: 2)
        let lamp = DeviceIndex(rawValue: 0)
        let bulb = DeviceIndex(rawValue: 1)
        var taken: [Bool] = []
        for moment in [0, 0, 0, 400, 500, 500, 1_500, 1_500, 1_500] {
            taken.append(limit.take(lamp, now: .milliseconds(moment)))
        }
        #expect(taken == [true, true, false, false, true, false, true, true, false])
        #expect(
            [limit.take(bulb, now: .zero), limit.take(bulb, now: .zero), limit.take(bulb, now: .zero)] == [
                true, true, false,
            ])
        var none = RateLimit(rate: 0)
        #expect((0..<100).map { _ in none.take(lamp, now: .zero) }.allSatisfy { $0 })
    }

    @Test func `too many orders a second are refused`() async throws {
        let test = try await TestBridge { $0.commands.rate = 0.001 }
        test.connect()
        #expect(await test.answer("\(lamp)/DimmableLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        #expect(await test.answer("\(lamp)/DimmableLight/OnOff/off/invoke", "{}").contains("resourceExhausted"))
        // A group with another member goes on.
        #expect(await test.answer("h/main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
    }

    @Test func `secrets are not repeated`() async throws {
        let test = try await TestBridge()
        test.connect()
        for payload in [#"{"pinCode":"987"}"#, #"{"pinCode":"9876543210"}"#, #"{"pinCode":9876}"#, "9876543210"] {
            let answer = await test.answer(
                "h/main-house/device/front-door/DoorLock/DoorLock/unlockDoor/invoke", payload)
            #expect(answer.contains(#""ok":false"#), "\(answer)")
            #expect(answer.contains("pinCode") && !answer.contains("987"), "\(answer)")
        }
    }

    @Test func `payloads that are not UTF-8 or too large are refused`() async throws {
        let test = try await TestBridge()
        test.connect()
        let topic = "\(lamp)/DimmableLight/OnOff/onTime/set"
        test.bridge.connection(
            test.connection, received: InboundMessage(topic: Array(topic.utf8), payload: [0xFF, 0xFE]))
        #expect(test.pull().last?.text.contains("UTF-8") == true)
        test.receive(topic, String(repeating: "1", count: 1 << 20))
        #expect(test.pull().last?.text.contains("resourceExhausted") == true)
    }

    @Test func `retained messages are no orders`() async throws {
        let test = try await TestBridge()
        test.connect(.v3_1_1)
        test.receive("\(lamp)/DimmableLight/OnOff/on/invoke", "{}", retained: true)
        #expect(test.pull().isEmpty)
        #expect(await test.answer("\(lamp)/DimmableLight/OnOff/on/invoke", "").contains("send {}"))
        let five = try await TestBridge()
        five.connect(.v5)
        five.receive("\(lamp)/DimmableLight/OnOff/on/invoke", "", retained: true)
        #expect(five.pull().isEmpty && five.hub.invocations.isEmpty)
        five.receive("\(lamp)/DimmableLight/OnOff/onTime/set", "", retained: true)
        #expect(five.pull().isEmpty)
        #expect(await five.answer("\(lamp)/DimmableLight/OnOff/on/invoke", "") == #"{"ok":true}"#)
    }

    @Test(arguments: [
        ("answers/me", true), ("h/main-house/x/response", true), ("h/main-house/x", false), ("$SYS/x", false),
        ("a/+/b", false), ("", false),
    ])
    func `answers go to the response topic where it is allowed`(topic: String, isUsed: Bool) async throws {
        let test = try await TestBridge()
        test.connect()
        let order = "\(lamp)/DimmableLight/OnOff/onTime/set"
        test.receive(order, "x", responseTopic: topic, correlation: [1, 2])
        let answer = test.pull().last
        #expect(answer?.topicText == (isUsed ? topic : "\(order)/response"))
        #expect(answer?.correlationData == [1, 2])
    }

    @Test func `batches stop at the first failure`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(
            await test.answer(
                "\(lamp)/invoke",
                #"[{"OnOff.on":{}},{"DimmableLight/LevelControl.moveToLevel":[9]},{"OnOff.onTime":3}]"#)
                == #"{"ok":true,"result":[null,null,null]}"#)
        #expect(test.hub.invocations.map(\.command.name) == ["on", "moveToLevel"])
        #expect(await test.answer("\(lamp)/invoke", "OnOff.off") == #"{"ok":true,"result":[null]}"#)
        #expect(
            await test.answer("\(lamp)/invoke", #"{"OnOff.on":{},"LevelControl.moveToLevel":300,"$id":1}"#)
                .hasSuffix(#""step":2,"done":[],"id":1}"#))
        #expect(test.hub.invocations.count == 3)
        test.hub.fail(0, HomeError(.aborted, "busy"))
        #expect(
            await test.answer("\(lamp)/invoke", #"[{"OnOff.on":{}}]"#)
                == #"{"ok":false,"error":{"code":"aborted","message":"busy"},"step":1,"done":[]}"#)
    }

    @Test func `groups and rooms call their members side by side`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(await test.answer("h/main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        #expect(Set(test.hub.invocations.map(\.device.rawValue)) == [0, 1])
        // Only the dimmable light is one.
        #expect(await test.answer("h/main-house/group/lights/DimmableLight/OnOff/off/invoke", "{}") == #"{"ok":true}"#)
        #expect(test.hub.invocations.last?.device.rawValue == 0 && test.hub.invocations.count == 3)
        #expect(await test.answer("h/main-house/room/kitchen/invoke", "OnOff.on") == #"{"ok":true,"result":[null]}"#)
        #expect(test.hub.invocations.count == 6)
        // One failing member does not matter; all do.
        test.hub.fail(0, HomeError(.aborted, "busy"))
        #expect(await test.answer("h/main-house/group/lights/invoke", "OnOff.on") == #"{"ok":true,"result":[null]}"#)
        test.hub.fail(1, HomeError(.failedPrecondition, "no"))
        #expect(await test.answer("h/main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}").contains("aborted"))
        for device in ["lamp", "bulb"] { test.setSlot(device, 0, .uint(UInt64(ConnectivityState.offline.rawValue))) }
        _ = test.pull()
        let count = test.hub.invocations.count
        #expect(await test.answer("h/main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}").contains("unavailable"))
        #expect(test.hub.invocations.count == count)
        #expect(await test.answer("h/main-house/group/lights/invoke", "DoorLock.unlockDoor").contains("unimplemented"))
    }

    @Test func `filters refuse single orders`() async throws {
        let test = try await TestBridge { $0.commands.deny = ["+/device/bulb/#", "request/bridge/health"] }
        test.connect()
        #expect(
            await test.answer("h/main-house/device/bulb/OnOffLight/OnOff/on/invoke", "{}").contains("permissionDenied"))
        #expect(await test.answer("h/main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        #expect(test.hub.invocations.map(\.device.rawValue) == [0])
        #expect(await test.answer("h/bridge/request/bridge/health", "").contains("permissionDenied"))
    }

    @Test func `every order gets one answer under load`() async throws {
        let test = try await TestBridge()
        test.connect()
        for number in 0..<500 {
            test.receive(
                "\(lamp)/DimmableLight/OnOff/\(number % 2 == 0 ? "on" : "off")/invoke", "{\"$id\":\(number)}",
                responseTopic: "me")
        }
        var answers: [String] = []
        for await _ in test.connection.wakes {
            answers += test.pull().filter { $0.topicText == "me" }.map(\.text)
            if answers.count >= 500 { break }
        }
        #expect(answers.count == 500)
        let ids = answers.compactMap { $0.firstMatch(of: /"id":(\d+)/).flatMap { Int($0.1) } }
        #expect(ids == Array(0..<500))
        #expect(test.bridge.owedAnswers == 0)
    }

    @Test func `messages do not repeat what is too long`() async throws {
        let test = try await TestBridge()
        test.connect()
        let long = String(repeating: "đ\u{301}", count: 9_000)
        for (topic, payload) in [
            ("\(lamp)/DimmableLight/OnOff/on/invoke", "{\"\(long)\":1}"),
            ("\(lamp)/DimmableLight/OnOff/\(long)/invoke", "{}"), ("h/\(long)/device/x/P/T/C/invoke", "{}"),
            ("\(lamp)/invoke", "\(long).on"), ("h/bridge/request/\(long)", "{}"),
        ] {
            let answer = await test.answer(topic, payload)
            #expect(answer.contains(#""ok":false"#))
            #expect(answer.unicodeScalars.count < 1_200)
        }
    }
}
