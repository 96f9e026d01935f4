import Bridge
import HomeGraph
import MQTT
import TestSupport
import Testing

/// Groups and rooms as a client of the broker has them, while their members change.
@Suite(.timeLimit(.minutes(1))) struct GroupsOnTheWireTests {
    static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen, Hall]
            devices:
              - name: Colour
                type: ExtendedColorLight
                room: Kitchen
                traits: {ColorControl: {colorTempPhysicalMinMireds: 150, colorTempPhysicalMaxMireds: 400}}
              - name: White
                type: ColorTemperatureLight
                room: Kitchen
                traits: {ColorControl: {colorTempPhysicalMinMireds: 200, colorTempPhysicalMaxMireds: 500}}
              - name: Warm
                type: ColorTemperatureLight
                traits: {ColorControl: {colorTempPhysicalMinMireds: 450, colorTempPhysicalMaxMireds: 600}}
              - {name: Plain, type: OnOffLight, room: Hall}
            groups:
              - {name: Lights, devices: [colour, plain]}
        """
    private let group = "h/main-house/group/lights"
    private let devices = "h/main-house/device"

    private func start() async throws -> (broker: MosquittoBroker, running: RunningBridge, client: TestClient) {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker, home: Self.home)
        return (broker, running, try await TestClient.connect(to: broker))
    }

    /// What is retained under the group, without `info`.
    private func topics(_ client: TestClient) async throws -> [String: String] {
        var topics: [String: String] = [:]
        for (topic, message) in try await client.retained("\(group)/#") where !topic.hasSuffix("/info") {
            topics[String(topic.dropFirst(group.count + 1))] = message.text
        }
        return topics
    }

    private func value(_ device: String, _ client: TestClient) async throws -> String? {
        try await client.retained("\(devices)/\(device)/+/OnOff/onOff").values.first?.text
    }

    @Test func `what members have together follows them`() async throws {
        let (broker, running, client) = try await start()
        // The plain light has no colour temperature, and is of none of the types that have one.
        var wanted = ["availability": "online"]
        for part in ["ExtendedColorLight", "ColorTemperatureLight", "DimmableLight", "OnOffLight"] {
            wanted["\(part)/LevelControl/minLevel"] = "1"
            wanted["\(part)/LevelControl/maxLevel"] = "254"
            wanted["\(part)/ColorControl/colorTempPhysicalMinMireds"] = "150"
            wanted["\(part)/ColorControl/colorTempPhysicalMaxMireds"] = "400"
        }
        #expect(try await topics(client) == wanted)
        // The narrower limits hold for the parts that both have.
        _ = try await client.request("group/add", #"{"group":"lights","devices":["white"]}"#)
        for part in ["ColorTemperatureLight", "DimmableLight", "OnOffLight"] {
            wanted["\(part)/ColorControl/colorTempPhysicalMinMireds"] = "200"
        }
        #expect(try await topics(client) == wanted)
        // Limits that exclude each other are none.
        _ = try await client.request("group/add", #"{"group":"lights","devices":["warm"]}"#)
        for part in ["ColorTemperatureLight", "DimmableLight", "OnOffLight"] {
            wanted["\(part)/ColorControl/colorTempPhysicalMinMireds"] = "null"
            wanted["\(part)/ColorControl/colorTempPhysicalMaxMireds"] = "null"
        }
        #expect(try await topics(client) == wanted)
        // What nobody has any more is gone.
        _ = try await client.request("group/remove", #"{"group":"lights","devices":["colour","white","warm"]}"#)
        #expect(try await topics(client) == ["availability": "online"])
        _ = try await client.request("group/remove", #"{"group":"lights","devices":["plain"]}"#)
        #expect(try await topics(client) == ["availability": "offline"])
        let answer = try await client.order("\(group)/OnOffLight/OnOff/on/invoke", "{}")
        #expect(answer.contains(#""code":"unimplemented""#), "\(answer)")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `availability is that of the members there are`() async throws {
        let (broker, running, client) = try await start()
        func availability(_ name: String, _ payload: String) async throws -> String? {
            #expect(try await client.request(name, payload) == #"{"ok":true}"#)
            return try await client.retained("\(group)/availability").values.first?.text
        }
        let connectivity = "simulation/connectivity"
        #expect(
            try await availability(connectivity, #"{"device":"plain","state":"offline"}"#) == "partiallyOnline")
        #expect(try await availability("group/remove", #"{"group":"lights","devices":["plain"]}"#) == "online")
        #expect(try await availability("group/add", #"{"group":"lights","devices":["plain"]}"#) == "partiallyOnline")
        #expect(try await availability("group/remove", #"{"group":"lights","devices":["colour"]}"#) == "offline")
        #expect(try await availability(connectivity, #"{"device":"plain","state":"online"}"#) == "online")
        #expect(try await availability(connectivity, #"{"hub":true,"state":"offline"}"#) == "offline")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `an order reaches every member of the part's type, also those of types that extend it`() async throws {
        let (broker, running, client) = try await start()
        #expect(try await client.order("\(group)/OnOffLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        #expect(try await value("colour", client) == "true")
        #expect(try await value("plain", client) == "true")
        #expect(try await client.order("\(group)/ExtendedColorLight/OnOff/off/invoke", "{}") == #"{"ok":true}"#)
        #expect(try await value("colour", client) == "false")
        #expect(try await value("plain", client) == "true")
        #expect(
            try await client.order("\(group)/OnOffLight/LevelControl/moveToLevel/invoke", "99") == #"{"ok":true}"#)
        #expect(try await client.order("\(group)/RootNode/BasicInformation/nodeLabel/set", "Ours") == #"{"ok":true}"#)
        let labels = try await client.retained("\(devices)/+/RootNode/BasicInformation/nodeLabel")
        #expect(labels.filter { $0.value.text == "Ours" }.count == 2)
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `an order fails only where every member failed, with the first member's error`() async throws {
        let (broker, running, client) = try await start()
        let on = "\(group)/OnOffLight/OnOff/on/invoke"
        _ = try await client.request("simulation/fault", #"{"device":"colour","errorRate":1,"error":"aborted"}"#)
        #expect(try await client.order(on, "{}") == #"{"ok":true}"#)
        _ = try await client.request("simulation/fault", #"{"device":"plain","errorRate":1,"error":"dataLoss"}"#)
        #expect(try await client.order(on, "{}").contains(#""code":"aborted""#))
        _ = try await client.request("simulation/connectivity", #"{"device":"colour","state":"offline"}"#)
        #expect(try await client.order(on, "{}").contains(#""code":"unavailable""#))
        _ = try await client.request("simulation/fault", #"{"device":"plain","errorRate":0}"#)
        #expect(try await client.order(on, "{}") == #"{"ok":true}"#)
        _ = try await client.request("simulation/connectivity", #"{"device":"plain","state":"offline"}"#)
        #expect(try await client.order(on, "{}").contains(#""code":"unavailable""#))
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `a room is those who are in it`() async throws {
        let (broker, running, client) = try await start()
        let hall = "h/main-house/room/hall/invoke"
        #expect(try await client.order(hall, "OnOff.on") == #"{"ok":true,"result":[null]}"#)
        #expect(try await value("plain", client) == "true")
        #expect(try await value("colour", client) == "false")
        #expect(try await client.order(hall, "LevelControl.stop").contains(#""code":"unimplemented""#))
        _ = try await client.request("device/move", #"{"device":"colour","room":"hall"}"#)
        _ = try await client.request("device/move", #"{"device":"plain","room":null}"#)
        #expect(
            try await client.order(hall, #"{"OnOff.on":{},"LevelControl.moveToLevel":{"level":50}}"#)
                == #"{"ok":true,"result":[null,null]}"#)
        #expect(try await value("colour", client) == "true")
        _ = try await client.request("room/delete", #"{"room":"hall"}"#)
        #expect(try await client.order(hall, "OnOff.on").contains(#""code":"notFound""#))
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }
}
