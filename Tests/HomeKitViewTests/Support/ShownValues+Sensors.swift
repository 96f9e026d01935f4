import Conversions
import DataModel

/// Sensors, and what any accessory says of its state.
extension ShownValues {
    static func detected(_ raw: [DataValue], not other: [DataValue]) -> [Value] {
        raw.map { .name($0, 1, "detected") } + other.map { .name($0, 0, "notDetected") }
    }

    init(_ service: String, _ characteristic: String, _ attribute: String, _ values: [Value]) {
        services = [service]
        self.characteristic = characteristic
        self.attribute = attribute
        given = []
        self.values = values
    }

    static func working(_ service: String, while attribute: String, _ raw: DataValue) -> ShownValues {
        ShownValues(service, "StatusActive", attribute, [.flag(raw, true), .flag(.null, false)])
    }

    static let diagnostics = "GeneralDiagnostics.activeHardwareFaults"

    /// How sensors are, as the whole device says it.
    static let status: [ShownValues] =
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
    static let sensing = [
        "TemperatureSensor", "HumiditySensor", "LightSensor", "ContactSensor", "LeakSensor", "OccupancySensor",
        "MotionSensor", "CarbonMonoxideSensor", "CarbonDioxideSensor", "AirQualitySensor",
    ]

    static let sensors: [ShownValues] = [
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
}
