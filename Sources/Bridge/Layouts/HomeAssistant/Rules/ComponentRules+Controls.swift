import DataModel

/// What is pressed, on a device or in Home Assistant, and what is set once.
extension ComponentRules {
    /// What a device's own buttons do: an entity that says what happened last, and triggers for automations.
    static let presses: [ComponentRule] =
        [
            press(types: ["GenericSwitch"], name: "Button", deviceClass: "button"),
            press(types: ["Doorbell", "AudioDoorbell", "VideoDoorbell"], name: "Doorbell", deviceClass: "doorbell"),
            ComponentRule(
                id: "doorbell", platform: .event, trait: "Google.DoorbellPress", name: "Doorbell",
                fields: pressFields + [.deviceClass("doorbell")]),
        ] + triggers

    private static let pressFields: [ComponentRule.Field] = [
        .init("state_topic", .events), .init("event_types", .eventNames),
        .init(
            "value_template",
            .template(.expression("dict(value_json.fields, event_type=value_json.event) | to_json"))),
    ]
    private static func press(types: [String], name: String, deviceClass: String) -> ComponentRule {
        ComponentRule(
            id: "Switch", platform: .event, trait: "Switch", types: types, name: name,
            fields: pressFields + [.deviceClass(deviceClass)])
    }

    private static let triggers =
        [
            ("initialPress", "button_short_press"), ("shortRelease", "button_short_release"),
            ("longPress", "button_long_press"), ("longRelease", "button_long_release"),
        ].map { event, type in trigger(event, type) }
        + [("2", "button_double_press"), ("3", "button_triple_press")].map { count, type in
            trigger(
                "multiPressComplete", type,
                [
                    .text("payload", count),
                    .init(
                        "value_template", .template(.expression("value_json.fields.totalNumberOfPressesCounted"))),
                ])
        }

    private static func trigger(
        _ event: String, _ type: String, _ fields: [ComponentRule.Field] = []
    ) -> ComponentRule {
        ComponentRule(
            id: type, platform: .deviceAutomation, trait: "Switch",
            fields: [
                .text("automation_type", "trigger"), .text("type", type), .init("subtype", .partText("PART")),
                .init("topic", .event(event)),
            ] + fields)
    }

    /// How long a device shows which one it is, in seconds.
    private static let identifyTime = "10"

    static let buttons =
        [
            button(
                "Identify", "identify", "Identify", identifyTime, deviceClass: "identify", category: .diagnostic),
            button("SmokeCoAlarm", "selfTestRequest", "Self-test", "{}", category: .diagnostic),
            button("HepaFilterMonitoring", "resetCondition", "Reset HEPA filter", "{}", category: .config),
            button("ActivatedCarbonFilterMonitoring", "resetCondition", "Reset carbon filter", "{}", category: .config),
            button("Google.Dock", "dock", "Return to dock", "{}"),
        ]
        + [
            ("OperationalState", ["start", "stop", "pause", "resume"]), ("RvcOperationalState", ["resume"]),
            ("OvenCavityOperationalState", ["start", "stop"]),
        ].flatMap { trait, commands in
            commands.map { button(trait, $0, $0.prefix(1).uppercased() + $0.dropFirst(), "{}") }
        }

    static func button(
        _ trait: String, _ command: String, _ name: String, _ payload: String, deviceClass: String? = nil,
        category: ComponentRule.Category? = nil
    ) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(command)", platform: .button, trait: trait, name: name, category: category,
            fields: [.init("command_topic", .invoke(command)), .text("payload_press", payload)]
                + (deviceClass.map { [.deviceClass($0)] } ?? []))
    }

    static let settings = [
        choice("OnOff", "startUpOnOff", "Power-on behaviour"),
        number("LevelControl", "onLevel", "Level when turned on", 1...254),
        seconds("LevelControl", "onOffTransitionTime", "Transition time", 0...6553.5, perSecond: 10),
        choice("DoorLock", "soundVolume", "Sound volume"), choice("DoorLock", "ledSettings", "LED"),
        flag("DoorLock", "enableOneTouchLocking", "One-touch locking"),
        flag("DoorLock", "enablePrivacyModeButton", "Privacy button"),
        seconds("DoorLock", "autoRelockTime", "Auto-relock time", 0...86400),
        seconds("OccupancySensing", "holdTime", "Hold time", 0...65535),
        seconds("ValveConfigurationAndControl", "defaultOpenDuration", "Open duration", 1...86400),
        choice("SmokeCoAlarm", "smokeSensitivityLevel", "Smoke sensitivity"),
        choice("ThermostatUserInterfaceConfiguration", "temperatureDisplayMode", "Display unit"),
        choice("ThermostatUserInterfaceConfiguration", "keypadLockout", "Keypad lock"),
    ]

    private static func choice(_ trait: String, _ attribute: String, _ name: String) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .select, trait: trait, name: name, category: .config,
            fields: .state(attribute, .memberName) + [
                .init("command_topic", .write(attribute)), .init("options", .names(of: attribute)),
            ])
    }

    private static func flag(_ trait: String, _ attribute: String, _ name: String) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .switch, trait: trait, name: name, category: .config,
            fields: [
                .init("state_topic", .state(attribute)), .init("command_topic", .write(attribute)),
                .text("payload_on", "true"), .text("payload_off", "false"),
            ])
    }

    private static func number(
        _ trait: String, _ attribute: String, _ name: String, _ range: ClosedRange<Double>
    ) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .number, trait: trait, name: name, category: .config,
            fields: .state(attribute, .orUnknown) + numberFields(attribute, range))
    }

    private static func seconds(
        _ trait: String, _ attribute: String, _ name: String, _ range: ClosedRange<Double>, perSecond: Int = 1
    ) -> ComponentRule {
        ComponentRule(
            id: "\(trait)_\(attribute)", platform: .number, trait: trait, name: name, category: .config,
            fields: .state(attribute, perSecond == 1 ? .orUnknown : .divided(by: perSecond))
                + numberFields(attribute, range, step: 1 / Double(perSecond)) + [
                    .init("command_template", .template(.times(perSecond))), .deviceClass("duration"),
                    .text("unit_of_measurement", "s"),
                ])
    }

    private static func numberFields(
        _ attribute: String, _ range: ClosedRange<Double>, step: Double = 1
    ) -> [ComponentRule.Field] {
        [
            .init("command_topic", .write(attribute)), .init("min", .number(range.lowerBound)),
            .init("max", .number(range.upperBound)), .init("step", .number(step)), .text("mode", "box"),
        ]
    }
}
