import Conversions
import DataModel

/// What a device reports, and what HomeKit and its topic show of it: written down apart from the table of conversions.
struct ShownValues: Sendable {
    /// One value of the attribute; `nil` where nothing is shown.
    struct Value: Sendable {
        let raw: DataValue
        let shown: CharacteristicValue?
        /// What stands on the characteristic's topic.
        let text: String
    }

    let services: Set<String>
    let characteristic: String
    /// `TRAIT.ATTRIBUTE`.
    let attribute: String
    /// What other attributes are meanwhile.
    let given: [(attribute: String, raw: DataValue)]
    let values: [Value]

    init(
        _ services: String..., show characteristic: String, of attribute: String,
        given: [(String, DataValue)] = [], _ values: Value...
    ) {
        self.services = Set(services)
        self.characteristic = characteristic
        self.attribute = attribute
        self.given = given.map { (attribute: $0.0, raw: $0.1) }
        self.values = values
    }
}

extension ShownValues.Value {
    static func flag(_ raw: DataValue, _ shown: Bool) -> Self { Self(raw: raw, shown: .bool(shown), text: "\(shown)") }
    static func whole(_ raw: DataValue, _ shown: Int) -> Self { Self(raw: raw, shown: .int(shown), text: "\(shown)") }
    static func number(_ raw: DataValue, _ shown: Double, _ text: String) -> Self {
        Self(raw: raw, shown: .float(shown), text: text)
    }
    static func name(_ raw: DataValue, _ shown: Int, _ text: String) -> Self {
        Self(raw: raw, shown: .int(shown), text: text)
    }
    static func text(_ text: String) -> Self { Self(raw: .string(text), shown: .string(text), text: text) }
    static func nothing(_ raw: DataValue = .null) -> Self { Self(raw: raw, shown: nil, text: "null") }
}

extension ShownValues {
    /// All that devices feed, by what feeds it.
    static let all: [ShownValues] = light + locks + openings + climate + air + sensors + status + operations + others

    private static let light: [ShownValues] = [
        ShownValues(
            "Lightbulb", "Outlet", "Switch", show: "PowerState", of: "OnOff.onOff", .flag(.bool(true), true),
            .flag(.bool(false), false)),
        ShownValues(
            "Outlet", show: "OutletInUse", of: "ElectricalPowerMeasurement.activePower", .flag(.int(1500), true),
            .flag(.int(0), false), .flag(.int(-3), true), .nothing()),
        ShownValues(
            "Lightbulb", "Outlet", show: "Brightness", of: "LevelControl.currentLevel", .whole(.uint(1), 1),
            .whole(.uint(64), 25), .whole(.uint(127), 50), .whole(.uint(254), 100), .nothing()),
        ShownValues(
            "Lightbulb", show: "Hue", of: "ColorControl.currentHue", .number(.uint(0), 0, "0"),
            .number(.uint(85), 120, "120"), .number(.uint(254), 360, "360")),
        ShownValues(
            "Lightbulb", show: "Hue", of: "ColorControl.enhancedCurrentHue", .number(.uint(21845), 120, "120"),
            .number(.uint(65535), 360, "360")),
        ShownValues(
            "Lightbulb", show: "Saturation", of: "ColorControl.currentSaturation", .number(.uint(127), 50, "50"),
            .number(.uint(254), 100, "100")),
        ShownValues(
            "Lightbulb", show: "ColorTemperature", of: "ColorControl.colorTemperatureMireds", .whole(.uint(153), 153),
            .whole(.uint(370), 370)),
        ShownValues(
            "HeaterCooler", "Television", show: "Active", of: "OnOff.onOff", .name(.bool(true), 1, "active"),
            .name(.bool(false), 0, "inactive")),
        ShownValues(
            "Microphone", show: "Mute", of: "CameraAvStreamManagement.microphoneMuted", .flag(.bool(true), true),
            .flag(.bool(false), false)),
        ShownValues(
            "Microphone", show: "Volume", of: "CameraAvStreamManagement.microphoneVolumeLevel", .whole(.uint(64), 25),
            .whole(.uint(254), 100)),
        ShownValues(
            "Speaker", "Doorbell", show: "Mute", of: "CameraAvStreamManagement.speakerMuted", .flag(.bool(true), true),
            .flag(.bool(false), false)),
        ShownValues(
            "Speaker", "Doorbell", show: "Volume", of: "CameraAvStreamManagement.speakerVolumeLevel",
            .whole(.uint(64), 25), .whole(.uint(254), 100)),
        ShownValues(
            "Speaker", show: "Mute", of: "OnOff.onOff", .flag(.bool(true), false), .flag(.bool(false), true)),
        ShownValues(
            "Speaker", show: "Volume", of: "LevelControl.currentLevel", .whole(.uint(64), 25), .whole(.uint(254), 100)),
    ]

