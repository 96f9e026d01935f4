import Bridge
import MQTT
import SimulatedHub
import TestSupport
import Testing

/// What Home Assistant sends to entities that have a document of their own, and what these say then.
@Suite(.timeLimit(.minutes(2))) struct EntityDocumentTests {
    private static let home = """
        structures:
          - name: S
            devices:
              - name: Lamp
                type: ExtendedColorLight
                features: {ColorControl: [hueSaturation, xy, colorTemperature]}
              - {name: Spot, type: DimmableLight}
              - name: Disco
                type: ExtendedColorLight
                features: {ColorControl: [hueSaturation, enhancedHue, colorLoop]}
                traits: {Google.LightEffects: {pulseEffectSet: false}}
              - {name: Updatable, parts: [{type: OnOffPluginUnit}, {type: OtaRequestor}]}
              - {name: Bulb, type: OnOffLight}
              - {name: Plug, type: OnOffPluginUnit}
              - {name: Other Plug, type: OnOffPluginUnit}
              - {name: Robot, type: RoboticVacuumCleaner}
              - {name: Tank, type: WaterValve, features: {ValveConfigurationAndControl: [level]}}
              - {name: Boiler, type: WaterHeater}
              - {name: Guard, type: GoogleSecuritySystem}
              - {name: Gate, type: Closure}
              - {name: Blind, type: WindowCovering}
            groups:
              - {name: Lights, devices: [Lamp, Spot, Bulb]}
              - {name: Plugs, devices: [Plug, Other Plug]}
              - {name: Blinds, devices: [Blind]}
        """

    /// An order to an entity, and what it says when that is done.
    struct Step: Sendable {
        let entity: String
        let payload: String
        let state: String
        /// An entity that says it, if it is another one.
        var other: String?
    }

    private static let lamp = "device/lamp/ExtendedColorLight_light"
    private static let spot = "device/spot/DimmableLight_light"
    private static let disco = "device/disco/ExtendedColorLight_light"
    private static let lights = "group/lights/OnOffLight_light"
    private static let robot = "device/robot/RoboticVacuumCleaner_vacuum"
    private static let tank = "device/tank/WaterValve_valve"
    private static let boiler = "device/boiler/WaterHeater_water_heater"
    private static let guard_ = "device/guard/GoogleSecuritySystem_alarm"

    private static let steps = [
        Step(
            entity: lamp, payload: #"{"state":"ON","brightness":100,"color_temp":250}"#,
            state: #"{"state":"ON","brightness":100,"color_mode":"color_temp","color_temp":250}"#),
        Step(
            entity: lamp, payload: #"{"state":"ON","color":{"h":120.0,"s":100.0}}"#,
            state: #"{"state":"ON","brightness":100,"color_mode":"hs","color":{"h":120,"s":100}}"#),
        Step(
            entity: lamp, payload: #"{"state":"ON","color":{"x":0.3,"y":0.4}}"#,
            state: #"{"state":"ON","brightness":100,"color_mode":"xy","color":{"x":0.3,"y":0.4}}"#),
        Step(
            entity: lamp, payload: #"{"state":"OFF","transition":2}"#,
            state: #"{"state":"OFF","brightness":100,"color_mode":"xy","color":{"x":0.3,"y":0.4}}"#),
        // Colour is set while it is off, and off it stays until it is turned on.
        Step(
            entity: lights, payload: #"{"state":"ON","brightness":50}"#,
            state: #"{"state":"ON","brightness":50,"color_mode":"xy","color":{"x":0.3,"y":0.4}}"#),
        Step(
            entity: lights, payload: #"{"state":"OFF"}"#,
            state: #"{"state":"OFF","brightness":50,"color_mode":"brightness"}"#,
            other: "device/spot/DimmableLight_light"),
        Step(
            entity: disco, payload: #"{"state":"ON","effect":"colorloop"}"#,
            state:
                #"{"state":"ON","brightness":254,"color_mode":"hs","color":{"h":0,"s":0},"effect":"colorloop"}"#),
        Step(
            entity: disco, payload: #"{"state":"ON","effect":"off"}"#,
            state: #"{"state":"ON","brightness":254,"color_mode":"hs","color":{"h":0,"s":0},"effect":"off"}"#),
        Step(
            entity: disco, payload: #"{"state":"ON","effect":"pulse"}"#,
            state: #"{"state":"ON","brightness":254,"color_mode":"hs","color":{"h":0,"s":0},"effect":"pulse"}"#),
        Step(
            entity: spot, payload: #"{"state":"ON","brightness":1}"#,
            state: #"{"state":"ON","brightness":2,"color_mode":"brightness"}"#),
        Step(entity: robot, payload: "start", state: #"{"state":"cleaning"}"#),
        Step(entity: robot, payload: "pause", state: #"{"state":"paused"}"#),
        Step(entity: robot, payload: "start", state: #"{"state":"cleaning"}"#),
        Step(entity: tank, payload: "40", state: #"{"position":40}"#),
        Step(entity: tank, payload: "0", state: #"{"position":0}"#),
        Step(entity: tank, payload: "OPEN", state: #"{"position":100}"#),
        Step(entity: boiler, payload: "high_demand", state: "high_demand"),
        Step(entity: boiler, payload: "off", state: "off"),
        Step(entity: boiler, payload: "eco", state: "eco"),
        Step(entity: guard_, payload: "ARM_HOME", state: "armed_home"),
        Step(entity: guard_, payload: "DISARM", state: "disarmed"),
        Step(entity: "device/gate/Closure_cover", payload: "OPEN", state: "opening"),
    ]

    @Test func `entities do what they are told and say so`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await Self.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("h/s/ha/+/+/+")
        try await client.subscribe("h/s/ha/+/+/+/set/response")
        for step in Self.steps {
            let topic = "h/s/ha/\(step.entity)"
            try await client.publish(step.payload, to: "\(topic)/set")
            let answer = try await client.expect("\(topic)/set/response").text
            #expect(answer == #"{"ok":true}"#, "\(step): \(answer)")
            try await client.expect("h/s/ha/\(step.other ?? step.entity)", step.state, within: .seconds(20))
        }
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test(arguments: [
        (lamp, "{", "invalidArgument"), (lamp, "ON", "invalidArgument"),
        (lamp, #"{"brightness":1}"#, "invalidArgument"),
        (lamp, #"{"state":"ON","brightness":255}"#, "outOfRange"),
        (lamp, #"{"state":"ON","brightness":"x"}"#, "invalidArgument"),
        (lamp, #"{"state":"ON","color":{"h":1}}"#, "invalidArgument"),
        (lamp, #"{"state":"ON","color_temp":-1}"#, "outOfRange"),
        (lamp, #"{"state":"ON","effect":"fireworks"}"#, "invalidArgument"), (lamp, "\u{0}", "invalidArgument"),
        (tank, "101", "invalidArgument"), (tank, "99999999999999999999", "invalidArgument"),
        (robot, "fly", "invalidArgument"), (guard_, "ARM_NEVER", "invalidArgument"), (boiler, "gas", "invalidArgument"),
        ("device/nobody/X_light", "{}", "notFound"), ("device/lamp/X_light", "{}", "notFound"),
        ("group/lights/X", "{}", "notFound"),
    ])
    func `what makes no sense is answered`(entity: String, payload: String, code: String) async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await Self.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        let answer = try await client.order("h/s/ha/\(entity)/set", payload)
        #expect(answer.contains(#""code":"\#(code)""#), "\(answer)")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    /// Where nobody says how long, a light takes the time that is set; asked for a time, it is turned on within that.
    @Test func `a transition is what is asked for, or the light's own`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await Self.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        let trait = "h/s/device/spot/DimmableLight"
        try await client.subscribe("\(trait)/LevelControl/currentLevel", "\(trait)/OnOff/onOff")
        for (time, payload) in [(600, #"{"state":"ON","brightness":250}"#), (0, #"{"state":"ON","transition":60}"#)] {
            let set = "\(trait)/LevelControl/onOffTransitionTime/set"
            #expect(try await client.order(set, "0") == #"{"ok":true}"#)
            _ = try await client.order("h/s/ha/\(Self.spot)/set", #"{"state":"ON","brightness":50}"#)
            _ = try await client.order("h/s/ha/\(Self.spot)/set", #"{"state":"OFF"}"#)
            if time > 0 { _ = try await client.order("h/s/ha/\(Self.spot)/set", #"{"state":"ON"}"#) }
            #expect(try await client.order(set, "\(time)") == #"{"ok":true}"#)
            #expect(try await client.order("h/s/ha/\(Self.spot)/set", payload) == #"{"ok":true}"#)
            // A level on the way, while it is on.
            let goal = time > 0 ? 250 : 50
            try await client.expect("a level between") {
                $0.topicText == "\(trait)/LevelControl/currentLevel"
                    && (Int($0.text).map { $0 < goal && (time > 0 ? $0 > 50 : $0 > 1) } ?? false)
            }
            #expect(try await client.retained("\(trait)/OnOff/onOff").values.first?.text == "true")
            try running.hub.setSpeed(100)
            try await client.expect("\(trait)/LevelControl/currentLevel", "\(goal)", within: .seconds(20))
            try running.hub.setSpeed(1)
        }
        // A flash is what it does to show which one it is.
        _ = try await client.order("h/s/ha/\(Self.spot)/set", #"{"state":"OFF"}"#)
        #expect(try await client.order("h/s/ha/\(Self.spot)/set", #"{"state":"ON","flash":60}"#) == #"{"ok":true}"#)
        let identifyTime = try await client.retained("\(trait)/Identify/identifyTime").values.first?.text
        #expect(identifyTime.flatMap(Int.init).map { (50...60).contains($0) } == true)
        #expect(try await client.retained("\(trait)/OnOff/onOff").values.first?.text == "false")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    /// A robot that is told to pause and to start at once goes on: what start means is decided when its turn has come.
    @Test func `what an order means follows from the orders before it`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await Self.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        let topic = "h/s/ha/\(Self.robot)"
        try await client.subscribe("\(topic)/set/response")
        for order in ["start", "pause", "start", "pause", "start"] {
            try await client.publish(order, to: "\(topic)/set")
        }
        for _ in 0..<5 { #expect(try await client.expect("\(topic)/set/response").text == #"{"ok":true}"#) }
        #expect(try await client.retained(topic)[topic]?.text == #"{"state":"cleaning"}"#)
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `groups say what their members are together`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await Self.start(on: broker)
        let client = try await TestClient.connect(to: broker)
        let plugs = "h/s/ha/group/plugs/OnOffPluginUnit_outlet"
        let blinds = "h/s/ha/group/blinds/WindowCovering_cover"
        try await client.subscribe("h/s/ha/group/+/+")
        try await client.expect(plugs, "false")
        try await client.expect(blinds, "100")
        let software = try await client.retained("h/s/ha/device/updatable/#").values.map(\.text)
        #expect(software.count == 1 && software[0].contains(#""in_progress":false"#))
        _ = try await client.order("h/s/device/plug/OnOffPluginUnit/OnOff/on/invoke", "{}")
        try await client.expect(plugs, "true")
        // A member that is away says nothing.
        _ = try await client.request("simulation/connectivity", #"{"device":"plug","state":"offline"}"#)
        try await client.expect(plugs, "false")
        _ = try await client.order("h/s/device/blind/WindowCovering/WindowCovering/goToLiftPercentage/invoke", "7000")
        try await client.expect(blinds, "30", within: .seconds(40))
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    private static func start(on broker: MosquittoBroker) async throws -> RunningBridge {
        try await RunningBridge.start(on: broker, home: home) {
            $0.layouts["homeAssistant"] = BridgeConfiguration.Layout(isEnabled: true, prefix: "homeassistant")
        }
    }
}
