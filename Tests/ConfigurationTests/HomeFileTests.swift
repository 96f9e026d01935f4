import Configuration
import DataModel
import ModelReader
import Testing

/// Reads a home file `home.yaml`.
func home(_ yaml: String) throws(ConfigurationFaults) -> HomeFile {
    try HomeFile.read(Array(yaml.utf8), file: "home.yaml", catalog: .standard)
}

/// Reads one device of a structure, written as one line.
func device(_ yaml: String) throws -> HomeFile.Device {
    let read = try home("structures:\n  - name: S\n    rooms: [R]\n    devices:\n      - \(yaml)\n")
    return try #require(read.structures.first?.devices.first)
}

@Suite struct HomeFileTests {
    /// The example of the program's documentation.
    static let example = """
        hub: {id: hub-1, name: Simulated hub, online: true}
        structures:
          - name: Main House
            rooms: [Kitchen, {id: hall, name: Hallway}]
            devices:
              - name: Kitchen Lamp
                id: kitchen-lamp
                room: Kitchen
                type: ExtendedColorLight
                features: {ColorControl: [hueSaturation, xy, colorTemperature]}
                without: [OnOff.startUpOnOff, OnOff.toggle]
                traits: {OnOff: {onOff: true}, LevelControl: {currentLevel: 127}}
                information: {vendorName: Acme, productName: Lamp 3, serialNumber: A-1}
                connectivity: online
                simulation: {latency: 20ms, errorRate: 0, error: unavailable, reportDelay: 0, autonomous: false}
              - name: Power Strip
                parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit, traits: {OnOff: {onOff: true}}}]
            groups:
              - {name: Kitchen Lights, devices: [kitchen-lamp]}
            serviceGroups:
              - {name: Away Lights, services: [kitchen-lamp/Lightbulb]}
            commissionable:
              - {payload: "MT:Y.K9042C00KA0648G00", window: 900s, device: {name: New Plug, type: OnOffPluginUnit}}
        """

    @Test func `the example is read as it is meant`() throws {
        let read = try home(Self.example)
        let structure = try #require(read.structures.first)
        #expect(read.hub.id == "hub-1" && read.hub.isOnline)
        #expect(structure.id == "main-house")
        #expect(structure.rooms.map(\.id) == ["kitchen", "hall"])
        let lamp = try #require(structure.devices.first)
        #expect(lamp.roomID == "kitchen")
        #expect(lamp.root.type?.name == "ExtendedColorLight")
        let color = try #require(ModelCatalog.standard.cluster(named: "ColorControl"))
        #expect(lamp.root.features[color]?.map(\.name) == ["hueSaturation", "xy", "colorTemperature"])
        #expect(lamp.root.without.map { $0.attribute?.name ?? $0.command?.name } == ["startUpOnOff", "toggle"])
        #expect(lamp.root.values.map(\.attribute.name) == ["onOff", "currentLevel"])
        #expect(lamp.root.values.map(\.value) == [.bool(true), .uint(127)])
        #expect(lamp.information.map(\.value) == [.string("Acme"), .string("Lamp 3"), .string("A-1")])
        #expect(lamp.behaviour == HomeFile.Behaviour())
        let strip = try #require(structure.devices.last)
        #expect(strip.root.type == nil)
        #expect(strip.root.parts.map(\.type?.name) == ["OnOffPluginUnit", "OnOffPluginUnit"])
        #expect(structure.groups.map(\.deviceIDs) == [["kitchen-lamp"]])
        #expect(structure.serviceGroups.first?.services.map(\.name) == ["Lightbulb"])
        #expect(structure.commissionable.map(\.device.id) == ["new-plug"])
        #expect(structure.commissionable.map(\.window) == [.seconds(900)])
    }

    @Test func `an empty file is an empty home`() throws {
        #expect(try home("") == HomeFile())
    }

    @Test func `the sample home has a flat to show`() throws {
        let sample = try HomeFile.sample(catalog: .standard)
        #expect(sample.structures.map(\.name) == ["Main House"])
        #expect(sample.structures.first?.rooms.count == 5)
        #expect(sample.structures.first?.devices.count == 12)
        #expect(sample.structures.first?.devices.contains { $0.behaviour.isAutonomous } == true)
    }

    @Test func `what the model types as text stays text`() throws {
        let read = try device("{name: D, type: OnOffLight, information: {serialNumber: 0123, vendorName: true}}")
        #expect(read.information.map(\.value) == [.string("0123"), .string("true")])
    }

    @Test func `an attribute's value may be given in quotes, by name or by number`() throws {
        for state in ["locked", "LOCKED", "1", "\"locked\""] {
            let read = try device("{name: D, type: DoorLock, traits: {DoorLock: {lockState: \(state)}}}")
            #expect(read.root.values.map(\.value) == [.uint(1)])
        }
    }

    @Test func `null is a value where the attribute has it`() throws {
        let read = try device("{name: D, type: DimmableLight, traits: {LevelControl: {currentLevel: ~}}}")
        #expect(read.root.values.map(\.value) == [.null])
    }

    @Test func `lists of structures are read`() throws {
        let modes = "[{label: 1, mode: 0, semanticTags: []}, {label: Film, mode: 2, semanticTags: []}]"
        let read = try device("{name: D, type: ModeSelect, traits: {ModeSelect: {supportedModes: \(modes)}}}")
        guard case .list(let entries) = read.root.values.first?.value else {
            Issue.record("no list")
            return
        }
        #expect(entries.count == 2)
        #expect(entries.first == .fields([0: .string("1"), 1: .uint(0), 2: .list([])]))
    }

    @Test func `parts may have parts`() throws {
        let read = try device("{name: F, type: Refrigerator, parts: [{parts: [{type: TemperatureSensor}]}]}")
        #expect(read.root.parts.first?.parts.first?.type?.name == "TemperatureSensor")
    }

    @Test func `a device type may be written as the model spells it`() throws {
        #expect(try device("{name: D, type: OnOffPlugInUnit}").root.type?.name == "OnOffPluginUnit")
    }

    @Test func `a single device is read for a hub that runs`() throws {
        let json = #"{"name":"New Plug","type":"OnOffPluginUnit"}"#
        let read = try HomeFile.Device.read(
            Array(json.utf8), name: "device", catalog: .standard, taken: ["new-plug", "new-plug-2"])
        #expect(read.id == "new-plug-3")
        let messages = faults {
            _ = try HomeFile.Device.read(
                Array(#"{"name":"P","id":"p","type":"OnOffPluginUnt"}"#.utf8), name: "device", catalog: .standard,
                taken: ["p"])
        }
        #expect(messages.count == 2)
    }
}