    private static let locks: [ShownValues] = [
        ShownValues(
            "LockMechanism", show: "CurrentLockMechanismState", of: "DoorLock.lockState", .name(.uint(1), 1, "secured"),
            .name(.uint(2), 0, "unsecured"), .name(.uint(3), 0, "unsecured"), .name(.uint(0), 2, "jammed"),
            .name(.null, 3, "unknown")),
        ShownValues(
            "LockMechanism", show: "TargetLockMechanismState", of: "DoorLock.lockState", .name(.uint(1), 1, "secured"),
            .name(.uint(0), 1, "secured"), .name(.uint(2), 0, "unsecured"), .name(.null, 0, "unsecured"),
            .name(.uint(1), 1, "secured"), .name(.uint(3), 0, "unsecured")),
        ShownValues(
            "LockMechanism", "GarageDoorOpener", show: "CurrentLockMechanismState", of: "Google.LockUnlock.lockState",
            .name(.uint(1), 1, "secured"), .name(.uint(2), 0, "unsecured"), .name(.uint(3), 2, "jammed"),
            .name(.uint(0), 3, "unknown")),
        ShownValues(
            "LockMechanism", "GarageDoorOpener", show: "TargetLockMechanismState", of: "Google.LockUnlock.lockState",
            .name(.uint(1), 1, "secured"), .name(.uint(0), 1, "secured"), .name(.uint(3), 1, "secured"),
            .name(.uint(2), 0, "unsecured"), .name(.uint(3), 0, "unsecured")),
        ShownValues(
            "LockManagement", show: "LockManagementAutoSecureTimeout", of: "DoorLock.autoRelockTime",
            .whole(.uint(45), 45), .whole(.uint(0), 0)),
        ShownValues(
            "LockManagement", show: "CurrentDoorState", of: "DoorLock.doorState", .name(.uint(0), 0, "open"),
            .name(.uint(1), 1, "closed"), .name(.uint(2), 4, "stopped"), .name(.uint(3), 0, "open"), .nothing()),
        ShownValues(
            "LockManagement", show: "AudioFeedback", of: "DoorLock.soundVolume", .flag(.uint(0), false),
            .flag(.uint(2), true)),
    ]

    private static let percent = "Google.OpenClose.openPercent", target = "Google.OpenClose.targetOpenPercent"
    private static let cover = "WindowCovering"

