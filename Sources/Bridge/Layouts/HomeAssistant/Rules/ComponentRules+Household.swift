import Conversions
import DataModel

/// Robots, mowers, humidifiers, water heaters, alarm systems, and what devices run.
extension ComponentRules {
    static let household = [
        ComponentRule(
            id: "vacuum", platform: .vacuum, trait: "RvcOperationalState", kind: VacuumEntity.kind,
            fields: [
                .init("state_topic", .document), .init("command_topic", .documentSet),
                .init("supported_features", .made(VacuumEntity.features)),
            ]),
        mower, humidifier, waterHeater, alarm, update,
        button("Google.SoftwareUpdate", "softwareUpdate", "Update", "{}", deviceClass: "update", category: .config),
    ]

    /// Arguments of a command that takes none.
    private static let nothing = Template.expression("'{}'")

    /// A mower that stands still is at home, as far as it says.
    private static let mower = ComponentRule(
        id: "lawn_mower", platform: .lawnMower, trait: "OperationalState", types: ["GoogleMower"],
        fields: [
            .init("activity_state_topic", .state("operationalState")),
            .init(
                "activity_value_template",
                .template(
                    .map([
                        ("running", "mowing"), ("paused", "paused"), ("error", "error"), ("stopped", "docked"),
                    ]))),
            .option([
                .init("start_mowing_command_topic", .invoke("start")),
                .init("start_mowing_command_template", .template(nothing)),
            ]),
            .option([
                .init("pause_command_topic", .invoke("pause")), .init("pause_command_template", .template(nothing)),
            ]),
            .option([
                .init("dock_command_topic", .invoke("Google.Dock/dock")),
                .init("dock_command_template", .template(nothing)),
            ]),
        ])

    private static let humidifier = ComponentRule(
        id: "humidifier", platform: .humidifier, trait: "Google.RelativeHumidityControl", name: "Humidity",
        fields: [
            .init("command_topic", .batch), .init("payload_on", .step("OnOff/on")),
            .init("payload_off", .step("OnOff/off")), .init("state_topic", .state("OnOff/onOff")),
            .init(
                "state_value_template",
                .partText(
                    "{{ {\"true\": \"PART/OnOff.on\", \"false\": \"PART/OnOff.off\"}.get(value, None) }}")),
            .init("target_humidity_command_topic", .invoke("setRelativeHumidity")),
            .init("target_humidity_state_topic", .state("relativeHumiditySetpoint")),
            .init("target_humidity_state_template", .template(.orUnknown)),
            .init("min_humidity", .number(of: "minRelativeHumidity")),
            .init("max_humidity", .number(of: "maxRelativeHumidity")),
            .option([
                .init("current_humidity_topic", .state("RelativeHumidityMeasurement/measuredValue")),
                .init("current_humidity_template", .template(.people(.humidity))),
            ]),
        ])

    private static let waterHeater = ComponentRule(
        id: "water_heater", platform: .waterHeater, trait: "Thermostat", types: ["WaterHeater"],
        kind: WaterHeaterEntity.kind,
        fields: [
            .init("mode_state_topic", .document), .init("mode_command_topic", .documentSet),
            .init("modes", .made(WaterHeaterEntity.modes)), .text("temperature_unit", "C"),
            .init("precision", .number(0.1)),
            .init("current_temperature_topic", .state("localTemperature")),
            .init("current_temperature_template", .template(.people(.roomTemperature))),
            .init("temperature_state_topic", .state("occupiedHeatingSetpoint")),
            .init("temperature_state_template", .template(.people(.heatingSetpoint))),
            .init("temperature_command_topic", .write("occupiedHeatingSetpoint")),
            .init("temperature_command_template", .template(.raw(.heatingSetpoint))),
            .option([
                .init("min_temp", .number(of: "minHeatSetpointLimit", as: .heatingSetpoint)),
                .init("max_temp", .number(of: "maxHeatSetpointLimit", as: .heatingSetpoint)),
            ]),
        ])

    private static let alarm = ComponentRule(
        id: "alarm", platform: .alarmControlPanel, trait: "Google.ArmDisarm", kind: AlarmEntity.kind,
        fields: [
            .init("state_topic", .document), .init("command_topic", .documentSet),
            .init("supported_features", .live(["availableArmLevels"]) { AlarmEntity.features($0.first) }),
            .init("code_arm_required", .flag(false)), .init("code_disarm_required", .flag(false)),
            .init("code_trigger_required", .flag(false)),
        ])

    private static let update = ComponentRule(
        id: "update", platform: .update, trait: "OtaSoftwareUpdateRequestor", name: "Software", category: .diagnostic,
        kind: UpdateEntity.kind,
        fields: [.init("state_topic", .document), .deviceClass("firmware")])
}
