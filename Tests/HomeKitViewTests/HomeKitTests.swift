import Foundation
import HomeGraph
import SQLiteStore
import SimulatedHub
import TestSupport
import Testing

@testable import HomeKitView

/// Objects, names, groups and delegates.
@Suite(.timeLimit(.minutes(1))) @MainActor struct HomeKitTests {
    private static let lights = [
        "{name: Lamp, id: lamp, type: OnOffLight}", "{name: Lamp, id: lamp-b, type: DimmableLight}",
        "{name: Strip, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}",
    ]

    private func bench(store: (any StateStore)? = nil) async throws -> HomeKitBench {
        let devices = Self.lights.map { "      - \($0)\n" }.joined()
        return try await HomeKitBench(
            file: """
                structures:
                  - name: Home
                    rooms: [Kitchen, {id: second, name: Kitchen}]
                    devices:
                \(devices)
                    serviceGroups: [{name: Away, services: [lamp/Lightbulb, strip/Outlet-2]}]
                  - {name: Cottage, devices: [{name: Lamp, id: far, type: OnOffLight}]}
                """, store: store)
    }

    @Test func `objects have names of their own where the graph's are the same`() async throws {
        let home = try await bench().home
        #expect(home.name == "Home")
        #expect(home.accessories.map(\.name) == ["Lamp", "Lamp 2", "Strip"])
        #expect(home.rooms.map(\.name) == ["Kitchen", "Kitchen 2"])
        #expect(
            home.accessories.flatMap(\.services).map(\.name) == [
                "Lamp Accessory Information", "Lamp", "Lamp Accessory Information 2", "Lamp 2",
                "Strip Accessory Information", "Strip", "Strip 2",
            ])
        #expect(home.accessories.allSatisfy { $0.room === home.roomForEntireHome() })
        #expect(home.serviceGroups.map(\.name) == ["Away"])
        #expect(home.serviceGroups.first?.services.map(\.name) == ["Lamp", "Strip 2"])
    }

    @Test func `an accessory says what it is`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: OnOffLight, information: {vendorName: Acme, productName: Lamp 3, softwareVersionString: '7'}}"
        )
        let accessory = try #require(try bench.home.accessories.first)
        #expect(accessory.manufacturer == "Acme")
        #expect(accessory.model == "Lamp 3")
        #expect(accessory.firmwareVersion == "7")
        #expect(accessory.isReachable && !accessory.isBlocked && !accessory.isBridged)
        #expect(accessory.services.filter(\.isPrimaryService).map(\.serviceType) == [HMServiceTypeLightbulb])
        try await accessory.identify()
        #expect(bench.hub.orders == ["Identify.identify(identifyTime 10)"])
    }

    @Test(arguments: [
        ("DimmableLight", HMAccessoryCategoryTypeLightbulb, "Light"),
        ("DoorLock", HMAccessoryCategoryTypeDoorLock, "Lock"),
        ("OccupancySensor", HMAccessoryCategoryTypeSensor, "Sensor"),
        ("Speaker", HMAccessoryCategoryTypeOther, "Other"),
        ("GenericSwitch", HMAccessoryCategoryTypeProgrammableSwitch, "Button"),
    ])
    func `an accessory has the category of what it is there for`(
        _ device: String, _ category: String, _ name: String
    ) async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(device)}")
        let accessory = try #require(try bench.home.accessories.first)
        #expect(accessory.category.categoryType == category)
        #expect(accessory.category.localizedDescription == name)
    }

    @Test func `names and groups are kept, and identifiers stay`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("home.sqlite")
        let store = try await SQLiteStateStore.open(path)
        var identifiers: [UUID] = []
        do {
            let bench = try await bench(store: store)
            let home = try bench.home
            let lamp = try bench.service(HMServiceTypeLightbulb, of: "Lamp")
            try await lamp.updateName("Star")
            let outlet = try bench.service(HMServiceTypeOutlet, of: "Strip")
            try await outlet.updateAssociatedServiceType(HMServiceTypeFan)
            let group = try await home.addServiceGroup(withName: "Night")
            try await group.addService(lamp)
            try await group.updateName("Late Night")
            try await home.removeServiceGroup(try #require(home.serviceGroups.first))
            identifiers = Self.identifiers(home)
            await bench.graph.disconnect()
        }
        await store.close()
        let reopened = try await SQLiteStateStore.open(path)
        let saved = try #require(try await reopened.load())
        let again = try await HomeKitBench(SimulatedHub(saved: saved), store: reopened)
        let home = try again.home
        #expect(home.serviceGroups.map(\.name) == ["Late Night"])
        #expect(home.serviceGroups.first?.services.map(\.name) == ["Star"])
        #expect(try again.service(HMServiceTypeOutlet, of: "Strip").associatedServiceType == HMServiceTypeFan)
        #expect(Self.identifiers(home) == identifiers)
        #expect(Set(identifiers).count == identifiers.count)
        await again.graph.disconnect()
        await reopened.close()
    }

    @Test func `names stay when others go, and after a restart`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("home.sqlite")
        let store = try await SQLiteStateStore.open(path)
        let names = [
            "Lamp Accessory Information 2", "Lamp 2", "Strip Accessory Information", "Strip", "Strip 2",
        ]
        do {
            let bench = try await bench(store: store)
            let delegate = try await NotingDelegate(try bench.home, values: false)
            try await bench.graph.editor.perform(.removeDevice("lamp"))
            await delegate.wait { $0.contains("- accessory Lamp") }
            #expect(delegate.told == ["- accessory Lamp", "- Lamp from Away"])
            #expect(try bench.home.accessories.map(\.name) == ["Lamp 2", "Strip"])
            #expect(try bench.home.accessories.flatMap(\.services).map(\.name) == names)
            try await bench.graph.editor.perform(.deleteRoom("kitchen"))
            await delegate.wait { $0.contains("- room Kitchen") }
            #expect(try bench.home.rooms.map(\.name) == ["Kitchen 2"])
            await bench.graph.disconnect()
        }
        await store.close()
        let reopened = try await SQLiteStateStore.open(path)
        let saved = try #require(try await reopened.load())
        let again = try await HomeKitBench(SimulatedHub(saved: saved), store: reopened)
        #expect(try again.home.accessories.map(\.name) == ["Lamp 2", "Strip"])
        #expect(try again.home.accessories.flatMap(\.services).map(\.name) == names)
        #expect(try again.home.rooms.map(\.name) == ["Kitchen 2"])
        await again.graph.disconnect()
        await reopened.close()
    }

    /// A later table of services may not have them any more.
    @Test func `members that no device has are kept and not shown`() async throws {
        let store = MemoryStateStore()
        let first = try await bench(store: store)
        await first.graph.disconnect()
        let gone = ServiceID(deviceID: "lamp", name: "Nothing"), lamp = ServiceID(deviceID: "lamp", name: "Lightbulb")
        try await store.commit([
            .serviceGroup(ServiceGroupRecord(id: "away", name: "Away", structureID: "home", services: [gone, lamp]))
        ])
        let saved = try #require(try await store.load())
        let again = try await HomeKitBench(SimulatedHub(saved: saved), store: store)
        #expect(try again.home.serviceGroups.first?.services.map(\.name) == ["Lamp"])
        #expect(again.graph.store.shape.serviceGroup("away")?.services == [gone, lamp])
        await again.graph.disconnect()
    }

    private static func identifiers(_ home: HMHome) -> [UUID] {
        [home.uniqueIdentifier] + home.rooms.map(\.uniqueIdentifier) + home.accessories.map(\.uniqueIdentifier)
            + home.accessories.flatMap(\.services).map(\.uniqueIdentifier)
            + home.accessories.flatMap(\.services).flatMap(\.characteristics).map(\.uniqueIdentifier)
            + home.serviceGroups.map(\.uniqueIdentifier)
    }

    @Test func `only outlets and switches stand for something else`() async throws {
        let bench = try await bench()
        let outlet = try bench.service(HMServiceTypeOutlet, of: "Strip")
        let delegate = try await NotingDelegate(try bench.home, values: false)
        func code(_ service: HMService, _ type: String?) async -> HMError.Code? {
            do { try await service.updateAssociatedServiceType(type) } catch { return error.code }
            return nil
        }
        #expect(
            await code(try bench.service(HMServiceTypeLightbulb, of: "Lamp"), HMServiceTypeFan)
                == .invalidAssociatedServiceType)
        #expect(await code(outlet, "Fan") == .invalidAssociatedServiceType)
        #expect(await code(outlet, HMServiceTypeBattery) == .invalidAssociatedServiceType)
        #expect(await code(outlet, HMServiceTypeLightbulb) == nil)
        #expect(outlet.associatedServiceType == HMServiceTypeLightbulb)
        #expect(await code(outlet, nil) == nil)
        #expect(outlet.associatedServiceType == nil)
        try await bench.graph.editor.perform(.services(.associate(outlet.id, with: "Fan")))
        await delegate.wait { !$0.isEmpty }
        #expect(delegate.told == ["Strip stands for \(HMServiceTypeFan)"])
    }

    @Test(arguments: [
        ("", HMError.Code.missingParameter), ("Lamp.", .nameContainsProhibitedCharacters),
        ("Lamp\n", .nameContainsProhibitedCharacters), (" Lamp", .nameDoesNotStartWithValidCharacters),
        ("'Lamp", .nameDoesNotStartWithValidCharacters), ("Lamp ", .nameDoesNotEndWithValidCharacters),
        ("Lamp'", .nameDoesNotEndWithValidCharacters), (String(repeating: "x", count: 61), .stringLongerThanMaximum),
        ("strip 2", .objectWithSimilarNameExistsInHome), ("Lamp 2", .objectWithSimilarNameExistsInHome),
    ])
    func `a bad name is refused and says why`(_ name: String, _ code: HMError.Code) async throws {
        let bench = try await bench()
        let service = try bench.service(HMServiceTypeLightbulb, of: "Lamp")
        await #expect {
            try await service.updateName(name)
        } throws: {
            ($0 as? HMError)?.code == code
        }
        #expect(service.name == "Lamp")
    }

    @Test(arguments: ["Đèn bếp 1", "Joe's Lamp", "LAMP", "💡", "½ Light", "Küche"])
    func `a good name is taken as it is`(_ name: String) async throws {
        let bench = try await bench()
        let service = try bench.service(HMServiceTypeLightbulb, of: "Lamp")
        try await service.updateName(name)
        #expect(service.name == name)
        #expect(service.accessory?.name == "Lamp")
    }

    @Test func `groups and accessories refuse what makes no sense`() async throws {
        let bench = try await bench()
        let home = try bench.home
        let away = try #require(home.serviceGroups.first)
        let lamp = try bench.service(HMServiceTypeLightbulb, of: "Lamp")
        let far = try #require(bench.manager.homes.last?.servicesWithTypes([HMServiceTypeLightbulb])?.first)
        let second = try bench.service(HMServiceTypeLightbulb, of: "Lamp 2")
        func code(_ body: () async throws -> Void) async -> HMError.Code? {
            do { try await body() } catch { return (error as? HMError)?.code }
            return nil
        }
        #expect(await code { try await away.addService(lamp) } == .alreadyExists)
        #expect(await code { try await away.addService(far) } == .objectAssociatedToAnotherHome)
        #expect(await code { try await away.removeService(second) } == .notFound)
        #expect(await code { try await home.addServiceGroup(withName: "away") } == .objectWithSimilarNameExistsInHome)
        #expect(await code { try await lamp.accessory?.updateName("Strip") } == .renameWithSimilarName)
        #expect(await code { try await away.removeService(lamp) } == nil)
        try await home.removeServiceGroup(away)
        #expect(await code { try await home.removeServiceGroup(away) } == .notFound)
        #expect(await code { try await away.updateName("Gone") } == .notFound)
    }

    @Test func `each change by others is told once, in order, and none of one's own`() async throws {
        let bench = try await bench()
        let home = try bench.home
        let delegate = try await NotingDelegate(home, values: false)
        let editor = bench.graph.editor
        let lamp = ServiceID(deviceID: "lamp", name: "Lightbulb")
        func others(_ edit: HomeEdit, _ expected: String...) async throws {
            let before = delegate.told.count
            try await editor.perform(edit)
            await delegate.wait { $0.count >= before + expected.count }
            #expect(Array(delegate.told.dropFirst(before)) == expected)
        }
        try await others(.renameStructure("home", to: "Villa"), "home Villa")
        try await others(.createRoom(name: "Hall", structure: "home"), "+ room Hall")
        try await others(.renameRoom("hall", to: "Lobby"), "room Lobby")
        try await others(.moveDevice("lamp", room: "hall"), "Lamp in Lobby")
        try await others(.deleteRoom("hall"), "- room Lobby", "Lamp in Villa")
        try await others(
            .renameDevice("strip", to: "Bar"), "accessory Bar", "service Bar Accessory Information", "service Bar",
            "service Bar 2")
        try await others(.services(.createGroup(name: "Night", structure: "home", services: [lamp])), "+ group Night")
        try await others(.services(.renameGroup("night", to: "Late")), "group Late")
        let other = ServiceID(deviceID: "strip", name: "Outlet")
        try await others(.services(.addMembers("night", services: [other])), "+ Bar to Late")
        try await others(.services(.rename(lamp, to: "Star")), "service Star")
        let count = delegate.told.count
        let late = try #require(home.serviceGroups.last)
        try await late.removeService(try #require(late.services.first))
        try await late.updateName("Mine")
        try await home.accessories.last?.updateName("Own")
        try await home.removeServiceGroup(late)
        try await others(.removeDevice("strip"), "- accessory Own", "- Own 2 from Away")
        #expect(delegate.told.count == count + 2)
    }

    @Test func `accessories that go and come are told, and what they had fails`() async throws {
        let bench = try await bench()
        let home = try bench.home
        let lamp = try bench.service(HMServiceTypeLightbulb, of: "Lamp")
        let power = try #require(lamp.characteristics.first)
        let delegate = try await NotingDelegate(home, values: false)
        let index = try #require(bench.graph.store.shape.device("lamp")).index
        try bench.hub.simulated.setOnline(false, device: index)
        await delegate.wait { $0.contains("Lamp unreachable") }
        try bench.hub.simulated.setOnline(true, device: index)
        await delegate.wait { $0.contains("Lamp reachable") }
        bench.hub.simulated.setHubOnline(false)
        await delegate.wait { $0.filter { $0.hasSuffix("unreachable") }.count == 4 }
        #expect(delegate.told.filter { $0.hasPrefix("hub") } == ["hub disconnected"])
        #expect(home.homeHubState == .disconnected)
        bench.hub.simulated.setHubOnline(true)
        await delegate.wait { $0.filter { $0.hasSuffix(" reachable") }.count == 4 }
        #expect(delegate.told.filter { $0.hasPrefix("hub") } == ["hub disconnected", "hub connected"])
        #expect(home.homeHubState == .connected)
        try await bench.graph.editor.perform(.removeDevice("lamp"))
        await delegate.wait { $0.contains("- accessory Lamp") }
        #expect(home.accessories.count == 2)
        await #expect {
            try await power.writeValue(true)
        } throws: {
            ($0 as? HMError)?.code == .notFound
        }
        await #expect(throws: HMError.self) { try await lamp.updateName("x") }
    }

    @Test func `many edits at once by two clients leave both with the same home`() async throws {
        let bench = try await bench()
        let other = HMHomeManager(home: bench.graph)
        let (mine, theirs) = (try bench.home, try #require(other.primaryHome))
        let delegate = try await NotingDelegate(mine, values: false)
        var tasks: [Task<Void, Never>] = []
        for number in 0..<20 {
            tasks.append(Task { _ = try? await mine.addServiceGroup(withName: "Mine \(number)") })
            tasks.append(Task { _ = try? await theirs.addServiceGroup(withName: "Theirs \(number)") })
        }
        for task in tasks { await task.value }
        await delegate.wait { $0.count >= 20 }
        #expect(Set(delegate.told) == Set((0..<20).map { "+ group Theirs \($0)" }))
        #expect(delegate.told.count == 20)
        #expect(mine.serviceGroups.count == 41)
        while theirs.serviceGroups.count < 41 { await Task.yield() }
        #expect(mine.serviceGroups.map(\.name) == theirs.serviceGroups.map(\.name))
    }

    @Test func `a client that is let go ends, and its objects say so`() async throws {
        let bench = try await bench()
        var manager: HMHomeManager? = HMHomeManager(home: bench.graph)
        weak let ended = manager
        let home = try #require(manager?.primaryHome)
        manager = nil
        #expect(ended == nil)
        await #expect(throws: HMError.self) { try await home.addServiceGroup(withName: "x") }
        #expect(home.accessories.first?.isReachable == true)
    }

    @Test func `error codes are HomeKit's`() {
        #expect(HMError.Code.alreadyExists.rawValue == 1)
        #expect(HMError.Code.accessoryNotReachable.rawValue == 4)
        #expect(HMError.Code.valueHigherThanMaximum.rawValue == 45)
        #expect(HMError.Code.noCompatibleHomeHub.rawValue == 92)
        #expect(HMError.Code.allCases.count == 93)
        let error = HMError(.notFound, "there is none") as NSError
        #expect(error.domain == HMErrorDomain && error.code == 2)
    }
}
