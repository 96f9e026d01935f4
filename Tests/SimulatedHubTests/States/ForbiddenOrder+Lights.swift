import HomeGraph

@testable import SimulatedHub

extension ForbiddenOrder {
    /// Every row there is.
    static let all: [ForbiddenOrder] = Array(
        [lights, groups, house, climate, appliances, energy, media, google, node].joined())

    // MARK: - Lights

    /// A command without effect on a light that is off.
    private static func whileOff(
        _ trait: String, _ command: String, _ fields: [String: Literal], on type: String,
        features: [String: [String]] = [:], atFirst isForbiddenAtFirst: Bool = false, _ rule: String
    ) -> ForbiddenOrder {
        ForbiddenOrder(
            "\(trait).\(command)", on: type, features: features,
            values: ["OnOff.onOff": true, "LevelControl.currentLevel": 127],
            after: [.invoke("OnOff.off")], fields, answers: .noEffect, atFirst: isForbiddenAtFirst, rule)
    }

    private static let levels: [(command: String, fields: [String: Literal])] = [
        ("moveToLevel", ["level": 20]), ("move", ["moveMode": "up", "rate": 10]),
        ("step", ["stepMode": "up", "stepSize": 10]), ("stop", [:]),
    ]

    private static let colors: [(command: String, fields: [String: Literal])] = [
        ("moveToHue", ["hue": 100, "direction": "shortest"]), ("moveHue", ["moveMode": "up", "rate": 10]),
        ("stepHue", ["stepMode": "up", "stepSize": 10]), ("moveToSaturation", ["saturation": 100]),
        ("moveSaturation", ["moveMode": "up", "rate": 10]), ("stepSaturation", ["stepMode": "up", "stepSize": 10]),
        ("moveToHueAndSaturation", ["hue": 100, "saturation": 100]),
        ("moveToColor", ["colorX": 10_000, "colorY": 10_000]), ("moveColor", ["rateX": 10, "rateY": 10]),
        ("stepColor", ["stepX": 10, "stepY": 10]), ("moveToColorTemperature", ["colorTemperatureMireds": 200]),
        ("enhancedMoveToHue", ["enhancedHue": 10_000, "direction": "shortest"]),
        ("enhancedMoveHue", ["moveMode": "up", "rate": 10]),
        ("enhancedStepHue", ["stepMode": "up", "stepSize": 1000]),
        ("enhancedMoveToHueAndSaturation", ["enhancedHue": 10_000, "saturation": 100]),
        ("colorLoopSet", ["updateFlags": ["updateAction"], "action": "activateFromColorLoopStartEnhancedHue"]),
        ("stopMoveStep", [:]), ("moveColorTemperature", ["moveMode": "down", "rate": 10]),
        ("stepColorTemperature", ["stepMode": "down", "stepSize": 10]),
    ]

    private static let colorFeatures = ["hueSaturation", "enhancedHue", "colorLoop", "xy", "colorTemperature"]

    private static let lights: [ForbiddenOrder] = Array([dimmed, colored, switched].joined())

    private static let dimmed: [ForbiddenOrder] =
        levels.map { command, fields in
            whileOff(
                "LevelControl", command, fields, on: "DimmableLight", atFirst: command == "stop",
                "a light that is off does not move, unless ExecuteIfOff is set (1.6)")
        }

    private static let colored: [ForbiddenOrder] =
        colors.map { command, fields in
            whileOff(
                "ColorControl", command, fields, on: "ExtendedColorLight", features: ["ColorControl": colorFeatures],
                atFirst: command == "stopMoveStep",
                "a light that is off keeps its colour, unless ExecuteIfOff is set (3.2)")
        }

    private static let switched: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "OnOff.onWithTimedOff", on: "OnOffLight", values: ["OnOff.onOff": true],
                after: [.invoke("OnOff.off")],
                ["onOffControl": ["acceptOnlyWhenOn"], "onTime": 100, "offWaitTime": 100], answers: .noEffect,
                "AcceptOnlyWhenOn: a light that is off stays so (1.5)"),
            ForbiddenOrder(
                "OnOff.onWithRecallGlobalScene", on: "OnOffLight", answers: .noEffect,
                "without a global scene there is nothing to recall (1.5)"),
        ]

    // MARK: - Groups and scenes

    private static let noGroup = "the device does not belong to the group (1.4)"
    private static let invalidCommand: UInt64 = 0x85

    private static let groups: [ForbiddenOrder] = Array([scenes, membership].joined())

    private static let sceneCommands: [(command: String, fields: [String: Literal])] =
        [
            ("addScene", ["groupId": 5, "sceneId": 1, "sceneName": "", "extensionFieldSetStructs": []]),
            ("viewScene", ["groupId": 5, "sceneId": 1]), ("removeScene", ["groupId": 5, "sceneId": 1]),
            ("removeAllScenes", ["groupId": 5]), ("storeScene", ["groupId": 5, "sceneId": 1]),
            ("getSceneMembership", ["groupId": 5]),
            (
                "copyScene",
                [
                    "mode": [], "groupIdentifierFrom": 5, "sceneIdentifierFrom": 1, "groupIdentifierTo": 6,
                    "sceneIdentifierTo": 1,
                ]
            ),
        ]

    private static let scenes: [ForbiddenOrder] =
        sceneCommands.map { command, fields in
            ForbiddenOrder(
                "ScenesManagement.\(command)", on: "OnOffLight", fields, answers: .status(invalidCommand), noGroup)
        }

    private static let membership: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "ScenesManagement.recallScene", on: "OnOffLight", ["groupId": 5, "sceneId": 1],
                answers: .refused(.failedPrecondition), noGroup),
            ForbiddenOrder(
                "Groups.addGroupIfIdentifying", on: "OnOffLight", ["groupId": 5, "groupName": ""], answers: .noEffect,
                "only a device that identifies itself joins (1.3)"),
        ]
}
