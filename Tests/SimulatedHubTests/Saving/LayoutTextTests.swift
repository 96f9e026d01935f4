import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

/// How a device is made, as text, for all that the model has.
@Suite struct LayoutTextTests {
    private static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    private static func layout(_ type: String) throws -> DeviceLayout {
        try EngineBench(type).engine.devices[0].layout
    }

    private static func read(_ text: String, _ catalog: ModelCatalog = .standard) throws -> DeviceLayout {
        try DeviceLayout(savedText: text, catalog: catalog)
    }

    @Test(arguments: types)
    func `the layout of each type is read as it was written`(_ type: String) throws {
        let layout = try Self.layout(type)
        let read = try Self.read(layout.savedText)
        #expect(read.savedText == layout.savedText)
        #expect(read.slotCount == layout.slotCount)
        #expect(read.valueKeys == layout.valueKeys)
        #expect(read.parts.map(\.name) == layout.parts.map(\.name))
        #expect(read.parts.map(\.types) == layout.parts.map(\.types))
        for (part, same) in zip(layout.parts, read.parts) {
            #expect(part.traits.map(\.featureMap) == same.traits.map(\.featureMap))
            #expect(part.traits.map(\.firstOffset) == same.traits.map(\.firstOffset))
            #expect(part.traits.map(\.attributes) == same.traits.map(\.attributes))
            #expect(part.traits.map(\.commands) == same.traits.map(\.commands))
            #expect(part.traits.map { $0.events.map(\.id) } == same.traits.map { $0.events.map(\.id) })
        }
    }

    @Test(arguments: types)
    func `slots and keys find each other`(_ type: String) throws {
        let layout = try Self.layout(type)
        #expect(layout.valueKeys.count == layout.slotCount)
        #expect(Set(layout.valueKeys).count == layout.slotCount)
        for (offset, key) in layout.valueKeys.enumerated() {
            #expect(layout.valueKey(at: offset) == key)
            #expect(layout.offset(of: key) == offset)
        }
        for offset in [-1, layout.slotCount, .max] { #expect(layout.valueKey(at: offset) == nil) }
        #expect(layout.offset(of: ValueKey(endpoint: 9, cluster: 6, attribute: 0)) == nil)
    }

    @Test func `devices of two parts, one within the other, are read as they were written`() throws {
        let catalog = ModelCatalog.standard
        let strip = try #require(catalog.deviceType(named: "OnOffPluginUnit"))
        let onOff = try #require(catalog.cluster(named: "OnOff"))
        let trait = DeviceLayout.Trait(
            cluster: onOff, featureMap: 1, attributes: onOff.attributes, commands: onOff.commands, events: [])
        let layout = DeviceLayout(parts: [
            DeviceLayout.Part(endpoint: 3, types: [strip], parent: 1, traits: [trait]),
            DeviceLayout.Part(endpoint: 1, types: [strip], traits: []),
        ])
        let read = try Self.read(layout.savedText)
        #expect(read.savedText == layout.savedText)
        #expect(read.parts.map(\.name) == ["OnOffPluginUnit", "OnOffPluginUnit-2"])
        #expect(read.parts.map(\.parent) == [nil, 1])
    }

    @Test func `what another model had is left out`() throws {
        let text = """
            [{"endpoint":0,"types":["RootNode"],"traits":{}},
             {"endpoint":1,"types":["Teleporter"],"traits":{"OnOff":{"features":0,"attributes":[0],"commands":[],"events":[]}}},
             {"endpoint":2,"types":["Teleporter","OnOffLight"],"later":true,"traits":{
               "Warp":{"features":1,"attributes":[0],"commands":[],"events":[]},
               "OnOff":{"features":4294967295,"attributes":[0,99999,16387],"commands":[0,77],"events":[5]}}}]
            """
        let layout = try Self.read(text)
        #expect(layout.parts.map(\.endpoint) == [0, 2])
        let trait = try #require(layout.parts[1].trait(named: "OnOff"))
        #expect(layout.parts[1].name == "OnOffLight" && layout.parts[1].traits.count == 1)
        #expect(trait.attributes.map(\.name) == ["onOff", "startUpOnOff"])
        #expect(trait.commands.map(\.name) == ["off"] && trait.events.isEmpty && trait.featureMap == .max)
    }

    @Test func `a device that no model knows keeps its place, without parts`() async throws {
        var saved = try EngineBench("OnOffLight").saved()
        saved.devices[0].layout = "[{\"endpoint\":1,\"types\":[\"Teleporter\"],\"traits\":{}}]"
        saved.devices.append(try EngineBench("OnOffLight").saved().devices[0])
        saved.devices[1].id = "lamp"
        let contents = try await SimulatedHub(saved: saved).contents()
        #expect(contents.devices.map(\.id) == ["bench", "lamp"])
        #expect(contents.devices[0].layout.parts.isEmpty && contents.devices[0].values.count == 2)
        let store = try await Home(hub: SimulatedHub(saved: saved)).store
        #expect(store.connectivity(of: store.shape.devices[0]) == .online)
    }

    @Test(arguments: [
        "", "{}", "[1]", "[{}]", "[{\"endpoint\":1}]", "[{\"endpoint\":-1,\"types\":[]}]",
        "[{\"endpoint\":70000,\"types\":[\"OnOffLight\"]}]", "[{\"endpoint\":1,\"types\":\"OnOffLight\"}]",
        "[{\"endpoint\":1,\"types\":[\"OnOffLight\"],\"traits\":[]}]",
        "[{\"endpoint\":1,\"types\":[\"OnOffLight\"],\"parent\":null,\"traits\":{}}]",
        "[{\"endpoint\":1,\"types\":[\"OnOffLight\"],\"traits\":{\"OnOff\":{\"features\":0}}}]",
        "[{\"endpoint\":1,\"types\":[]},{\"endpoint\":1,\"types\":[]}]",
    ])
    func `what is no layout is said`(_ text: String) throws {
        let error = #expect(throws: HomeError.self) { try Self.read(text) }
        #expect(error?.code == .dataLoss)
        #expect(error?.message.hasPrefix("a device's layout cannot be read: ") == true)
    }

    @Test func `devices that are made alike share what is read`() throws {
        var saved = try EngineBench("OnOffLight").saved()
        for number in 0..<20 {
            var device = saved.devices[0]
            device.id = "lamp-\(number)"
            saved.devices.append(device)
        }
        let contents = try HomeContents(saved, catalog: .standard)
        #expect(Set(contents.devices.map { ObjectIdentifier($0.layout) }).count == 1)
    }
}
