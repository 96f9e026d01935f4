import Conversions
import DataModel

/// Appliances, water, batteries and whatever else there is.
extension ShownValues {
    static let operation = "OperationalState.operationalState"

    /// What runs a while.
    static let operations: [ShownValues] = [
        ShownValues(
            "Faucet", "Valve", "IrrigationSystem", show: "Active", of: operation, .name(.uint(1), 1, "active"),
            .name(.uint(0), 0, "inactive"), .name(.uint(2), 1, "active"), .name(.uint(3), 0, "inactive")),
        ShownValues(
            "Valve", "IrrigationSystem", show: "InUse", of: operation, .name(.uint(1), 1, "inUse"),
            .name(.uint(2), 0, "notInUse"), .name(.uint(0), 0, "notInUse")),
        ShownValues(
            "Valve", "IrrigationSystem", show: "RemainingDuration", of: "OperationalState.countdownTime",
            .whole(.uint(42), 42), .whole(.null, 0)),
        ShownValues(
            "Faucet", "Valve", "IrrigationSystem", show: "StatusFault", of: operation, .name(.uint(3), 1, "fault"),
            .name(.uint(0), 0, "noFault")),
        ShownValues(
            "StatefulProgrammableSwitch", show: "OutputState", of: "Switch.currentPosition", .name(.uint(1), 1, "on"),
            .name(.uint(0), 0, "off")),
    ]

    static let valve = "ValveConfigurationAndControl"

    /// Levels of security by name, and of what kind they are.
    static let levels: DataValue = {
        let levels = [("home", UInt64(1)), ("out", 2), ("bed", 3), ("other", 5)].map { name, kind in
            DataValue.fields([0: .string(name), 1: .list([]), 2: .uint(kind), 3: .uint(0)])
        }
        return .fields([0: .list(levels), 1: .bool(true)])
    }()

    static let others: [ShownValues] = [
        ShownValues(
            "Battery", show: "BatteryLevel", of: "PowerSource.batPercentRemaining", .whole(.uint(99), 50),
            .whole(.uint(200), 100), .nothing()),
        ShownValues(
            "Battery", show: "StatusLowBattery", of: "PowerSource.batChargeLevel", .name(.uint(1), 1, "low"),
            .name(.uint(2), 1, "low"), .name(.uint(0), 0, "normal")),
        ShownValues(
            "Battery", show: "ChargingState", of: "PowerSource.batChargeState", .name(.uint(1), 1, "inProgress"),
            .name(.uint(2), 0, "none"), .name(.uint(3), 0, "none")),
        ShownValues(
            "Valve", show: "Active", of: "\(valve).targetState", .name(.uint(1), 1, "active"),
            .name(.uint(0), 0, "inactive")),
        ShownValues(
            "Valve", show: "Active", of: "\(valve).currentState", given: [("\(valve).targetState", .null)],
            .name(.uint(1), 1, "active"), .name(.uint(0), 0, "inactive")),
        ShownValues(
            "Valve", show: "InUse", of: "\(valve).currentState", .name(.uint(1), 1, "inUse"),
            .name(.uint(2), 1, "inUse"), .name(.uint(0), 0, "notInUse")),
        ShownValues(
            "Valve", show: "SetDuration", of: "\(valve).defaultOpenDuration", .whole(.uint(600), 600), .whole(.null, 0)),
        ShownValues(
            "Valve", show: "RemainingDuration", of: "\(valve).remainingDuration", .whole(.uint(42), 42),
            .whole(.null, 0)),
        ShownValues(
            "SecuritySystem", show: "CurrentSecuritySystemState", of: "Google.ArmDisarm.armState",
            given: [
                ("Google.ArmDisarm.currentArmLevel", .string("")), ("Google.ArmDisarm.targetArmLevel", .string("")),
            ],
            .name(.uint(1), 3, "disarmed"), .name(.uint(5), 4, "triggered"), .name(.uint(2), 1, "awayArm"),
            .name(.uint(3), 3, "disarmed"), .name(.uint(4), 1, "awayArm"), .nothing(.uint(0))),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.armState",
            given: [
                ("Google.ArmDisarm.currentArmLevel", .string("")), ("Google.ArmDisarm.targetArmLevel", .string("")),
            ],
            .name(.uint(1), 3, "disarm"), .name(.uint(3), 1, "awayArm"), .name(.uint(2), 1, "awayArm"),
            .name(.uint(5), 1, "awayArm"), .name(.uint(4), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.isArmed",
            given: [("Google.ArmDisarm.armState", .uint(0)), ("Google.ArmDisarm.currentArmLevel", .string(""))],
            .name(.bool(true), 1, "awayArm"),
            .name(.bool(false), 3, "disarm")),
        ShownValues(
            "SecuritySystem", show: "CurrentSecuritySystemState", of: "Google.ArmDisarm.currentArmLevel",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.availableArmLevels", levels)],
            .name(.string("home"), 0, "stayArm"), .name(.string("out"), 1, "awayArm"),
            .name(.string("bed"), 2, "nightArm"), .name(.string("other"), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "CurrentSecuritySystemState", of: "Google.ArmDisarm.availableArmLevels",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.currentArmLevel", .string("home"))],
            .name(levels, 0, "stayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.currentArmLevel",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.availableArmLevels", levels)],
            .name(.string("home"), 0, "stayArm"), .name(.string("out"), 1, "awayArm"),
            .name(.string("bed"), 2, "nightArm"), .name(.string("other"), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.availableArmLevels",
            given: [("Google.ArmDisarm.armState", .uint(2)), ("Google.ArmDisarm.currentArmLevel", .string("home"))],
            .name(levels, 0, "stayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.targetArmLevel",
            given: [("Google.ArmDisarm.armState", .uint(3)), ("Google.ArmDisarm.availableArmLevels", levels)],
            .name(.string("home"), 0, "stayArm"), .name(.string("out"), 1, "awayArm"),
            .name(.string("bed"), 2, "nightArm"), .name(.string("other"), 1, "awayArm")),
        ShownValues(
            "SecuritySystem", show: "TargetSecuritySystemState", of: "Google.ArmDisarm.availableArmLevels",
            given: [("Google.ArmDisarm.armState", .uint(3)), ("Google.ArmDisarm.targetArmLevel", .string("home"))],
            .name(levels, 0, "stayArm")),
        ShownValues("AccessoryInformation", show: "Manufacturer", of: "BasicInformation.vendorName", .text("Acme")),
        ShownValues("AccessoryInformation", show: "Model", of: "BasicInformation.productName", .text("Lamp 3")),
        ShownValues("AccessoryInformation", show: "SerialNumber", of: "BasicInformation.serialNumber", .text("A-1")),
        ShownValues(
            "AccessoryInformation", show: "FirmwareVersion", of: "BasicInformation.softwareVersionString", .text("7.1")),
        ShownValues(
            "AccessoryInformation", show: "SoftwareVersion", of: "BasicInformation.softwareVersionString", .text("7.2")),
        ShownValues(
            "AccessoryInformation", show: "HardwareVersion", of: "BasicInformation.hardwareVersionString", .text("B")),
    ]
}
