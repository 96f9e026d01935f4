import DataModel
import HomeGraph
import TestSupport
import Testing

/// Written by hand as the generator writes them, so that the graph's own tests need no generated code.
private struct LampOnOffTrait: CommandTrait, UpdatableTrait {
    static var identifier: String { "home.matter.0000.traits.0006" }
    static var traitName: String { "OnOff" }
    let handle: TraitHandle
    @TraitAttribute var onOff: Bool?
    @TraitAttribute var startUpOnOff: UInt8?
    @TraitAttribute var absent: UInt8?

    enum Command: UInt32, Sendable { case off, on, toggle }

    struct Updater: TraitUpdater {
        var attributesToUpdate: [(id: UInt32, value: DataValue)] = []
        init() {}
        mutating func setOnTime(_ value: UInt16) { attributesToUpdate.append((0x4001, value.dataValue)) }
        mutating func setAbsent(_ value: UInt8) { attributesToUpdate.append((0x7777, value.dataValue)) }
    }

    init(_ handle: TraitHandle) {
        self.handle = handle
        _onOff = handle.snapshot[0, nullable: false]
        _startUpOnOff = handle.snapshot[0x4003, nullable: true]
        _absent = handle.snapshot[0x7777, nullable: true]
    }
}

private struct LampType: DeviceType {
    static var identifier: String { "home.matter.0000.types.0100" }
    static var typeName: String { "OnOffLight" }
    static var requiredTraits: [String] { ["OnOff"] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

private struct LockType: DeviceType {
    static var identifier: String { "home.matter.0000.types.000A" }
    static var typeName: String { "DoorLock" }
    static var requiredTraits: [String] { ["DoorLock"] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

struct HomeTests {
    private let hub = HandHub(SmallHome.contents(lamps: 3))

    private func lamp(_ home: Home) async throws -> LampOnOffTrait {
        let device = try #require(try await home.devices().list().first { $0.id == "lamp-0" })
        let type = try #require(await device.types.get(LampType.self))
        return try #require(type.traits[LampOnOffTrait.self])
    }

    @Test func `the home lists what the hub brings`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        #expect(try await home.structures().list().map(\.name) == ["Main House"])
        #expect(try await home.rooms().list().map(\.structureID) == ["main"])
        let devices = try await home.devices().list()
        #expect(Set(devices.map(\.name)) == ["Lamp 0", "Lamp 1", "Lamp 2"])
        #expect(Set(devices.filter { $0.roomID == "kitchen" }.map(\.id)) == ["lamp-0", "lamp-2"])
        let structure = try #require(try await home.structures().list().first)
        #expect(try await structure.deviceGroups.list().map(\.deviceIDs) == [["lamp-0", "lamp-1"]])
    }

    @Test func `a type is offered where the device is of it and has its traits`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        let device = try #require(try await home.devices().list().first)
        #expect(device.types.contains(LampType.self))
        #expect(!device.types.contains(LockType.self))
        #expect(await device.types.get(LockType.self) == nil)
        #expect(await device.types.getAll(of: LampType.self).count == 1)
    }

    @Test func `attributes tell null from unsupported`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        let trait = try await lamp(home)
        #expect(trait.onOff == false)
        #expect(trait.startUpOnOff == nil)
        #expect(trait.$startUpOnOff == AttributeInfo(isSupported: true, isNullable: true))
        #expect(trait.$absent.isSupported == false)
    }

    @Test func `after a command the state can be read`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        let trait = try await lamp(home)
        #expect(trait.supports(.on))
        try await trait.handle.invoke(LampOnOffTrait.Command.on.rawValue)
        #expect(try await lamp(home).onOff == true)
        #expect(trait.onOff == false, "a trait is a snapshot")
    }

    @Test func `an update returns the trait as it is afterwards`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        let trait = try await lamp(home)
        let updated = try await trait.update { $0.setOnTime(70) }
        #expect(updated.handle.snapshot.values[0x4001] == .uint(70))
        #expect(updated != trait)
    }

    @Test(arguments: [true, false])
    func `what is not supported is refused here or by the device`(isStrict: Bool) async throws {
        var configuration = HomeConfiguration()
        configuration.strictOperationValidation = isStrict
        hub.fail(with: HomeError(.unimplemented, "the device says no"))
        let home = try await Home(hub: hub, configuration: configuration, time: ManualTime())
        let trait = try await lamp(home)
        #expect(!trait.supports(.toggle))
        await #expect(throws: HomeError.self) { try await trait.handle.invoke(2) }
        #expect(hub.log == (isStrict ? [] : ["0 toggle"]))
        await #expect(throws: HomeError(.unimplemented, "Lamp 0 does not support OnOff.attribute 30583")) {
            try await trait.update { $0.setAbsent(1) }
        }
    }

    @Test func `batches begin with what there is`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        for await rooms in home.rooms().batched() {
            #expect(rooms.map(\.name) == ["Kitchen"])
            break
        }
        var initial: Set<String> = []
        for await update in home.devices().stream() {
            guard case .initial(let device) = update else { break }
            initial.insert(device.id)
            if initial.count == 3 { break }
        }
        #expect(initial == ["lamp-0", "lamp-1", "lamp-2"])
    }
}
