import HomeGraph

@testable import SimulatedHub

extension ForbiddenOrder {
    private static let water: [String: Literal] = [
        "item": "water", "amount": 250.0, "unit": "milliliters", "presetName": "",
    ]
    private static let speed: [String: Literal] = ["testUploadSpeed": true, "testDownloadSpeed": true]

    private static let openings: [ForbiddenOrder] =
        ([
            ("open", [:]), ("goToOpenPercentage", ["openPercent": 50.0]), ("step", ["openRelativePercent": 50.0]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "Google.OpenClose.\(command)", on: "GoogleGate",
                after: [.invoke("Google.LockUnlock.lock", ["followUpToken": ""])], fields,
                answers: .refused(.failedPrecondition), "what is locked does not open (trait OpenClose)")
        }

    private static let openLocks = [
        ForbiddenOrder(
            "Google.LockUnlock.lock", on: "GoogleGate", after: [.report("Google.OpenClose.openPercent", 40.0)],
            ["followUpToken": ""], answers: .refused(.failedPrecondition),
            "what is open is not locked (traits OpenClose and LockUnlock)")
    ]

    private static let timers: [ForbiddenOrder] =
        ([
            ("timerAdjust", ["adjustmentTimeSeconds": 10]), ("timerPause", [:]), ("timerResume", [:]),
            ("timerCancel", [:]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "Google.Timer.\(command)", fields, answers: .refused(.failedPrecondition),
                "no timer runs (trait Timer)")
        }

    private static let zones: [ForbiddenOrder] =
        ([
            ("startWithDuration", ["operationZones": [], "durationSeconds": 60]),
            ("startWithOperationZones", ["operationZones": []]),
        ] as [(String, [String: Literal])]).map { command, fields in
            ForbiddenOrder(
                "Google.ExtendedOperationalState.\(command)", on: "GoogleSprinkler",
                after: [.report("OperationalState.operationalError", ["errorStateId": 2])], fields,
                answers: .refused(.failedPrecondition), "what has an error does not start (trait StartStop)")
        }

    private static let inputs: [ForbiddenOrder] = ["nextInput", "previousInput"].map { command in
        ForbiddenOrder(
            "Google.ExtendedMediaInput.\(command)",
            after: [.report("Google.ExtendedMediaInput.customInputsOrdered", false)],
            answers: .refused(.failedPrecondition), "inputs without an order have no next one (trait InputSelector)")
    }

    static let google: [ForbiddenOrder] = Array(
        [openings, openLocks, timers, zones, inputs, alarms, busyDevices].joined())

    private static let alarms: [ForbiddenOrder] =
        (["alarm", "preAlarm"] as [Literal]).map { state in
            ForbiddenOrder(
                "Google.ArmDisarm.armDisarm", after: [.report("Google.ArmDisarm.armState", state)],
                ["arm": true, "armLevel": "away"], answers: .refused(.failedPrecondition),
                "an alarm that sounds is disarmed first (trait ArmDisarm)")
        }

    private static let busyDevices: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "Google.Dispense.dispense", after: [.invoke("Google.Dispense.dispense", water)], water,
                answers: .refused(.failedPrecondition), "what dispenses is busy (trait Dispense)"),
            ForbiddenOrder(
                "Google.ExtendedChannel.returnChannel", answers: .refused(.failedPrecondition),
                "there was no other channel (trait Channel)"),
            ForbiddenOrder(
                "Google.ExtendedFanControl.toggleAirflowDirection", answers: .refused(.failedPrecondition),
                "a fan with one direction keeps it (trait FanSpeed)"),
            ForbiddenOrder(
                "Google.ExtendedPowerSource.charge", on: "GoogleCharger",
                after: [.report("Google.ExtendedPowerSource.isPluggedIn", false)], ["charge": true],
                answers: .refused(.failedPrecondition), "what is not plugged in does not charge (trait EnergyStorage)"),
            ForbiddenOrder(
                "Google.NetworkControl.getGuestNetworkPassword", answers: .refused(.failedPrecondition),
                "the guest network is off (trait NetworkControl)"),
            ForbiddenOrder(
                "Google.NetworkControl.testNetworkSpeed",
                after: [.invoke("Google.NetworkControl.testNetworkSpeed", speed)],
                speed, answers: .refused(.failedPrecondition), "a test is on (trait NetworkControl)"),
        ]

    static let node: [ForbiddenOrder] = [
        ForbiddenOrder(
            "TimeSynchronization.setUtcTime",
            after: [
                .invoke(
                    "TimeSynchronization.setUtcTime", ["utcTime": 1_000_000, "granularity": "millisecondsGranularity"])
            ], ["utcTime": 2_000_000, "granularity": "minutesGranularity"], answers: .refused(.failedPrecondition),
            "a clock that is finer keeps its time (core, 11.17)"),
        ForbiddenOrder(
            "OtaSoftwareUpdateRequestor.announceOtaProvider", on: "OtaRequestor",
            after: [.report("OtaSoftwareUpdateRequestor.updatePossible", false)],
            ["providerNodeId": 1, "vendorId": 0xFFF1, "announcementReason": "updateAvailable", "endpoint": 0],
            answers: .refused(.failedPrecondition), "a device that cannot update now does not (core, 11.20)"),
    ]
}
