import Conversions
import DataModel

/// What is measured and noticed.
extension ComponentRules {
    /// What a number is called, and how it is shown.
    struct Measure {
        let name: String
        let deviceClass: String?
        let unit: String
        var stateClass: String? = "measurement"
        /// How many decimals Home Assistant shows.
        var precision: Double?
        var category: ComponentRule.Category?
    }

    /// A sensor for a number.
    static func sensor(
        _ trait: String, _ attribute: String, _ measure: Measure, _ template: Template, features: [String] = []
    ) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .sensor, trait: trait, features: features, name: measure.name,
            category: measure.category,
            fields: .state(attribute, template)
                + (measure.deviceClass.map { [.deviceClass($0)] } ?? [])
                + [.text("unit_of_measurement", measure.unit)]
                + (measure.stateClass.map { [.text("state_class", $0)] } ?? [])
                + (measure.precision.map { [.init("suggested_display_precision", .number($0))] } ?? []))
    }

    /// A sensor for a name of several.
    static func names(
        _ trait: String, _ attribute: String, _ name: String, category: ComponentRule.Category? = nil
    ) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .sensor, trait: trait, name: name, category: category,
            fields: .state(attribute, .memberName) + [.deviceClass("enum"), .init("options", .names(of: attribute))])
    }

    /// A sensor for a yes or no.
    static func binary(
        _ trait: String, _ attribute: String, _ name: String, _ deviceClass: String?, _ template: Template,
        types: [String] = [], category: ComponentRule.Category? = nil
    ) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .binarySensor, trait: trait, types: types, name: name,
            category: category,
            fields: .state(attribute, template) + (deviceClass.map { [.deviceClass($0)] } ?? []))
    }

    static let isTrue = Template.map([("true", "ON"), ("false", "OFF")])
    private static let isFalse = Template.map([("true", "OFF"), ("false", "ON")])

    static let measurements: [ComponentRule] =
        [
            sensor(
                "TemperatureMeasurement", "measuredValue",
                Measure(name: "Temperature", deviceClass: "temperature", unit: "°C", precision: 1),
                .people(.temperature)),
            sensor(
                "Thermostat", "outdoorTemperature",
                Measure(name: "Outdoor temperature", deviceClass: "temperature", unit: "°C", precision: 1),
                .people(.outdoorTemperature)),
            sensor(
                "RelativeHumidityMeasurement", "measuredValue",
                Measure(name: "Humidity", deviceClass: "humidity", unit: "%", precision: 0), .people(.humidity)),
            sensor(
                "IlluminanceMeasurement", "measuredValue",
                Measure(name: "Illuminance", deviceClass: "illuminance", unit: "lx", precision: 0),
                .people(.illuminance)),
            sensor(
                "PressureMeasurement", "measuredValue",
                Measure(name: "Pressure", deviceClass: "pressure", unit: "kPa", precision: 1), .people(.pressure)),
            sensor(
                "FlowMeasurement", "measuredValue",
                Measure(name: "Flow", deviceClass: "volume_flow_rate", unit: "m³/h", precision: 1),
                .people(.flow)),
            sensor(
                "SoilMeasurement", "soilMoistureMeasuredValue",
                Measure(name: "Soil moisture", deviceClass: "moisture", unit: "%", precision: 0), .orUnknown),
            names("AirQuality", "airQuality", "Air quality"),
            binary(
                "OccupancySensing", "occupancy", "Occupancy", "occupancy",
                .contains("occupied", "ON", otherwise: "OFF")),
            // There is contact while it is closed.
            binary("BooleanState", "stateValue", "Contact", "opening", isFalse, types: ["ContactSensor"]),
            binary("BooleanState", "stateValue", "Leak", "moisture", isTrue, types: ["WaterLeakDetector"]),
            binary("BooleanState", "stateValue", "Freeze", "cold", isTrue, types: ["WaterFreezeDetector"]),
            binary("BooleanState", "stateValue", "Rain", "moisture", isTrue, types: ["RainSensor"]),
            binary(
                "DoorLock", "doorState", "Door", "door",
                .map([
                    ("doorOpen", "ON"), ("doorAjar", "ON"), ("doorForcedOpen", "ON"), ("doorClosed", "OFF"),
                ])),
            binary(
                "RefrigeratorAlarm", "state", "Door", "door", .contains("doorOpen", "ON", otherwise: "OFF")),
            binary("DishwasherAlarm", "state", "Alarm", "problem", isAny),
            binary("TemperatureAlarm", "state", "Alarm", "problem", isAny),
            binary("Google.ExtendedPowerSource", "isPluggedIn", "Plugged in", "plug", isTrue),
            names("Google.ExtendedPowerSource", "descriptiveCapacityRemaining", "Charge left"),
            names("EnergyEvse", "state", "State"), names("EnergyEvse", "supplyState", "Supply"),
            names("EnergyEvse", "faultState", "Fault", category: .diagnostic),
            sensor(
                "PumpConfigurationAndControl", "power",
                Measure(name: "Power drawn", deviceClass: "power", unit: "W", precision: 0), .orUnknown),
            sensor(
                "PumpConfigurationAndControl", "speed",
                Measure(name: "Speed", deviceClass: nil, unit: "rpm", precision: 0), .orUnknown),
        ] + substances

    /// Where something stands in a list of names.
    private static let isAny = Template.choose("OFF", for: ["[]"], otherwise: "ON")

    /// What is in the air, in the unit that the device says: without a class where Home Assistant has none for the unit.
    private static let substances = [
        ("CarbonDioxide", "Carbon dioxide", "carbon_dioxide"),
        ("CarbonMonoxide", "Carbon monoxide", "carbon_monoxide"),
        ("NitrogenDioxide", "Nitrogen dioxide", "nitrogen_dioxide"), ("Ozone", "Ozone", "ozone"),
        ("Pm1", "PM1", "pm1"), ("Pm25", "PM2.5", "pm25"), ("Pm10", "PM10", "pm10"),
        ("TotalVolatileOrganicCompounds", "Volatile organic compounds", "volatile_organic_compounds"),
        ("Formaldehyde", "Formaldehyde", nil), ("Radon", "Radon", nil),
    ].map { substance, name, deviceClass in
        ComponentRule(
            id: "\(substance)ConcentrationMeasurement_measuredValue", platform: .sensor,
            trait: "\(substance)ConcentrationMeasurement", name: name,
            fields: .state("measuredValue", .orUnknown) + [
                .text("state_class", "measurement"),
                .init(
                    "unit_of_measurement",
                    .live(["measurementUnit"]) { concentrationUnit($0.first).map { .string($0) } }),
                .init(
                    "device_class",
                    .live(["measurementUnit"]) { values in
                        guard let unit = concentrationUnit(values.first) else { return nil }
                        let parts = deviceClass.map { "\($0)_parts" }
                        return [deviceClass, parts].compactMap(\.self)
                            .first { SensorClass.all[$0]?.units.contains(unit) == true }.map { .string($0) }
                    }),
            ])
    }

    private static func concentrationUnit(_ value: DataValue?) -> String? {
        let units = ["ppm", "ppb", "ppt", "mg/m³", "μg/m³", "ng/m³", "1/m³", "Bq/m³"]
        guard case .uint(let number)? = value, number < UInt64(units.count) else { return nil }
        return units[Int(number)]
    }

    private static let isNotNormal = Template.map([("normal", "OFF")], otherwise: "ON")

    static let alarms = [
        binary("SmokeCoAlarm", "smokeState", "Smoke", "smoke", isNotNormal),
        binary("SmokeCoAlarm", "coState", "Carbon monoxide", "carbon_monoxide", isNotNormal),
        binary("SmokeCoAlarm", "batteryAlert", "Battery alert", "battery", isNotNormal, category: .diagnostic),
        binary("SmokeCoAlarm", "hardwareFaultAlert", "Hardware fault", "problem", isTrue, category: .diagnostic),
        binary("SmokeCoAlarm", "endOfServiceAlert", "End of service", "problem", isNotNormal, category: .diagnostic),
        binary("SmokeCoAlarm", "testInProgress", "Test in progress", "running", isTrue, category: .diagnostic),
        binary("SmokeCoAlarm", "interconnectSmokeAlarm", "Smoke elsewhere", "smoke", isNotNormal),
        binary("SmokeCoAlarm", "interconnectCoAlarm", "Carbon monoxide elsewhere", "carbon_monoxide", isNotNormal),
    ]
}
