import Configuration
import DataModel
import HomeGraph
import MQTT
import Mosquitto
import SimulatedHub
import TestSupport
import Testing

@testable import Bridge

/// The home as Homie devices, over all device types of the model, and at a real broker.
@Suite(.timeLimit(.minutes(2))) struct HomieOnTheWireTests {
    private static let home = """
        structures:
          - name: S
            devices:
              - {name: Lamp, type: ExtendedColorLight}
              - {name: Blind, type: WindowCovering}
              - {name: Heating, type: Thermostat}
              - {name: Button, type: GenericSwitch}
              - {name: Door, type: DoorLock}
            groups:
              - {name: Lights, devices: [lamp]}
        """

    private static func configure(_ configuration: inout BridgeConfiguration) {
        configuration.layouts = ["homie": BridgeConfiguration.Layout(isEnabled: true, prefix: "homie")]
    }

    private func retained(_ client: TestClient) async throws -> [String: String] {
        let all = try await client.retained("homie/#")
        return Dictionary(uniqueKeysWithValues: all.map { (String($0.key.dropFirst("homie/5/".count)), $0.value.text) })
    }

    @Test func `a controller takes the devices of every type`() async throws {
        let said = try await EveryTypeHome.said(under: "homie/5/", configure: Self.configure)
        let controller = HomieController(said.filter { !$0.value.isEmpty })
        #expect(controller.faults.isEmpty)
        #expect(
            controller.descriptions.count == EveryTypeHome.types.count + 1 + EveryTypeHome.awkwardNames.count + 2)
        for (path, datatype) in [
            ("extendedcolorlight/extended-color-light/color", "color"), ("thermostat/thermostat/mode", "enum"),
            ("windowcovering/window-covering/position", "integer"), ("doorlock/door-lock/lock", "enum"),
            ("fan/fan/fan-speed", "integer"), ("watervalve/water-valve/open", "boolean"),
            ("temperaturesensor/temperature-sensor/temperature", "float"),
            ("electricalmeter/electrical-meter/power", "float"), ("contactsensor/contact-sensor/open", "boolean"),
            ("genericswitch/generic-switch/press", "enum"), ("group-all/group/brightness", "integer"),
            ("googlegarage/google-garage/position", "integer"),
            ("roboticvacuumcleaner/robotic-vacuum-cleaner/operation", "enum"),
            ("roboticvacuumcleaner/robotic-vacuum-cleaner/program", "enum"),
            ("laundrywasher/laundry-washer/program", "enum"),
        ] {
            #expect(controller.properties["abcdefgh-\(path)"]?.datatype == datatype, "\(path)")
        }
    }

    @Test func `what is set is done, and what is done is seen`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        #expect(HomieController(try await retained(client)).faults.isEmpty)
        try await client.subscribe("homie/#")
        let lamp = "homie/5/abcdefgh-lamp/extended-color-light"
        // Native to Homie.
        _ = try await client.order("h/s/device/lamp/ExtendedColorLight/OnOff/on/invoke", "{}")
        try await client.expect("\(lamp)/on", "true")
        // Homie to native.
        try await client.subscribe("h/s/device/lamp/#")
        try await client.publish("40", to: "\(lamp)/brightness/set")
        try await client.expect("\(lamp)/brightness", "40")
        try await client.publish("hsv,120,50,80", to: "\(lamp)/color/set")
        try await client.expect("\(lamp)/color", "hsv,120,50,80")
        try await client.publish("370", to: "\(lamp)/color-temperature/set")
        try await client.expect("h/s/device/lamp/ExtendedColorLight/ColorControl/colorTemperatureMireds", "370")
        try await client.publish("21.504", to: "homie/5/abcdefgh-heating/thermostat/heating-setpoint/set")
        try await client.expect("homie/5/abcdefgh-heating/thermostat/heating-setpoint", "21.5")
        // A lock that is locked says so again.
        for _ in 0..<2 {
            try await client.publish("locked", to: "homie/5/abcdefgh-door/door-lock/lock/set")
            try await client.expect("homie/5/abcdefgh-door/door-lock/lock", "locked")
        }
        try await client.publish("false", to: "homie/5/abcdefgh-group-lights/group/on/set")
        try await client.expect("\(lamp)/on", "false")
        await running.stop()
    }

    /// What is accepted is said again, in the form that the light has it in.
    @Test func `a colour is said as it was set, and white as white`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home = """
            structures:
              - name: S
                devices:
                  - name: Lamp
                    type: ExtendedColorLight
                    features: {ColorControl: [hueSaturation, xy, colorTemperature]}
                  - {name: Plain, type: ColorTemperatureLight, features: {ColorControl: [hueSaturation, colorTemperature]}}
                groups:
                  - {name: Lights, devices: [lamp]}
            """
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        try await client.subscribe("homie/#")
        let lamp = "homie/5/abcdefgh-lamp/extended-color-light"
        let group = "homie/5/abcdefgh-group-lights/group"
        for color in ["hsv,120,50,80", "xyz,0.3,0.4", "hsv,240,100,40", "xyz,0.3,0.4", "xyz,0.3,0.4"] {
            try await client.publish(color, to: "\(lamp)/color/set")
            try await client.expect("\(lamp)/color", color)
        }
        try await client.publish("250", to: "\(lamp)/color-temperature/set")
        let white = try await client.expect("white") {
            $0.topicText == "\(lamp)/color" && $0.text.hasPrefix("xyz,0.38")
        }
        try await client.expect("\(group)/color", white.text)
        let plain = "homie/5/abcdefgh-plain/color-temperature-light"
        try await client.publish("hsv,120,50,80", to: "\(plain)/color/set")
        try await client.expect("\(plain)/color", "hsv,120,50,80")
        try await client.publish("250", to: "\(plain)/color-temperature/set")
        try await client.expect("\(plain)/color", "hsv,0,0,80")
        #expect(HomieController(try await retained(client)).faults.isEmpty)
        await running.stop()
    }

    /// What a fan is on the way to is nothing while it goes as it likes.
    @Test func `a target is there always, and what has no value is named nowhere`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home = """
            structures:
              - name: S
                devices:
                  - {name: Fan, type: Fan, features: {FanControl: [multiSpeed, auto]}}
                  - {name: Scene, type: ModeSelect}
            """
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        let fan = "homie/5/abcdefgh-fan/fan"
        try await client.subscribe("\(fan)/fan-mode")
        for mode in ["auto", "high", "auto"] {
            try await client.publish(mode, to: "\(fan)/fan-mode/set")
            try await client.expect("\(fan)/fan-mode", mode)
            #expect(HomieController(try await retained(client)).faults.isEmpty, "\(mode)")
            #expect(try await retained(client)["abcdefgh-fan/fan/fan-speed/$target"]?.isEmpty == false)
        }
        // A list that becomes empty has no names that a format could have.
        _ = try await client.request(
            "simulation/report",
            #"{"device":"scene","trait":"ModeSelect","attribute":"supportedModes","value":[]}"#)
        #expect(HomieController(try await retained(client)).faults.isEmpty)
        await running.stop()
    }

    @Test func `a covering that does not know where it is opens and closes`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home =
            "structures: [{name: S, devices: [{name: Awning, type: WindowCovering, features: {WindowCovering: [lift]}}]}]"
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        let controller = HomieController(try await retained(client))
        #expect(controller.faults.isEmpty)
        #expect(controller.properties["abcdefgh-awning/window-covering/move"]?.format == "open,closed,stopped")
        let awning = "homie/5/abcdefgh-awning/window-covering"
        try await client.subscribe("\(awning)/move")
        for payload in ["closed", "stopped", "open"] {
            try await client.publish(payload, to: "\(awning)/move/set")
            try await client.expect("\(awning)/move", payload)
        }
        await running.stop()
    }

    @Test func `a program is set by the name that the device gives it`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home = "structures: [{name: S, devices: [{name: Washer, type: LaundryWasher}]}]"
        let running = try await RunningBridge.start(on: broker, home: home, configure: Self.configure)
        let controller = HomieController(try await retained(client))
        let path = "abcdefgh-washer/laundry-washer/program"
        let programs = (controller.properties[path]?.format ?? "").split(separator: ",").map(String.init)
        #expect(programs.count > 1 && controller.faults.isEmpty)
        try await client.subscribe("homie/5/\(path)")
        for program in programs.reversed() {
            try await client.publish(program, to: "homie/5/\(path)/set")
            try await client.expect("homie/5/\(path)", program)
        }
        await running.stop()
    }

    @Test func `what takes its time has a target from the beginning`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let blind = "homie/5/abcdefgh-blind/window-covering"
        let first = try await retained(client)
        #expect(first["abcdefgh-blind/window-covering/position/$target"] == "100")
        try await client.subscribe("\(blind)/#")
        for _ in 0..<first.keys.filter({ $0.hasPrefix("abcdefgh-blind/window-covering/") }).count {
            _ = try await client.messages.first("what is retained") { $0.topicText.hasPrefix(blind) }
        }
        try await client.publish("30", to: "\(blind)/position/set")
        let next = try await client.messages.first("the target") {
            $0.topicText == "\(blind)/position/$target" || $0.topicText == "\(blind)/position"
        }
        #expect(next.topicText == "\(blind)/position/$target" && next.text == "30")
        try await client.publish("stop", to: "\(blind)/stop/set")
        try await client.expect("\(blind)/stop", "stop")
        try await client.expect("\(blind)/movement", "stopped")
        await running.stop()
    }

    @Test func `a press of a button is heard once, and is not retained`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let topic = "homie/5/abcdefgh-button/generic-switch/press"
        try await client.subscribe(topic)
        let answer = try await client.request(
            "simulation/event",
            #"{"device":"button","trait":"Switch","event":"multiPressComplete","fields":{"previousPosition":1,"totalNumberOfPressesCounted":2}}"#
        )
        #expect(answer == #"{"ok":true}"#)
        let message = try await client.expect(topic, "double-press")
        #expect(!message.isRetained)
        #expect(try await retained(client)["abcdefgh-button/generic-switch/press"] == nil)
        await running.stop()
    }

    /// A limit is in the description, which may change only while the device says that it is not ready.
    @Test func `a description follows the device's limits, in the lawful order`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let heating = "homie/5/abcdefgh-heating"
        let before = HomieController(try await retained(client))
        let path = "abcdefgh-heating/thermostat/heating-setpoint"
        #expect(before.properties[path]?.format?.hasPrefix("7:30") == true)
        try await client.subscribe("\(heating)/+")
        for _ in 0..<2 { _ = try await client.messages.first("what is retained") { $0.isRetained } }
        let answer = try await client.order("h/s/device/heating/Thermostat/Thermostat/minHeatSetpointLimit/set", "1200")
        #expect(answer == #"{"ok":true}"#)
        var told: [String] = []
        for _ in 0..<3 {
            let message = try await client.messages.first("the device") { $0.topicText.hasPrefix(heating) }
            told.append("\(message.topicText.dropFirst(heating.count + 1)) \(message.text.prefix(5))")
        }
        #expect(told == ["$state init", "$description {\"hom", "$state ready"])
        let after = HomieController(try await retained(client))
        #expect(after.properties[path]?.format?.hasPrefix("12:30") == true && after.faults.isEmpty)
        await running.stop()
    }

    @Test func `a rename and a removal leave nothing, and versions outlive the bridge`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        var running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let before = HomieController(try await retained(client))
        await running.stop()
        running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let again = HomieController(try await retained(client))
        #expect(again.descriptions == before.descriptions)
        _ = try await client.request("device/rename", #"{"device":"blind","name":"Curtain"}"#)
        _ = try await client.request("device/remove", #"{"device":"lamp"}"#)
        let after = try await retained(client)
        #expect(HomieController(after).faults.isEmpty)
        #expect(!after.keys.contains { $0.hasPrefix("abcdefgh-lamp/") })
        #expect(after["abcdefgh-blind/$description"]?.contains("Curtain") == true)
        await running.stop()
        // Switched off meanwhile, and nothing kept but what the broker has.
        running = try await RunningBridge.start(on: broker, home: Self.home) { configuration in
            configuration.layouts = ["homie": BridgeConfiguration.Layout(isEnabled: false, prefix: "homie")]
        }
        #expect(try await retained(client).isEmpty)
        // On and off while it runs.
        try await running.bridge.setLayouts(["homie": BridgeConfiguration.Layout(isEnabled: true, prefix: "homie")])
        try await client.subscribe("homie/5/abcdefgh/$state")
        try await client.expect("homie/5/abcdefgh/$state", "ready")
        #expect(HomieController(try await retained(client)).faults.isEmpty)
        try await running.bridge.setLayouts(["homie": BridgeConfiguration.Layout(isEnabled: false, prefix: "homie")])
        _ = try await client.request("bridge/health", "{}")
        #expect(try await retained(client).isEmpty)
        await running.stop()
    }

    @Test func `nonsense changes nothing, and the bridge lives on`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let before = try await retained(client)
        let lamp = "homie/5/abcdefgh-lamp/extended-color-light"
        let payloads = [
            "", "{", "[]", "nan", "1e999", "-1", "101", "ON", "\u{0}", "hsv,1,2", "hsv,-1,0,0", "rgb,1,2,3",
        ]
        for payload in payloads {
            for topic in [
                "\(lamp)/on", "\(lamp)/brightness", "\(lamp)/color", "\(lamp)/nothing", "homie/5/abcdefgh/hub/online",
                "homie/5/abcdefgh-nobody/a/b", "homie/5/abcdefgh-heating/thermostat/mode",
                "homie/5/abcdefgh-group-lights/group/brightness",
            ] {
                try await client.publish(payload, to: "\(topic)/set")
            }
        }
        try await client.subscribe("\(lamp)/brightness")
        // Four times the same, as impatient controllers send it.
        for _ in 0..<4 { try await client.publish("60", to: "\(lamp)/brightness/set") }
        try await client.expect("\(lamp)/brightness", "60")
        let after = try await retained(client)
        let changed = Set(after.keys.filter { after[$0] != before[$0] })
        #expect(
            changed == [
                "abcdefgh-lamp/extended-color-light/brightness", "abcdefgh-lamp/extended-color-light/on",
                "abcdefgh-lamp/extended-color-light/color", "abcdefgh-group-lights/group/brightness",
                "abcdefgh-group-lights/group/on", "abcdefgh-group-lights/group/color",
            ])
        #expect(running.lines.elements.contains { $0.contains("\(lamp)/on/set") && $0.contains("true or false") })
        await running.stop()
    }

    @Test func `a broker that forgot everything is told everything again`() async throws {
        let broker = try await MosquittoBroker.start()
        var client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let before = try await retained(client)
        await client.disconnect()
        try await broker.restart()
        client = try await TestClient.connect(to: broker)
        try await client.subscribe("homie/5/abcdefgh/$state", "homie/5/abcdefgh-lamp/extended-color-light/on")
        try await client.expect("homie/5/abcdefgh/$state", "ready", within: .seconds(30))
        #expect(try await retained(client) == before)
        try await client.publish("true", to: "homie/5/abcdefgh-lamp/extended-color-light/on/set")
        try await client.expect("homie/5/abcdefgh-lamp/extended-color-light/on", "true")
        await running.stop()
    }

    @Test func `a bridge that goes without a word is lost, and one that ends is disconnected`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await RunningBridge.start(on: broker, home: Self.home, configure: Self.configure)
        let will = try #require(running.bridge.layoutWills.first)
        var settings = TestClient.settings(for: broker.address, clientID: "homegraph2mqtt-h-homie")
        settings.will = will.will
        let proxy = try FaultyProxy(to: broker.port)
        settings.address = BrokerAddress(host: "127.0.0.1", port: proxy.port)
        let bearer = WillBearer(will, of: running.bridge) { _ in }
        try await client.subscribe("homie/5/abcdefgh/$state")
        try await client.expect("homie/5/abcdefgh/$state", "ready")
        let connection = try MosquittoConnection(settings, source: bearer, handler: bearer)
        try connection.start()
        // Said again, since there may have been a will.
        try await client.expect("homie/5/abcdefgh/$state", "ready")
        proxy.cut()
        try await client.expect("homie/5/abcdefgh/$state", "lost")
        // It comes again, and says so.
        try await client.expect("homie/5/abcdefgh/$state", "ready", within: .seconds(30))
        await running.stop()
        try await client.expect("homie/5/abcdefgh/$state", "disconnected")
        await connection.stop(within: .seconds(5))
        #expect(try await retained(client)["abcdefgh/$state"] == "disconnected")
    }
}
