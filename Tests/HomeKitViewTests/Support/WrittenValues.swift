import DataModel

/// A value that is written, and what the device is asked to do: written down apart from the table of conversions.
struct WrittenValues: Sendable {
    /// One value and the orders that it makes, as ``NotingHub`` puts them.
    struct Value: Sendable {
        let value: any Sendable
        let orders: [String]

        init(_ value: any Sendable, _ orders: String...) {
            self.value = value
            self.orders = orders
        }
    }

    let services: Set<String>
    let characteristic: String
    /// Attributes and commands that the part must have, `TRAIT.MEMBER`, or must not have, with `!` before.
    let members: [String]
    /// What attributes are before.
    let given: [(attribute: String, raw: DataValue)]
    let values: [Value]

    init(
        _ services: String..., write characteristic: String, having members: [String],
        given: [(String, DataValue)] = [],
        _ values: Value...
    ) {
        self.services = Set(services)
        self.characteristic = characteristic
        self.members = members
        self.given = given.map { (attribute: $0.0, raw: $0.1) }
        self.values = values
    }
}

extension WrittenValues {
    /// All that can be written, by what it comes to.
    static let all: [WrittenValues] = light + sound + locks + openings + climate + air + others

    private static let toLevel = "transitionTime null, optionsMask 0, optionsOverride 0"
    private static let atOnce = "transitionTime 0, optionsMask 1, optionsOverride 1"

    private static let light: [WrittenValues] = [
        WrittenValues(
            "Lightbulb", "Outlet", "Switch", write: "PowerState", having: ["OnOff.on"], Value(true, "OnOff.on()"),
            Value(1, "OnOff.on()")),
        WrittenValues(
            "Lightbulb", "Outlet", "Switch", write: "PowerState", having: ["OnOff.off"], Value(false, "OnOff.off()"),
            Value(0, "OnOff.off()")),
        WrittenValues(
            "HeaterCooler", "Television", write: "Active", having: ["OnOff.on"], Value(1, "OnOff.on()"),
            Value(0, "OnOff.off()")),
        WrittenValues(
            "Lightbulb", "Outlet", write: "Brightness", having: ["LevelControl.moveToLevelWithOnOff"],
            Value(75, "LevelControl.moveToLevelWithOnOff(level 191, \(toLevel))"),
            Value(1, "LevelControl.moveToLevelWithOnOff(level 3, \(toLevel))"),
            Value(2, "LevelControl.moveToLevelWithOnOff(level 5, \(toLevel))"),
            Value(49.6, "LevelControl.moveToLevelWithOnOff(level 127, \(toLevel))"), Value(0, "OnOff.off()")),
        WrittenValues(
            "Lightbulb", write: "Hue", having: ["ColorControl.moveToHue", "!ColorControl.enhancedMoveToHue"],
            Value(120, "ColorControl.moveToHue(hue 85, direction 0, \(atOnce))")),
        WrittenValues(
            "Lightbulb", write: "Hue", having: ["ColorControl.enhancedMoveToHue"],
            Value(120, "ColorControl.enhancedMoveToHue(enhancedHue 21845, direction 0, \(atOnce))")),
        WrittenValues(
            "Lightbulb", write: "Saturation", having: ["ColorControl.moveToSaturation"],
            Value(50, "ColorControl.moveToSaturation(saturation 127, \(atOnce))")),
        WrittenValues(
            "Lightbulb", write: "ColorTemperature", having: ["ColorControl.moveToColorTemperature"],
            Value(250, "ColorControl.moveToColorTemperature(colorTemperatureMireds 250, \(atOnce))")),
        WrittenValues(
            "Speaker", write: "Mute", having: ["OnOff.on"], Value(true, "OnOff.off()"), Value(false, "OnOff.on()")),
        WrittenValues(
            "Speaker", write: "Volume", having: ["LevelControl.moveToLevel"],
            Value(50, "LevelControl.moveToLevel(level 127, transitionTime null, optionsMask 1, optionsOverride 1)")),
    ]

    private static let camera = "CameraAvStreamManagement"

    private static let sound: [WrittenValues] = [
        WrittenValues(
            "Microphone", write: "Mute", having: ["\(camera).microphoneMuted"],
            Value(true, "\(camera).microphoneMuted = true"), Value(false, "\(camera).microphoneMuted = false")),
        WrittenValues(
            "Microphone", write: "Volume", having: ["\(camera).microphoneVolumeLevel"],
            Value(50, "\(camera).microphoneVolumeLevel = 127")),
        WrittenValues(
            "Speaker", "Doorbell", write: "Mute", having: ["\(camera).speakerMuted"],
            Value(true, "\(camera).speakerMuted = true"), Value(false, "\(camera).speakerMuted = false")),
        WrittenValues(
            "Speaker", "Doorbell", write: "Volume", having: ["\(camera).speakerVolumeLevel"],
            Value(50, "\(camera).speakerVolumeLevel = 127")),
    ]

