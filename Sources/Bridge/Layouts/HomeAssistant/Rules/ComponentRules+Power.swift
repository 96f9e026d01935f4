import Conversions

/// Electricity and batteries.
extension ComponentRules {
    private static func electrical(
        _ attribute: String, _ name: String, _ deviceClass: String, _ unit: String, _ quantity: Quantity,
        precision: Double = 1
    ) -> ComponentRule {
        sensor(
            "ElectricalPowerMeasurement", attribute,
            Measure(name: name, deviceClass: deviceClass, unit: unit, precision: precision),
            .people(quantity))
    }

    private static func energy(
        _ attribute: String, _ name: String, _ quantity: Quantity
    ) -> ComponentRule {
        sensor(
            "ElectricalEnergyMeasurement", attribute,
            Measure(
                name: name, deviceClass: "energy", unit: "kWh", stateClass: "total_increasing", precision: 3),
            .people(quantity, of: "value_json.energy"))
    }

    static let electricity = [
        electrical("activePower", "Power", "power", "W", .power),
        electrical("voltage", "Voltage", "voltage", "V", .voltage),
        electrical("activeCurrent", "Current", "current", "A", .current, precision: 3),
        electrical("rmsVoltage", "RMS voltage", "voltage", "V", .rmsVoltage),
        electrical("rmsCurrent", "RMS current", "current", "A", .rmsCurrent, precision: 3),
        electrical("apparentPower", "Apparent power", "apparent_power", "VA", .apparentPower),
        electrical("reactivePower", "Reactive power", "reactive_power", "var", .reactivePower),
        electrical("frequency", "Frequency", "frequency", "Hz", .frequency, precision: 2),
        electrical("powerFactor", "Power factor", "power_factor", "%", .powerFactor, precision: 0),
        energy("cumulativeEnergyImported", "Energy", .energyImported),
        energy("cumulativeEnergyExported", "Energy exported", .energyExported),
    ]

    static let batteries = [
        sensor(
            "PowerSource", "batPercentRemaining",
            Measure(name: "Battery", deviceClass: "battery", unit: "%", precision: 0, category: .diagnostic),
            .people(.batteryLevel)),
        sensor(
            "PowerSource", "batVoltage",
            Measure(name: "Battery voltage", deviceClass: "voltage", unit: "V", precision: 2, category: .diagnostic),
            .people(.batteryVoltage)),
        binary(
            "PowerSource", "batChargeLevel", "Battery low", "battery", .map([("ok", "OFF")], otherwise: "ON"),
            category: .diagnostic),
        binary(
            "PowerSource", "batChargeState", "Charging", "battery_charging",
            .map([("isCharging", "ON"), ("isAtFullCharge", "OFF"), ("isNotCharging", "OFF")]), category: .diagnostic),
    ]
}
