import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

/// A home over a clean end, and over a sudden one.
@Suite(.timeLimit(.minutes(1))) struct HomeRestartTests {
    private static let text = """
        structures:
          - name: House
            rooms: [Kitchen]
            devices:
              - {name: Lamp, room: Kitchen, type: ExtendedColorLight, simulation: {latency: 0ms}}
              - name: Lock
                type: DoorLock
                traits: {DoorLock: {requirePinForRemoteOperation: true, autoRelockTime: 30}}
                simulation: {latency: 0ms}
              - {name: Washer, type: LaundryWasher, simulation: {latency: 0ms}}
              - {name: Thermometer, type: TemperatureSensor, simulation: {latency: 0ms, autonomous: true}}
            groups: [{name: All, devices: [lamp, washer]}]
        """
    private static let ids = ["lamp", "lock", "washer", "thermometer"]
    private static let pin = DataValue.octets(Array("4711".utf8))

    private func addPIN(_ home: KeptHome) async throws {
        try await home.invoke(
            "DoorLock.setCredential",
            [
                0: .uint(0), 1: .fields([0: .uint(1), 1: .uint(1)]), 2: Self.pin, 3: .null, 4: .null, 5: .null,
            ], on: "lock")
    }

    @Test func `stopping is no reboot`() async throws {
        let home = try await KeptHome(Self.text)
        try await home.pass(.seconds(100))
        let before = try Self.ids.map { try home.values($0) }
        try await home.restart()
        #expect(try Self.ids.map { try home.values($0) } == before)
        #expect(try home.value("GeneralDiagnostics.upTime", of: "lamp") == .uint(100))
        try await home.pass(.seconds(11))
        #expect(try home.value("GeneralDiagnostics.upTime", of: "lamp") == .uint(111))
        for (index, id) in Self.ids.enumerated() where id != "thermometer" {
            let count = try home.value("GeneralDiagnostics.rebootCount", of: id)
            let slot = DeviceLayout.lastReportOffset
            #expect(before[index].contains(count))
            #expect(try home.values(id)[slot] != .null)
        }
    }

    @Test func `the graph is as it was, too`() async throws {
        let home = try await KeptHome(Self.text)
        try await home.home.editor.perform(.renameDevice("lamp", to: "Đèn"))
        try await home.home.editor.perform(.removeDevice("washer"))
        let attic = try await home.home.editor.perform(.createRoom(name: "Attic", structure: "house"))
        try await home.home.editor.perform(.moveDevice("lock", room: attic))
        let before = home.home.store.shape
        try await home.restart()
        let after = home.home.store.shape
        #expect(after.structures == before.structures && after.rooms == before.rooms && after.groups == before.groups)
        #expect(after.devices.map(\.id) == ["lamp", "lock", "thermometer"])
        #expect(after.devices.map(\.name) == before.devices.map(\.name))
        #expect(after.devices.map(\.roomID) == ["kitchen", "attic", nil])
        #expect(after.devices.map(\.layout.savedText) == before.devices.map(\.layout.savedText))
    }

    @Test func `what a device was at goes on`() async throws {
        let home = try await KeptHome(Self.text)
        try await addPIN(home)
        try await home.invoke(
            "LevelControl.moveToLevelWithOnOff", [0: .uint(1), 1: .uint(0), 2: .uint(0), 3: .uint(0)], on: "lamp")
        try await home.invoke(
            "LevelControl.moveToLevelWithOnOff", [0: .uint(201), 1: .uint(1000), 2: .uint(0), 3: .uint(0)], on: "lamp")
        try await home.invoke("DoorLock.unlockDoor", [0: Self.pin], on: "lock")
        try await home.invoke("OperationalState.start", on: "washer")
        try await home.pass(.seconds(25))
        #expect(try home.value("LevelControl.currentLevel", of: "lamp") == .uint(51))
        try await home.restart()
        #expect(try home.value("LevelControl.currentLevel", of: "lamp") == .uint(51))
        try await home.pass(.seconds(4))
        #expect(try home.value("LevelControl.currentLevel", of: "lamp") == .uint(59))
        #expect(try home.value("DoorLock.lockState", of: "lock") == .uint(2))
        try await home.pass(.seconds(1))
        #expect(try home.value("DoorLock.lockState", of: "lock") == .uint(1), "it relocks when it would have")
        try await home.pass(.seconds(3570))
        #expect(try home.value("LevelControl.currentLevel", of: "lamp") == .uint(201))
        #expect(try home.value("OperationalState.operationalState", of: "washer") == .uint(0), "an hour is over")
    }

    @Test func `a sudden end loses no setting and no PIN`() async throws {
        let home = try await KeptHome(Self.text)
        try await home.keep { $0.contains { if case .hubState("lock", _) = $0 { true } else { false } } }
        try await addPIN(home)
        try await home.write("DoorLock.wrongCodeEntryLimit", .uint(7), on: "lock")
        try await home.write("OnOff.startUpOnOff", .uint(1), on: "lamp")
        try await home.invoke(
            "LevelControl.moveToLevelWithOnOff", [0: .uint(77), 1: .uint(0), 2: .uint(0), 3: .uint(0)], on: "lamp")
        try await home.keep { $0.contains { if case .hubState("lock", _) = $0 { true } else { false } } }
        try await home.crash()
        #expect(try home.value("OnOff.onOff", of: "lamp") == .bool(true))
        #expect(try home.value("OnOff.startUpOnOff", of: "lamp") == .uint(1))
        #expect(try home.value("LevelControl.currentLevel", of: "lamp") == .uint(77))
        #expect(try home.value("DoorLock.wrongCodeEntryLimit", of: "lock") == .uint(7))
        await #expect(throws: HomeError(.permissionDenied, "pinCode: Lock does not know this PIN")) {
            try await home.invoke("DoorLock.unlockDoor", [0: .octets(Array("1234".utf8))], on: "lock")
        }
        try await home.invoke("DoorLock.unlockDoor", [0: Self.pin], on: "lock")
        #expect(try home.value("DoorLock.lockState", of: "lock") == .uint(2))
    }

    @Test func `a device away stays away, and what it owes is reported once it is back`() async throws {
        let home = try await KeptHome(Self.text)
        try await addPIN(home)
        try await home.invoke("DoorLock.unlockDoor", [0: Self.pin], on: "lock")
        let lock = try home.device("lock").index
        try home.hub.setOnline(false, device: lock)
        home.time.advance(by: .seconds(40))
        try home.hub.setFault(SimulatedFault(errorRate: 1, error: .aborted), device: try home.device("washer").index)
        #expect(try home.value("DoorLock.lockState", of: "lock") == .uint(2), "nobody was told")
        try await home.restart()
        #expect(home.home.store.connectivity(of: try home.device("lock")) == .offline)
        #expect(try home.value("DoorLock.lockState", of: "lock") == .uint(2))
        await #expect(throws: HomeError(.unavailable, "Lock is offline")) {
            try await home.invoke("DoorLock.lockDoor", on: "lock")
        }
        try home.hub.setOnline(true, device: lock)
        #expect(try home.value("DoorLock.lockState", of: "lock") == .uint(1))
        #expect(home.home.store.connectivity(of: try home.device("lock")) == .online)
        await #expect(throws: HomeError(.aborted, "Washer was made to fail (simulation/fault)")) {
            try await home.invoke("OperationalState.start", on: "washer")
        }
    }

    @Test func `only devices of which something changed have something to keep`() async throws {
        let home = try await KeptHome(Self.text)
        #expect(await home.hub.states(changedOnly: true).count == 4)
        #expect(await home.hub.states(changedOnly: true).isEmpty)
        try await home.pass(.seconds(1000))
        #expect(await home.hub.states(changedOnly: true).isEmpty, "that a device lives is no news")
        try await home.write("OnOff.startUpOnOff", .uint(1), on: "lamp")
        try await home.invoke("OnOff.toggle", on: "lamp")
        #expect(await home.hub.states(changedOnly: true).isEmpty, "a value is kept as one")
        try await addPIN(home)
        let lock = try home.device("lock").index
        #expect(await Set(home.hub.states(changedOnly: true).keys) == [lock])
        #expect(await home.hub.states(changedOnly: false).count == 4)
    }
}
