import HomeGraph

@testable import SimulatedHub

extension ForbiddenOrder {
    private static let invalidStateForCommand: UInt64 = 1

    private static let playback: [ForbiddenOrder] =
        ([
            ("pause", [:]), ("startOver", [:]), ("previous", [:]), ("next", [:]), ("rewind", [:]),
            ("fastForward", [:]), ("skipForward", ["deltaPositionMilliseconds": 1000]),
            ("skipBackward", ["deltaPositionMilliseconds": 1000]), ("seek", ["position": 1000]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "MediaPlayback.\(command)",
                after: [.invoke("MediaPlayback.play"), .invoke("MediaPlayback.stop")], fields,
                answers: .status(invalidStateForCommand), atFirst: true, "nothing is played (6.10)")
        }

    private static let application: [String: Literal] = [
        "application": ["catalogVendorId": 1, "applicationId": "films"]
    ]

    static let media: [ForbiddenOrder] = Array([playback, applications, screens, controlled].joined())

    private static let applications: [ForbiddenOrder] =
        ["stopApp", "hideApp"].map { command in
            ForbiddenOrder(
                "ApplicationLauncher.\(command)", application, answers: .status(1),
                "only what is in the foreground is left (6.4)")
        }

    private static let url: [String: Literal] = ["contentUrl": "https://example.com/film"]
    private static let search: [String: Literal] = ["search": ["parameterList": []], "autoPlay": true]

    /// Where the screen time of the day is over.
    private static let controlled: [ForbiddenOrder] =
        ([
            ("MediaPlayback.play", [:], .status(2)), ("ContentLauncher.launchUrl", url, .status(2)),
            ("ContentLauncher.launchContent", search, .status(2)),
            ("ApplicationLauncher.launchApp", application, .status(1)),
            ("Channel.changeChannel", ["match": "Films"], .status(2)),
            (
                "Channel.changeChannelByNumber", ["majorNumber": 2, "minorNumber": 0],
                .refused(.failedPrecondition)
            ),
        ] as [(String, [String: Literal], Answer)]).map { command, fields, answer in
            ForbiddenOrder(
                command, on: "CastingVideoPlayer",
                features: [
                    "ContentControl": ["screenTime"], "Channel": ["channelList"],
                    "ApplicationLauncher": ["applicationPlatform"],
                    "ContentLauncher": ["contentSearch", "urlPlayback"],
                ],
                values: [
                    "OnOff.onOff": true, "ContentControl.remainingScreenTime": 0,
                    "ApplicationLauncher.currentApp": nil, "Channel.currentChannel": nil,
                ],
                after: [.report("ContentControl.enabled", true)], fields, answers: answer,
                "what is blocked is not watched (6.13)")
        }

    private static let screens: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "KeypadInput.sendKey", on: "BasicVideoPlayer", values: ["OnOff.onOff": true],
                after: [.invoke("OnOff.off")], ["keyCode": "rootMenu"], answers: .status(2), atFirst: true,
                "a screen that is off takes no keys but those of its power (6.8)"),
            ForbiddenOrder(
                "Channel.skipChannel", after: [.report("Channel.channelList", [])], ["count": 1],
                answers: .refused(.failedPrecondition), "a device without channels skips none (6.6)"),
        ]
}
