import DataModel
import Foundation
import HomeGraph
import ModelReader
import SQLiteStore
import SimulatedHub
import TestSupport
import Testing

@testable import HomeKitView

/// What devices do not say themselves: where a lock was sent, the mode before, who moved the bolt last.
@Suite(.timeLimit(.minutes(1))) @MainActor struct MemoryTests {
    @Test(arguments: [
        ("DoorLock", "DoorLock", DataValue.null), ("DoorLock", "DoorLock", .uint(0)),
        (
            "GoogleGarage, traits: {Google.OpenClose: {openPercent: 0, targetOpenPercent: 0}, Google.LockUnlock: {lockState: unlocked}}",
            "Google.LockUnlock", .uint(3)
        ),
    ])
    func `a lock that does not get there is still to be where it was sent`(
        _ type: String, _ trait: String, _ stuck: DataValue
    ) async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(type)}")
        let all = try bench.home.accessories.flatMap(\.services).flatMap(\.characteristics)
        let target = try #require(
            all.first { $0.characteristicType == HMCharacteristicTypeTargetLockMechanismState })
        for wanted in [1, 0, 1] {
            try await target.writeValue(wanted)
            try bench.report(trait, "lockState", stuck)
            try await target.readValue()
            #expect(target.value as? Int == wanted)
        }
        try bench.report(trait, "lockState", .uint(2))
        try await target.readValue()
        #expect(target.value as? Int == 0)
        try bench.report(trait, "lockState", .uint(1))
        try await target.readValue()
        #expect(target.value as? Int == 1)
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `a fan goes back to the mode that somebody chose`(_ mode: UInt64)
        async throws
    {
        let bench = try await HomeKitBench("{name: Device, type: Fan}")
        let state = try bench.characteristic(HMCharacteristicTypeTargetFanState, of: HMServiceTypeFan)
        try bench.report("FanControl", "fanMode", .uint(mode))
        try await state.writeValue(1)
        try await state.writeValue(0)
        #expect(bench.hub.orders == ["FanControl.fanMode = 5", "FanControl.fanMode = \(mode)"])
    }

    @Test func `a thermostat that is off has the target of the mode before`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: Thermostat, traits: {Thermostat: {systemMode: heat, occupiedHeatingSetpoint: 2000, occupiedCoolingSetpoint: 2600}}}"
        )
        let mode = try bench.characteristic(HMCharacteristicTypeTargetHeatingCooling, of: HMServiceTypeThermostat)
        let target = try bench.characteristic(HMCharacteristicTypeTargetTemperature, of: HMServiceTypeThermostat)
        for (number, degrees, written) in [(2, 26.0, "occupiedCoolingSetpoint"), (1, 20, "occupiedHeatingSetpoint")] {
            try await mode.writeValue(number)
            try await mode.writeValue(0)
            try await target.readValue()
            #expect(target.value as? Double == degrees)
            try await target.writeValue(degrees)
            #expect(bench.hub.orders.last == "Thermostat.\(written) = \(Int(degrees * 100))")
        }
    }

    @Test func `all of that is there after a restart, and so is who moved the bolt`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("home.sqlite")
        let store = try await SQLiteStateStore.open(path)
        func values(_ bench: HomeKitBench) async throws -> [Int?] {
            let types = [
                (HMCharacteristicTypeTargetLockMechanismState, HMServiceTypeLockMechanism),
                (HMCharacteristicTypeLockMechanismLastKnownAction, HMServiceTypeLockManagement),
            ]
            var values: [Int?] = []
            for (type, service) in types {
                let characteristic = try bench.characteristic(type, of: service)
                try await characteristic.readValue()
                values.append(characteristic.value as? Int)
            }
            return values
        }
        let bench = try await HomeKitBench("{name: Device, type: DoorLock}", store: store)
        let lock = try bench.characteristic(
            HMCharacteristicTypeTargetLockMechanismState, of: HMServiceTypeLockMechanism)
        try await lock.writeValue(0)
        try await lock.writeValue(1)
        try bench.report("DoorLock", "lockState", .uint(0))
        #expect(try await values(bench) == [1, 6])
        await bench.graph.disconnect()
        await store.close()
        let reopened = try await SQLiteStateStore.open(path)
        let saved = try #require(try await reopened.load())
        let again = try await HomeKitBench(SimulatedHub(saved: saved), store: reopened)
        #expect(try await values(again) == [1, 6])
        await again.graph.disconnect()
        await reopened.close()
    }

    @Test func `a target temperature is bound by the setpoint of the mode`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: Thermostat, traits: {Thermostat: {systemMode: heat, absMinHeatSetpointLimit: 700, absMaxHeatSetpointLimit: 3000, absMinCoolSetpointLimit: 1600, absMaxCoolSetpointLimit: 3200, occupiedHeatingSetpoint: 2000, occupiedCoolingSetpoint: 2600}}}"
        )
        let target = try bench.characteristic(HMCharacteristicTypeTargetTemperature, of: HMServiceTypeThermostat)
        for (mode, least, most) in [(UInt64(4), 7.0, 30.0), (3, 16, 32), (1, 11.5, 27.5)] {
            try bench.report("Thermostat", "systemMode", .uint(mode))
            #expect(target.metadata?.minimumValue == least)
            #expect(target.metadata?.maximumValue == most)
            await #expect {
                try await target.writeValue(most + 0.5)
            } throws: {
                ($0 as? HMError)?.code == .valueHigherThanMaximum
            }
            try await target.writeValue(most)
            try await target.writeValue(least)
        }
    }

    @Test func `a water heater heats beyond what rooms are heated to`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: WaterHeater, traits: {Thermostat: {systemMode: heat, absMinHeatSetpointLimit: 4000, absMaxHeatSetpointLimit: 6500, occupiedHeatingSetpoint: 5000}}}"
        )
        let target = try bench.characteristic(HMCharacteristicTypeTargetTemperature, of: HMServiceTypeThermostat)
        #expect(target.metadata?.minimumValue == 40)
        #expect(target.metadata?.maximumValue == 65)
        for degrees in [40.0, 55, 65] {
            try await target.writeValue(degrees)
            try await target.readValue()
            #expect(target.value as? Double == degrees)
        }
    }

    @Test func `two clients cannot give two accessories one name`() async throws {
        let bench = try await HomeKitBench("{name: One, type: OnOffLight}", "{name: Two, type: OnOffLight}")
        let other = HMHomeManager(home: bench.graph)
        let first = try #require(try bench.home.accessories.first)
        let second = try #require(other.primaryHome?.accessories.last)
        func code(_ accessory: HMAccessory, _ name: String) async -> HMError.Code? {
            do { try await accessory.updateName(name) } catch { return error.code }
            return nil
        }
        async let mine = code(first, "Desk")
        async let theirs = code(second, "desk")
        let codes = await [mine, theirs]
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.compactMap { $0 } == [.renameWithSimilarName])
    }
}
