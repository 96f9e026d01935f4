import Configuration
import DataModel
import Foundation
import HomeGraph
import HomeTypes
import SimulatedHub
import TestSupport
import Testing

/// Every case of errors that Swift can come to, with its code and message; where MQTT has the same case, the same.
@Suite(.timeLimit(.minutes(1))) struct ErrorTableTests {
    private static let file = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices:
              - {name: Lamp, type: ExtendedColorLight, room: Kitchen}
              - {name: Bulb, type: OnOffLight, without: [OnOff.toggle, OnOff.onTime]}
              - {name: Dimmer, type: DimmableLight, traits: {LevelControl: {minLevel: 10, maxLevel: 200}}}
              - {name: Front Door, type: DoorLock, traits: {DoorLock: {requirePinForRemoteOperation: true}}}
              - {name: Thermostat, type: Thermostat}
              - {name: Away, type: OnOffLight, connectivity: offline}
              - {name: Television, type: GoogleTV}
            groups:
              - {name: Lights, devices: [lamp, dimmer]}
              - {name: Locks, devices: [front-door]}
              - {name: Gone, devices: [away]}
          - name: Cabin
            rooms: [Loft]
            devices: [{name: Torch, type: OnOffLight}]
        """

    private let time = ManualTime()
    private let hub: SimulatedHub
    private let home: Home

    init() async throws {
        let file = try HomeFile.read(Array(Self.file.utf8), file: "home", catalog: .standard)
        hub = try SimulatedHub(home: file, time: time)
        var configuration = HomeConfiguration()
        configuration.waitingOrders = 2
        home = try await Home(hub: hub, configuration: configuration, time: time)
        // A device that answers at once needs no time that is moved by hand.
        for device in home.store.shape.devices {
            try hub.setFault(SimulatedFault(latency: .zero), device: device.index)
        }
    }

    // MARK: - What is reached

    private func structure(_ name: String = "Main House") async throws -> Structure {
        try #require(try await home.structures().list().first { $0.name == name })
    }
    private func device(_ id: String) async throws -> HomeDevice {
        try #require(try await home.devices().list().first { $0.id == id })
    }
    private func part<T: DeviceType>(_ id: String, _: T.Type) async throws -> T {
        try #require(try await device(id).types.get(T.self))
    }
    private func group(_ id: String) async throws -> DeviceGroup {
        try #require(try await structure().deviceGroups.list().first { $0.id == id })
    }
    private func bulb() async throws -> Matter.OnOffTrait {
        try #require(try await part("bulb", OnOffLightDeviceType.self).matterTraits.onOffTrait)
    }
    private func level(_ id: String = "lamp") async throws -> Matter.LevelControlTrait {
        let types = try await device(id).types
        let light = await types.get(ExtendedColorLightDeviceType.self)?.matterTraits.levelControlTrait
        let dimmer = await types.get(DimmableLightDeviceType.self)?.matterTraits.levelControlTrait
        return try #require(light ?? dimmer)
    }
    private func lock() async throws -> Matter.DoorLockTrait {
        try #require(try await part("front-door", DoorLockDeviceType.self).matterTraits.doorLockTrait)
    }
    private func thermostat() async throws -> Matter.ThermostatTrait {
        try #require(try await part("thermostat", ThermostatDeviceType.self).matterTraits.thermostatTrait)
    }
    private func management() async throws -> Google.GroupManagementTrait {
        try await structure().traits.get(Google.GroupManagementTrait.self)
    }
    private func setFault(_ fault: SimulatedFault, _ id: String) throws {
        try hub.setFault(fault, device: try #require(home.store.shape.device(id)).index)
    }

    private func expect(
        _ code: HomeError.Code, _ message: String, at location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        await #expect(throws: HomeError(code, message), sourceLocation: location) { try await body() }
    }

    // MARK: - The table

    @Test func `what is not there is not found`() async throws {
        let structure = try await structure()
        await expect(.notFound, "there is no device 'lmap'; did you mean lamp?") {
            try await structure.move(device: "lmap", to: "kitchen")
        }
        await expect(.notFound, "there is no room 'kitchn'; did you mean kitchen?") {
            try await structure.move(device: "lamp", to: "kitchn")
        }
        await expect(.notFound, "Main House has no room 'loft'; there is kitchen") {
            try await structure.deleteRoom("loft")
        }
        await expect(.notFound, "Main House has no group 'light'; did you mean lights?") {
            try await management().deleteGroup(groupObjectId: "light")
        }
        await expect(.notFound, "there is no device 'lmap'; did you mean lamp?") {
            try await management().addGroupMembers(groupObjectId: "lights", memberDeviceObjectIds: ["lmap"])
        }
        let lights = try await group("lights")
        #expect(await lights.part(DoorLockDeviceType.self) == nil)
        try await management().deleteGroup(groupObjectId: "lights")
        await expect(.notFound, "there is no group 'lights'; there are locks, gone") {
            try await lights.setName("Lamps")
        }
    }

    @Test func `what an object lacks is unimplemented`() async throws {
        let bulb = try await bulb()
        await expect(.unimplemented, "Bulb does not support OnOff.toggle") { try await bulb.toggle() }
        await expect(.unimplemented, "Bulb does not support OnOff.onTime") { try await bulb.update { $0.setOnTime(1) } }
        await expect(.unimplemented, "OnOff.onOff of Bulb is read-only") {
            _ = try await bulb.handle.write([(id: 0, value: .bool(true))])
        }
        let locks = try #require(await group("locks").part(DoorLockDeviceType.self)?.matterTraits.doorLockTrait)
        await expect(.unimplemented, "getUser answers with a result; call it on one device, not on several") {
            _ = try await locks.getUser(userIndex: 1)
        }
        await expect(.unimplemented, "Google.GroupManagement.createGroup is not supported here") {
            _ = try await management().createGroup(groupName: "A", memberDeviceObjectIds: [], policyId: "b")
        }
        await expect(.unimplemented, "Google.AreaPresenceState.presenceState is not supported here") {
            let trait = try await structure().traits.get(Google.AreaPresenceStateTrait.self)
            _ = try await trait.handle.write([(id: 0, value: .uint(1))])
        }
    }

    @Test func `a wrong argument is invalid`() async throws {
        let level = try await level()
        await expect(
            .invalidArgument, "Lamp, LevelControl.moveToLevel: level: null is not allowed; allowed are 0 to 254"
        ) {
            try await level.handle.invoke(0, [0: .null, 1: .null, 2: .uint(0), 3: .uint(0)])
        }
        await expect(
            .invalidArgument, "Lamp, LevelControl.moveToLevel: level: is of another type; allowed are 0 to 254"
        ) {
            try await level.handle.invoke(0, [0: .string("lots"), 1: .null, 2: .uint(0), 3: .uint(0)])
        }
        await expect(
            .invalidArgument,
            "Lamp, LevelControl.moveToLevel: level is missing; the fields are level, transitionTime, optionsMask, optionsOverride"
        ) {
            try await level.handle.invoke(0)
        }
        await expect(.invalidArgument, "Lamp, LevelControl.moveToLevel: there is no field with id 9") {
            try await level.handle.invoke(0, [9: .null, 0: .uint(1), 1: .null, 2: .uint(0), 3: .uint(0)])
        }
        await expect(.invalidArgument, "the name is empty; it is to have 1 to 60 characters") {
            try await structure().createRoom(name: " ")
        }
    }

    @Test func `a value beyond a limit is out of range`() async throws {
        let (lamp, dimmer) = (try await level(), try await level("dimmer"))
        await expect(
            .outOfRange, "Lamp, LevelControl.moveToLevel: level: 255 is above 254; allowed are 0 to 254"
        ) {
            try await lamp.moveToLevel(level: 255, transitionTime: nil, optionsMask: [], optionsOverride: [])
        }
        await expect(.outOfRange, "Dimmer, LevelControl.onLevel: onLevel: 240 is above 200; allowed are 10 to 200") {
            try await dimmer.update { $0.setOnLevel(240) }
        }
        await expect(
            .outOfRange,
            "occupiedHeatingSetpoint: 9900 is beyond what Thermostat can be set to now; allowed are 700 to 3000 (in 0.01 °C)"
        ) {
            try await thermostat().update { $0.setOccupiedHeatingSetpoint(9900) }
        }
        let root = try await part("lamp", RootNodeDeviceType.self)
        let information = try #require(root.traits[Matter.BasicInformationTrait.self])
        await expect(
            .outOfRange, "Lamp, BasicInformation.nodeLabel: nodeLabel: has 33 octets; allowed are 0 to 32"
        ) {
            try await information.update { $0.setNodeLabel(String(repeating: "x", count: 33)) }
        }
    }

    @Test func `a door that wants a PIN refuses without it`() async throws {
        let lock = try await lock()
        await expect(.permissionDenied, "pinCode: Front Door wants a PIN") { try await lock.unlockDoor() }
        await expect(.permissionDenied, "pinCode: Front Door does not know this PIN") {
            try await lock.unlockDoor { $0.setPinCode(Data("999999".utf8)) }
        }
    }

    @Test func `what is away is unavailable`() async throws {
        let away = try #require(try await part("away", OnOffLightDeviceType.self).matterTraits.onOffTrait)
        await expect(.unavailable, "Away is offline") { try await away.on() }
        let gone = try #require(await group("gone").part(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
        await expect(.unavailable, "Away cannot be reached") { try await gone.on() }
        let (bulb, dimmer) = (try await bulb(), try await level("dimmer"))
        hub.setHubOnline(false)
        let error = await #expect(throws: HomeError.self) { try await bulb.on() }
        #expect(error?.code == .unavailable)
        await #expect(throws: HomeError.self) { try await dimmer.update { $0.setOnLevel(20) } }
    }

    @Test func `what the state forbids fails a precondition`() async throws {
        let lock = try await lock()
        await expect(.failedPrecondition, "userIndex: there is no user at 9; add one first") {
            try await lock.setUser(
                operationType: .modify, userIndex: 9, userName: "Ada", userUniqueId: 1, userStatus: nil,
                userType: nil, credentialRule: nil)
        }
        await expect(.failedPrecondition, "Lamp and the room Loft belong to two structures") {
            try await structure().move(device: "lamp", to: "loft")
        }
        await expect(.failedPrecondition, "Torch and the group Lights belong to two structures") {
            try await management().addGroupMembers(groupObjectId: "lights", memberDeviceObjectIds: ["torch"])
        }
        let television = try await device("television")
        let error = await #expect(throws: HomeError.self) { try await television.decommission() }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.subtype == .decommission(.ineligible(reason: .nonMatterDevice)))
    }

    @Test func `what is there already exists`() async throws {
        let lock = try await lock()
        func add() async throws {
            try await lock.setUser(
                operationType: .add, userIndex: 3, userName: "Ada", userUniqueId: 1, userStatus: nil, userType: nil,
                credentialRule: nil)
        }
        try await add()
        await expect(.alreadyExists, "userIndex: there is a user at 3; modify or clear that one") { try await add() }
    }

    @Test func `a device that is busy with another client aborts`() async throws {
        try setFault(SimulatedFault(errorRate: 1, error: .aborted), "bulb")
        let bulb = try await bulb()
        let error = await #expect(throws: HomeError.self) { try await bulb.on() }
        #expect(error?.code == .aborted)
    }

    @Test func `an order has its time, and a device takes only so many`() async throws {
        let bulb = try await bulb()
        try setFault(SimulatedFault(latency: .seconds(60)), "bulb")
        // One runs and two wait.
        let waiting = [
            Task { try await bulb.on() }, Task { try await bulb.on() }, Task { try await bulb.on() },
        ]
        while home.dispatcher.count < 3 { await Task.yield() }
        await expect(.resourceExhausted, "2 orders wait for this device already; try again later") {
            try await bulb.off()
        }
        await time.sleepers(atLeast: 2)
        time.advance(by: .seconds(10))
        var messages: Set<String> = []
        for task in waiting {
            let error = await #expect(throws: HomeError.self) { try await task.value }
            #expect(error?.code == .deadlineExceeded)
            messages.insert(error?.message ?? "")
        }
        #expect(
            messages == [
                "the device did not confirm in time; the change may have happened all the same",
                "the order's time was over before it could begin",
            ])
    }

    @Test func `without strict validation the device refuses`() async throws {
        var configuration = HomeConfiguration()
        configuration.strictOperationValidation = false
        let seed = try await SeedHome(configuration: configuration)
        let bare = try await seed.onOff("bare")
        #expect(!bare.supports(.toggle))
        await expect(.unimplemented, "Cellar Light does not support OnOff.toggle") { try await bare.toggle() }
        try seed.takeOffline("bare")
        // It was on its way to the device, which is away: here it would have been refused before.
        await expect(.unavailable, "Cellar Light is offline") { try await bare.toggle() }
    }
}
