import Conversions
import DataModel

/// What plays, and what only makes itself known.
extension ComponentRules {
    /// Types whose level is how loud they are.
    private static let loudTypes = [
        "Speaker", "GoogleTV", "GoogleSoundbar", "GoogleStreamingBox", "GoogleStreamingStick",
        "GoogleStreamingSoundbar", "GoogleSetTopBox", "GoogleAudioVideoReceiver",
    ]

    static let media =
        [
            ComponentRule(
                id: "volume", platform: .number, trait: "LevelControl", types: loudTypes, name: "Volume",
                fields: .state("currentLevel", .people(.volume)) + [
                    .init("command_topic", .invoke("moveToLevel")),
                    // Also while it is off.
                    .text(
                        "command_template",
                        "{\"level\": \(Template.raw(.volume).text), \"transitionTime\": 0,"
                            + " \"optionsMask\": [\"executeIfOff\"], \"optionsOverride\": [\"executeIfOff\"]}"),
                    .init("min", .number(0)), .init("max", .number(100)), .init("step", .number(1)),
                    .text("unit_of_measurement", "%"),
                ]),
            names("MediaPlayback", "currentState", "Playback"),
            button("Chime", "playChimeSound", "Ring", "{}"),
            button(
                "Google.Locator", "locate", "Locate", #"{"lang":"en","reportLocation":false}"#, category: .diagnostic),
            button("Google.Reboot", "reboot", "Restart", "{}", deviceClass: "restart", category: .config),
        ]
        + ["play", "pause", "stop", "previous", "next"].map { command in
            button("MediaPlayback", command, command.prefix(1).uppercased() + command.dropFirst(), "{}")
        }
}
