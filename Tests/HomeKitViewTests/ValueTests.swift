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
    /// What a device reports, and where it shows.
    struct Report: Sendable, CustomTestStringConvertible {
        let device: String
        let attribute: (trait: String, name: String)
        let raw: DataValue
        let told: String
        var testDescription: String { "\(device): \(attribute.trait).\(attribute.name)" }

        init(_ device: String, _ trait: String, _ name: String, _ raw: DataValue, _ told: String) {
            self.device = device
            attribute = (trait, name)
            self.raw = raw
            self.told = told
        }
    }

    private nonisolated static let color =
        "ExtendedColorLight, features: {ColorControl: [hueSaturation, xy, colorTemperature]}"
    private nonisolated static let lock =
        "DoorLock, traits: {DoorLock: {lockState: locked, doorState: doorClosed, autoRelockTime: 0}}"
    private nonisolated static let battery = "ContactSensor, traits: {PowerSource: {batPercentRemaining: 150}}"
    private nonisolated static let garage =
        "GoogleGarage, traits: {Google.OpenClose: {openPercent: 0, targetOpenPercent: 0}, Google.LockUnlock: {lockState: unlocked}}"
    private nonisolated static let window =
        "GoogleWindow, traits: {Google.OpenClose: {openPercent: 0, targetOpenPercent: 0}}"
    private nonisolated static let turning =
        "Fan, features: {FanControl: [multiSpeed, auto, rocking, airflowDirection]}"

    @Test(arguments: [
        Report("OnOffLight", "OnOff", "onOff", .bool(true), "PowerState true"),
        Report("OnOffPluginUnit", "OnOff", "onOff", .bool(true), "PowerState true"),
        Report("DimmableLight", "LevelControl", "currentLevel", .uint(127), "Brightness 50"),
        Report(color, "ColorControl", "currentHue", .uint(85), "Hue 120.0"),
        Report(color, "ColorControl", "currentSaturation", .uint(127), "Saturation 50.0"),
        Report(color, "ColorControl", "colorTemperatureMireds", .uint(333), "ColorTemperature 333"),
        Report(lock, "DoorLock", "lockState", .uint(0), "CurrentLockMechanismState 2"),
        Report(lock, "DoorLock", "lockState", .uint(3), "CurrentLockMechanismState 0"),
        Report(lock, "DoorLock", "doorState", .uint(0), "CurrentDoorState 0"),
        Report(lock, "DoorLock", "autoRelockTime", .uint(45), "LockManagementAutoSecureTimeout 45"),
        Report("Thermostat", "Thermostat", "localTemperature", .int(2235), "CurrentTemperature 22.35"),
        Report("Thermostat", "Thermostat", "occupiedCoolingSetpoint", .int(2800), "CoolingThreshold 28.0"),
        Report("Thermostat", "Thermostat", "thermostatRunningState", .uint(2), "CurrentHeatingCooling 2"),
        Report("TemperatureSensor", "TemperatureMeasurement", "measuredValue", .int(-512), "CurrentTemperature -5.12"),
        Report(
            "HumiditySensor", "RelativeHumidityMeasurement", "measuredValue", .uint(4510),
            "CurrentRelativeHumidity 45.1"),
        Report("LightSensor", "IlluminanceMeasurement", "measuredValue", .uint(30001), "CurrentLightLevel 1000.0"),
        Report("OccupancySensor", "OccupancySensing", "occupancy", .uint(1), "OccupancyDetected 1"),
        Report("ContactSensor", "BooleanState", "stateValue", .bool(false), "ContactState 1"),
        Report("WaterLeakDetector", "BooleanState", "stateValue", .bool(true), "LeakDetected 1"),
        Report("SmokeCoAlarm", "SmokeCoAlarm", "smokeState", .uint(2), "SmokeDetected 1"),
        Report("SmokeCoAlarm", "SmokeCoAlarm", "coState", .uint(1), "CarbonMonoxideDetected 1"),
        Report("AirQualitySensor", "AirQuality", "airQuality", .uint(6), "AirQuality 5"),
        Report(battery, "PowerSource", "batPercentRemaining", .uint(99), "BatteryLevel 50"),
        Report(battery, "PowerSource", "batChargeLevel", .uint(1), "StatusLowBattery 1"),
        Report(
            "WindowCovering", "WindowCovering", "currentPositionLiftPercent100ths", .uint(2500), "CurrentPosition 75"),
        Report("WindowCovering", "WindowCovering", "targetPositionLiftPercent100ths", .uint(10000), "TargetPosition 0"),
        Report("WindowCovering", "WindowCovering", "operationalStatus", .uint(0b1010), "PositionState 0"),
        Report("Fan", "FanControl", "percentCurrent", .uint(60), "RotationSpeed 60.0"),
        Report(turning, "FanControl", "airflowDirection", .uint(1), "RotationDirection 1"),
        Report(turning, "FanControl", "rockSetting", .uint(1), "SwingMode 1"),
        Report("AirPurifier", "FanControl", "fanMode", .uint(5), "TargetAirPurifierState 1"),
        Report("AirPurifier", "HepaFilterMonitoring", "changeIndication", .uint(2), "FilterChangeIndication 1"),
        Report("WaterValve", "ValveConfigurationAndControl", "currentState", .uint(1), "InUse 1"),
        Report("Speaker", "LevelControl", "currentLevel", .uint(254), "Volume 100"),
        Report("BasicVideoPlayer", "OnOff", "onOff", .bool(true), "PowerState true"),
        Report(garage, "Google.OpenClose", "targetOpenPercent", .float(100), "CurrentDoorState 2"),
        Report(garage, "Google.LockUnlock", "lockState", .uint(1), "CurrentLockMechanismState 1"),
        Report(window, "Google.OpenClose", "openPercent", .float(30), "CurrentPosition 30"),
    ])
    func `what a device reports shows on the right characteristic`(_ report: Report) async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(report.device)}")
        let delegate = try await NotingDelegate(try bench.home)
        try bench.report(report.attribute.trait, report.attribute.name, report.raw)
        await delegate.wait { $0.contains(report.told) }
    }

    /// A value that is written, and what the device is asked to do.
    struct Write: Sendable, CustomTestStringConvertible {
        let device: String
        let service: String
        let characteristic: String
        let value: any Sendable
        let orders: [String]
        var testDescription: String { "\(device): \(value) → \(orders)" }

        init(
            _ device: String, _ service: String, _ characteristic: String, _ value: any Sendable, _ orders: String...
        ) {
            self.device = device
            self.service = service
            self.characteristic = characteristic
            self.value = value
            self.orders = orders
        }
    }

    @Test(arguments: [
        Write("OnOffLight", HMServiceTypeLightbulb, HMCharacteristicTypePowerState, true, "OnOff.on()"),
        Write("OnOffLight", HMServiceTypeLightbulb, HMCharacteristicTypePowerState, 0, "OnOff.off()"),
        Write("OnOffPluginUnit", HMServiceTypeOutlet, HMCharacteristicTypePowerState, true, "OnOff.on()"),
        Write(
            "DimmableLight", HMServiceTypeLightbulb, HMCharacteristicTypeBrightness, 75,
            "LevelControl.moveToLevelWithOnOff(level 191, transitionTime null, optionsMask 0, optionsOverride 0)"),
        Write("DimmableLight", HMServiceTypeLightbulb, HMCharacteristicTypeBrightness, 0, "OnOff.off()"),
        Write(
            color, HMServiceTypeLightbulb, HMCharacteristicTypeHue, 120.0,
            "ColorControl.moveToHue(hue 85, direction 0, transitionTime 0, optionsMask 1, optionsOverride 1)"),
        Write(
            color, HMServiceTypeLightbulb, HMCharacteristicTypeSaturation, 50,
            "ColorControl.moveToSaturation(saturation 127, transitionTime 0, optionsMask 1, optionsOverride 1)"),
        Write(
            color, HMServiceTypeLightbulb, HMCharacteristicTypeColorTemperature, 250,
            "ColorControl.moveToColorTemperature(colorTemperatureMireds 250, transitionTime 0, optionsMask 1, optionsOverride 1)"
        ),
        Write(
            "DoorLock", HMServiceTypeLockMechanism, HMCharacteristicTypeTargetLockMechanismState, 1,
            "DoorLock.lockDoor()"),
        Write(
            "DoorLock", HMServiceTypeLockMechanism, HMCharacteristicTypeTargetLockMechanismState, 0,
            "DoorLock.unlockDoor()"),
        Write(
            "DoorLock", HMServiceTypeLockManagement, HMCharacteristicTypeLockManagementAutoSecureTimeout, 30,
            "DoorLock.autoRelockTime = 30"),
        Write(
            "Thermostat", HMServiceTypeThermostat, HMCharacteristicTypeTargetHeatingCooling, 2,
            "Thermostat.systemMode = 3"),
        Write(
            "Thermostat, traits: {Thermostat: {systemMode: heat}}", HMServiceTypeThermostat,
            HMCharacteristicTypeTargetTemperature, 21.26, "Thermostat.occupiedHeatingSetpoint = 2130"),
        Write(
            "Thermostat, traits: {Thermostat: {systemMode: auto, occupiedHeatingSetpoint: 2000, occupiedCoolingSetpoint: 2600}}",
            HMServiceTypeThermostat, HMCharacteristicTypeTargetTemperature, 24,
            "Thermostat.occupiedCoolingSetpoint = 2700", "Thermostat.occupiedHeatingSetpoint = 2100"),
        Write(
            "Thermostat", HMServiceTypeThermostat, HMCharacteristicTypeHeatingThreshold, 19.5,
            "Thermostat.occupiedHeatingSetpoint = 1950"),
        Write("Fan", HMServiceTypeFan, HMCharacteristicTypePowerState, true, "FanControl.fanMode = 3"),
        Write("Fan", HMServiceTypeFan, HMCharacteristicTypeRotationSpeed, 40, "FanControl.percentSetting = 40"),
        Write(turning, HMServiceTypeFan, HMCharacteristicTypeRotationDirection, 1, "FanControl.airflowDirection = 1"),
        Write(
            "AirPurifier", HMServiceTypeAirPurifier, HMCharacteristicTypeTargetAirPurifierState, 1,
            "FanControl.fanMode = 5"),
        Write(
            "WindowCovering", HMServiceTypeWindowCovering, HMCharacteristicTypeTargetPosition, 75,
            "WindowCovering.goToLiftPercentage(liftPercent100thsValue 2500)"),
        Write(
            "WindowCovering", HMServiceTypeWindowCovering, HMCharacteristicTypeHoldPosition, true,
            "WindowCovering.stopMotion()"),
        Write(
            garage, HMServiceTypeGarageDoorOpener, HMCharacteristicTypeTargetDoorState, 0, "Google.OpenClose.open()"),
        Write(
            garage, HMServiceTypeGarageDoorOpener, HMCharacteristicTypeTargetLockMechanismState, 1,
            "Google.LockUnlock.lock(followUpToken '')"),
        Write(
            "Closure", HMServiceTypeGarageDoorOpener, HMCharacteristicTypeTargetDoorState, 0,
            "ClosureControl.moveTo(position 1)"),
        Write(
            window, HMServiceTypeWindow, HMCharacteristicTypeTargetPosition, 30,
            "Google.OpenClose.goToOpenPercentage(openPercent 30.0, openDirection 0)"),
        Write(
            "WaterValve", HMServiceTypeValve, HMCharacteristicTypeActive, 1, "ValveConfigurationAndControl.open()"),
        Write(
            "WaterValve", HMServiceTypeValve, HMCharacteristicTypeSetDuration, 600,
            "ValveConfigurationAndControl.defaultOpenDuration = 600"),
        Write("Speaker", HMServiceTypeSpeaker, HMCharacteristicTypeMute, true, "OnOff.off()"),
        Write(
            "Speaker", HMServiceTypeSpeaker, HMCharacteristicTypeVolume, 50,
            "LevelControl.moveToLevel(level 127, transitionTime null, optionsMask 1, optionsOverride 1)"),
        Write(
            "AirPurifier", HMServiceTypeFilterMaintenance, HMCharacteristicTypeFilterResetChangeIndication, 1,
            "HepaFilterMonitoring.resetCondition()"),
    ])
    func `a write arrives as the right command`(_ write: Write) async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(write.device)}")
        let characteristic = try bench.characteristic(write.characteristic, of: write.service)
        do {
            try await characteristic.writeValue(write.value)
        } catch {
            // The simulated hub has no closures that move.
            #expect(write.device == "Closure" && error.code == .operationNotSupported)
        }
        #expect(bench.hub.orders == write.orders)
    }

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
                    try await characteristic.writeValue(value)
                    guard isReadable else { continue }
                    try await characteristic.readValue()
                    // Brightness 0 switches off, and the light keeps its level for the next time.
                    if characteristic.localizedDescription == "Brightness", value as? Double == 0 { continue }
                    #expect(
                        "\(characteristic.value ?? "none")" == "\(Self.form(value, metadata))",
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

    /// What devices refuse: a cooktop can only be switched off, the simulated closure does not move, and setpoints have
    /// limits of the mode and of each other.
    private static let refusals = [
        ["Cooktop", "PowerState", "invalidParameter"],
        ["Closure", "TargetDoorState", "operationNotSupported"],
        ["Thermostat", "TargetTemperature", "invalidParameter"],
        ["RoomAirConditioner", "TargetTemperature", "invalidParameter"],
        ["GoogleAirCooler", "TargetTemperature", "invalidParameter"],
    ]

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

    @Test func `a light that is off takes a color, and stays off`() async throws {
        let bench = try await HomeKitBench("{name: Device, type: \(Self.color), traits: {OnOff: {onOff: false}}}")
        let hue = try bench.characteristic(HMCharacteristicTypeHue, of: HMServiceTypeLightbulb)
        try await hue.writeValue(240)
        try await hue.readValue()
        #expect(hue.value as? Double == 240)
        let power = try bench.characteristic(HMCharacteristicTypePowerState, of: HMServiceTypeLightbulb)
        #expect(power.value as? Bool == false)
    }

    @Test func `metadata is narrowed by the device`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: ColorTemperatureLight, traits: {ColorControl: {colorTempPhysicalMinMireds: 160, colorTempPhysicalMaxMireds: 600}}}"
        )
        let color = try bench.characteristic(HMCharacteristicTypeColorTemperature, of: HMServiceTypeLightbulb)
        #expect(color.metadata?.minimumValue == 160)
        #expect(color.metadata?.maximumValue == 500)
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
