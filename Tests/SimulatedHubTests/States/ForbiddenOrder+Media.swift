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

    static let media: [ForbiddenOrder] = Array([playback, applications, screens].joined())

    private static let applications: [ForbiddenOrder] =
        ["stopApp", "hideApp"].map { command in
            ForbiddenOrder(
                "ApplicationLauncher.\(command)", application, answers: .status(1),
                "only what is in the foreground is left (6.4)")
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
