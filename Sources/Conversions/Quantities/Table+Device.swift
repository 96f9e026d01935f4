import ClusterTypes
import DataModel

/// Batteries, alarms, and the device itself.
extension ConversionTable {
    private typealias Power = PowerSourceCluster
    private typealias Alarm = GoogleArmDisarmCluster
    private typealias Information = BasicInformationCluster
    private typealias Bridged = BridgedDeviceBasicInformationCluster

    /// How long a device shows which one it is, in seconds.
    private static let identifyTime: UInt64 = 10

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

    /// Arming without a level is the device's own choice of one; it counts as being away.
    private static let alarmCommand = CommandID(.armDisarm)

    static let device: [Quantity: Conversion] = [
        .alarmState: Conversion(
            reading: .attribute(
                Alarm.armState,
                .choices([Scale.Coded(.disarmed, 1), Scale.Coded(.triggered, 5)], otherwise: .away))),
        .alarmTarget: Conversion(
            reading: .attribute(
                Alarm.isArmed, .choices([Scale.Coded(.disarmed, 0), Scale.Coded(.away, 1)])),
            setting: .byValue([
                (.choice(.away), .invoke(alarmCommand, [0: .constant(.bool(true))])),
                (.choice(.disarmed), .invoke(alarmCommand, [0: .constant(.bool(false))])),
            ])),
        .identify: Conversion(
            setting: .byValue([
                (.flag(true), .invoke(CommandID(.identify), [0: .constant(.uint(identifyTime))]))
            ])),
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
