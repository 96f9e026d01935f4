import Bridge
import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

/// Orders and answers through a real broker, with a simulated home behind the bridge.
@Suite struct OrdersOnTheWireTests {
    private let lamp = "h/main-house/device/kitchen-lamp"

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `orders are carried out and answered`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker, version: version)
        let client = try await TestClient.connect(to: broker, version: version)
        #expect(try await client.order("\(lamp)/DimmableLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        #expect(
            try await client.order("\(lamp)/DimmableLight/LevelControl/moveToLevel/invoke", #"{"level":99,"$id":7}"#)
                == #"{"ok":true,"id":7}"#)
        #expect(
            try await client.order("\(lamp)/RootNode/BasicInformation/nodeLabel/set", "My lamp") == #"{"ok":true}"#)
        #expect(
            try await client.order("\(lamp)/invoke", #"[{"OnOff.off":{}},{"OnOff.on":{}}]"#)
                == #"{"ok":true,"result":[null,null]}"#)
        #expect(
            try await client.order("h/main-house/group/lights/OnOffLight/OnOff/off/invoke", "{}") == #"{"ok":true}"#)
        #expect(
            try await client.order("h/main-house/room/kitchen/invoke", "OnOff.toggle")
                == #"{"ok":true,"result":[null]}"#)
        let retained = try await client.retained("\(lamp)/#")
        #expect(retained["\(lamp)/DimmableLight/OnOff/onOff"]?.text == "true")
        #expect(retained["\(lamp)/DimmableLight/LevelControl/currentLevel"]?.text == "99")
        #expect(retained["\(lamp)/RootNode/BasicInformation/nodeLabel"]?.text == "My lamp")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `answers go where the asker wants`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me/answers", "h/#")
        try await client.expect("h/bridge/state", "online")
        client.messages.removeAll()
        try await client.publish(
            "{}", to: "\(lamp)/DimmableLight/OnOff/on/invoke", responseTopic: "me/answers", correlationData: [1, 2, 3])
        let answer = try await client.expect("me/answers")
        #expect(answer.text == #"{"ok":true}"# && answer.correlationData == [1, 2, 3])
        // What the order changed came before.
        #expect(
            client.messages.elements.contains {
                $0.topicText == "\(lamp)/DimmableLight/OnOff/onOff" && $0.text == "true"
            })
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `retained orders are not carried out`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker, version: version)
        try await client.publish("{}", to: "\(lamp)/DimmableLight/OnOff/on/invoke", isRetained: true)
        let running = try await RunningBridge.start(on: broker, version: version)
        #expect(try await client.order("h/main-house/device/bulb/OnOffLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        let retained = try await client.retained("h/main-house/device/#")
        #expect(retained["\(lamp)/DimmableLight/OnOff/onOff"]?.text == "false")
        #expect(retained["\(lamp)/DimmableLight/OnOff/on/invoke"] != nil)
        if version == .v3_1_1 {
            let line = try await running.lines.first("a warning") { $0.contains("retained") }
            #expect(line.contains("mosquitto_pub -r -n -t '\(lamp)/DimmableLight/OnOff/on/invoke'"))
        }
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `bad input is answered and harms nothing`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        let command = "\(lamp)/DimmableLight/LevelControl/moveToLevel/invoke"
        try await client.subscribe("\(command)/response")
        let payloads: [(payload: [UInt8], code: String)] = [
            (Array("{".utf8), "invalidArgument"), ([0xFF, 0x00, 0xC3], "invalidArgument"),
            (Array("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]".utf8), "invalidArgument"),
            (Array(#"{"level":1,"level":1}"#.utf8), "invalidArgument"), (Array(#"{"leve":1}"#.utf8), "invalidArgument"),
            (Array("999".utf8), "outOfRange"), (Array("99999999999999999999999".utf8), "outOfRange"),
            (Array("-1".utf8), "outOfRange"), (Array("lots".utf8), "invalidArgument"), ([], "invalidArgument"),
            (Array(repeating: UInt8(ascii: "1"), count: 1 << 20), "resourceExhausted"),
        ]
        for (payload, code) in payloads {
            var message = OutboundMessage()
            message.topic = Array(command.utf8)
            message.payload = payload
            message.qualityOfService = .exactlyOnce
            try await client.publish(message)
            let answer = try await client.expect("\(command)/response").text
            #expect(answer.hasPrefix(#"{"ok":false,"error":{"code":"\#(code)""#), "\(payload.prefix(40)): \(answer)")
        }
        #expect(try await client.order(command, "9") == #"{"ok":true}"#)
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce])
    func `every order gets one answer under load`(quality: QualityOfService) async throws {
        let broker = try await MosquittoBroker.start(["max_queued_messages 0", "max_inflight_messages 0"])
        let running = try await RunningBridge.start(on: broker) { $0.qualityOfService = quality }
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me")
        let count = 1_000
        for number in 0..<count {
            var message = OutboundMessage()
            let device = ["device/kitchen-lamp/DimmableLight", "device/bulb/OnOffLight"][number % 2]
            message.topic = Array("h/main-house/\(device)/OnOff/toggle/invoke".utf8)
            message.payload = Array(#"{"$id":\#(number)}"#.utf8)
            message.qualityOfService = .atLeastOnce
            message.responseTopic = Array("me".utf8)
            try await client.publish(message)
        }
        var ids: [Int] = []
        for _ in 0..<count {
            let text = try await client.expect("me").text
            if let id = text.firstMatch(of: /"id":(\d+)/).flatMap({ Int($0.1) }) { ids.append(id) }
        }
        #expect(ids == Array(0..<count))
        #expect(running.bridge.owedAnswers == 0)
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `simulation requests reach the devices`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("h/#")
        try await client.expect("h/bridge/state", "online")
        let report = #"{"device":"bulb","trait":"OnOff","attribute":"onOff","value":true}"#
        try await client.publish(report, to: "h/bridge/request/simulation/report")
        try await client.expect("h/main-house/device/bulb/OnOffLight/OnOff/onOff", "true")
        try await client.expect("h/bridge/response/simulation/report", #"{"ok":true}"#)
        try await client.publish(
            #"{"device":"Button","trait":"Switch","event":"initialPress","fields":{"newPosition":1}}"#,
            to: "h/bridge/request/simulation/event")
        let event = try await client.expect("h/main-house/device/button/GenericSwitch/Switch/initialPress/event")
        #expect(event.text.contains(#""fields":{"newPosition":1}"#) && !event.isRetained)
        try await client.publish(
            #"{"device":"bulb","state":"offline"}"#, to: "h/bridge/request/simulation/connectivity")
        try await client.expect("h/main-house/device/bulb/availability", "offline")
        try await client.expect("h/main-house/group/lights/availability", "partiallyOnline")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }
}
