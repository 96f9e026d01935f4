import Conversions
import DataModel

/// Locks, doors, windows and coverings.
extension ShownValues {
    static let locks: [ShownValues] = [
        ShownValues(
            "LockMechanism", show: "CurrentLockMechanismState", of: "DoorLock.lockState", .name(.uint(1), 1, "secured"),
            .name(.uint(2), 0, "unsecured"), .name(.uint(3), 0, "unsecured"), .name(.uint(0), 2, "jammed"),
            .name(.null, 3, "unknown")),
        ShownValues(
            "LockMechanism", show: "TargetLockMechanismState", of: "DoorLock.lockState", .name(.uint(1), 1, "secured"),
            .name(.uint(0), 1, "secured"), .name(.uint(2), 0, "unsecured"), .name(.null, 0, "unsecured"),
            .name(.uint(1), 1, "secured"), .name(.uint(3), 0, "unsecured")),
        ShownValues(
            "LockMechanism", "GarageDoorOpener", show: "CurrentLockMechanismState", of: "Google.LockUnlock.lockState",
            .name(.uint(1), 1, "secured"), .name(.uint(2), 0, "unsecured"), .name(.uint(3), 2, "jammed"),
            .name(.uint(0), 3, "unknown")),
        ShownValues(
            "LockMechanism", "GarageDoorOpener", show: "TargetLockMechanismState", of: "Google.LockUnlock.lockState",
            .name(.uint(1), 1, "secured"), .name(.uint(0), 1, "secured"), .name(.uint(3), 1, "secured"),
            .name(.uint(2), 0, "unsecured"), .name(.uint(3), 0, "unsecured")),
        ShownValues(
            "LockManagement", show: "LockManagementAutoSecureTimeout", of: "DoorLock.autoRelockTime",
            .whole(.uint(45), 45), .whole(.uint(0), 0)),
        ShownValues(
            "LockManagement", show: "CurrentDoorState", of: "DoorLock.doorState", .name(.uint(0), 0, "open"),
            .name(.uint(1), 1, "closed"), .name(.uint(2), 4, "stopped"), .name(.uint(3), 0, "open"), .nothing()),
        ShownValues(
            "LockManagement", show: "AudioFeedback", of: "DoorLock.soundVolume", .flag(.uint(0), false),
            .flag(.uint(2), true)),
    ]

    static let percent = "Google.OpenClose.openPercent", target = "Google.OpenClose.targetOpenPercent"
    static let cover = "WindowCovering"

