import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

private struct OutletType: DeviceType {
    static var identifier: String { "home.matter.0000.types.010A" }
    static var typeName: String { "Outlet" }
    static var requiredTraits: [String] { ["OnOff"] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

private struct FridgeType: DeviceType {
    static var identifier: String { "home.matter.0000.types.0070" }
    static var typeName: String { "Fridge" }
    static var requiredTraits: [String] { [] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

private struct CabinetType: DeviceType {
    static var identifier: String { "home.matter.0000.types.0071" }
    static var typeName: String { "Cabinet" }
    static var requiredTraits: [String] { [] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

private struct SourceType: DeviceType {
    static var identifier: String { "home.matter.0000.types.0011" }
    static var typeName: String { "PowerSource" }
    static var requiredTraits: [String] { [] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

/// Devices with several endpoints: flat, each a device of its own, and whole.
struct MultipartTests {
    private let hub: HandHub
    private let home: Home

    private static func type(_ name: String, _ id: UInt32) -> DeviceTypeDescriptor {
        DeviceTypeDescriptor(
            name: name, alias: nil, namespace: .matter, id: id, revision: 1, classification: .simple, base: nil,
            server: [], client: [])
    }

    private static func part(
        _ endpoint: UInt16, _ type: DeviceTypeDescriptor, in parent: UInt16? = nil
    ) -> DeviceLayout.Part {
        DeviceLayout.Part(
            endpoint: endpoint, types: [type], parent: parent,
            traits: type.classification == .simple ? [SmallHome.trait] : [])
    }

    /// A strip with a battery and three outlets, a fridge with a cabinet that has a drawer, a battery, and a lamp.
    init() async throws {
        let (outlet, fridge, cabinet) = (
            Self.type("Outlet", 0x10A), Self.type("Fridge", 0x70), Self.type("Cabinet", 0x71)
        )
        let layouts: [(String, DeviceLayout)] = [
            (
                "strip",
                DeviceLayout(parts: [
                    Self.part(1, SmallHome.sourceType), Self.part(2, outlet), Self.part(3, outlet),
                    Self.part(10, outlet),
                ])
            ),
            (
                "fridge",
                DeviceLayout(parts: [
                    Self.part(1, fridge), Self.part(2, cabinet, in: 1), Self.part(3, cabinet, in: 1),
                    Self.part(4, cabinet, in: 2),
                ])
            ),
            ("battery", DeviceLayout(parts: [Self.part(1, SmallHome.sourceType)])),
            ("lamp", SmallHome.lamp),
        ]
        hub = HandHub(
            HomeContents(
                structures: [StructureRecord(id: "main", name: "Main House")],
                rooms: [RoomRecord(id: "kitchen", name: "Kitchen", structureID: "main")],
                devices: layouts.map { id, layout in
                    let values: [DataValue] = [.uint(1), .null]
                    let rest = Array(repeating: DataValue.bool(false), count: layout.slotCount - 2)
                    return HubDevice(
                        id: id, name: id.uppercased(), structureID: "main", roomID: nil, layout: layout,
                        values: values + rest)
                }))
        home = try await Home(hub: hub, time: ManualTime())
    }

    private func device(_ id: String, isMultipart: Bool = false) async throws -> HomeDevice {
        let devices = try await home.devices(enableMultipartDevices: isMultipart).list()
        return try #require(devices.first { $0.id == id })
    }

    @Test func `flat, each application endpoint is a device, unless it is the only one`() async throws {
        let flat = try await home.devices().list()
        #expect(
            Set(flat.map(\.id)) == [
                "strip:2", "strip:3", "strip:10", "fridge:1", "fridge:2", "fridge:3", "fridge:4", "battery", "lamp",
            ])
        #expect(try await home.devices(enableMultipartDevices: false).list() == flat)
        #expect(Set(flat.filter { $0.id.hasPrefix("strip") }.map(\.name)) == ["STRIP"])
    }

    @Test func `whole, each device is one object`() async throws {
        let whole = try await home.devices(enableMultipartDevices: true).list()
        #expect(Set(whole.map(\.id)) == ["strip", "fridge", "battery", "lamp"])
        let strip = try await device("strip", isMultipart: true)
        #expect(strip.types.count(OutletType.self) == 3 && strip.types.contains(SourceType.self))
        #expect(await strip.types.getAll(of: OutletType.self).count == 3)
        #expect(await strip.types.getAll(of: OutletType.self).map(\.metadata.isPrimaryType) == [true, false, false])
    }

    @Test func `a flat device has its own endpoint's traits, and shares what serves the device`() async throws {
        let third = try await device("strip:3")
        #expect(third.types.count(OutletType.self) == 1 && third.types.contains(SourceType.self))
        let outlet = try #require(await third.types.get(OutletType.self))
        #expect(outlet.metadata.isPrimaryType)
        try await outlet.traits[SwitchingTrait.self]?.on()
        #expect(hub.log == ["0 on"])
        let cabinet = try await device("fridge:4")
        #expect(cabinet.types.count(CabinetType.self) == 1 && !cabinet.types.contains(FridgeType.self))
    }

    @Test func `whole, parts are within parts`() async throws {
        let types = try await device("fridge", isMultipart: true).types
        #expect(types.count(FridgeType.self) == 1 && types.count(CabinetType.self) == 0)
        #expect(await types.getAll(of: CabinetType.self).isEmpty)
        #expect(types.contains(CabinetType.self))
        let fridge = try #require(await types.get(FridgeType.self))
        let cabinets = fridge.parts(CabinetType.self)
        #expect(cabinets.count == 2)
        #expect(cabinets.map { $0.parts(CabinetType.self).count } == [1, 0])
        #expect(fridge.part(CabinetType.self)?.parts(CabinetType.self).count == 1)
        #expect(fridge.part(OutletType.self) == nil && fridge.parts(FridgeType.self).isEmpty)
        #expect(await types.get(CabinetType.self)?.parts(CabinetType.self).count == 1)
    }

    @Test func `flat, no part is within another`() async throws {
        let fridge = try #require(await device("fridge:1").types.get(FridgeType.self))
        #expect(fridge.parts(CabinetType.self).isEmpty && fridge.part(CabinetType.self) == nil)
    }

    @Test func `naming one endpoint names the device`() async throws {
        let renamed = try await device("strip:3").setName("Desk")
        #expect(renamed.id == "strip:3" && renamed.name == "Desk")
        #expect(try await device("strip:2").name == "Desk")
        #expect(try await device("strip", isMultipart: true).name == "Desk")
        #expect(try await device("strip", isMultipart: true).setName("Shelf").id == "strip")
    }

    @Test func `moving one endpoint moves the device, by object and by id`() async throws {
        let structure = try #require(try await home.structures().list().first)
        let kitchen = try #require(try await home.rooms().list().first)
        try await structure.move(device: device("strip:3"), to: kitchen)
        #expect(try await device("strip:10").roomID == "kitchen")
        try await structure.move(device: "fridge:2", to: "kitchen")
        #expect(try await device("fridge", isMultipart: true).roomID == "kitchen")
        let error = HomeError(.notFound, "there is no device 'strip:4'; did you mean strip?")
        await #expect(throws: error) { try await structure.move(device: "strip:4", to: "kitchen") }
        await #expect(throws: HomeError.self) { try await structure.move(device: "lamp:1", to: "kitchen") }
    }

    @Test func `a group has whole devices`() async throws {
        let structure = try #require(try await home.structures().list().first)
        let management = structure.traits(ManagementTrait.self)
        #expect(try await management.create("Outlets", ["strip:2", "strip:3", "lamp"]) == .string("outlets"))
        let group = try #require(try await structure.deviceGroups.list().first)
        #expect(group.deviceIDs == ["strip", "lamp"])
        let (outlet, fridge) = (try await device("strip:10"), try await device("fridge:1"))
        #expect(group.contains(outlet) && !group.contains(fridge))
        let outlets = try #require(await group.part(OutletType.self))
        try await outlets.traits[SwitchingTrait.self]?.on()
        #expect(hub.log == ["0 on", "0 on", "0 on"], "every outlet of the strip")
        try await management.remove(["strip:3"], from: "outlets")
        #expect(try await structure.deviceGroups.list().first?.deviceIDs == ["lamp"])
    }
}
