import Conversions
import DataModel

/// Heating, cooling, and moving air.
extension ComponentRules {
    static let climate = [
        thermostat(heats: true, cools: false, changesOver: false),
        thermostat(heats: false, cools: true, changesOver: false),
        thermostat(heats: true, cools: true, changesOver: false),
        thermostat(heats: true, cools: true, changesOver: true),
    ]

    /// A thermostat that heats and cools has two setpoints, one that does only one of them has that one.
    private static func thermostat(heats: Bool, cools: Bool, changesOver: Bool) -> ComponentRule {
        let features = [("HEAT", heats), ("COOL", cools), ("AUTO", changesOver)]
        let modes = ["off"] + (heats ? ["heat"] : []) + (cools ? ["cool"] : []) + (changesOver ? ["heat_cool"] : [])
        let states = [("off", "off"), ("heat", "heat"), ("cool", "cool"), ("auto", "heat_cool")]
        return ComponentRule(
            id: "climate", platform: .climate, trait: "Thermostat", excludedTypes: ["WaterHeater"],
            features: features.filter(\.1).map(\.0),
            excludedFeatures: features.filter { !$0.1 }.map(\.0),
            fields: [
                .init("modes", .texts(modes)), .init("mode_state_topic", .state("systemMode")),
                .init("mode_state_template", .template(.map(states.filter { modes.contains($0.1) }))),
                .init("mode_command_topic", .write("systemMode")),
                .init("mode_command_template", .template(.expression("'auto' if value == 'heat_cool' else value"))),
                .init("current_temperature_topic", .state("localTemperature")),
                .init("current_temperature_template", .template(.people(.roomTemperature))),
                .text("temperature_unit", "C"), .init("precision", .number(0.1)), .init("temp_step", .number(0.5)),
                .option([
                    .init(
                        "min_temp",
                        .number(
                            of: heats ? "minHeatSetpointLimit" : "minCoolSetpointLimit", as: .heatingSetpoint)),
                    .init(
                        "max_temp",
                        .number(
                            of: cools ? "maxCoolSetpointLimit" : "maxHeatSetpointLimit", as: .coolingSetpoint)),
                ]),
                .option([
                    .init("action_topic", .state("thermostatRunningState")),
                    .init(
                        "action_template",
                        .template(
                            .unlessNull(
                                "('heating' if 'heat' in value else 'cooling' if 'cool' in value"
                                    + " else 'fan' if 'fan' in value else 'idle')"))),
                ]),
                .option(fan),
            ]
                + (heats && cools
                    ? setpoint("temperature_low", "occupiedHeatingSetpoint")
                        + setpoint("temperature_high", "occupiedCoolingSetpoint")
                    : setpoint("temperature", heats ? "occupiedHeatingSetpoint" : "occupiedCoolingSetpoint")))
    }

    /// The fan of what heats or cools, with the modes that it says it has.
    private static let fan: [ComponentRule.Field] = [
        .init("fan_mode_command_topic", .write("FanControl/fanMode")),
        .init("fan_mode_state_topic", .state("FanControl/fanMode")),
        .init("fan_mode_state_template", .template(.orUnknown)),
        .init(
            "fan_modes",
            .live(["FanControl/fanModeSequence"]) { values in
                guard case .uint(let number)? = values.first, number < UInt64(fanModes.count) else { return nil }
                return .array(fanModes[Int(number)].map { .string($0) })
            }),
    ]

    /// By the number of the sequence.
    private static let fanModes = [
        ["off", "low", "medium", "high"], ["off", "low", "high"], ["off", "low", "medium", "high", "auto"],
        ["off", "low", "high", "auto"], ["off", "high", "auto"], ["off", "high"],
    ]

    private static func setpoint(_ key: String, _ attribute: String) -> [ComponentRule.Field] {
        [
            .init("\(key)_state_topic", .state(attribute)),
            .init("\(key)_state_template", .template(.people(.heatingSetpoint))),
            .init("\(key)_command_topic", .write(attribute)),
            .init("\(key)_command_template", .template(.raw(.heatingSetpoint))),
        ]
    }

    private static let fanTypes = ["Fan", "AirPurifier", "ExtractorHood"]

    static let fans = [fan(types: fanTypes, name: nil), fan(excludedTypes: fanTypes, name: "Fan")]

    /// How a fan swings; the first way that it knows.
    private static let oscillation: [ComponentRule.Field] = [
        .init("oscillation_command_topic", .write("rockSetting")),
        .init("oscillation_state_topic", .state("rockSetting")),
        .init(
            "payload_oscillation_on",
            .live(["rockSupport"]) { .string("[\"\(rocking($0.first))\"]") }),
        .text("payload_oscillation_off", "[]"),
        .init(
            "oscillation_value_template",
            .live(["rockSupport"]) { values in
                .string(
                    Template.choose("[]", for: ["[]"], otherwise: "[\"\(rocking(values.first))\"]").text)
            }),
    ]

    private static func rocking(_ support: DataValue?) -> String {
        guard case .uint(let bits)? = support else { return "rockLeftRight" }
        return bits & 1 != 0 ? "rockLeftRight" : bits & 2 != 0 ? "rockUpDown" : "rockRound"
    }

    /// Turned on without a speed, it runs at full speed.
    private static func fan(types: [String] = [], excludedTypes: [String] = [], name: String?) -> ComponentRule {
        ComponentRule(
            id: "fan", platform: .fan, trait: "FanControl", types: types, excludedTypes: excludedTypes, name: name,
            fields: [
                .init("command_topic", .write("fanMode")), .text("payload_on", "high"), .text("payload_off", "off"),
                .init("state_topic", .state("fanMode")),
                .init("state_value_template", .template(.choose("off", for: ["off"], otherwise: "high"))),
                .init("percentage_command_topic", .write("percentSetting")),
                .init("percentage_state_topic", .state("percentCurrent")),
                .feature(
                    ["AUT"],
                    [
                        .init("preset_modes", .texts(["auto"])), .init("preset_mode_command_topic", .write("fanMode")),
                        .init("preset_mode_state_topic", .state("fanMode")),
                        .init("preset_mode_value_template", .template(.map([("auto", "auto")]))),
                    ]),
                .feature(["RCK"], oscillation),
                .feature(
                    ["DIR"],
                    [
                        .init("direction_command_topic", .write("airflowDirection")),
                        .init("direction_state_topic", .state("airflowDirection")),
                    ]),
            ])
    }
}
