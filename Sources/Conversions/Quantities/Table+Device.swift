import ClusterTypes
import DataModel

/// Batteries, alarms, and the device itself.
extension ConversionTable {
    private typealias Power = PowerSourceCluster
    private typealias Alarm = GoogleArmDisarmCluster
    private typealias Information = BasicInformationCluster
    private typealias Diagnostics = GeneralDiagnosticsCluster
    private typealias Bridged = BridgedDeviceBasicInformationCluster

    /// How long a device shows which one it is, in seconds.
    private static let identifyTime: UInt64 = 10

    /// Among the faults of hardware, the one that somebody else made; it is the last.
    private static let tampered = UInt64(Diagnostics.HardwareFaultEnum.tamperDetected.rawValue)

    static let power: [Quantity: Conversion] = [
        .batteryLevel: Conversion(
            unit: .percent, reading: .attribute(Power.batPercentRemaining, .linear(Linear(1, over: 2)))),
        .batteryVoltage: Conversion(
            unit: .volt,
            reading: .attribute(Power.batVoltage, .linear(Linear(1, over: 1000, stepsPerUnit: 1000)))),
        .batteryLow: Conversion(reading: .attribute(Power.batChargeLevel, .isNot(0))),
        .batteryCharging: Conversion(
            reading: .first([
                .attribute(
                    Power.batChargeState, .choices([Scale.Coded(.charging, 1)], otherwise: .notCharging)),
                .requiring(.attribute(AttributeID(Power.batChargeLevel)), .constant(.choice(.notChargeable))),
            ])),
    ]

    private static let alarmCommand = CommandID(.armDisarm)
    /// Levels have names that people gave; what kind of level each is stands beside it.
    private static let levels = NamedList(
        AttributeID(Alarm.availableArmLevels), list: 0, name: 0, number: 2,
        [Scale.Coded(.stay, 1), Scale.Coded(.away, 2), Scale.Coded(.night, 3)], otherwise: .away)
    /// A level of no kind, or none, counts as being away.
    private static let armed = Reading.named(AttributeID(Alarm.currentArmLevel), levels)
    private static let arming = Reading.named(AttributeID(Alarm.targetArmLevel), levels)
    private static let alarmTarget = Reading.selected(
        by: AttributeID(Alarm.armState),
        [Selection([1], disarmed), Selection([3], arming), Selection([2, 4, 5], armed)],
        otherwise: .selected(
            by: AttributeID(Alarm.isArmed), [Selection([0], disarmed), Selection([1], armed)], otherwise: nil))
    /// Arming without a level is the device's own choice of one, and that may be to stay.
    private static func arm(_ way: Choice) -> Setting {
        .invoke(alarmCommand, [0: .constant(.bool(true)), 2: .entry(levels, way)])
    }
    private static let disarmed = Reading.constant(.choice(.disarmed))

    static let device: [Quantity: Conversion] = [
        // While people leave, nothing is armed yet; while they come, it is still.
        .alarmState: Conversion(
            reading: .selected(
                by: AttributeID(Alarm.armState),
                [
                    Selection([1, 3], disarmed), Selection([2, 4], armed),
                    Selection([5], .constant(.choice(.triggered))),
                ], otherwise: nil)),
        // Of all ways of arming a device has those that it lists: whoever has to know beforehand knows of being away only.
        .alarmTarget: Conversion(
            reading: alarmTarget,
            setting: .byValue([
                (.choice(.away), arm(.away)),
                (.choice(.disarmed), .invoke(alarmCommand, [0: .constant(.bool(false))])),
            ])),
        .alarmLevelTarget: Conversion(
            reading: alarmTarget,
            setting: .byValue([
                (.choice(.stay), arm(.stay)), (.choice(.away), arm(.away)), (.choice(.night), arm(.night)),
                (.choice(.disarmed), .invoke(alarmCommand, [0: .constant(.bool(false))])),
            ])),
        .identifyTime: Conversion(
            unit: .second, range: 0...Double(UInt16.max),
            setting: .invoke(CommandID(.identify), [0: .value(.linear(Linear()))])),
        .identify: Conversion(
            setting: .byValue([
                (.flag(true), .invoke(CommandID(.identify), [0: .constant(.uint(identifyTime))]))
            ])),
        .deviceFault: Conversion(reading: .attribute(Diagnostics.activeHardwareFaults, .contains(Array(0..<tampered)))),
        .deviceTampered: Conversion(reading: .attribute(Diagnostics.activeHardwareFaults, .contains([tampered]))),
        .manufacturer: Conversion(
            reading: .first([
                .attribute(Bridged.vendorName, .text), .attribute(Information.vendorName, .text),
            ])),
        .model: Conversion(
            reading: .first([
                .attribute(Bridged.productName, .text), .attribute(Information.productName, .text),
            ])),
        .serialNumber: Conversion(
            reading: .first([
                .attribute(Bridged.serialNumber, .text), .attribute(Information.serialNumber, .text),
            ])),
        .firmwareVersion: Conversion(
            reading: .first([
                .attribute(Bridged.softwareVersionString, .text),
                .attribute(Information.softwareVersionString, .text),
            ])),
        .hardwareVersion: Conversion(
            reading: .first([
                .attribute(Bridged.hardwareVersionString, .text),
                .attribute(Information.hardwareVersionString, .text),
            ])),
    ]
}
