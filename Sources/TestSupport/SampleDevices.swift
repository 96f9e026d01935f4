import DataModel
import ModelReader

/// Devices for tests that look at everything a device can be.
public enum SampleDevices: Sendable {
    /// Every type that a device can be of, by name.
    public static let ofEveryType = ModelCatalog.standard.deviceTypes.filter { $0.classification != .node }.map(\.name)

    /// Devices that have more than is usual for their type, each as the rest of a line of a home file after `type:`.
    public static let withMore =
        [
            "ExtendedColorLight, features: {ColorControl: [hueSaturation, enhancedHue, xy, colorTemperature]}",
            "DoorLock, traits: {DoorLock: {soundVolume: silent}}",
            "WindowCovering, features: {WindowCovering: [lift, tilt, positionAwareLift, positionAwareTilt]}, traits: {WindowCovering: {safetyStatus: []}}",
            "WindowCovering, features: {WindowCovering: [lift]}",
            "WindowCovering, features: {WindowCovering: [tilt, positionAwareTilt]}",
            "Fan, features: {FanControl: [multiSpeed, auto, rocking, airflowDirection]}",
            "OnOffPluginUnit, traits: {ElectricalPowerMeasurement: {activePower: 0}}",
            "ContactSensor, traits: {BooleanStateConfiguration: {sensorFault: []}, PowerSource: {batPercentRemaining: 150, batChargeState: isCharging}}",
            "Thermostat, traits: {ThermostatUserInterfaceConfiguration: {temperatureDisplayMode: celsius}}",
            "AirQualitySensor, features: {\(levels)}, traits: {\(concentrations)}",
            "SmokeCoAlarm, traits: {CarbonMonoxideConcentrationMeasurement: {measuredValue: 1, peakMeasuredValue: 1}}",
            "Camera, features: {CameraAvStreamManagement: [audio, video, snapshot, speaker]}, traits: {OccupancySensing: {occupancy: []}, \(status)}",
            "AudioDoorbell, features: {CameraAvStreamManagement: [audio, speaker]}",
            "GenericSwitch, features: {Switch: [latchingSwitch]}",
            "IrrigationSystem, traits: {OperationalState: {operationalState: stopped, countdownTime: null}}",
            "WaterValve, traits: {ValveConfigurationAndControl: {valveFault: []}}",
            "RoomAirConditioner, features: {FanControl: [multiSpeed, auto, rocking]}",
            "SmokeCoAlarm, traits: {\(status)}",
            "SmokeCoAlarm, traits: {SmokeCoAlarm: {unmounted: false}, \(status)}",
            "OccupancySensor, traits: {BooleanStateConfiguration: {sensorFault: []}}",
            "AirQualitySensor, features: {\(levels)}, traits: {\(concentrations), \(status)}",
            "GoogleSecuritySystem, traits: {\(status)}",
            "WaterLeakDetector, traits: {BooleanStateConfiguration: {sensorFault: []}}",
            // Members of enumerations that a common product lacks.
            "DoorLock, traits: {DoorLock: {lockState: unlatched, doorState: doorJammed}}",
            "DoorLock, traits: {DoorLock: {doorState: doorForcedOpen}}",
            "SmokeCoAlarm, traits: {SmokeCoAlarm: {smokeState: warning, coState: warning, batteryAlert: warning}}",
        ]
        + [
            "TemperatureSensor", "HumiditySensor", "LightSensor", "ContactSensor", "WaterLeakDetector",
            "OccupancySensor",
        ].map { "\($0), traits: {\(status)}" }
        + ["emergencyHeat", "fanOnly", "dry", "sleep"].map { "Thermostat, traits: {Thermostat: {systemMode: \($0)}}" }
    /// What is true of a whole device.
    private static let status =
        "GeneralDiagnostics: {activeHardwareFaults: []}, PowerSource: {batChargeLevel: ok}"
    private static let gases = [
        "NitrogenDioxide", "CarbonMonoxide", "CarbonDioxide", "Pm10", "Ozone", "TotalVolatileOrganicCompounds",
    ]
    private static let concentrations = gases.map {
        "\($0)ConcentrationMeasurement: {measuredValue: 1, peakMeasuredValue: 1, levelValue: low}"
    }
    .joined(separator: ", ")
    private static let levels = gases.map {
        "\($0)ConcentrationMeasurement: [numericMeasurement, peakMeasurement, levelIndication, mediumLevel, criticalLevel]"
    }
    .joined(separator: ", ")
}
