import Conversions

/// What values a characteristic can have.
public struct HMCharacteristicMetadata: Sendable, Hashable {
    /// The least number.
    public let minimumValue: Double?
    /// The greatest number.
    public let maximumValue: Double?
    /// The distance from one number to the next.
    public let stepValue: Double?
    /// How many characters a text has at most.
    public let maxLength: Int?
    /// The numbers that it can have; `nil` where any of the range is right.
    public let validValues: [Int]?
    /// How it is represented: one of the constants `HMCharacteristicMetadataFormat…`.
    public let format: String?
    /// Its unit: one of the constants `HMCharacteristicMetadataUnits…`.
    public let units: String?
    /// What the manufacturer calls it.
    public let manufacturerDescription: String?

    init(_ characteristic: DeviceCharacteristic, range: ClosedRange<Double>?) {
        let type = characteristic.type
        let valid = characteristic.validValues.map(\.number)
        minimumValue = valid.min().map { Double($0) } ?? range?.lowerBound
        maximumValue = valid.max().map { Double($0) } ?? range?.upperBound
        stepValue = type.step
        maxLength = type.maximumLength
        validValues = valid.isEmpty ? nil : valid
        format = type.format.rawValue
        units = type.unit.flatMap(Self.name)
        manufacturerDescription = type.name
    }

    private static func name(of unit: Unit) -> String? {
        switch unit {
        case .percent: HMCharacteristicMetadataUnitsPercentage
        case .celsius: HMCharacteristicMetadataUnitsCelsius
        case .degree: HMCharacteristicMetadataUnitsArcDegree
        case .lux: HMCharacteristicMetadataUnitsLux
        case .second: HMCharacteristicMetadataUnitsSeconds
        case .partsPerMillion: HMCharacteristicMetadataUnitsPartsPerMillion
        case .microgramsPerCubicMeter: HMCharacteristicMetadataUnitsMicrogramsPerCubicMeter
        // HomeKit has no name for these.
        default: nil
        }
    }
}