    private static let openings: [ShownValues] = [
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: percent, given: [(target, .float(100))],
            .name(.float(0), 2, "opening"), .name(.float(50), 2, "opening"), .name(.float(100), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: target, given: [(percent, .float(40))],
            .name(.float(0), 3, "closing"), .name(.float(40), 4, "stopped")),
        ShownValues(
            "GarageDoorOpener", show: "TargetDoorState", of: target, .name(.float(0), 1, "closed"),
            .name(.float(100), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: "ClosureControl.mainState",
            given: [
                ("ClosureControl.overallCurrentState", .fields([0: .uint(0), 3: .bool(true)])),
                ("ClosureControl.overallTargetState", .fields([0: .uint(1)])),
            ], .name(.uint(1), 2, "opening"), .name(.uint(0), 1, "closed")),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: "ClosureControl.overallCurrentState",
            given: [("ClosureControl.mainState", .uint(0))], .name(.fields([0: .uint(1), 3: .bool(false)]), 0, "open"),
            .name(.fields([0: .uint(2), 3: .bool(false)]), 4, "stopped"), .nothing()),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: "ClosureControl.overallTargetState",
            given: [("ClosureControl.mainState", .uint(1))], .name(.fields([0: .uint(0)]), 3, "closing"),
            .name(.fields([0: .uint(1)]), 2, "opening")),
        ShownValues(
            "GarageDoorOpener", show: "TargetDoorState", of: "ClosureControl.overallTargetState",
            .name(.fields([0: .uint(0)]), 1, "closed"), .name(.fields([0: .uint(1)]), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "ObstructionDetected", of: "ClosureControl.currentErrorList",
            .flag(.list([.uint(1)]), true), .flag(.list([]), false), .flag(.list([.uint(0)]), true),
            .flag(.list([.uint(2)]), false)),
        ShownValues(
            "Window", "Door", show: "CurrentPosition", of: percent, .whole(.float(30), 30), .whole(.float(0), 0)),
        ShownValues(
            "Window", "Door", show: "TargetPosition", of: target, .whole(.float(70), 70), .whole(.float(0), 0)),
        ShownValues(
            "Window", "Door", show: "PositionState", of: percent, given: [(target, .float(50))],
            .name(.float(0), 1, "opening"), .name(.float(80), 0, "closing"), .name(.float(50), 2, "stopped")),
        ShownValues(
            "Window", "Door", show: "PositionState", of: target, given: [(percent, .float(50))],
            .name(.float(0), 0, "closing"), .name(.float(100), 1, "opening")),
        ShownValues(
            "WindowCovering", show: "CurrentPosition", of: "\(cover).currentPositionLiftPercent100ths",
            .whole(.uint(2500), 75), .whole(.uint(10000), 0), .whole(.uint(0), 100), .nothing()),
        ShownValues(
            "WindowCovering", show: "TargetPosition", of: "\(cover).targetPositionLiftPercent100ths",
            .whole(.uint(2500), 75), .whole(.uint(0), 100), .nothing()),
        ShownValues(
            "WindowCovering", show: "PositionState", of: "\(cover).operationalStatus",
            .name(.uint(0b0101), 1, "opening"), .name(.uint(0b1010), 0, "closing"), .name(.uint(0), 2, "stopped")),
        ShownValues(
            "WindowCovering", show: "ObstructionDetected", of: "\(cover).safetyStatus", .flag(.uint(0x20), true),
            .flag(.uint(1), false)),
        ShownValues(
            "WindowCovering", show: "CurrentHorizontalTilt", of: "\(cover).endProductType",
            given: [("\(cover).currentPositionTiltPercent100ths", .uint(5000))], .nothing(.uint(11)),
            .whole(.uint(12), 45)),
        ShownValues(
            "WindowCovering", show: "TargetHorizontalTilt", of: "\(cover).endProductType",
            given: [("\(cover).targetPositionTiltPercent100ths", .uint(5000))], .nothing(.uint(11)),
            .whole(.uint(12), 45)),
        ShownValues(
            "WindowCovering", show: "CurrentVerticalTilt", of: "\(cover).endProductType",
            given: [("\(cover).currentPositionTiltPercent100ths", .uint(5000))], .whole(.uint(11), 45),
            .nothing(.uint(12))),
        ShownValues(
            "WindowCovering", show: "TargetVerticalTilt", of: "\(cover).endProductType",
            given: [("\(cover).targetPositionTiltPercent100ths", .uint(5000))], .whole(.uint(11), 45),
            .nothing(.uint(12))),
        ShownValues(
            "WindowCovering", show: "CurrentVerticalTilt", of: "\(cover).currentPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(11))], .whole(.uint(5000), 45), .whole(.uint(10000), 90),
            .nothing()),
        ShownValues(
            "WindowCovering", show: "TargetVerticalTilt", of: "\(cover).targetPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(11))], .whole(.uint(5000), 45), .whole(.uint(0), 0), .nothing()),
        ShownValues(
            "WindowCovering", show: "CurrentHorizontalTilt", of: "\(cover).currentPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(12))],
            .whole(.uint(5000), 45), .whole(.uint(10000), 90), .nothing()),
        ShownValues(
            "WindowCovering", show: "TargetHorizontalTilt", of: "\(cover).targetPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(12))],
            .whole(.uint(5000), 45), .whole(.uint(0), 0), .nothing()),
    ]

    private static let heating = "Thermostat.occupiedHeatingSetpoint", cooling = "Thermostat.occupiedCoolingSetpoint"
    private static let mode = "Thermostat.systemMode"

    private static let climate: [ShownValues] = [
        ShownValues(
            "Thermostat", show: "TargetHeatingCooling", of: mode, .name(.uint(0), 0, "off"),
            .name(.uint(4), 1, "heat"), .name(.uint(7), 0, "off"), .name(.uint(5), 1, "heat"),
            .name(.uint(8), 0, "off"), .name(.uint(9), 0, "off")),
        ShownValues(
            "HeaterCooler", show: "CurrentHeaterCoolerState", of: "OnOff.onOff",
            given: [("Thermostat.thermostatRunningState", .uint(1))], .name(.bool(false), 0, "inactive")),
        ShownValues(
            "HeaterCooler", show: "CurrentHeaterCoolerState", of: "Thermostat.thermostatRunningState",
            given: [("OnOff.onOff", .bool(true))], .name(.uint(1), 2, "heating"), .name(.uint(2), 3, "cooling"),
            .name(.uint(4), 1, "idle"), .name(.uint(8), 2, "heating"), .name(.uint(16), 3, "cooling")),
        ShownValues(
            "HeaterCooler", show: "TargetHeaterCoolerState", of: mode, .name(.uint(4), 1, "heat"),
            .name(.uint(0), 1, "heat"), .name(.uint(3), 2, "cool"), .name(.uint(0), 2, "cool"),
            .name(.uint(1), 0, "automatic"), .name(.uint(0), 0, "automatic")),
        ShownValues(
            "Thermostat", "HeaterCooler", show: "CurrentTemperature", of: "Thermostat.localTemperature",
            .number(.int(2235), 22.35, "22.35"),
            .number(.int(-500), -5, "-5"), .nothing()),
        ShownValues(
            "Thermostat", show: "TargetTemperature", of: heating, given: [(mode, .uint(4))],
            .number(.int(2150), 21.5, "21.5"), .number(.int(1900), 19, "19")),
        ShownValues(
            "Thermostat", show: "TargetTemperature", of: cooling, given: [(mode, .uint(3))],
            .number(.int(2650), 26.5, "26.5"), .number(.int(2700), 27, "27")),
        ShownValues(
            "Thermostat", show: "TargetTemperature", of: mode,
            given: [(heating, .int(2000)), (cooling, .int(2600))], .number(.uint(4), 20, "20"),
            .number(.uint(0), 20, "20")),
        ShownValues(
            "Thermostat", "HeaterCooler", show: "HeatingThreshold", of: heating, .number(.int(1950), 19.5, "19.5"),
            .number(.int(2000), 20, "20")),
        ShownValues(
            "Thermostat", "HeaterCooler", show: "CoolingThreshold", of: cooling, .number(.int(2800), 28, "28"),
            .number(.int(2700), 27, "27")),
        ShownValues(
            "Thermostat", show: "CurrentHeatingCooling", of: "Thermostat.thermostatRunningState",
            .name(.uint(1), 1, "heat"), .name(.uint(2), 2, "cool"), .name(.uint(4), 0, "off"),
            .name(.uint(8), 1, "heat"), .name(.uint(16), 2, "cool")),
        ShownValues(
            "Thermostat", show: "TemperatureUnits", of: "ThermostatUserInterfaceConfiguration.temperatureDisplayMode",
            .name(.uint(1), 1, "fahrenheit"), .name(.uint(0), 0, "celsius")),
        ShownValues(
            "Thermostat", show: "TargetRelativeHumidity", of: "Google.RelativeHumidityControl.relativeHumiditySetpoint",
            .number(.uint(45), 45, "45"), .number(.uint(60), 60, "60")),
        ShownValues(
            "Thermostat", "HumiditySensor", show: "CurrentRelativeHumidity",
            of: "RelativeHumidityMeasurement.measuredValue", .number(.uint(4510), 45.1, "45.1"),
            .number(.uint(10000), 100, "100"), .nothing()),
        ShownValues(
            "TemperatureSensor", show: "CurrentTemperature", of: "TemperatureMeasurement.measuredValue",
            .number(.int(-512), -5.12, "-5.12"), .number(.int(2000), 20, "20"), .nothing()),
    ]

    private static let fan = "FanControl.fanMode", speed = "FanControl.percentCurrent"

    private static let air: [ShownValues] =
        [
            ShownValues("Fan", show: "PowerState", of: fan, .flag(.uint(3), true), .flag(.uint(0), false)),
            ShownValues(
                "AirPurifier", show: "Active", of: fan, .name(.uint(3), 1, "active"), .name(.uint(0), 0, "inactive")),
            ShownValues(
                "Fan", "AirPurifier", "HeaterCooler", show: "RotationSpeed", of: speed, .number(.uint(60), 60, "60"),
                .number(.uint(0), 0, "0")),
            ShownValues(
                "Fan", show: "CurrentFanState", of: fan, given: [("OnOff.onOff", .bool(true)), (speed, .uint(70))],
                .name(.uint(3), 2, "active"),
                .name(.uint(0), 0, "inactive")),
            ShownValues(
                "Fan", show: "CurrentFanState", of: speed, given: [(fan, .uint(2))], .name(.uint(50), 2, "active"),
                .name(.uint(0), 1, "idle")),
            ShownValues(
                "Fan", show: "TargetFanState", of: fan, .name(.uint(5), 1, "auto"), .name(.uint(1), 0, "manual")),
            ShownValues(
                "AirPurifier", show: "CurrentAirPurifierState", of: fan,
                given: [("OnOff.onOff", .bool(true)), (speed, .uint(70))],
                .name(.uint(3), 2, "active"),
                .name(.uint(0), 0, "inactive")),
            ShownValues(
                "AirPurifier", show: "CurrentAirPurifierState", of: speed, given: [(fan, .uint(2))],
                .name(.uint(50), 2, "active"), .name(.uint(0), 1, "idle")),
            ShownValues(
                "AirPurifier", show: "TargetAirPurifierState", of: fan, .name(.uint(5), 1, "automatic"),
                .name(.uint(1), 0, "manual")),
            ShownValues(
                "Fan", show: "RotationDirection", of: "FanControl.airflowDirection",
                .name(.uint(1), 1, "counterClockwise"),
                .name(.uint(0), 0, "clockwise")),
            ShownValues(
                "Fan", "HeaterCooler", show: "SwingMode", of: "FanControl.rockSetting", .name(.uint(1), 1, "enabled"),
                .name(.uint(0), 0, "disabled")),
            ShownValues(
                "FilterMaintenance", show: "FilterChangeIndication", of: "HepaFilterMonitoring.changeIndication",
                .name(.uint(2), 1, "needed"), .name(.uint(0), 0, "notNeeded")),
            ShownValues(
                "FilterMaintenance", show: "FilterLifeLevel", of: "HepaFilterMonitoring.condition",
                given: [("HepaFilterMonitoring.degradationDirection", .uint(1))], .number(.uint(70), 70, "70")),
            ShownValues(
                "FilterMaintenance", show: "FilterLifeLevel", of: "HepaFilterMonitoring.degradationDirection",
                given: [("HepaFilterMonitoring.condition", .uint(30))], .number(.uint(0), 70, "70"),
                .number(.uint(1), 30, "30")),
            ShownValues(
                "AirQualitySensor", show: "AirQuality", of: "AirQuality.airQuality", .name(.uint(1), 1, "excellent"),
                .name(.uint(2), 2, "good"), .name(.uint(3), 3, "fair"), .name(.uint(4), 4, "inferior"),
                .name(.uint(5), 5, "poor"), .name(.uint(6), 5, "poor"), .name(.uint(0), 0, "unknown")),
        ] + concentrations

    private static func concentration(
        _ services: String..., show characteristic: String, of cluster: String, _ attribute: String = "measuredValue",
        unit: UInt64, others: [(unit: UInt64, shown: Double)]
    ) -> [ShownValues] {
        let trait = "\(cluster)ConcentrationMeasurement"
        return services.flatMap { service in
            [
                ShownValues(
                    service, show: characteristic, of: "\(trait).\(attribute)",
                    given: [("\(trait).measurementUnit", .uint(unit))], .number(.float(12.5), 12.5, "12.5"), .nothing())
            ]
                + others.map { other in
                    ShownValues(
                        service, show: characteristic, of: "\(trait).measurementUnit",
                        given: [("\(trait).\(attribute)", .float(20))],
                        .number(.uint(other.unit), other.shown, "\(other.shown)".replacing(/\.0$/, with: "")))
                }
        }
    }

    private static let concentrations =
        concentration(
            "AirQualitySensor", "CarbonDioxideSensor", show: "CarbonDioxideLevel", of: "CarbonDioxide", unit: 0,
            others: [(1, 0.02), (3, 11.11)])
        + concentration(
            "CarbonDioxideSensor", show: "CarbonDioxidePeakLevel", of: "CarbonDioxide", "peakMeasuredValue", unit: 0,
            others: [(1, 0.02)])
        + concentration(
            "AirQualitySensor", "CarbonMonoxideSensor", show: "CarbonMonoxideLevel", of: "CarbonMonoxide", unit: 0,
            others: [(1, 0.02), (3, 17.46)])
        + concentration(
            "CarbonMonoxideSensor", show: "CarbonMonoxidePeakLevel", of: "CarbonMonoxide", "peakMeasuredValue", unit: 0,
            others: [(1, 0.02)])
        + concentration(
            "AirQualitySensor", show: "PM2_5Density", of: "Pm25", unit: 4, others: [(5, 0.02), (3, 20000)])
        + concentration("AirQualitySensor", show: "PM10Density", of: "Pm10", unit: 4, others: [(5, 0.02)])
        + concentration(
            "AirQualitySensor", show: "NitrogenDioxideDensity", of: "NitrogenDioxide", unit: 4, others: [(1, 37.63)])
        + concentration("AirQualitySensor", show: "OzoneDensity", of: "Ozone", unit: 4, others: [(1, 39.26)])
        + concentration(
            "AirQualitySensor", show: "VolatileOrganicCompoundDensity", of: "TotalVolatileOrganicCompounds", unit: 4,
            others: [(5, 0.02)])

    private static func detected(_ raw: [DataValue], not other: [DataValue]) -> [Value] {
        raw.map { .name($0, 1, "detected") } + other.map { .name($0, 0, "notDetected") }
    }

    private init(_ service: String, _ characteristic: String, _ attribute: String, _ values: [Value]) {
        services = [service]
        self.characteristic = characteristic
        self.attribute = attribute
        given = []
        self.values = values
    }

    private static func working(_ service: String, while attribute: String, _ raw: DataValue) -> ShownValues {
        ShownValues(service, "StatusActive", attribute, [.flag(raw, true), .flag(.null, false)])
    }

    private static let diagnostics = "GeneralDiagnostics.activeHardwareFaults"

    /// How sensors are, as the whole device says it.
    private static let status: [ShownValues] =
        [
            working("TemperatureSensor", while: "TemperatureMeasurement.measuredValue", .int(-500)),
            working("HumiditySensor", while: "RelativeHumidityMeasurement.measuredValue", .uint(4500)),
            working("LightSensor", while: "IlluminanceMeasurement.measuredValue", .uint(0)),
            working(
                "CarbonDioxideSensor", while: "CarbonDioxideConcentrationMeasurement.measuredValue", .float(400)),
            working(
                "CarbonMonoxideSensor", while: "CarbonMonoxideConcentrationMeasurement.measuredValue", .float(0)),
            ShownValues(
                "AirQualitySensor", show: "StatusActive", of: "AirQuality.airQuality", .flag(.uint(1), true),
                .flag(.uint(0), false)),
            ShownValues(
                "SmokeSensor", "CarbonMonoxideSensor", show: "StatusActive", of: "SmokeCoAlarm.endOfServiceAlert",
                .flag(.uint(1), false), .flag(.uint(0), true)),
            ShownValues(
                "SmokeSensor", "CarbonMonoxideSensor", show: "StatusTampered", of: "SmokeCoAlarm.unmounted",
                .name(.bool(true), 1, "tampered"), .name(.bool(false), 0, "notTampered")),
            ShownValues(
                "OccupancySensor", show: "StatusFault", of: "BooleanStateConfiguration.sensorFault",
                .name(.uint(1), 1, "fault"), .name(.uint(0), 0, "noFault")),
            ShownValues(
                "Valve", show: "StatusFault", of: "ValveConfigurationAndControl.valveFault",
                .name(.uint(2), 1, "fault"), .name(.uint(0), 0, "noFault")),
        ]
        + (sensing + ["SecuritySystem"]).map { service in
            ShownValues(
                service, show: "StatusFault", of: diagnostics, .name(.list([.uint(2)]), 1, "fault"),
                .name(.list([.uint(10)]), 0, "noFault"), .name(.list([.uint(0), .uint(10)]), 1, "fault"),
                .name(.list([]), 0, "noFault"))
        }
        + (sensing + ["SmokeSensor", "SecuritySystem"]).map { service in
            ShownValues(
                service, show: "StatusTampered", of: diagnostics, .name(.list([.uint(10)]), 1, "tampered"),
                .name(.list([.uint(2)]), 0, "notTampered"))
        }
        + sensing.map { service in
            ShownValues(
                service, show: "StatusLowBattery", of: "PowerSource.batChargeLevel", .name(.uint(1), 1, "low"),
                .name(.uint(0), 0, "normal"))
        }

    /// The sensors that a device tells more of than they do; a smoke alarm tells its faults and its battery itself.
    private static let sensing = [
        "TemperatureSensor", "HumiditySensor", "LightSensor", "ContactSensor", "LeakSensor", "OccupancySensor",
        "MotionSensor", "CarbonMonoxideSensor", "CarbonDioxideSensor", "AirQualitySensor",
    ]

    private static let operation = "OperationalState.operationalState"

    /// What runs a while.
    private static let operations: [ShownValues] = [
        ShownValues(
            "Faucet", "Valve", "IrrigationSystem", show: "Active", of: operation, .name(.uint(1), 1, "active"),
            .name(.uint(0), 0, "inactive"), .name(.uint(2), 1, "active"), .name(.uint(3), 0, "inactive")),
        ShownValues(
            "Valve", "IrrigationSystem", show: "InUse", of: operation, .name(.uint(1), 1, "inUse"),
            .name(.uint(2), 0, "notInUse"), .name(.uint(0), 0, "notInUse")),
        ShownValues(
            "Valve", "IrrigationSystem", show: "RemainingDuration", of: "OperationalState.countdownTime",
            .whole(.uint(42), 42), .whole(.null, 0)),
        ShownValues(
            "Faucet", "Valve", "IrrigationSystem", show: "StatusFault", of: operation, .name(.uint(3), 1, "fault"),
            .name(.uint(0), 0, "noFault")),
        ShownValues(
            "StatefulProgrammableSwitch", show: "OutputState", of: "Switch.currentPosition", .name(.uint(1), 1, "on"),
            .name(.uint(0), 0, "off")),
    ]

    private static let sensors: [ShownValues] = [
        ShownValues(
            "ContactSensor", show: "ContactState", of: "BooleanState.stateValue", .name(.bool(true), 0, "detected"),
            .name(.bool(false), 1, "notDetected")),
        ShownValues(
            "LeakSensor", "LeakDetected", "BooleanState.stateValue", detected([.bool(true)], not: [.bool(false)])),
        ShownValues(
            "OccupancySensor", "OccupancyDetected", "OccupancySensing.occupancy", detected([.uint(1)], not: [.uint(0)])),
        ShownValues(
            "MotionSensor", show: "MotionDetected", of: "OccupancySensing.occupancy", .flag(.uint(1), true),
            .flag(.uint(0), false)),
        ShownValues(
            "SmokeSensor", "SmokeDetected", "SmokeCoAlarm.smokeState", detected([.uint(1), .uint(2)], not: [.uint(0)])),
        ShownValues(
            "CarbonMonoxideSensor", "CarbonMonoxideDetected", "SmokeCoAlarm.coState",
            detected([.uint(1), .uint(2)], not: [.uint(0)])),
        ShownValues(
            "CarbonMonoxideSensor", "CarbonMonoxideDetected", "CarbonMonoxideConcentrationMeasurement.levelValue",
            detected([.uint(3), .uint(4)], not: [.uint(1), .uint(0)])),
        ShownValues(
            "CarbonDioxideSensor", "CarbonDioxideDetected", "CarbonDioxideConcentrationMeasurement.levelValue",
            detected([.uint(3), .uint(4)], not: [.uint(2)])),
        ShownValues(
            "SmokeSensor", "CarbonMonoxideSensor", show: "StatusFault", of: "SmokeCoAlarm.hardwareFaultAlert",
            .name(.bool(true), 1, "fault"), .name(.bool(false), 0, "noFault")),
        ShownValues(
            "SmokeSensor", "CarbonMonoxideSensor", show: "StatusLowBattery", of: "SmokeCoAlarm.batteryAlert",
            .name(.uint(1), 1, "low"), .name(.uint(0), 0, "normal")),
        ShownValues(
            "ContactSensor", "LeakSensor", show: "StatusFault", of: "BooleanStateConfiguration.sensorFault",
            .name(.uint(1), 1, "fault"), .name(.uint(0), 0, "noFault")),
        ShownValues(
            "LightSensor", show: "CurrentLightLevel", of: "IlluminanceMeasurement.measuredValue",
            .number(.uint(30001), 1000, "1000"), .number(.uint(0), 0.0001, "0.0001"), .number(.uint(1), 1, "1"),
            .nothing()),
    ]

    private static let valve = "ValveConfigurationAndControl"

    /// Levels of security by name, and of what kind they are.
    private static let levels: DataValue = {
        let levels = [("home", UInt64(1)), ("out", 2), ("bed", 3), ("other", 5)].map { name, kind in
            DataValue.fields([0: .string(name), 1: .list([]), 2: .uint(kind), 3: .uint(0)])
        }
        return .fields([0: .list(levels), 1: .bool(true)])
    }()

    private static let others: [ShownValues] = [
        ShownValues(
            "Battery", show: "BatteryLevel", of: "PowerSource.batPercentRemaining", .whole(.uint(99), 50),
            .whole(.uint(200), 100), .nothing()),
        ShownValues(
            "Battery", show: "StatusLowBattery", of: "PowerSource.batChargeLevel", .name(.uint(1), 1, "low"),
            .name(.uint(2), 1, "low"), .name(.uint(0), 0, "normal")),
        ShownValues(
            "Battery", show: "ChargingState", of: "PowerSource.batChargeState", .name(.uint(1), 1, "inProgress"),
            .name(.uint(2), 0, "none"), .name(.uint(3), 0, "none")),
        ShownValues(
            "Valve", show: "Active", of: "\(valve).targetState", .name(.uint(1), 1, "active"),
            .name(.uint(0), 0, "inactive")),
        ShownValues(
            "Valve", show: "Active", of: "\(valve).currentState", given: [("\(valve).targetState", .null)],
            .name(.uint(1), 1, "active"), .name(.uint(0), 0, "inactive")),
        ShownValues(
            "Valve", show: "InUse", of: "\(valve).currentState", .name(.uint(1), 1, "inUse"),
            .name(.uint(2), 1, "inUse"), .name(.uint(0), 0, "notInUse")),
        ShownValues(
            "Valve", show: "SetDuration", of: "\(valve).defaultOpenDuration", .whole(.uint(600), 600), .whole(.null, 0)),
        ShownValues(
            "Valve", show: "RemainingDuration", of: "\(valve).remainingDuration", .whole(.uint(42), 42),
            .whole(.null, 0)),
        ShownValues(
            "SecuritySystem", show: "CurrentSecuritySystemState", of: "Google.ArmDisarm.armState",
            given: [
                ("Google.ArmDisarm.currentArmLevel", .string("")), ("Google.ArmDisarm.targetArmLevel", .string("")),
            ],
            .name(.uint(1), 3, "disarmed"), .name(.uint(5), 4, "triggered"), .name(.uint(2), 1, "awayArm"),
            .name(.uint(3), 3, "disarmed"), .name(.uint(4), 1, "awayArm"), .nothing(.uint(0))),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.armState",
            given: [
                ("Google.ArmDisarm.currentArmLevel", .string("")), ("Google.ArmDisarm.targetArmLevel", .string("")),
            ],
            .name(.uint(1), 3, "disarm"), .name(.uint(3), 1, "awayArm"), .name(.uint(2), 1, "awayArm"),
            .name(.uint(5), 1, "awayArm"), .name(.uint(4), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.isArmed",
            given: [("Google.ArmDisarm.armState", .uint(0)), ("Google.ArmDisarm.currentArmLevel", .string(""))],
            .name(.bool(true), 1, "awayArm"),
            .name(.bool(false), 3, "disarm")),
        ShownValues(
            "SecuritySystem", show: "CurrentSecuritySystemState", of: "Google.ArmDisarm.currentArmLevel",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.availableArmLevels", levels)],
            .name(.string("home"), 0, "stayArm"), .name(.string("out"), 1, "awayArm"),
            .name(.string("bed"), 2, "nightArm"), .name(.string("other"), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "CurrentSecuritySystemState", of: "Google.ArmDisarm.availableArmLevels",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.currentArmLevel", .string("home"))],
            .name(levels, 0, "stayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.currentArmLevel",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.availableArmLevels", levels)],
            .name(.string("home"), 0, "stayArm"), .name(.string("out"), 1, "awayArm"),
            .name(.string("bed"), 2, "nightArm"), .name(.string("other"), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.availableArmLevels",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.currentArmLevel", .string("home"))],
            .name(levels, 0, "stayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.targetArmLevel",
            given: [("Google.ArmDisarm.armState", .uint(3)), ("Google.ArmDisarm.availableArmLevels", levels)],
            .name(.string("home"), 0, "stayArm"), .name(.string("out"), 1, "awayArm"),
            .name(.string("bed"), 2, "nightArm"), .name(.string("other"), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.availableArmLevels",
            given: [("Google.ArmDisarm.armState", .uint(3)), ("Google.ArmDisarm.targetArmLevel", .string("home"))],
            .name(levels, 0, "stayArm")),
        ShownValues("AccessoryInformation", show: "Manufacturer", of: "BasicInformation.vendorName", .text("Acme")),
        ShownValues("AccessoryInformation", show: "Model", of: "BasicInformation.productName", .text("Lamp 3")),
        ShownValues("AccessoryInformation", show: "SerialNumber", of: "BasicInformation.serialNumber", .text("A-1")),
        ShownValues(
            "AccessoryInformation", show: "FirmwareVersion", of: "BasicInformation.softwareVersionString", .text("7.1")),
        ShownValues(
            "AccessoryInformation", show: "SoftwareVersion", of: "BasicInformation.softwareVersionString", .text("7.2")),
        ShownValues(
            "AccessoryInformation", show: "HardwareVersion", of: "BasicInformation.hardwareVersionString", .text("B")),
    ]
}
