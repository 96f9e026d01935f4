import ClusterTypes
import DataModel

/// What is in the air.
///
/// A device says its numbers in a unit of its own. Shares and masses go into each other by the molar mass, at 25 °C and
/// 1 atm: 1 ppm weighs mass ÷ 24.45 mg a cubic metre. Dust has no molar mass; numbers in the other kind of unit are
/// then no value.
extension ConversionTable {
    /// Units of a concentration, by their numbers in the model: how many ppm, or how many µg a cubic metre, they are.
    private static let shares: [UInt64: Double] = [0: 1, 1: 1e-3, 2: 1e-6]
    private static let masses: [UInt64: Double] = [3: 1e3, 4: 1, 5: 1e-3]
    private static let litresPerMole = 24.45

    private static func concentration<Unit: DataRepresentable>(
        _ value: AttributeKey<Float?>, in unit: AttributeKey<Unit>, factors: [UInt64: Double]
    ) -> Reading {
        .selected(
            by: AttributeID(unit),
            factors.map { code, factor in
                Selection([code], .attribute(value, .linear(Linear(factor, kind: .float, stepsPerUnit: 100))))
            }, otherwise: nil)
    }

    /// In parts per million.
    private static func share<Unit: DataRepresentable>(
        _ value: AttributeKey<Float?>, in unit: AttributeKey<Unit>, molarMass: Double
    ) -> Conversion {
        let ofMass = masses.mapValues { $0 / 1000 * litresPerMole / molarMass }
        return Conversion(
            unit: .partsPerMillion,
            reading: concentration(value, in: unit, factors: shares.merging(ofMass) { first, _ in first }))
    }

    /// In micrograms a cubic metre.
    private static func mass<Unit: DataRepresentable>(
        _ value: AttributeKey<Float?>, in unit: AttributeKey<Unit>, molarMass: Double? = nil
    ) -> Conversion {
        let ofShare = molarMass.map { mass in shares.mapValues { $0 * 1000 * mass / litresPerMole } } ?? [:]
        return Conversion(
            unit: .microgramsPerCubicMeter,
            reading: concentration(value, in: unit, factors: masses.merging(ofShare) { first, _ in first }))
    }

    private typealias CO = CarbonMonoxideConcentrationMeasurementCluster
    private typealias CO2 = CarbonDioxideConcentrationMeasurementCluster
    private typealias NO2 = NitrogenDioxideConcentrationMeasurementCluster
    private typealias O3 = OzoneConcentrationMeasurementCluster
    private typealias Formaldehyde = FormaldehydeConcentrationMeasurementCluster
    private typealias Radon = RadonConcentrationMeasurementCluster
    private typealias Finest = Pm1ConcentrationMeasurementCluster
    private typealias Fine = Pm25ConcentrationMeasurementCluster
    private typealias Coarse = Pm10ConcentrationMeasurementCluster
    private typealias Organic = TotalVolatileOrganicCompoundsConcentrationMeasurementCluster

    /// What a device calls high, or critical.
    private static let high = Scale.isAmong([3, 4])

    static let air: [Quantity: Conversion] = [
        .airQuality: Conversion(
            reading: .attribute(
                AirQualityCluster.airQuality,
                .choices(
                    [
                        Scale.Coded(.good, 1), Scale.Coded(.fair, 2), Scale.Coded(.moderate, 3), Scale.Coded(.poor, 4),
                        Scale.Coded(.veryPoor, 5), Scale.Coded(.extremelyPoor, 6),
                    ], otherwise: .unknown))),
        // HomeKit has five grades for the six of the data model.
        .airQualityGrade: Conversion(
            reading: .attribute(
                AirQualityCluster.airQuality,
                .choices(
                    [
                        Scale.Coded(.excellent, 1), Scale.Coded(.good, 2), Scale.Coded(.fair, 3),
                        Scale.Coded(.inferior, 4), Scale.Coded(.poor, 5), Scale.Coded(.poor, 6),
                    ], otherwise: .unknown))),
        .airQualityKnown: Conversion(reading: .attribute(AirQualityCluster.airQuality, .isNot(0))),
        .carbonMonoxideKnown: known(CO.measuredValue),
        .carbonDioxideKnown: known(CO2.measuredValue),
        .carbonMonoxideLevel: share(CO.measuredValue, in: CO.measurementUnit, molarMass: 28.01),
        .carbonMonoxidePeak: share(CO.peakMeasuredValue, in: CO.measurementUnit, molarMass: 28.01),
        .carbonMonoxideHigh: Conversion(reading: .attribute(CO.levelValue, high)),
        .carbonDioxideLevel: share(CO2.measuredValue, in: CO2.measurementUnit, molarMass: 44.01),
        .carbonDioxidePeak: share(CO2.peakMeasuredValue, in: CO2.measurementUnit, molarMass: 44.01),
        .carbonDioxideHigh: Conversion(reading: .attribute(CO2.levelValue, high)),
        .nitrogenDioxide: mass(NO2.measuredValue, in: NO2.measurementUnit, molarMass: 46.006),
        .ozone: mass(O3.measuredValue, in: O3.measurementUnit, molarMass: 47.998),
        .formaldehyde: mass(
            Formaldehyde.measuredValue, in: Formaldehyde.measurementUnit, molarMass: 30.026),
        .radon: Conversion(
            unit: .becquerelsPerCubicMeter,
            reading: concentration(Radon.measuredValue, in: Radon.measurementUnit, factors: [6: 1])),
        .finestDust: mass(Finest.measuredValue, in: Finest.measurementUnit),
        .fineDust: mass(Fine.measuredValue, in: Fine.measurementUnit),
        .coarseDust: mass(Coarse.measuredValue, in: Coarse.measurementUnit),
        .organicCompounds: mass(Organic.measuredValue, in: Organic.measurementUnit),
    ]
}
