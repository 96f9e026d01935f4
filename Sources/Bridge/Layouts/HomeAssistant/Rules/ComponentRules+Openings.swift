import Conversions
import DataModel

/// Coverings, doors, gates, locks and valves.
extension ComponentRules {
    /// Home Assistant asks where a covering is at the moment when it stops, and of several topics none comes first: one
    /// that knows its position says that and nothing else.
    static let covers =
        [
            covering(
                features: ["PA_LF"], excluding: [],
                [
                    .option([
                        .device([
                            .init("position_topic", .state("currentPositionLiftPercent100ths")),
                            .init("position_template", .template(openness)),
                        ]),
                        .group([
                            .init("position_topic", .document), .init("position_template", .template(.orNothing)),
                        ]),
                        .init("set_position_topic", .invoke("goToLiftPercentage")),
                        .init("set_position_template", .template(.raw(.coverPosition, of: "position"))),
                    ])
                ]),
            covering(
                features: [], excluding: ["PA_LF"],
                [.device([.option(.state("operationalStatus", .unlessNull("value_json['global']")))])]),
        ] + doors + [closure]

    /// How far something is open, of hundredths of a percent that it is closed.
    private static let openness = Template.peopleOrNothing(.coverPosition)

    private static let closure = ComponentRule(
        id: "cover", platform: .cover, trait: "ClosureControl", excludedTraits: ["WindowCovering"],
        kind: ClosureEntity.kind,
        fields: [.init("state_topic", .document), .init("command_topic", .documentSet)])

    /// Home Assistant counts how far a covering is open, the device how far it is closed.
    private static func covering(
        features: [String], excluding: [String], _ state: [ComponentRule.Field]
    ) -> ComponentRule {
        ComponentRule(
            id: "cover", platform: .cover, trait: "WindowCovering", features: features, excludedFeatures: excluding,
            isForGroups: true, kind: CoverEntity.kind, isDocumentForGroupsOnly: true,
            fields: [
                .init("command_topic", .batch), .init("payload_open", .step("upOrOpen")),
                .init("payload_close", .step("downOrClose")), .init("payload_stop", .step("stopMotion")),
            ] + state + [
                .device([.option([.init("device_class", .live(["endProductType"]) { coveringClass($0.first) })])]),
                .option([
                    .init("tilt_status_topic", .state("currentPositionTiltPercent100ths")),
                    .init("tilt_status_template", .template(openness)),
                    .init("tilt_command_topic", .invoke("goToTiltPercentage")),
                    .init("tilt_command_template", .template(.raw(.coverPosition, of: "tilt_position"))),
                ]),
            ])
    }

    /// What a covering is, by the number of its kind.
    private static func coveringClass(_ kind: DataValue?) -> JSONValue? {
        guard case .uint(let number)? = kind else { return nil }
        return switch number {
        case 0...8, 18: .string("shade")
        case 9, 10, 12, 13: .string("blind")
        case 11, 14...16: .string("curtain")
        case 17, 22, 23: .string("shutter")
        case 19...21: .string("awning")
        default: nil
        }
    }

    private static let doors = [
        ("GoogleGarage", "garage"), ("GoogleGate", "gate"), ("GoogleDoor", "door"), ("GoogleWindow", "window"),
        ("GoogleCloset", "door"), ("GoogleDrawer", "door"), ("GooglePergola", "awning"),
    ].map { type, deviceClass in
        ComponentRule(
            id: "cover", platform: .cover, trait: "Google.OpenClose", types: [type],
            fields: [
                .init("command_topic", .batch), .init("payload_open", .step("open")),
                .init("payload_close", .step("close")), .init("payload_stop", .null),
                .init("position_topic", .state("openPercent")),
                .init(
                    "position_template",
                    .template(.peopleOrNothing(.openPosition))),
                .init("set_position_topic", .invoke("goToOpenPercentage")),
                .text("set_position_template", #"{"openPercent": {{ position }}, "openDirection": "unspecified"}"#),
                .deviceClass(deviceClass),
            ])
    }

    private static let lockStates = Template.map([
        ("locked", "LOCKED"), ("unlocked", "UNLOCKED"), ("unlatched", "OPEN"), ("notFullyLocked", "JAMMED"),
    ])

    static let locks = [
        lock(features: [], excluding: ["UBOLT"], [.init("payload_unlock", .step("unlockDoor"))]),
        // Such a lock draws its latch when it is unlocked, which opens the door; Home Assistant tells the two apart.
        lock(
            features: ["UBOLT"], excluding: [],
            [.init("payload_unlock", .step("unboltDoor")), .init("payload_open", .step("unlockDoor"))]),
        ComponentRule(
            id: "lock", platform: .lock, trait: "Google.LockUnlock",
            fields: [
                .init("command_topic", .batch),
                .init("payload_lock", .partText(#"{"PART/Google.LockUnlock.lock": {"followUpToken": ""}}"#)),
                .init("payload_unlock", .partText(#"{"PART/Google.LockUnlock.unlock": {"followUpToken": ""}}"#)),
            ]
                + [ComponentRule.Field].state(
                    "lockState",
                    .map([("locked", "LOCKED"), ("unlocked", "UNLOCKED"), ("jammed", "JAMMED")]))),
    ]

    private static func lock(
        features: [String], excluding: [String], _ unlocking: [ComponentRule.Field]
    ) -> ComponentRule {
        ComponentRule(
            id: "lock", platform: .lock, trait: "DoorLock", features: features, excludedFeatures: excluding,
            fields: [.init("command_topic", .batch), .init("payload_lock", .step("lockDoor"))] + unlocking
                + [ComponentRule.Field].state("lockState", lockStates) + [
                    .feature(
                        ["PIN", "COTA"],
                        [
                            .init(
                                "command_template",
                                .template(
                                    .expression(
                                        "{value: {'pinCode': code}} | to_json if code is defined and code else value"))
                            ),
                            // Home Assistant asks for a code wherever it knows what one looks like.
                            .init(
                                "code_format",
                                .live(["requirePinForRemoteOperation"]) {
                                    $0.first == .bool(true) ? .string(#"^\d+$"#) : nil
                                }),
                        ])
                ])
    }

    static let valves = [
        ComponentRule(
            id: "valve", platform: .valve, trait: "ValveConfigurationAndControl", kind: ValveEntity.kind,
            fields: [
                .init("state_topic", .document), .init("command_topic", .documentSet),
                .init(
                    "reports_position",
                    .made { .bool($0.has(feature: "LVL", of: "ValveConfigurationAndControl")) }),
                .deviceClass("water"),
            ])
    ]
}
