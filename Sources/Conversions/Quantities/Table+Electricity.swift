import ClusterTypes
import DataModel

/// What flows through a device, in volts, watts and their like; the device counts thousandths.
extension ConversionTable {
    private typealias Power = ElectricalPowerMeasurementCluster
    private typealias Energy = ElectricalEnergyMeasurementCluster

    private static let thousandths = Scale.linear(Linear(1, over: 1000, kind: .int, stepsPerUnit: 1000))
    /// Of a measurement that also says over what time it was taken.
    private static let energy = Scale.field(
        0, .linear(Linear(1, over: 1_000_000, kind: .int, stepsPerUnit: 1_000_000)))

    static let electricity: [Quantity: Conversion] = [
        .power: Conversion(unit: .watt, reading: .attribute(Power.activePower, thousandths)),
        .voltage: Conversion(unit: .volt, reading: .attribute(Power.voltage, thousandths)),
        .current: Conversion(unit: .ampere, reading: .attribute(Power.activeCurrent, thousandths)),
        .rmsVoltage: Conversion(unit: .volt, reading: .attribute(Power.rmsVoltage, thousandths)),
        .rmsCurrent: Conversion(unit: .ampere, reading: .attribute(Power.rmsCurrent, thousandths)),
        .apparentPower: Conversion(unit: .voltAmpere, reading: .attribute(Power.apparentPower, thousandths)),
        .reactivePower: Conversion(
            unit: .reactiveVoltAmpere, reading: .attribute(Power.reactivePower, thousandths)),
        .frequency: Conversion(unit: .hertz, reading: .attribute(Power.frequency, thousandths)),
        .powerFactor: Conversion(
            unit: .percent, reading: .attribute(Power.powerFactor, .linear(hundredths))),
        .energyImported: Conversion(
            unit: .kilowattHour, reading: .attribute(Energy.cumulativeEnergyImported, energy)),
        .energyExported: Conversion(
            unit: .kilowattHour, reading: .attribute(Energy.cumulativeEnergyExported, energy)),
    ]
}
