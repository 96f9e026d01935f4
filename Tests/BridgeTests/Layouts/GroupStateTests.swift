import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import Bridge

/// What a group says of its members: the same in every layout.
@Suite(.timeLimit(.minutes(1))) struct GroupStateTests {
    private static func device(
        _ id: String, _ type: String, _ clusters: [String], _ attributes: [String: DataValue] = [:]
    ) throws -> HubDevice {
        let catalog = ModelCatalog.standard
        let layout = TestHome.layout(
            try #require(catalog.deviceTypes.first { $0.name == type }),
            try clusters.map { try #require(catalog.cluster(named: $0)) })
        return TestHome.device(id, id, layout, attributes)
    }

    /// A bridge with one group of these devices.
    private static func bridge(_ devices: [HubDevice]) async throws -> TestBridge {
        var contents = TestHome.contents
        contents.devices = devices
        contents.groups = [
            GroupRecord(id: "g", name: "All", structureID: "s1", deviceIDs: devices.map(\.id))
        ]
        return try await TestBridge(contents) { configuration in
            configuration.limits.pageSize = .max
            for (layout, prefix) in [("homie", "homie"), ("zigbee2mqtt", "z"), ("homeAssistant", "ha")] {
                configuration.layouts[layout] = BridgeConfiguration.Layout(isEnabled: true, prefix: prefix)
            }
        }
    }

    private static func homie(_ topics: [String: String], _ property: String) -> String? {
        topics["homie/5/abcdefgh-group-g/group/\(property)"]
    }

    private static func zigbee(_ topics: [String: String]) throws -> JSONValue {
        try JSONValue(parsing: Array((topics["z/All"] ?? "").utf8))
    }

    @Test func `members that are away say nothing, unless all are`() async throws {
        let plug = { (id: String, isOn: Bool) in
            try Self.device(id, "OnOffPluginUnit", ["OnOff"], ["onOff": .bool(isOn)])
        }
        let test = try await Self.bridge([try plug("a", true), try plug("b", false)])
        test.connect()
        for (away, isOn) in [([], true), (["a"], false), (["a", "b"], true), (["b"], true)] as [([String], Bool)] {
            for id in ["a", "b"] {
                let state: ConnectivityState = away.contains(id) ? .offline : .online
                test.setSlot(id, DeviceLayout.connectivityOffset, .uint(UInt64(state.rawValue)))
            }
            _ = test.pull()
            let topics = try await test.wanted()
            #expect(topics["h/main-house/ha/group/all/OnOffPluginUnit_outlet"] == "\(isOn)", "\(away)")
            #expect(Self.homie(topics, "on") == "\(isOn)", "\(away)")
            #expect(try Self.zigbee(topics)["state"] == .string(isOn ? "ON" : "OFF"), "\(away)")
        }
    }

    @Test func `lamps that are off say nothing of how bright the group is`() async throws {
        let lamp = { (id: String, isOn: Bool, level: UInt64) in
            try Self.device(
                id, "DimmableLight", ["OnOff", "LevelControl"],
                ["onOff": .bool(isOn), "currentLevel": .uint(level), "onLevel": .null])
        }
        for (isOn, level, percent) in [(true, 150, 59), (false, 200, 79)] as [(Bool, Int64, Int)] {
            let test = try await Self.bridge([try lamp("a", true, 200), try lamp("b", isOn, 100)])
            test.connect()
            let topics = try await test.wanted()
            let light = topics["h/main-house/ha/group/all/OnOffLight_light"]
            #expect(light == #"{"state":"ON","brightness":\#(level)}"#)
            #expect(Self.homie(topics, "brightness") == "\(percent)")
            #expect(try Self.zigbee(topics)["brightness"]?.number == Double(level))
        }
    }

    @Test func `means have the quantity's own steps`() async throws {
        let heating = { (id: String, setpoint: Int64) in
            try Self.device(
                id, "Thermostat", ["Thermostat"],
                [
                    "occupiedHeatingSetpoint": .int(setpoint), "minHeatSetpointLimit": .int(700),
                    "maxHeatSetpointLimit": .int(3000), "absMinHeatSetpointLimit": .int(700),
                    "absMaxHeatSetpointLimit": .int(3000), "systemMode": .uint(4),
                ])
        }
        for (setpoints, text) in [([2150], "21.5"), ([2150, 2200], "21.75"), ([2000, 2000, 2001], "20")] {
            let test = try await Self.bridge(
                try setpoints.enumerated().map { try heating("t\($0)", Int64($1)) })
            test.connect()
            let topics = try await test.wanted()
            #expect(Self.homie(topics, "heating-setpoint") == text)
            #expect(try Self.zigbee(topics)["occupied_heating_setpoint"]?.number == Double(text))
        }
    }

    /// A fan's state and a lamp's are two, whichever comes first.
    @Test(arguments: [true, false], [(true, false), (false, true)])
    func `what has one name in two words stays apart`(fanFirst: Bool, state: (fan: Bool, lamp: Bool)) async throws {
        let fan = try Self.device(
            "fan", "Fan", ["FanControl"], ["fanMode": .uint(state.fan ? 3 : 0), "rockSetting": .uint(0)])
        let lamp = try Self.device("lamp", "OnOffLight", ["OnOff"], ["onOff": .bool(state.lamp)])
        let test = try await Self.bridge(fanFirst ? [fan, lamp] : [lamp, fan])
        test.connect()
        let group = try Self.zigbee(try await test.wanted())
        #expect(group["state"] == .string(state.lamp ? "ON" : "OFF"))
        #expect(group["fan_state"] == .string(state.fan ? "ON" : "OFF"))
    }
}
