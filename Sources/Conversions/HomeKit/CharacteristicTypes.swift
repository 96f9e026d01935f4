extension CharacteristicType {
    private static let reading: Access = [.read, .notify]
    private static let control: Access = [.read, .write, .notify]
    private static let detected = [Named(0, "notDetected", false), Named(1, "detected", true)]

    // MARK: - Light, power, sound

    package static let powerState = CharacteristicType("PowerState", 0x25, .bool, control)
    package static let outletInUse = CharacteristicType("OutletInUse", 0x26, .bool, reading)
    package static let brightness = CharacteristicType(
        "Brightness", 0x8, .int, unit: .percent, range: 0...100, step: 1, control)
    package static let hue = CharacteristicType("Hue", 0x13, .float, unit: .degree, range: 0...360, step: 1, control)
    package static let saturation = CharacteristicType(
        "Saturation", 0x2F, .float, unit: .percent, range: 0...100, step: 1, control)
    package static let colorTemperature = CharacteristicType(
        "ColorTemperature", 0xCE, .int, unit: .mired, range: 140...500, step: 1, control)
    package static let volume = CharacteristicType(
        "Volume", 0x119, .uint8, unit: .percent, range: 0...100, step: 1, control)
    package static let mute = CharacteristicType("Mute", 0x11A, .bool, control)

    // MARK: - Locks and doors

    package static let currentDoorState = CharacteristicType(
        "CurrentDoorState", 0xE, .uint8,
        values: [Named(0, .open), Named(1, .closed), Named(2, .opening), Named(3, .closing), Named(4, .stopped)],
        reading)
    package static let targetDoorState = CharacteristicType(
        "TargetDoorState", 0x32, .uint8, values: [Named(0, .open), Named(1, .closed)], control)
    package static let currentLockMechanismState = CharacteristicType(
        "CurrentLockMechanismState", 0x1D, .uint8,
        values: [
            Named(0, "unsecured", .unlocked), Named(1, "secured", .locked), Named(2, .jammed), Named(3, .unknown),
        ],
        reading)
    package static let targetLockMechanismState = CharacteristicType(
        "TargetLockMechanismState", 0x1E, .uint8,
        values: [Named(0, "unsecured", .unlocked), Named(1, "secured", .locked)],
        control.union(.authorization))
    package static let lockManagementAutoSecureTimeout = CharacteristicType(
        "LockManagementAutoSecureTimeout", 0x1A, .uint32, unit: .second, range: 0...Double(UInt32.max), step: 1,
        control)

    package static let audioFeedback = CharacteristicType(
        "AudioFeedback", 0x5, .bool, control)
    package static let lockMechanismLastKnownAction = CharacteristicType(
        "LockMechanismLastKnownAction", 0x1C, .uint8,
        values: [
            Named(4, "securedWithKeypad", .lockedByKeypad), Named(5, "unsecuredWithKeypad", .unlockedByKeypad),
            Named(6, "securedRemotely", .lockedRemotely), Named(7, "unsecuredRemotely", .unlockedRemotely),
            Named(8, "securedWithAutomaticSecureTimeout", .lockedByItself),
            Named(9, "securedUsingPhysicalMovement", .lockedByHand),
            Named(10, "unsecuredUsingPhysicalMovement", .unlockedByHand),
        ], reading)
    package static let obstructionDetected = CharacteristicType("ObstructionDetected", 0x24, .bool, reading)

    // MARK: - Coverings

    package static let currentPosition = CharacteristicType(
        "CurrentPosition", 0x6D, .uint8, unit: .percent, range: 0...100, step: 1, reading)
    package static let targetPosition = CharacteristicType(
        "TargetPosition", 0x7C, .uint8, unit: .percent, range: 0...100, step: 1, control)
    package static let positionState = CharacteristicType(
        "PositionState", 0x72, .uint8, values: [Named(0, .closing), Named(1, .opening), Named(2, .stopped)], reading)
    package static let holdPosition = CharacteristicType("HoldPosition", 0x6F, .bool, .write)
    package static let currentHorizontalTilt = CharacteristicType(
        "CurrentHorizontalTilt", 0x6C, .int, unit: .degree, range: -90...90, step: 1, reading)
    package static let targetHorizontalTilt = CharacteristicType(
        "TargetHorizontalTilt", 0x7B, .int, unit: .degree, range: -90...90, step: 1, control)
    package static let currentVerticalTilt = CharacteristicType(
        "CurrentVerticalTilt", 0x6E, .int, unit: .degree, range: -90...90, step: 1, reading)
    package static let targetVerticalTilt = CharacteristicType(
        "TargetVerticalTilt", 0x7D, .int, unit: .degree, range: -90...90, step: 1, control)

    // MARK: - Climate

    package static let currentTemperature = CharacteristicType(
        "CurrentTemperature", 0x11, .float, unit: .celsius, range: -270...100, step: 0.1, reading)
    package static let targetTemperature = CharacteristicType(
        "TargetTemperature", 0x35, .float, unit: .celsius, range: 10...38, step: 0.1, control)
    package static let coolingThreshold = CharacteristicType(
        "CoolingThreshold", 0xD, .float, unit: .celsius, range: 10...35, step: 0.1, control)
    package static let heatingThreshold = CharacteristicType(
        "HeatingThreshold", 0x12, .float, unit: .celsius, range: 0...25, step: 0.1, control)
    package static let currentHeatingCooling = CharacteristicType(
        "CurrentHeatingCooling", 0xF, .uint8, values: [Named(0, .off), Named(1, .heat), Named(2, .cool)], reading)
    package static let targetHeatingCooling = CharacteristicType(
        "TargetHeatingCooling", 0x33, .uint8,
        values: [Named(0, .off), Named(1, .heat), Named(2, .cool), Named(3, .auto)], control)
    package static let currentHeaterCoolerState = CharacteristicType(
        "CurrentHeaterCoolerState", 0xB1, .uint8,
        values: [
            Named(0, .inactive), Named(1, .idle), Named(2, "heating", .heat), Named(3, "cooling", .cool),
        ], reading)
    package static let targetHeaterCoolerState = CharacteristicType(
        "TargetHeaterCoolerState", 0xB2, .uint8,
        values: [Named(0, "automatic", .auto), Named(1, .heat), Named(2, .cool)], control)
    package static let temperatureUnits = CharacteristicType(
        "TemperatureUnits", 0x36, .uint8, values: [Named(0, .celsius), Named(1, .fahrenheit)], control)
    package static let currentRelativeHumidity = CharacteristicType(
        "CurrentRelativeHumidity", 0x10, .float, unit: .percent, range: 0...100, step: 1, reading)

    package static let targetRelativeHumidity = CharacteristicType(
        "TargetRelativeHumidity", 0x34, .float, unit: .percent, range: 0...100, step: 1, control)

    // MARK: - Fans, filters, valves

    package static let rotationDirection = CharacteristicType(
        "RotationDirection", 0x28, .int, values: [Named(0, .clockwise), Named(1, .counterClockwise)], control)
    package static let rotationSpeed = CharacteristicType(
        "RotationSpeed", 0x29, .float, unit: .percent, range: 0...100, step: 1, control)
    package static let active = CharacteristicType(
        "Active", 0xB0, .uint8, values: [Named(0, "inactive", false), Named(1, "active", true)], control)
    package static let targetFanState = CharacteristicType(
        "TargetFanState", 0xBF, .uint8, values: [Named(0, .manual), Named(1, .auto)], control)
    package static let currentFanState = CharacteristicType(
        "CurrentFanState", 0xAF, .uint8,
        values: [Named(0, .inactive), Named(1, .idle), Named(2, "active", .active)], reading)
    package static let swingMode = CharacteristicType(
        "SwingMode", 0xB6, .uint8, values: [Named(0, "disabled", false), Named(1, "enabled", true)], control)
    package static let currentAirPurifierState = CharacteristicType(
        "CurrentAirPurifierState", 0xA9, .uint8,
        values: [Named(0, .inactive), Named(1, .idle), Named(2, "active", .active)], reading)
    package static let targetAirPurifierState = CharacteristicType(
        "TargetAirPurifierState", 0xA8, .uint8, values: [Named(0, .manual), Named(1, "automatic", .auto)], control)
    package static let filterLifeLevel = CharacteristicType(
        "FilterLifeLevel", 0xAB, .float, unit: .percent, range: 0...100, step: 1, reading)
    package static let filterChangeIndication = CharacteristicType(
        "FilterChangeIndication", 0xAC, .uint8,
        values: [Named(0, "notNeeded", false), Named(1, "needed", true)], reading)
    package static let filterResetChangeIndication = CharacteristicType(
        "FilterResetChangeIndication", 0xAD, .uint8, values: [Named(1, "reset", true)], .write)
    package static let inUse = CharacteristicType(
        "InUse", 0xD2, .uint8, values: [Named(0, "notInUse", false), Named(1, "inUse", true)], reading)
    package static let valveType = CharacteristicType(
        "ValveType", 0xD5, .uint8, values: [Named(0, .generic), Named(2, "showerHead", .shower)], reading)
    package static let programMode = CharacteristicType(
        "ProgramMode", 0xD1, .uint8, values: [Named(0, "noProgramScheduled", .noProgram)], reading)
    package static let setDuration = CharacteristicType(
        "SetDuration", 0xD3, .uint32, unit: .second, range: 0...3600, step: 1, control)
    package static let remainingDuration = CharacteristicType(
        "RemainingDuration", 0xD4, .uint32, unit: .second, range: 0...3600, step: 1, reading)

    // MARK: - Sensors

    package static let currentLightLevel = CharacteristicType(
        "CurrentLightLevel", 0x6B, .float, unit: .lux, range: 0.0001...100000, reading)
    package static let contactState = CharacteristicType(
        "ContactState", 0x6A, .uint8, values: [Named(0, "detected", false), Named(1, "notDetected", true)], reading)
    package static let motionDetected = CharacteristicType("MotionDetected", 0x22, .bool, reading)
    package static let occupancyDetected = CharacteristicType(
        "OccupancyDetected", 0x71, .uint8, values: detected, reading)
    package static let leakDetected = CharacteristicType("LeakDetected", 0x70, .uint8, values: detected, reading)
    package static let smokeDetected = CharacteristicType("SmokeDetected", 0x76, .uint8, values: detected, reading)
    package static let carbonMonoxideDetected = CharacteristicType(
        "CarbonMonoxideDetected", 0x69, .uint8, values: detected, reading)
    package static let carbonDioxideDetected = CharacteristicType(
        "CarbonDioxideDetected", 0x92, .uint8, values: detected, reading)
    package static let carbonMonoxideLevel = CharacteristicType(
        "CarbonMonoxideLevel", 0x90, .float, unit: .partsPerMillion, range: 0...100, reading)
    package static let carbonMonoxidePeakLevel = CharacteristicType(
        "CarbonMonoxidePeakLevel", 0x91, .float, unit: .partsPerMillion, range: 0...100, reading)
    package static let carbonDioxideLevel = CharacteristicType(
        "CarbonDioxideLevel", 0x93, .float, unit: .partsPerMillion, range: 0...100000, reading)
    package static let carbonDioxidePeakLevel = CharacteristicType(
        "CarbonDioxidePeakLevel", 0x94, .float, unit: .partsPerMillion, range: 0...100000, reading)
    package static let airQuality = CharacteristicType(
        "AirQuality", 0x95, .uint8,
        values: [
            Named(0, .unknown), Named(1, .excellent), Named(2, .good), Named(3, .fair), Named(4, .inferior),
            Named(5, .poor),
        ], reading)
    package static let pm25Density = density("PM2_5Density", 0xC6)
    package static let pm10Density = density("PM10Density", 0xC7)
    package static let nitrogenDioxideDensity = density("NitrogenDioxideDensity", 0xC4)
    package static let ozoneDensity = density("OzoneDensity", 0xC3)
    package static let volatileOrganicCompoundDensity = density("VolatileOrganicCompoundDensity", 0xC8)
    package static let statusFault = CharacteristicType(
        "StatusFault", 0x77, .uint8, values: [Named(0, "noFault", false), Named(1, "fault", true)], reading)

    package static let statusTampered = CharacteristicType(
        "StatusTampered", 0x7A, .uint8, values: [Named(0, "notTampered", false), Named(1, "tampered", true)], reading)
    package static let statusActive = CharacteristicType("StatusActive", 0x75, .bool, reading)

    private static func density(_ name: String, _ code: UInt32) -> CharacteristicType {
        CharacteristicType(name, code, .float, unit: .microgramsPerCubicMeter, range: 0...1000, reading)
    }

    // MARK: - Battery, security, buttons

    package static let batteryLevel = CharacteristicType(
        "BatteryLevel", 0x68, .uint8, unit: .percent, range: 0...100, step: 1, reading)
    package static let statusLowBattery = CharacteristicType(
        "StatusLowBattery", 0x79, .uint8, values: [Named(0, "normal", false), Named(1, "low", true)], reading)
    package static let chargingState = CharacteristicType(
        "ChargingState", 0x8F, .uint8,
        values: [Named(0, "none", .notCharging), Named(1, "inProgress", .charging), Named(2, .notChargeable)],
        reading)
    package static let currentSecuritySystemState = CharacteristicType(
        "CurrentSecuritySystemState", 0x66, .uint8,
        values: [
            Named(0, "stayArm", .stay), Named(1, "awayArm", .away), Named(2, "nightArm", .night),
            Named(3, .disarmed), Named(4, .triggered),
        ], reading)
    package static let targetSecuritySystemState = CharacteristicType(
        "TargetSecuritySystemState", 0x67, .uint8,
        values: [
            Named(0, "stayArm", .stay), Named(1, "awayArm", .away), Named(2, "nightArm", .night),
            Named(3, "disarm", .disarmed),
        ], control)
    package static let inputEvent = CharacteristicType(
        "InputEvent", 0x73, .uint8, values: [Named(0, .singlePress), Named(1, .doublePress), Named(2, .longPress)],
        reading)
    package static let outputState = CharacteristicType(
        "OutputState", 0x74, .uint8, values: [Named(0, "off", false), Named(1, "on", true)], reading)

    // MARK: - The accessory itself

    package static let identify = CharacteristicType("Identify", 0x14, .bool, .write)
    package static let name = text("Name", 0x23)
    package static let manufacturer = text("Manufacturer", 0x20)
    package static let model = text("Model", 0x21)
    package static let serialNumber = text("SerialNumber", 0x30)
    package static let firmwareVersion = text("FirmwareVersion", 0x52)
    package static let hardwareVersion = text("HardwareVersion", 0x53)
    package static let softwareVersion = text("SoftwareVersion", 0x54)

    private static func text(_ name: String, _ code: UInt32) -> CharacteristicType {
        CharacteristicType(name, code, .string, maximumLength: 64, .read)
    }

    /// All that the table of services uses.
    public static let all: [CharacteristicType] = {
        var seen: Set<CharacteristicType> = []
        return ([name] + (ServiceRule.all + [.information]).flatMap(\.characteristics).map(\.type)).filter {
            seen.insert($0).inserted
        }
    }()
}
