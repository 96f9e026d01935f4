import Conversions
import DataModel

/// Thermostats, fans, and the air they are about.
extension ShownValues {
    static let heating = "Thermostat.occupiedHeatingSetpoint", cooling = "Thermostat.occupiedCoolingSetpoint"
    static let mode = "Thermostat.systemMode"

    static let climate: [ShownValues] = [
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
            .number(.int(2235), 22.4, "22.4"),
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
            of: "RelativeHumidityMeasurement.measuredValue", .number(.uint(4510), 45, "45"),
            .number(.uint(10000), 100, "100"), .nothing()),
        ShownValues(
            "TemperatureSensor", show: "CurrentTemperature", of: "TemperatureMeasurement.measuredValue",
            .number(.int(-512), -5.1, "-5.1"), .number(.int(2000), 20, "20"), .nothing()),
    ]

    static let fan = "FanControl.fanMode", speed = "FanControl.percentCurrent"

    static let air: [ShownValues] =
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

    static func concentration(
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

    static let concentrations =
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
}
