import HomeGraph

@testable import SimulatedHub

extension ForbiddenOrder {
    // MARK: - Openings, locks, valves, alarms

    private static let maintained: [Step] = [.write("WindowCovering.mode", ["maintenanceMode"])]
    private static let covering = ["lift", "positionAwareLift", "tilt", "positionAwareTilt"]

    private static let coverings: [ForbiddenOrder] =
        ([
            ("upOrOpen", [:]), ("downOrClose", [:]), ("goToLiftPercentage", ["liftPercent100thsValue": 7000]),
            ("goToTiltPercentage", ["tiltPercent100thsValue": 7000]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "WindowCovering.\(command)", on: "WindowCovering", features: ["WindowCovering": covering],
                values: [
                    "WindowCovering.currentPositionLiftPercent100ths": 5000,
                    "WindowCovering.currentPositionTiltPercent100ths": 5000,
                ],
                after: maintained, fields, answers: .refused(.failedPrecondition),
                "in maintenance mode it does not move (5.3)")
        }

    private static let closures: [ForbiddenOrder] = Array([failedClosures, latchedPanels].joined())

    private static let failedClosures: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "ClosureControl.moveTo", on: "Closure", after: [.report("ClosureControl.mainState", "error")],
                ["position": "moveToFullyOpen"], answers: .refused(.failedPrecondition),
                "a closure with an error does not move (5.4)"),
            ForbiddenOrder(
                "ClosureControl.calibrate", on: "Closure",
                features: ["ClosureControl": ["positioning", "calibration"]],
                after: [.report("ClosureControl.mainState", "error")], answers: .refused(.failedPrecondition),
                "a closure with an error is not calibrated (5.4)"),
        ]

    private static let latchedPanels: [ForbiddenOrder] =
        ([
            ("setTarget", ["position": 5000]), ("step", ["direction": "increase", "numberOfSteps": 1]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "ClosureDimension.\(command)", on: "ClosurePanel",
                features: ["ClosureDimension": ["positioning", "translation", "motionLatching"]],
                values: ["ClosureDimension.currentState": ["position": 0, "latch": true]], fields,
                answers: .refused(.failedPrecondition), "a panel that is latched does not move (5.5)")
        }

    private static let stuck: [Step] = [.report("DoorLock.actuatorEnabled", false)]

    private static let locks: [ForbiddenOrder] = Array([stuckLocks, missingUsers].joined())

    private static let stuckLocks: [ForbiddenOrder] =
        ([
            ("lockDoor", [:], "unlocked"), ("unlockDoor", [:], "locked"), ("unboltDoor", [:], "locked"),
            ("unlockWithTimeout", ["timeout": 10], "locked"),
        ] as [(String, [String: Literal], Literal)]).map { command, fields, state in
            ForbiddenOrder(
                "DoorLock.\(command)", on: "DoorLock", features: ["DoorLock": ["unbolting"]],
                values: ["DoorLock.lockState": state], after: stuck, fields,
                answers: .refused(.failedPrecondition), "a lock whose actuator is disabled does not move (5.2)")
        }

    private static let missingUsers: [ForbiddenOrder] =
        ([
            (
                "setWeekDaySchedule",
                ["weekDayIndex": 1, "userIndex": 1, "daysMask": ["monday"], "startHour": 1, "endHour": 2]
            ),
            (
                "setYearDaySchedule",
                ["yearDayIndex": 1, "userIndex": 1, "localStartTime": 1000, "localEndTime": 2000]
            ),
            ("setUser", ["operationType": "modify", "userIndex": 1]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "DoorLock.\(command)", fields, answers: .refused(.failedPrecondition),
                "there is no user at this place (5.2)")
        }

    static let house: [ForbiddenOrder] = Array([coverings, closures, locks, valvesAlarmsCameras].joined())

    private static let valvesAlarmsCameras: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "ValveConfigurationAndControl.open", on: "WaterValve",
                values: ["ValveConfigurationAndControl.valveFault": []],
                after: [.report("ValveConfigurationAndControl.valveFault", ["blocked"])],
                answers: .refused(.failedPrecondition), "a valve with a fault does not open (4.6)"),
            ForbiddenOrder(
                "SmokeCoAlarm.selfTestRequest", on: "SmokeCoAlarm",
                after: [.report("SmokeCoAlarm.smokeState", "warning")], answers: .refused(.aborted),
                "an alarm that warns is busy (2.11)"),
            ForbiddenOrder(
                "BooleanStateConfiguration.suppressAlarm", ["alarmsToSuppress": ["audible"]],
                answers: .refused(.failedPrecondition), "only an alarm that is active is suppressed (1.8)"),
            ForbiddenOrder(
                "CameraAvStreamManagement.setStreamPriorities",
                after: [
                    .invoke(
                        "CameraAvStreamManagement.audioStreamAllocate",
                        [
                            "streamUsage": "liveView", "audioCodec": "opus", "channelCount": 1, "sampleRate": 48_000,
                            "bitRate": 32_000, "bitDepth": 16,
                        ])
                ], ["streamPriorities": ["recording"]], answers: .refused(.failedPrecondition),
                "priorities change while no stream is allocated (11.2)"),
        ]

    static let climate: [ForbiddenOrder] = [
        ForbiddenOrder(
            "Thermostat.atomicRequest", on: "Thermostat",
            features: ["Thermostat": ["heating", "cooling", "autoMode", "presets"]],
            ["requestType": "commitWrite", "attributeRequests": [80]], answers: .refused(.failedPrecondition),
            "without an atomic write that is open there is nothing to commit (core, 7.15)")
    ]
}
