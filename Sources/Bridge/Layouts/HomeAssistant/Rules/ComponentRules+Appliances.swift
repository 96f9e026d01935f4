import Conversions
import DataModel

/// Appliances: their states and programs, and filters.
extension ComponentRules {
    static let appliances =
        [
            names("OperationalState", "operationalState", "State"),
            names("RvcOperationalState", "operationalState", "State"),
            names("OvenCavityOperationalState", "operationalState", "State"),
            sensor(
                "OperationalState", "countdownTime",
                Measure(name: "Time left", deviceClass: "duration", unit: "s", stateClass: nil), .orUnknown),
            sensor(
                "ValveConfigurationAndControl", "remainingDuration",
                Measure(name: "Time left", deviceClass: "duration", unit: "s", stateClass: nil), .orUnknown),
            temperature, charging,
        ] + programs + filters

    private static let temperature = ComponentRule(
        id: "TemperatureControl_temperatureSetpoint", platform: .number, trait: "TemperatureControl",
        features: ["TN"], name: "Temperature",
        fields: .state("temperatureSetpoint", .people(.temperature)) + [
            .init("command_topic", .invoke("setTemperature")),
            .init("command_template", .template(.raw(.temperature))),
            .init("min", .number(of: "minTemperature", as: .temperature)),
            .init("max", .number(of: "maxTemperature", as: .temperature)), .init("step", .number(0.5)),
            .deviceClass("temperature"), .text("unit_of_measurement", "°C"), .text("mode", "box"),
        ])

    /// Until somebody ends it, with any current between the least that vehicles take and all that the circuit has.
    private static let charging = ComponentRule(
        id: "EnergyEvse_charging", platform: .switch, trait: "EnergyEvse", name: "Charging",
        fields: [
            .init("state_topic", .state("supplyState")), .init("command_topic", .batch),
            .init(
                "value_template",
                .template(.choose("ON", for: ["chargingEnabled", "enabled"], otherwise: "OFF"))),
            .text("state_on", "ON"), .text("state_off", "OFF"), .init("payload_off", .step("disable")),
            .init(
                "payload_on",
                .live(["circuitCapacity"]) { values in
                    guard case .int(let most)? = values.first else { return nil }
                    let currents = "\"minimumChargeCurrent\":\(min(6_000, most)),\"maximumChargeCurrent\":\(most)"
                    return .string("{\"EnergyEvse.enableCharging\":{\(currents)}}")
                }),
        ])

    /// Modes have numbers and labels; people see labels.
    private static let programs = [
        ("ModeSelect", "Mode"), ("DishwasherMode", "Program"), ("LaundryWasherMode", "Program"),
        ("OvenMode", "Program"), ("RefrigeratorAndTemperatureControlledCabinetMode", "Mode"),
        ("RvcRunMode", "Run mode"), ("RvcCleanMode", "Clean mode"), ("WaterHeaterMode", "Mode"),
        ("EnergyEvseMode", "Charging mode"), ("DeviceEnergyManagementMode", "Energy management mode"),
    ].map { trait, name in
        ComponentRule(
            id: "\(trait)_currentMode", platform: .select, trait: trait, name: name,
            fields: [
                .init("state_topic", .state("currentMode")), .init("command_topic", .invoke("changeToMode")),
                .init(
                    "options",
                    .live(["supportedModes"]) { values in .array(modes(values).map { .string($0.label) }) }),
                .init(
                    "value_template",
                    .live(["supportedModes"]) { values in
                        .string(Template.map(modes(values).map { ("\($0.mode)", $0.label) }).text)
                    }),
                .init(
                    "command_template",
                    .live(["supportedModes"]) { values in
                        .string(Template.lookUp(modes(values).map { ($0.label, "\($0.mode)") }).text)
                    }),
            ])
    }

    private static func modes(_ values: [DataValue]) -> [ModeList.Entry] { values.first.map(ModeList.entries) ?? [] }

    private static let filters = [
        ("HepaFilterMonitoring", "HEPA filter"), ("ActivatedCarbonFilterMonitoring", "Carbon filter"),
    ]
    .flatMap { trait, name in
        [
            ComponentRule(
                id: "\(trait)_condition", platform: .sensor, trait: trait, name: "\(name) left",
                category: .diagnostic,
                fields: [
                    .init("state_topic", .state("condition")),
                    .init(
                        "value_template",
                        .live(["degradationDirection"]) { values in
                            .string(Template.people(.filterLife, where: values.first ?? .null).text)
                        }),
                    .text("unit_of_measurement", "%"), .text("state_class", "measurement"),
                ]),
            binary(
                trait, "changeIndication", "\(name) to be changed", "problem",
                .map([("ok", "OFF")], otherwise: "ON"), category: .diagnostic),
        ]
    }
}