    private static let locks: [WrittenValues] = [
        WrittenValues(
            "LockMechanism", write: "TargetLockMechanismState", having: ["DoorLock.lockDoor"],
            Value(1, "DoorLock.lockDoor()"), Value(0, "DoorLock.unlockDoor()")),
        WrittenValues(
            "LockMechanism", "GarageDoorOpener", write: "TargetLockMechanismState", having: ["Google.LockUnlock.lock"],
            Value(1, "Google.LockUnlock.lock(followUpToken '')"),
            Value(0, "Google.LockUnlock.unlock(followUpToken '')")),
        WrittenValues(
            "LockManagement", write: "LockManagementAutoSecureTimeout", having: ["DoorLock.autoRelockTime"],
            Value(30, "DoorLock.autoRelockTime = 30")),
        WrittenValues(
            "LockManagement", write: "AudioFeedback", having: ["DoorLock.soundVolume"],
            given: [("DoorLock.soundVolume", .uint(0))], Value(true, "DoorLock.soundVolume = 1"),
            Value(false, "DoorLock.soundVolume = 0")),
        WrittenValues(
            "LockManagement", write: "AudioFeedback", having: ["DoorLock.soundVolume"],
            given: [("DoorLock.soundVolume", .uint(2))], Value(true, "DoorLock.soundVolume = 2")),
    ]

    private static let openings: [WrittenValues] = [
        WrittenValues(
            "GarageDoorOpener", write: "TargetDoorState", having: ["Google.OpenClose.open"],
            Value(0, "Google.OpenClose.open()"), Value(1, "Google.OpenClose.close()")),
        WrittenValues(
            "GarageDoorOpener", write: "TargetDoorState", having: ["ClosureControl.moveTo"],
            Value(0, "ClosureControl.moveTo(position 1)"), Value(1, "ClosureControl.moveTo(position 0)")),
        WrittenValues(
            "Window", "Door", write: "TargetPosition", having: ["Google.OpenClose.goToOpenPercentage"],
            Value(30, "Google.OpenClose.goToOpenPercentage(openPercent 30.0, openDirection 0)")),
        WrittenValues(
            "WindowCovering", write: "TargetPosition",
            having: ["WindowCovering.goToLiftPercentage", "WindowCovering.targetPositionLiftPercent100ths"],
            Value(75, "WindowCovering.goToLiftPercentage(liftPercent100thsValue 2500)")),
        WrittenValues(
            "WindowCovering", write: "TargetPosition",
            having: ["WindowCovering.upOrOpen", "!WindowCovering.targetPositionLiftPercent100ths"],
            Value(100, "WindowCovering.upOrOpen()"), Value(50, "WindowCovering.upOrOpen()"),
            Value(49, "WindowCovering.downOrClose()"), Value(0, "WindowCovering.downOrClose()")),
        WrittenValues(
            "WindowCovering", write: "TargetVerticalTilt", having: ["WindowCovering.goToTiltPercentage"],
            given: [("WindowCovering.endProductType", .uint(11))],
            Value(45, "WindowCovering.goToTiltPercentage(tiltPercent100thsValue 5000)")),
        WrittenValues(
            "WindowCovering", write: "TargetHorizontalTilt", having: ["WindowCovering.goToTiltPercentage"],
            given: [("WindowCovering.endProductType", .uint(12))],
            Value(45, "WindowCovering.goToTiltPercentage(tiltPercent100thsValue 5000)")),
        WrittenValues(
            "WindowCovering", write: "HoldPosition", having: ["WindowCovering.stopMotion"],
            Value(true, "WindowCovering.stopMotion()")),
    ]

    private static let mode = "Thermostat.systemMode"
    private static let heating = "Thermostat.occupiedHeatingSetpoint", cooling = "Thermostat.occupiedCoolingSetpoint"

