import DataModel
import Foundation
import HomeGraph
import ModelReader
import SimulatedHub
import TestSupport
import Testing

@testable import HomeKitView

/// Values both ways: what devices say, and what is sent to them.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ValueTests {
    private nonisolated static let color =
        "ExtendedColorLight, features: {ColorControl: [hueSaturation, xy, colorTemperature]}"

    /// All types that a device can be of.
    private nonisolated static let types = ModelCatalog.standard.deviceTypes.filter { $0.classification != .node }
        .map(\.name)

    @Test(arguments: types)
    func `whatever a device type can be set to is what it is afterwards`(_ type: String) async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(type)}")
        let accessory = try #require(try bench.home.accessories.first)
        let all = accessory.services.flatMap(\.characteristics)
        // What is off may take no other value, and what is locked does not open: it is switched on first and locked last.
        let isOther = { !Self.isPower($0) && !Self.isLock($0) } as (HMCharacteristic) -> Bool
        for characteristic in all.filter(Self.isPower) + all.filter(isOther) + all.filter(Self.isLock) {
            guard characteristic.properties.contains(HMCharacteristicPropertyWritable) else { continue }
            let isReadable = characteristic.properties.contains(HMCharacteristicPropertyReadable)
            let metadata = try #require(characteristic.metadata)
            var values: [any Sendable] = metadata.validValues ?? []
            if metadata.format == HMCharacteristicMetadataFormatBool { values = [false, true] }
            if values.isEmpty, let least = metadata.minimumValue, let most = metadata.maximumValue {
                values = [least, ((least + most) / 2).rounded(), most]
            }
            if !isReadable { values = metadata.validValues ?? [true] }
            #expect(!values.isEmpty)
            for value in values {
                do {
                    let before = "\(characteristic.value ?? "none")"
                    try await characteristic.writeValue(value)
                    guard isReadable else { continue }
                    // Brightness 0 switches off, and the light keeps its level for the next time.
                    let isOff = characteristic.localizedDescription == "Brightness" && value as? Double == 0
                    let expected = isOff ? before : "\(Self.form(value, metadata))"
                    #expect("\(characteristic.value ?? "none")" == expected, "\(characteristic.localizedDescription)")
                    try await characteristic.readValue()
                    #expect(
                        "\(characteristic.value ?? "none")" == expected,
                        "\(characteristic.localizedDescription)")
                } catch {
                    let refusal = [type, characteristic.localizedDescription, "\(error.code)"]
                    #expect(
                        Self.refusals.contains(refusal), "\(characteristic.localizedDescription) \(value): \(error)")
                }
            }
        }
    }

    private static func isPower(_ characteristic: HMCharacteristic) -> Bool {
        characteristic.characteristicType == HMCharacteristicTypePowerState
    }

    private static func isLock(_ characteristic: HMCharacteristic) -> Bool {
        characteristic.characteristicType == HMCharacteristicTypeTargetLockMechanismState
    }

    /// What devices may refuse: a cooktop can only be switched off, and what opens is locked only while closed, as those
    /// that take their time still are unless the machine is slow.
    private static let refusals =
        [["Cooktop", "PowerState", "invalidParameter"]]
        + ["GoogleDoor", "GoogleGarage", "GoogleGate", "GoogleWindow"].map {
            [$0, "TargetLockMechanismState", "accessoryResponseError"]
        }

    private static func form(_ value: any Sendable, _ metadata: HMCharacteristicMetadata) -> any Sendable {
        guard let double = value as? Double, metadata.format != HMCharacteristicMetadataFormatFloat else {
            return value
        }
        return Int(double)
    }

    @Test func `a write is refused in order`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: DimmableLight}", "{name: Thermo, type: Thermostat, features: {Thermostat: [heating]}}"
        )
        let brightness = try bench.characteristic(HMCharacteristicTypeBrightness, of: HMServiceTypeLightbulb)
        let mode = try bench.characteristic(HMCharacteristicTypeTargetHeatingCooling, of: HMServiceTypeThermostat)
        let temperature = try bench.characteristic(
            HMCharacteristicTypeCurrentTemperature, of: HMServiceTypeThermostat)
        bench.hub.simulated.setHubOnline(false)
        func code(_ characteristic: HMCharacteristic, _ value: Any?) async -> HMError.Code? {
            do { try await characteristic.writeValue(value) } catch { return error.code }
            return nil
        }
        #expect(await code(temperature, "x") == .readOnlyCharacteristic)
        #expect(await code(brightness, "42") == .invalidValueType)
        #expect(await code(brightness, nil) == .invalidValueType)
        #expect(await code(brightness, [42]) == .invalidValueType)
        #expect(await code(brightness, -1) == .valueLowerThanMinimum)
        #expect(await code(brightness, 101) == .valueHigherThanMaximum)
        #expect(await code(brightness, UInt64.max) == .valueHigherThanMaximum)
        #expect(await code(brightness, Double.infinity) == .invalidValueType)
        #expect(await code(mode, 2) == .invalidParameter)
        #expect(await code(brightness, 42) == .accessoryNotReachable)
        bench.hub.simulated.setHubOnline(true)
        #expect(bench.hub.orders.isEmpty)
        let index = try #require(bench.graph.store.shape.devices.first).index
        try bench.hub.simulated.setFault(SimulatedFault(errorRate: 1, error: .aborted), device: index)
        let before = brightness.value as? Int
        #expect(await code(brightness, 42) == .accessoryIsBusy)
        #expect(brightness.value as? Int == before)
    }

    /// The example of the guide, as it stands there.
    @Test func `the guide's example dims every light that can be dimmed`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: DimmableLight}", "{name: Plain, type: OnOffLight}")
        let home = bench.graph

        let manager = HMHomeManager(home: home)
        guard let house = manager.primaryHome else { return }

        for light in house.servicesWithTypes([HMServiceTypeLightbulb]) ?? [] {
            guard
                let brightness = light.characteristics.first(where: {
                    $0.characteristicType == HMCharacteristicTypeBrightness
                })
            else { continue }
            try await brightness.writeValue(42)
        }

        #expect(
            bench.hub.orders == [
                "LevelControl.moveToLevelWithOnOff(level 107, transitionTime null, optionsMask 0, optionsOverride 0)"
            ])
    }

    @Test func `a write counts with those before it, also where nobody waited for them`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: Thermostat, traits: {Thermostat: {systemMode: heat, occupiedCoolingSetpoint: 2600}}}")
        let mode = try bench.characteristic(HMCharacteristicTypeTargetHeatingCooling, of: HMServiceTypeThermostat)
        let target = try bench.characteristic(HMCharacteristicTypeTargetTemperature, of: HMServiceTypeThermostat)
        // Handlers, since what is asked for one after another is done so; of two tasks either may be first.
        let (errors, ended) = AsyncStream.makeStream(of: Bool.self)
        mode.writeValue(2) { ended.yield($0 == nil) }
        target.writeValue(25) { ended.yield($0 == nil) }
        var done = 0
        for await isDone in errors {
            #expect(isDone)
            done += 1
            if done == 2 { break }
        }
        #expect(
            bench.hub.orders == ["Thermostat.systemMode = 3", "Thermostat.occupiedCoolingSetpoint = 2500"])
    }

    @Test func `a light that is off takes a color, and stays off`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(Self.color), traits: {OnOff: {onOff: false}}}")
        let hue = try bench.characteristic(HMCharacteristicTypeHue, of: HMServiceTypeLightbulb)
        try await hue.writeValue(240)
        try await hue.readValue()
        #expect(hue.value as? Double == 240)
        let power = try bench.characteristic(HMCharacteristicTypePowerState, of: HMServiceTypeLightbulb)
        #expect(power.value as? Bool == false)
    }

    @Test(arguments: [(1000, 600), (0, 160), (-5, 160), (601, 600), (159, 160), (250, 250)])
    func `a colour temperature beyond what a light has goes to the nearest that it has`(
        _ wanted: Int, _ mireds: Int
    ) async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: ColorTemperatureLight, traits: {ColorControl: {colorTempPhysicalMinMireds: 160, colorTempPhysicalMaxMireds: 600}}}"
        )
        let color = try bench.characteristic(HMCharacteristicTypeColorTemperature, of: HMServiceTypeLightbulb)
        try await color.writeValue(wanted)
        #expect(
            bench.hub.orders == [
                "ColorControl.moveToColorTemperature(colorTemperatureMireds \(mireds), transitionTime 0, optionsMask 1, optionsOverride 1)"
            ])
        #expect(color.value as? Int == mireds)
        await #expect {
            try await color.writeValue("warm")
        } throws: {
            ($0 as? HMError)?.code == .invalidValueType
        }
    }

    @Test func `metadata is the device's own`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: ColorTemperatureLight, traits: {ColorControl: {colorTempPhysicalMinMireds: 160, colorTempPhysicalMaxMireds: 600}}}"
        )
        let color = try bench.characteristic(HMCharacteristicTypeColorTemperature, of: HMServiceTypeLightbulb)
        #expect(color.metadata?.minimumValue == 160)
        #expect(color.metadata?.maximumValue == 600)
        #expect(color.metadata?.stepValue == 1)
        #expect(color.metadata?.format == HMCharacteristicMetadataFormatInt)
        let brightness = try bench.characteristic(HMCharacteristicTypeBrightness, of: HMServiceTypeLightbulb)
        #expect(brightness.metadata?.units == HMCharacteristicMetadataUnitsPercentage)
    }

    @Test func `notifications are enabled once, and where there are any`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: OnOffLight}")
        let power = try bench.characteristic(HMCharacteristicTypePowerState, of: HMServiceTypeLightbulb)
        let name = try bench.characteristic(HMCharacteristicTypeName, of: HMServiceTypeAccessoryInformation)
        #expect(name.value as? String == "Device")
        func code(_ body: () async throws(HMError) -> Void) async -> HMError.Code? {
            do { try await body() } catch { return error.code }
            return nil
        }
        #expect(await code { () async throws(HMError) in try await power.enableNotification(true) } == nil)
        #expect(
            await code { () async throws(HMError) in try await power.enableNotification(true) }
                == .notificationAlreadyEnabled)
        #expect(power.isNotificationEnabled)
        #expect(
            await code { () async throws(HMError) in try await name.enableNotification(true) }
                == .notificationNotSupported)
        #expect(await code { () async throws(HMError) in try await power.enableNotification(false) } == nil)
        #expect(!power.isNotificationEnabled)
    }

    @Test func `a lock that asks for a PIN takes it as authorization`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: DoorLock, features: {DoorLock: [pinCredential, user, credentialOverTheAirAccess]}, traits: {DoorLock: {requirePinForRemoteOperation: true}}}"
        )
        let target = try bench.characteristic(
            HMCharacteristicTypeTargetLockMechanismState, of: HMServiceTypeLockMechanism)
        #expect(target.properties.contains(HMCharacteristicPropertyRequiresAuthorizationData))
        func code() async -> HMError.Code? {
            do { try await target.writeValue(0) } catch { return error.code }
            return nil
        }
        #expect(await code() == .invalidOrMissingAuthorizationData)
        try await target.updateAuthorizationData(Data("987654".utf8))
        #expect(await code() == .invalidOrMissingAuthorizationData)
        #expect(bench.hub.orders.last == "DoorLock.unlockDoor(pinCode '987654')")
    }

    @Test func `a lock says who moved its bolt last, and goes on saying so`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: DoorLock}")
        let action = try bench.characteristic(
            HMCharacteristicTypeLockMechanismLastKnownAction, of: HMServiceTypeLockManagement)
        let delegate = try await NotingDelegate(try bench.home)
        let cluster = try #require(ModelCatalog.standard.cluster(named: "DoorLock"))
        let operation = try #require(cluster.event(named: "lockOperation"))
        let device = try #require(bench.graph.store.shape.devices.first)
        // Type and source of the operation, and what it is in HomeKit; others tell nothing.
        let operations: [(UInt64, UInt64, Int?)] = [
            (0, 3, 4), (1, 3, 5), (0, 7, 6), (1, 7, 7), (0, 4, 8), (0, 1, 9), (1, 1, 10), (1, 0, nil), (4, 1, nil),
            (0, 5, 9), (1, 2, 7),
        ]
        for (type, source, _) in operations {
            try bench.hub.simulated.emit(
                operation, fields: [0: .uint(type), 1: .uint(source), 2: .null, 3: .null, 4: .null], of: cluster,
                endpoint: 1, device: device.index)
        }
        let wanted = operations.compactMap(\.2).map { "LockMechanismLastKnownAction \($0)" }
        await delegate.wait { $0.count >= wanted.count }
        #expect(delegate.told == wanted)
        try await action.readValue()
        #expect(
            action.value as? Int
                == HMCharacteristicValueLockMechanismLastKnownAction.unsecuredRemotely.rawValue)
    }

    @Test func `a new version of an accessory's software is told`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: OnOffLight}")
        let delegate = try await NotingDelegate(try bench.home, values: false)
        try bench.report("BasicInformation", "softwareVersionString", .string("8"))
        await delegate.wait { !$0.isEmpty }
        #expect(delegate.told == ["Device firmware 8"])
        #expect(try bench.home.accessories.first?.firmwareVersion == "8")
    }

    @Test func `a service says its name, whoever gave it`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: OnOffLight}")
        let service = try bench.service(HMServiceTypeLightbulb)
        let name = try bench.characteristic(HMCharacteristicTypeName, of: HMServiceTypeLightbulb)
        #expect(name.value as? String == "Device")
        try await service.updateName("Star")
        #expect(name.value as? String == "Star")
        try await name.readValue()
        #expect(name.value as? String == "Star")
        let accessory = try bench.characteristic(HMCharacteristicTypeName, of: HMServiceTypeAccessoryInformation)
        #expect(accessory.value as? String == "Device")
    }

    @Test func `a button tells its presses, and reads as nothing`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: GenericSwitch}")
        let input = try bench.characteristic(
            HMCharacteristicTypeInputEvent, of: HMServiceTypeStatelessProgrammableSwitch)
        let delegate = try await NotingDelegate(try bench.home)
        let cluster = try #require(ModelCatalog.standard.cluster(named: "Switch"))
        let complete = try #require(cluster.event(named: "multiPressComplete"))
        let device = try #require(bench.graph.store.shape.devices.first)
        for count in [UInt64(1), 2, 2] {
            try bench.hub.simulated.emit(
                complete, fields: [0: .uint(1), 1: .uint(count)], of: cluster, endpoint: 1, device: device.index)
        }
        await delegate.wait { $0.count >= 3 }
        #expect(delegate.told == ["InputEvent 0", "InputEvent 1", "InputEvent 1"])
        try await input.readValue()
        #expect(input.value == nil)
    }
}