    static let openings: [ShownValues] = [
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: percent, given: [(target, .float(100))],
            .name(.float(0), 2, "opening"), .name(.float(50), 2, "opening"), .name(.float(100), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: target, given: [(percent, .float(40))],
            .name(.float(0), 3, "closing"), .name(.float(40), 4, "stopped")),
        ShownValues(
            "GarageDoorOpener", show: "TargetDoorState", of: target, .name(.float(0), 1, "closed"),
            .name(.float(100), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: "ClosureControl.mainState",
            given: [
                ("ClosureControl.overallCurrentState", .fields([0: .uint(0), 3: .bool(true)])),
                ("ClosureControl.overallTargetState", .fields([0: .uint(1)])),
            ], .name(.uint(1), 2, "opening"), .name(.uint(0), 1, "closed")),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: "ClosureControl.overallCurrentState",
            given: [("ClosureControl.mainState", .uint(0))], .name(.fields([0: .uint(1), 3: .bool(false)]), 0, "open"),
            .name(.fields([0: .uint(2), 3: .bool(false)]), 4, "stopped"), .nothing()),
        ShownValues(
            "GarageDoorOpener", show: "CurrentDoorState", of: "ClosureControl.overallTargetState",
            given: [("ClosureControl.mainState", .uint(1))], .name(.fields([0: .uint(0)]), 3, "closing"),
            .name(.fields([0: .uint(1)]), 2, "opening")),
        ShownValues(
            "GarageDoorOpener", show: "TargetDoorState", of: "ClosureControl.overallTargetState",
            given: [("ClosureControl.mainState", .uint(1))], .name(.fields([0: .uint(0)]), 1, "closed"),
            .name(.fields([0: .uint(1)]), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "TargetDoorState", of: "ClosureControl.mainState",
            given: [
                ("ClosureControl.overallCurrentState", .fields([0: .uint(1), 3: .bool(false)])),
                ("ClosureControl.overallTargetState", .fields([0: .uint(0)])),
            ], .name(.uint(1), 1, "closed"), .name(.uint(0), 0, "open")),
        ShownValues(
            "GarageDoorOpener", show: "TargetDoorState", of: "ClosureControl.overallCurrentState",
            given: [("ClosureControl.mainState", .uint(0))],
            .name(.fields([0: .uint(1), 3: .bool(false)]), 0, "open"),
            .name(.fields([0: .uint(0), 3: .bool(true)]), 1, "closed"), .nothing()),
        ShownValues(
            "GarageDoorOpener", show: "ObstructionDetected", of: "ClosureControl.currentErrorList",
            .flag(.list([.uint(1)]), true), .flag(.list([]), false), .flag(.list([.uint(0)]), true),
            .flag(.list([.uint(2)]), false)),
        ShownValues(
            "Window", "Door", show: "CurrentPosition", of: percent, .whole(.float(30), 30), .whole(.float(0), 0)),
        ShownValues(
            "Window", "Door", show: "TargetPosition", of: target, .whole(.float(70), 70), .whole(.float(0), 0)),
        ShownValues(
            "Window", "Door", show: "PositionState", of: percent, given: [(target, .float(50))],
            .name(.float(0), 1, "opening"), .name(.float(80), 0, "closing"), .name(.float(50), 2, "stopped")),
        ShownValues(
            "Window", "Door", show: "PositionState", of: target, given: [(percent, .float(50))],
            .name(.float(0), 0, "closing"), .name(.float(100), 1, "opening")),
        ShownValues(
            "WindowCovering", show: "CurrentPosition", of: "\(cover).currentPositionLiftPercent100ths",
            .whole(.uint(2500), 75), .whole(.uint(10000), 0), .whole(.uint(0), 100), .nothing()),
        ShownValues(
            "WindowCovering", show: "TargetPosition", of: "\(cover).targetPositionLiftPercent100ths",
            .whole(.uint(2500), 75), .whole(.uint(0), 100), .nothing()),
        ShownValues(
            "WindowCovering", show: "PositionState", of: "\(cover).operationalStatus",
            .name(.uint(0b0101), 1, "opening"), .name(.uint(0b1010), 0, "closing"), .name(.uint(0), 2, "stopped")),
        ShownValues(
            "WindowCovering", show: "ObstructionDetected", of: "\(cover).safetyStatus", .flag(.uint(0x20), true),
            .flag(.uint(1), false)),
        ShownValues(
            "WindowCovering", show: "CurrentHorizontalTilt", of: "\(cover).endProductType",
            given: [("\(cover).currentPositionTiltPercent100ths", .uint(5000))], .nothing(.uint(11)),
            .whole(.uint(12), 45)),
        ShownValues(
            "WindowCovering", show: "TargetHorizontalTilt", of: "\(cover).endProductType",
            given: [("\(cover).targetPositionTiltPercent100ths", .uint(5000))], .nothing(.uint(11)),
            .whole(.uint(12), 45)),
        ShownValues(
            "WindowCovering", show: "CurrentVerticalTilt", of: "\(cover).endProductType",
            given: [("\(cover).currentPositionTiltPercent100ths", .uint(5000))], .whole(.uint(11), 45),
            .nothing(.uint(12))),
        ShownValues(
            "WindowCovering", show: "TargetVerticalTilt", of: "\(cover).endProductType",
            given: [("\(cover).targetPositionTiltPercent100ths", .uint(5000))], .whole(.uint(11), 45),
            .nothing(.uint(12))),
        ShownValues(
            "WindowCovering", show: "CurrentVerticalTilt", of: "\(cover).currentPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(11))], .whole(.uint(5000), 45), .whole(.uint(10000), 90),
            .nothing()),
        ShownValues(
            "WindowCovering", show: "TargetVerticalTilt", of: "\(cover).targetPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(11))], .whole(.uint(5000), 45), .whole(.uint(0), 0), .nothing()),
        ShownValues(
            "WindowCovering", show: "CurrentHorizontalTilt", of: "\(cover).currentPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(12))],
            .whole(.uint(5000), 45), .whole(.uint(10000), 90), .nothing()),
        ShownValues(
            "WindowCovering", show: "TargetHorizontalTilt", of: "\(cover).targetPositionTiltPercent100ths",
            given: [("\(cover).endProductType", .uint(12))],
            .whole(.uint(5000), 45), .whole(.uint(0), 0), .nothing()),
    ]
}
