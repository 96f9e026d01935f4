import DataModel

/// Lights, outlets, and whatever else is switched.
extension ComponentRules {
    /// Types whose main part is a light.
    private static let lightTypes = ["OnOffLight", "DimmablePlugInUnit"]

    /// One that is only switched has the device's own topics; everything more, and a group, is one document, so that what
    /// is set together arrives together.
    static let lights = [
        ComponentRule(
            id: "light", platform: .light, trait: "LevelControl", types: lightTypes, isForGroups: true,
            kind: LightEntity.kind, fields: document),
        ComponentRule(
            id: "light", platform: .light, trait: "OnOff", types: lightTypes, excludedTraits: ["LevelControl"],
            fields: [
                .init("command_topic", .batch), .init("payload_on", .step("on")), .init("payload_off", .step("off")),
                .init("state_topic", .state("onOff")),
                .init(
                    "state_value_template",
                    .partText(
                        "{{ {\"true\": \"PART/OnOff.on\", \"false\": \"PART/OnOff.off\"}.get(value, None) }}")),
            ]),
        ComponentRule(
            id: "light", platform: .light, trait: "OnOff", types: lightTypes, excludedTraits: ["LevelControl"],
            isForGroups: true, isForGroupsOnly: true, kind: LightEntity.kind, fields: document),
    ]

    private static let document: [ComponentRule.Field] = [
        .text("schema", "json"), .init("state_topic", .document), .init("command_topic", .documentSet),
        .init("supported_color_modes", .made(LightEntity.colorModes)),
        .init(
            "brightness",
            .made { $0.supports(command: "LevelControl/moveToLevelWithOnOff") ? .bool(true) : nil }),
        .init(
            "brightness_scale", .made { $0.supports(command: "LevelControl/moveToLevelWithOnOff") ? .int(254) : nil }),
        .device([
            .option([
                .init("min_mireds", .number(of: "ColorControl/colorTempPhysicalMinMireds")),
                .init("max_mireds", .number(of: "ColorControl/colorTempPhysicalMaxMireds")),
            ]),
            .init("effect", .made { LightEntity.effects($0).map { _ in .bool(true) } }),
            .init("effect_list", .made(LightEntity.effects)),
        ]),
    ]

    static let switches = [
        // What people must turn on at the device itself.
        ComponentRule(
            id: "running", platform: .binarySensor, trait: "OnOff", features: ["OFFONLY"], name: "Running",
            fields: .state("onOff", isTrue) + [.deviceClass("running")]),
        ComponentRule(
            id: "off", platform: .button, trait: "OnOff", features: ["OFFONLY"], name: "Turn off",
            fields: [.init("command_topic", .invoke("off")), .text("payload_press", "{}")]),
        onOff("outlet", types: plugTypes, name: nil, deviceClass: "outlet"),
        // Of what is more than a switch, it is the power.
        onOff("switch", excludedTypes: lightTypes + plugTypes, name: "Power", deviceClass: "switch"),
    ]

    private static let plugTypes = ["OnOffPluginUnit", "MountedOnOffControl"]

    private static func onOff(
        _ id: String, types: [String] = [], excludedTypes: [String] = [], name: String?, deviceClass: String
    ) -> ComponentRule {
        ComponentRule(
            id: id, platform: .switch, trait: "OnOff", types: types, excludedTypes: excludedTypes, name: name,
            isForGroups: true, kind: SwitchEntity.kind, isDocumentForGroupsOnly: true,
            fields: [
                .init("command_topic", .batch), .init("payload_on", .step("on")), .init("payload_off", .step("off")),
                .device([.init("state_topic", .state("onOff"))]), .group([.init("state_topic", .document)]),
                .init("value_template", .template(.orUnknown)), .text("state_on", "true"), .text("state_off", "false"),
                .deviceClass(deviceClass),
            ])
    }
}
