import Configuration
import DataModel
import HomeGraph
import MQTT
import SimulatedHub
import TestSupport
import Testing

@testable import Bridge

/// The home as zigbee2mqtt shows it, over all device types of the model, and at a real broker.
@Suite(.timeLimit(.minutes(2))) struct Zigbee2MQTTOnTheWireTests {
    private static let home = """
        structures:
          - name: S
            devices:
              - {name: Lamp, type: ExtendedColorLight}
              - {name: Place, type: ExtendedColorLight, features: {ColorControl: [xy, colorTemperature]}}
              - {name: Plug, type: OnOffPluginUnit}
              - {name: Blind, type: WindowCovering}
              - {name: Heating, type: Thermostat}
              - {name: Fan, type: Fan}
              - {name: Button, type: GenericSwitch}
              - {name: Door, type: DoorLock}
              - name: Strip
                parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]
            groups:
              - {name: Lights, devices: [lamp, plug]}
        """

    private static func configure(_ configuration: inout BridgeConfiguration) {
        configuration.layouts = ["zigbee2mqtt": BridgeConfiguration.Layout(isEnabled: true, prefix: "z/y")]
    }

    /// A bridge, and a client that hears all that is not retained.
    private func start(_ broker: MosquittoBroker) async throws -> (RunningBridge, TestClient) {
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        try await client.subscribe([Subscription(filter: "z/y/#", retainHandling: .doNotSend)])
        return (running, client)
    }

    /// Sends a command, and waits until the state holds a member.
    private func set(
        _ payload: String, to topic: String, _ name: String, _ member: String, _ client: TestClient
    ) async throws {
        try await client.publish(payload, to: "z/y/\(topic)")
        try await client.expect("\(name): \(member) after \(payload) to \(topic)") { message in
            message.topicText == "z/y/\(name)" && message.text.contains(member)
        }
    }

    @Test func `tools take the devices of every type`() async throws {
        let states = try await EveryTypeHome.said(under: "z/y/", configure: Self.configure)
            .filter { !$0.key.hasSuffix("/availability") }
        let devices = try JSONValue(parsing: Array((states["bridge/devices"] ?? "").utf8))
        let reader = ExposesReader(devices: devices, states: states)
        #expect(reader.faults.isEmpty)
        // One topic for each device and group, and three of the bridge (its state has none without a broker to say it to).
        let count = EveryTypeHome.types.count + 1 + EveryTypeHome.awkwardNames.count + 1
        #expect(states.keys.filter { !$0.hasPrefix("bridge/") }.count == count)
        for (name, type) in [
            ("ExtendedColorLight", "light"), ("DimmablePlugInUnit", "light"), ("OnOffPluginUnit", "switch"),
            ("WindowCovering", "cover"), ("GoogleGarage", "cover"), ("GoogleGarage", "lock"), ("DoorLock", "lock"),
            ("Thermostat", "climate"), ("Fan", "fan"), ("WaterValve", "switch"),
        ] {
            #expect(reader.types[name]?.contains(type) == true, "\(name)")
        }
        for feature in [
            "ContactSensor/contact", "TemperatureSensor/temperature", "HumiditySensor/humidity",
            "WaterLeakDetector/water_leak", "SmokeCoAlarm/smoke", "OccupancySensor/occupancy", "GenericSwitch/action",
            "ElectricalMeter/power", "ElectricalMeter/energy", "PressureSensor/pressure", "LightSensor/illuminance",
            "Strip/state_l1", "Strip/state_l2", "AirQualitySensor/air_quality",
        ] {
            #expect(reader.features[feature] != nil, "\(feature)")
        }
    }

    @Test func `lights do as they are told`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        try await set("ON", to: "Lamp/set", "Lamp", #""state":"ON""#, client)
        try await set(#"{"state":"toggle"}"#, to: "Lamp/set", "Lamp", #""state":"OFF""#, client)
        try await set(#"{"brightness":200,"transition":0}"#, to: "Lamp/set", "Lamp", #""brightness":200,"#, client)
        try await set("-50", to: "Lamp/set/brightness_step", "Lamp", #""brightness":150,"#, client)
        try await set("370", to: "Lamp/set/color_temp", "Lamp", #""color_temp":370"#, client)
        try await set(
            #"{"color":{"hue":120,"saturation":50}}"#, to: "Lamp/set", "Lamp", #""color_mode":"hs""#, client)
        try await set(#"{"color":{"x":0.3,"y":0.4}}"#, to: "Lamp/set", "Lamp", #""color_mode":"xy""#, client)
        try await set(##"{"color":{"hex":"#FF0000"}}"##, to: "Lamp/set", "Lamp", #""hue":0,"saturation":100"#, client)
        // A light that knows places only takes the other forms, too; red is there, whoever counts it.
        try await set(##"{"color":"#ff0000"}"##, to: "Place/set", "Place", #""color":{"x":0.64,"y":0.33}"#, client)
        // The native topics change the state, too.
        _ = try await client.order("h/s/device/lamp/ExtendedColorLight/OnOff/off/invoke", "{}")
        try await client.expect("off") { $0.topicText == "z/y/Lamp" && $0.text.contains(#""state":"OFF""#) }
        // What is off takes its colour first, and is on then.
        try await set(#"{"color_temp":250,"state":"ON"}"#, to: "Lamp/set", "Lamp", #""state":"ON""#, client)
        try await set("OFF", to: "Lights/set", "Lights", #""state":"OFF""#, client)
        // Brightness switches a group on, and what cannot be bright is left alone.
        try await set(#"{"brightness":90}"#, to: "Lights/set", "Lights", #""brightness":90"#, client)
        #expect(try await client.retained("z/y/Lights").values.first?.text.contains(#""state":"ON""#) == true)
        #expect(try await client.retained("z/y/Plug").values.first?.text.contains(#""state":"OFF""#) == true)
        await running.stop()
    }

    @Test func `a transition takes its time`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        try await set(#"{"state":"ON","brightness":254}"#, to: "Lamp/set", "Lamp", #""brightness":254"#, client)
        // Long enough for a report on the way on any machine; the rest of the time then passes quickly.
        try await client.publish(#"{"brightness":54,"transition":60}"#, to: "z/y/Lamp/set")
        let between = try await client.expect("a level between") { message in
            guard message.topicText == "z/y/Lamp", let level = message.text.firstMatch(of: /"brightness":(\d+)/)
            else { return false }
            return (Int(level.output.1) ?? 0) < 254
        }
        #expect(!between.text.contains(#""brightness":54,"#))
        try running.hub.setSpeed(100)
        try await client.expect("its end") { $0.text.contains(#""brightness":54,"#) }
        await running.stop()
    }

    @Test func `covers, locks, climate, fans and sockets do as they are told`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        try await set("close", to: "Blind/set", "Blind", #""moving":"DOWN""#, client)
        try await set("STOP", to: "Blind/set", "Blind", #""moving":"STOP""#, client)
        try await set(#"{"state":"OPEN"}"#, to: "Blind/set", "Blind", #""moving":"UP""#, client)
        try await set("UNLOCK", to: "Door/set", "Door", #""state":"UNLOCK""#, client)
        try await set(#"{"state":"LOCK"}"#, to: "Door/set", "Door", #""lock_state":"locked","state":"LOCK""#, client)
        try await set(
            #"{"system_mode":"heat","occupied_heating_setpoint":22.5}"#, to: "Heating/set", "Heating",
            #""occupied_heating_setpoint":22.5"#, client)
        try await set(#"{"fan_state":"ON"}"#, to: "Fan/set", "Fan", #""fan_state":"ON""#, client)
        try await set("low", to: "Fan/set/fan_mode", "Fan", #""fan_mode":"low""#, client)
        try await set(#"{"state_l2":"ON"}"#, to: "Strip/set", "Strip", #""state_l2":"ON""#, client)
        try await set("ON", to: "Strip/l1/set", "Strip", #""state_l1":"ON""#, client)
        try await set("OFF", to: "Strip/l2/set/state", "Strip", #""state_l2":"OFF""#, client)
        // Nothing changes, and it is said all the same.
        try await set("OFF", to: "Strip/l2/set/state", "Strip", #""state_l2":"OFF""#, client)
        await running.stop()
    }

    @Test func `a press of a button is an action that is not retained`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        _ = try await client.request(
            "simulation/event",
            #"{"device":"button","trait":"Switch","event":"longPress","fields":{"newPosition":1}}"#)
        let message = try await client.expect("z/y/Button", #"{"action":"hold"}"#)
        #expect(!message.isRetained)
        await running.stop()
    }

    /// Of several buttons one property says which was pressed, in words that are among its values.
    @Test func `what several buttons do is what is exposed`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home =
            "structures: [{name: S, devices: [{name: Remote, parts: [{type: GenericSwitch}, {type: GenericSwitch}]}]}]"
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        let retained = try await client.retained("z/y/#").mapValues(\.text)
        let states = Dictionary(
            uniqueKeysWithValues: retained.map { (String($0.key.dropFirst("z/y/".count)), $0.value) })
        let devices = try JSONValue(parsing: Array((states["bridge/devices"] ?? "").utf8))
        let reader = ExposesReader(devices: devices, states: states)
        #expect(reader.faults.isEmpty)
        try await client.subscribe([Subscription(filter: "z/y/#", retainHandling: .doNotSend)])
        var heard: Set<String> = []
        for part in ["GenericSwitch", "GenericSwitch-2"] {
            _ = try await client.request(
                "simulation/event",
                #"{"device":"remote","part":"\#(part)","trait":"Switch","event":"longPress","fields":{"newPosition":1}}"#
            )
            let message = try await client.expect("the press") { $0.topicText == "z/y/Remote" && !$0.isRetained }
            #expect(reader.fault(in: message.text, of: "Remote") == nil, "\(message.text)")
            heard.insert(message.text)
        }
        #expect(heard == [#"{"action":"hold_l1"}"#, #"{"action":"hold_l2"}"#])
        await running.stop()
    }

    @Test func `a covering that does not know where it is opens and closes`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home =
            "structures: [{name: S, devices: [{name: Awning, type: WindowCovering, features: {WindowCovering: [lift]}}]}]"
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        try await client.subscribe([Subscription(filter: "z/y/#", retainHandling: .doNotSend)])
        try await set("CLOSE", to: "Awning/set", "Awning", #""moving":"DOWN""#, client)
        try await set(#"{"state":"STOP"}"#, to: "Awning/set", "Awning", #""moving":"STOP""#, client)
        try await set("OPEN", to: "Awning/set", "Awning", #""moving":"UP""#, client)
        await running.stop()
    }

    @Test func `the least brightness is on`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        try await set(#"{"brightness":20,"transition":0}"#, to: "Lamp/set", "Lamp", #""brightness":20,"#, client)
        for payload in [#"{"brightness_step":-50,"transition":0}"#, #"{"brightness":1,"transition":0}"#] {
            try await client.publish(payload, to: "z/y/Lamp/set")
            let state = try await client.expect("a step down") { message in
                guard message.topicText == "z/y/Lamp", let level = message.text.firstMatch(of: /"brightness":(\d+)/)
                else { return false }
                return (Int(level.output.1) ?? 20) < 20
            }
            #expect(state.text.contains(#""state":"ON""#), "\(payload)")
        }
        await running.stop()
    }

    @Test func `a rename, a removal and the layout's end leave nothing`() async throws {
        let broker = try await MosquittoBroker.start()
        var (running, client) = try await start(broker)
        try await client.publish(
            #"{"from":"Plug","to":"Küche 💡","transaction":7}"#, to: "z/y/bridge/request/device/rename")
        let answer = try await client.expect("z/y/bridge/response/device/rename").text
        #expect(answer.contains(#""status":"ok""#) && answer.contains(#""transaction":7"#))
        var topics = Set(try await client.retained("z/#").keys)
        #expect(topics.contains("z/y/Küche 💡") && !topics.contains { $0.hasPrefix("z/y/Plug") })
        try await set("ON", to: "Küche 💡/set", "Küche 💡", #""state":"ON""#, client)
        try await client.publish("Lamp", to: "z/y/bridge/request/device/remove")
        try await client.expect("z/y/bridge/response/device/remove")
        topics = Set(try await client.retained("z/#").keys)
        #expect(!topics.contains { $0.hasPrefix("z/y/Lamp") })
        #expect(try await client.retained("z/y/bridge/state").values.first?.text.contains("online") == true)
        await running.stop()
        #expect(try await client.retained("z/y/bridge/state").values.first?.text.contains("offline") == true)
        // What others have there stays; nothing is kept but what the broker has.
        try await client.publish(#"{"state":"ON"}"#, to: "z/y/Stranger", isRetained: true)
        running = try await RunningBridge.start(on: broker, home: Self.home) { configuration in
            configuration.layouts = ["zigbee2mqtt": BridgeConfiguration.Layout(isEnabled: false, prefix: "z/y")]
        }
        #expect(Set(try await client.retained("z/#").keys) == ["z/y/Stranger"])
        try await running.bridge.setLayouts([
            "zigbee2mqtt": BridgeConfiguration.Layout(isEnabled: true, prefix: "z/y")
        ])
        try await client.expect("online") { $0.topicText == "z/y/bridge/state" && $0.text.contains("online") }
        try await running.bridge.setLayouts([
            "zigbee2mqtt": BridgeConfiguration.Layout(isEnabled: false, prefix: "z/y")
        ])
        _ = try await client.request("bridge/health", "{}")
        #expect(Set(try await client.retained("z/#").keys) == ["z/y/Stranger"])
        await running.stop()
    }

    @Test func `a device that joins and leaves is said to, and found under its name`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home = """
            structures:
              - name: S
                commissionable:
                  - {payload: "MT:Y.K9042C00KA0648G00", device: {name: New Plug, type: OnOffPluginUnit}}
            """
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        try running.hub.setSpeed(100)
        try await client.subscribe([Subscription(filter: "z/y/#", retainHandling: .doNotSend)])
        let answer = try await client.request(
            "commissioning/commission", #"{"structure":"S","payload":"MT:Y.K9042C00KA0648G00","name":"Heater"}"#)
        #expect(answer.hasPrefix(#"{"ok":true"#))
        try await client.expect("z/y/Heater/availability") { $0.topicText == "z/y/Heater/availability" }
        let joined = try await client.expect("z/y/bridge/event").text
        #expect(joined.hasPrefix(#"{"type":"device_joined","data":{"friendly_name":"Heater","ieee_address":"0x"#))
        let interview = try await client.expect("z/y/bridge/event").text
        #expect(interview.contains(#""type":"device_interview""#) && interview.contains(#""status":"successful""#))
        try await client.publish("Heater", to: "z/y/bridge/request/device/remove")
        let left = try await client.expect("z/y/bridge/event").text
        #expect(left.contains(#""type":"device_leave""#))
        await running.stop()
    }

    @Test func `a lock that asks for a code gets the one that comes with the command`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home = """
            structures:
              - name: S
                devices:
                  - name: Door
                    type: DoorLock
                    features: {DoorLock: [pinCredential, user, credentialOverTheAirAccess]}
                    traits: {DoorLock: {requirePinForRemoteOperation: true, lockState: locked}}
            """
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        let lock = "h/s/device/door/DoorLock/DoorLock"
        let user = try await client.order(
            "\(lock)/setCredential/invoke",
            #"{"operationType":"add","credential":{"credentialType":"pin","credentialIndex":1},"credentialData":"24680","userIndex":null,"userStatus":null,"userType":null}"#
        )
        #expect(user.contains(#""ok":true"#))
        try await client.subscribe([Subscription(filter: "z/y/#", retainHandling: .doNotSend)])
        for payload in ["UNLOCK", #"{"state":"UNLOCK","code":"11111"}"#] {
            try await client.publish(payload, to: "z/y/Door/set")
            let refused = try await client.expect("z/y/bridge/logging").text
            #expect(!refused.contains("11111") && refused.contains("z/y/Door/set"))
        }
        try await set(#"{"state":"UNLOCK","code":"24680"}"#, to: "Door/set", "Door", #""state":"UNLOCK""#, client)
        #expect(!running.lines.elements.contains { $0.contains("24680") || $0.contains("11111") })
        await running.stop()
    }

    @Test func `nonsense is said to be such, and the bridge lives on`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        let payloads = [
            "", "{", "[]", "null", "1e999", #"{"a":{"a":{"a":1}}}"#, #""\ud800""#, #"{"brightness":1e300}"#,
            #"{"brightness":-1}"#, #"{"color":{}}"#, ##"{"color":"#GG0000"}"##, #"{"color_temp":"hot"}"#,
            #"{"transition":1e99,"state":"ON"}"#, #"{"brightness_step":{}}"#, #"{"state":null}"#, #"{"state":5}"#,
        ]
        for payload in payloads {
            for topic in ["Lamp/set", "Strip/l1/set/state", "Lights/set", "Nobody/set", "bridge/request/device/rename"]
            {
                try await client.publish(payload, to: "z/y/\(topic)")
            }
        }
        try await set("ON", to: "Plug/set", "Plug", #""state":"ON""#, client)
        #expect(running.lines.elements.contains { $0.contains("z/y/Lamp/set") })
        await running.stop()
    }

    @Test func `commands keep their order with native ones`() async throws {
        let broker = try await MosquittoBroker.start()
        let (running, client) = try await start(broker)
        let level = "h/s/device/lamp/ExtendedColorLight/LevelControl"
        for number in 1...12 {
            try await client.publish("\(number * 20)", to: "z/y/Lamp/set/brightness")
            try await client.publish(
                #"{"level":\#(number * 20 + 10),"transitionTime":0,"optionsMask":0,"optionsOverride":0}"#,
                to: "\(level)/moveToLevelWithOnOff/invoke")
        }
        let answer = try await client.order(
            "\(level)/moveToLevelWithOnOff/invoke",
            #"{"level":7,"transitionTime":0,"optionsMask":0,"optionsOverride":0}"#)
        #expect(answer == #"{"ok":true}"#)
        // A level is reported once a second, at last as it is.
        try await client.expect("the last level") {
            $0.topicText == "z/y/Lamp" && $0.text.contains(#""brightness":7,"#)
        }
        #expect(try await client.retained("\(level)/currentLevel").values.first?.text == "7")
        let levels = try await client.request("bridge/read", #"{"object":"s/device/lamp","fresh":true}"#)
        #expect(levels.contains(#"currentLevel":"7""#))
        await running.stop()
    }
}
