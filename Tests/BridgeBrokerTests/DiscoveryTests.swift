import Configuration
import DataModel
import Foundation
import HomeGraph
import MQTT
import ModelReader
import SimulatedHub
import TestSupport
import Testing

@testable import Bridge

/// What Home Assistant discovers, over all device types of the model, and at a real broker.
@Suite(.timeLimit(.minutes(2))) struct DiscoveryTests {
    private static func configuration(_ change: (inout BridgeConfiguration) -> Void = { _ in }) -> BridgeConfiguration {
        var configuration = BridgeConfiguration(baseTopic: "h", version: "1.0", instance: "abcdefgh")
        configuration.layouts["homeAssistant"] = BridgeConfiguration.Layout(isEnabled: true, prefix: "homeassistant")
        change(&configuration)
        return configuration
    }

    private static func topics(_ text: String) async throws -> [(topic: String, payload: String)] {
        let catalog = ModelCatalog.standard
        let hub = try SimulatedHub(
            home: try HomeFile.read(Array(text.utf8), file: "home", catalog: catalog), catalog: catalog)
        let home = try await Home(hub: hub)
        let topics = try await Bridge.topics(of: home.store, configuration: configuration())
        await home.disconnect()
        return topics
    }

    /// Controllers, wholes of which only the parts do something, and types of which a common product says nothing that
    /// Home Assistant could show.
    private static let withoutEntities: Set<String> = [
        "CameraController", "CastingVideoClient", "ClosureController", "ColorDimmerSwitch", "ControlBridge",
        "DimmerSwitch", "DoorLockController", "OnOffLightSwitch", "OnOffSensor", "PumpController",
        "ThermostatController", "VideoRemoteControl", "WindowCoveringController",
        "Aggregator", "BatteryStorage", "Camera", "ClosurePanel", "ContentApp", "CookSurface",
        "ElectricalEnergyTariff", "ElectricalUtilityMeter", "GoogleBed", "GoogleControlPanel",
        "GoogleDisplay", "GoogleGameConsole", "GoogleNetwork", "GoogleRouter", "Intercom",
        "MeterReferencePoint", "NetworkInfrastructureManager", "SnapshotCamera",
        "ThreadBorderRouter",
    ]

    @Test func `Home Assistant takes the documents of every device type`() async throws {
        let types = ModelCatalog.standard.deviceTypes.filter { $0.classification == .simple }.map(\.name)
        var text = "structures:\n  - name: S\n    devices:\n"
        for type in types { text += "      - {name: \(type), id: \(type.lowercased()), type: \(type)}\n" }
        text +=
            "    groups:\n      - {name: All, devices: [\(types.prefix(90).map { $0.lowercased() }.joined(separator: ", "))]}\n"
        let topics = try await Self.topics(text)
        let documents = topics.filter { $0.topic.hasPrefix("homeassistant/") }
        #expect(documents.count == types.count + 2)
        let faults = try Bridge.layoutFaults(in: topics, configuration: Self.configuration())
        #expect(faults == [])
        // Everything that people can see or do has an entity; what has none is only a part of something, or a controller.
        let entity = /"platform":"(?!device_automation)[^}]*?"name":[^}]*?}/
        let bare = types.filter { type in
            let payload = documents.first { $0.topic.hasSuffix("_\(type.lowercased())/config") }?.payload ?? ""
            return payload.matches(of: entity).allSatisfy { $0.output.contains("\"entity_category\"") }
        }
        #expect(Set(bare).subtracting(Self.withoutEntities).isEmpty)
        for (type, component) in [
            ("extendedcolorlight", "\"platform\":\"light\""), ("thermostat", "\"platform\":\"climate\""),
            ("windowcovering", "\"platform\":\"cover\""), ("doorlock", "\"platform\":\"lock\""),
            ("fan", "\"platform\":\"fan\""), ("watervalve", "\"platform\":\"valve\""),
            ("genericswitch", "\"platform\":\"event\""), ("onoffpluginunit", "\"device_class\":\"outlet\""),
            ("dimmablepluginunit", "\"platform\":\"light\""), ("modeselect", "\"platform\":\"select\""),
            ("googlegarage", "\"device_class\":\"garage\""),
        ] {
            let document = documents.first { $0.topic == "homeassistant/device/abcdefgh_\(type)/config" }
            #expect(document?.payload.contains(component) == true, "\(type)")
        }
    }

    /// The values that a device may say in a slot: each name, both flags, the bounds of numbers, and nothing.
    private static func values(_ attribute: AttributeDescriptor) -> [DataValue] {
        let known: [DataValue] =
            switch attribute.value.type {
            case .bool: [.bool(false), .bool(true)]
            case .enumeration(let type): type.members.map { .uint(UInt64($0.value)) } + [.uint(250)]
            case .integer: [.uint(0), .uint(1), .uint(100), .uint(254)]
            case .string: [.string(""), .string("x")]
            default: []
            }
        return known + [.null]
    }

    @Test func `the entities' documents are taken, whatever the devices say`() async throws {
        let catalog = ModelCatalog.standard
        let text =
            EveryTypeHome.text + """
                      - {name: Updatable, parts: [{type: OnOffPluginUnit}, {type: OtaRequestor}]}
                      - {name: Tank, type: WaterValve, features: {ValveConfigurationAndControl: [level]}}

                """
        let hub = try SimulatedHub(
            home: try HomeFile.read(Array(text.utf8), file: "home", catalog: catalog), catalog: catalog)
        let home = try await Home(hub: hub)
        var seen: Set<Platform> = []
        for device in home.store.shape.devices {
            for component in DeviceComponents.bind(device.layout, hasLastReport: false) {
                guard let document = component.document else { continue }
                seen.insert(component.platform)
                let read = { (offset: Int) in home.store.value(at: device.firstSlot + offset) }
                let members = component.members(root: "r", entity: "e", read)
                func check(_ state: JSONValue) {
                    let payload = String(decoding: EntityDocument.payload(state), as: UTF8.self)
                    let fault = EntityPayloads.fault(in: payload, of: component.platform, members)
                    #expect(fault == nil, "\(device.id) \(component.id): \(payload)")
                    let stem = component.platform == .waterHeater ? "mode_state" : "state"
                    guard case .string(let word) = state,
                        let words = EntityPayloads.words(of: stem, component.platform, members)
                    else { return }
                    #expect(word == "None" || words.contains(word), "\(device.id) \(component.id): \(payload)")
                }
                check(document.state { _ in .null })
                for trait in device.layout.parts.flatMap(\.traits) {
                    for (position, attribute) in trait.attributes.enumerated()
                    where document.offsets.contains(trait.firstOffset + position) {
                        for value in Self.values(attribute) {
                            check(document.state { $0 == trait.firstOffset + position ? value : read($0) })
                        }
                    }
                }
            }
        }
        #expect(seen.isSuperset(of: [.light, .vacuum, .valve, .update, .waterHeater, .alarmControlPanel, .cover]))
        await home.disconnect()
    }

    @Test func `awkward names and labels make documents, too`() async throws {
        let home = #"""
            structures:
              - name: "💡"
                rooms: ["+#/$"]
                devices:
                  - {name: "{{ \"}}\" }} ' \\ 💡", id: a, type: OnOffLight, room: "+#/$"}
                  - name: "..."
                    id: b
                    type: ModeSelect
                    traits:
                      ModeSelect:
                        supportedModes:
                          - {label: "\" }} {% x %}", mode: 0, semanticTags: []}
                          - {label: "'\\", mode: 1, semanticTags: []}
                          - {label: "'\\", mode: 2, semanticTags: []}
                          - {label: "", mode: 3, semanticTags: []}
                        currentMode: 0
            """#
        let topics = try await Self.topics(home)
        let faults = try Bridge.layoutFaults(in: topics, configuration: Self.configuration())
        #expect(faults == [])
        #expect(topics.contains { $0.topic == "homeassistant/device/abcdefgh_b/config" })
    }

    /// Names that other bridges stumbled over; each also as that of a room and a group.
    private static let awkward = [
        "💡", "a+b#c/d", "$SYS", "...", "Lamp", "lamp ", "LAMP", "\u{e9}clair", "e\u{301}clair",
        String(repeating: "long ", count: 60), "{{ value }}", "quote \" and \\", "ı", "Đèn bếp", "unnamed",
    ]

    private static func home(of names: [String]) -> String {
        func quoted(_ name: String) -> String { String(decoding: JSONValue.string(name).text, as: UTF8.self) }
        let ids = names.indices.map { "d\($0)" }
        var text = "structures:\n  - name: \(quoted(names[0]))\n    rooms:\n"
        for (position, name) in names.enumerated() { text += "      - {id: r\(position), name: \(quoted(name))}\n" }
        text += "    devices:\n"
        for (position, name) in names.enumerated() {
            text += "      - {id: \(ids[position]), name: \(quoted(name)), room: r\(position), type: DimmableLight}\n"
        }
        text += "    groups:\n"
        for (position, name) in names.enumerated() {
            text += "      - {id: g\(position), name: \(quoted(name)), devices: [\(ids[position])]}\n"
        }
        return text
    }

    /// What the switch sends is what stands in its document.
    @Test func `a charger is switched on and off`() async throws {
        let broker = try await MosquittoBroker.start()
        let home = "structures: [{name: S, devices: [{name: Wallbox, type: EnergyEvse}]}]"
        let running = try await RunningBridge.start(on: broker, home: home) {
            $0.layouts = ["homeAssistant": BridgeConfiguration.Layout(isEnabled: true, prefix: "ha")]
        }
        let client = try await TestClient.connect(to: broker)
        let document = try #require(
            try await client.retained("ha/device/+/config").values.first { $0.text.contains("Wallbox") })
        let json = try JSONSerialization.jsonObject(with: Data(document.payload)) as? [String: Any]
        let components = try #require(json?["components"] as? [String: [String: Any]])
        let charging = try #require(components.first { $0.key.hasSuffix("EnergyEvse_charging") }?.value)
        let topic = try #require(charging["command_topic"] as? String)
        let state = try #require(charging["state_topic"] as? String)
        try await client.subscribe(state)
        for (payload, value) in [("payload_on", "chargingEnabled"), ("payload_off", "disabled")] {
            let answer = try await client.order(topic, try #require(charging[payload] as? String))
            #expect(answer.hasPrefix(#"{"ok":true"#), "\(answer)")
            try await client.expect(state, value)
        }
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `awkward names are distinct, valid and stable`() async throws {
        let topics = try await Self.topics(Self.home(of: Self.awkward))
        #expect(Set(topics.map(\.topic)).count == topics.count)
        let faults = try Bridge.layoutFaults(in: topics, configuration: Self.configuration())
        #expect(faults == [])
        let documents = topics.filter { $0.topic.hasPrefix("homeassistant/") }
        #expect(documents.count == 1 + 2 * Self.awkward.count)
        // No name leads to a topic of discovery, or to what Home Assistant knows an entity by.
        let plain = try await Self.topics(Self.home(of: Self.awkward.indices.map { "Thing \($0)" }))
        #expect(Set(plain.map(\.topic).filter { $0.hasPrefix("homeassistant/") }) == Set(documents.map(\.topic)))
        let unique = /"unique_id":"[^"]*"/
        for (topic, payload) in documents {
            let other = plain.first { $0.topic == topic }?.payload ?? ""
            #expect(payload.matches(of: unique).map(\.output) == other.matches(of: unique).map(\.output))
            #expect(!payload.contains("object_id"))
        }
        // Where Home Assistant finds no letter it is told what to call an entity.
        let lamp = documents.first { $0.topic.hasSuffix("_d0/config") }?.payload
        #expect(lamp?.contains(#""default_entity_id":"light.abcdefgh_d0_dimmablelight_light""#) == true)
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1])
    func `documents come, follow, and go at the broker`(version: ProtocolVersion) async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let other = "homeassistant/device/other_1/config"
        let orphan = "homeassistant/device/abcdefgh_gone/config"
        for topic in [other, orphan] {
            try await client.publish("{}", to: topic, isRetained: true)
        }
        let enable: (inout BridgeConfiguration) -> Void = {
            $0.layouts["homeAssistant"] = BridgeConfiguration.Layout(isEnabled: true, prefix: "homeassistant")
        }
        let running = try await RunningBridge.start(on: broker, version: version, configure: enable)
        let lamp = "homeassistant/device/abcdefgh_kitchen-lamp/config"
        let first = try await client.retained("homeassistant/#").mapValues(\.text)
        #expect(
            Set(first.keys)
                == Set(
                    ["", "_kitchen-lamp", "_bulb", "_power-strip", "_button", "__group_lights"].map {
                        "homeassistant/device/abcdefgh\($0)/config"
                    } + [other]))

        // It listens where the documents say so, and says there what is.
        let state = "h/main-house/ha/device/kitchen-lamp/DimmableLight_light"
        #expect(first[lamp]?.contains(#""command_topic":"\#(state)/set""#) == true)
        try await client.subscribe(state)
        let answer = try await client.order("\(state)/set", #"{"state":"ON","brightness":100}"#)
        #expect(answer.contains(#""ok":true"#))
        try await client.expect(state, #"{"state":"ON","brightness":100,"color_mode":"brightness"}"#)

        _ = try await client.request("device/rename", #"{"device":"kitchen-lamp","name":"Spot"}"#)
        let renamed = try await client.retained("homeassistant/#").mapValues(\.text)
        #expect(Set(renamed.keys) == Set(first.keys))
        #expect(renamed[lamp]?.contains(#""unique_id":"abcdefgh_kitchen-lamp_DimmableLight_light""#) == true)
        #expect(renamed[lamp]?.contains("h/main-house/device/spot/") == true)
        #expect(renamed[lamp]?.contains("kitchen-lamp/") == false)

        try await client.subscribe("homeassistant/device/+/config")
        try await client.publish("online", to: "homeassistant/status")
        try await client.expect(lamp, renamed[lamp] ?? "", within: .seconds(10))

        _ = try await client.request("device/remove", #"{"device":"bulb"}"#)
        #expect(try await client.retained("homeassistant/device/abcdefgh_bulb/config").isEmpty)
        await running.stop()

        let off = try await RunningBridge.start(on: broker, version: version) {
            enable(&$0)
            $0.layouts["homeAssistant"]?.isEnabled = false
        }
        // What the scan found is cleared before the bridge is online.
        #expect(Set(try await client.retained("homeassistant/#").keys) == [other])
        await off.stop()
        await client.disconnect()
        try await broker.stop()
    }
}
