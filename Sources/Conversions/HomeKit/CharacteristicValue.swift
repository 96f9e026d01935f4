public import DataModel

/// A value of a characteristic.
public enum CharacteristicValue: Sendable, Hashable {
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)

    /// The number that it is, if it is one.
    public var number: Double? {
        switch self {
        case .int(let int): Double(int)
        case .float(let double): double
        case .bool, .string: nil
        }
    }

    /// The value as the data model has it, for ``CharacteristicType/descriptor``.
    public func data(of type: CharacteristicType) -> DataValue {
        switch self {
        case .bool(let bool): .bool(bool)
        case .int(let int): type.values.isEmpty ? .float(Double(int)) : .uint(UInt64(clamping: int))
        case .float(let double): .float(double)
        case .string(let text): .string(text)
        }
    }

    /// The value that the data model has so; `nil` for what is none.
    public init?(_ data: DataValue) {
        switch data {
        case .bool(let bool): self = .bool(bool)
        case .uint(let uint): self = .int(Int(clamping: uint))
        case .int(let int): self = .int(Int(clamping: int))
        case .float(let double): self = .float(double)
        case .string(let text): self = .string(text)
        default: return nil
        }
    }

    /// The value in a format, where it is one: a whole number may be written as a fraction, and 0 and 1 are bools.
    func represented(as format: CharacteristicType.Format) -> CharacteristicValue? {
        switch (format, self) {
        case (.bool, .bool), (.string, .string): self
        case (.bool, .int(let int)): int == 0 || int == 1 ? .bool(int == 1) : nil
        case (.float, .int(let int)): .float(Double(int))
        case (.float, .float(let double)): double.isFinite ? self : nil
        case (.int, .int), (.uint8, .int), (.uint16, .int), (.uint32, .int): self
        case (.int, .float(let double)), (.uint8, .float(let double)), (.uint16, .float(let double)),
            (.uint32, .float(let double)):
            // Halves and the like go to the nearest step, and steps of whole numbers are 1. What is beyond all whole
            // numbers is beyond any range.
            double.isFinite ? .int(Int(exactly: double.rounded()) ?? (double < 0 ? .min : .max)) : nil
        default: nil
        }
    }
}

extension CharacteristicType {
    /// What a value of people's is in HomeKit; `nil` where there is no place for it.
    public func value(of people: PeoplesValue) -> CharacteristicValue? {
        if !values.isEmpty { return values.first { $0.value == people }.map { .int($0.number) } }
        return switch people {
        case .flag(let flag): format == .bool ? .bool(flag) : nil
        case .number(let number):
            format == .float
                ? .float(rounded(number))
                : format.isNumber ? Int(exactly: rounded(number).rounded()).map { .int($0) } : nil
        case .text(let text): format == .string ? .string(text) : nil
        case .choice, .pair: nil
        }
    }

    /// The number of the characteristic's steps that is nearest to one; what is finer HomeKit does not have.
    func rounded(_ number: Double) -> Double {
        guard let step, step > 0, number.isFinite else { return number }
        guard step < 1 else { return (number / step).rounded() * step }
        // Tenths are no whole parts of a binary number: dividing rounds better than multiplying.
        let stepsPerUnit = (1 / step).rounded()
        return (number * stepsPerUnit).rounded() / stepsPerUnit
    }

    /// What a value of HomeKit is to people; `nil` where it is none of the named numbers.
    func people(_ value: CharacteristicValue) -> PeoplesValue? {
        switch value {
        case .bool(let bool): .flag(bool)
        case .int(let int):
            values.isEmpty ? .number(Double(int)) : values.first { $0.number == int }?.value
        case .float(let double): .number(double)
        case .string(let text): .text(text)
        }
    }
}