    private static let climate: [WrittenValues] = [
        WrittenValues(
            "Thermostat", write: "TargetHeatingCooling", having: [heating], Value(1, "\(mode) = 4"),
            Value(0, "\(mode) = 0")),
        WrittenValues("Thermostat", write: "TargetHeatingCooling", having: [cooling], Value(2, "\(mode) = 3")),
        WrittenValues(
            "Thermostat", write: "TargetHeatingCooling", having: ["Thermostat.minSetpointDeadBand"],
            Value(3, "\(mode) = 1")),
        WrittenValues(
            "Thermostat", write: "TargetTemperature", having: [heating], given: [(mode, .uint(4))],
            Value(21.26, "\(heating) = 2130"), Value(20, "\(heating) = 2000")),
        WrittenValues(
            "Thermostat", write: "TargetTemperature", having: [cooling], given: [(mode, .uint(3))],
            Value(25.5, "\(cooling) = 2550")),
        WrittenValues(
            "Thermostat", write: "TargetTemperature", having: [heating, cooling, "Thermostat.minSetpointDeadBand"],
            given: [(mode, .uint(1)), (heating, .int(2000)), (cooling, .int(2600))],
            Value(24, "Thermostat.setpointRaiseLower(mode 2, amount 10)")),
        WrittenValues(
            "HeaterCooler", write: "TargetHeaterCoolerState", having: [heating], Value(1, "\(mode) = 4")),
        WrittenValues(
            "HeaterCooler", write: "TargetHeaterCoolerState", having: [cooling], Value(2, "\(mode) = 3")),
        WrittenValues(
            "HeaterCooler", write: "TargetHeaterCoolerState", having: ["Thermostat.minSetpointDeadBand"],
            Value(0, "\(mode) = 1")),
        WrittenValues(
            "Thermostat", "HeaterCooler", write: "HeatingThreshold", having: [heating], Value(19.5, "\(heating) = 1950")
        ),
        WrittenValues(
            "Thermostat", "HeaterCooler", write: "CoolingThreshold", having: [cooling], Value(27.5, "\(cooling) = 2750")
        ),
        WrittenValues(
            "Thermostat", write: "TemperatureUnits",
            having: ["ThermostatUserInterfaceConfiguration.temperatureDisplayMode"],
            Value(1, "ThermostatUserInterfaceConfiguration.temperatureDisplayMode = 1")),
        WrittenValues(
            "Thermostat", write: "TargetRelativeHumidity",
            having: ["Google.RelativeHumidityControl.setRelativeHumidity"],
            Value(45, "Google.RelativeHumidityControl.setRelativeHumidity(relativeHumidityPercent 45)")),
    ]

    private static let fan = "FanControl.fanMode"

    private static let air: [WrittenValues] = [
        WrittenValues(
            "Fan", write: "PowerState", having: [fan], given: [(fan, .uint(0))], Value(true, "\(fan) = 3"),
            Value(false, "\(fan) = 0")),
        WrittenValues(
            "Fan", write: "PowerState", having: [fan], given: [(fan, .uint(1))], Value(true, "\(fan) = 1")),
        WrittenValues(
            "AirPurifier", write: "Active", having: [fan], given: [(fan, .uint(0))], Value(1, "\(fan) = 3"),
            Value(0, "\(fan) = 0")),
        WrittenValues(
            "Fan", "AirPurifier", "HeaterCooler", write: "RotationSpeed", having: ["FanControl.percentSetting"],
            Value(40, "FanControl.percentSetting = 40")),
        WrittenValues(
            "Fan", write: "TargetFanState", having: [fan], given: [(fan, .uint(1))], Value(1, "\(fan) = 5"),
            Value(0, "\(fan) = 1")),
        WrittenValues(
            "Fan", write: "TargetFanState", having: [fan], given: [(fan, .uint(2)), (fan, .uint(5))],
            Value(0, "\(fan) = 2")),
        WrittenValues(
            "AirPurifier", write: "TargetAirPurifierState", having: [fan], given: [(fan, .uint(2))],
            Value(0, "\(fan) = 2"), Value(1, "\(fan) = 5")),
        WrittenValues(
            "Fan", write: "RotationDirection", having: ["FanControl.airflowDirection"],
            Value(1, "FanControl.airflowDirection = 1")),
        WrittenValues(
            "Fan", "HeaterCooler", write: "SwingMode", having: ["FanControl.rockSetting"],
            given: [("FanControl.rockSupport", .uint(3))], Value(1, "FanControl.rockSetting = 3"),
            Value(0, "FanControl.rockSetting = 0")),
        WrittenValues(
            "FilterMaintenance", write: "FilterResetChangeIndication", having: ["HepaFilterMonitoring.resetCondition"],
            Value(1, "HepaFilterMonitoring.resetCondition()")),
    ]

    private static let valve = "ValveConfigurationAndControl"

    private static let others: [WrittenValues] = [
        WrittenValues(
            "Valve", write: "Active", having: ["\(valve).open"], Value(1, "\(valve).open()"),
            Value(0, "\(valve).close()")),
        WrittenValues(
            "Faucet", "Valve", "IrrigationSystem", write: "Active", having: ["OperationalState.start"],
            given: [("OperationalState.operationalState", .uint(0))], Value(1, "OperationalState.start()"),
            Value(0, "OperationalState.stop()")),
        WrittenValues(
            "Valve", write: "SetDuration", having: ["\(valve).defaultOpenDuration"],
            Value(600, "\(valve).defaultOpenDuration = 600"), Value(0, "\(valve).defaultOpenDuration = null")),
        WrittenValues(
            "SecuritySystem", write: "TargetSecuritySystemState", having: ["Google.ArmDisarm.armDisarm"],
            Value(1, "Google.ArmDisarm.armDisarm(arm true, armLevel 'away')"),
            Value(3, "Google.ArmDisarm.armDisarm(arm false)")),
        WrittenValues(
            "AccessoryInformation", write: "Identify", having: ["Identify.identify"],
            Value(true, "Identify.identify(identifyTime 10)")),
    ]
}
