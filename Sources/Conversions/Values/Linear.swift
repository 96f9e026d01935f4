public import DataModel

/// A straight line between raw and people's numbers: people's = raw × numerator ÷ denominator + offset.
///
/// Both ways are rounded half away from zero: raw numbers to whole ones where they are, people's to a fraction of the
/// unit.
public struct Linear: Sendable, Hashable {
    /// Which case of ``DataModel/DataValue`` the raw number is.
    public enum Kind: Sendable, Hashable {
        case uint, int, float
    }

    /// What the raw number is multiplied by; negative where the two count in opposite ways.
    public let numerator: Double
    /// What the product is divided by.
    public let denominator: Double
    /// What is added at last, in people's unit.
    public let offset: Double
    /// The kind of the raw number.
    public let kind: Kind
    /// How many steps people's unit is divided into: 1 for whole numbers, 100 for hundredths.
    public let stepsPerUnit: Double
    /// What people see at least of a raw number that is not 0; `nil` where that may be 0, too.
    public let leastOfNonzero: Double?

    /// Describes a line.
    public init(
        _ numerator: Double = 1, over denominator: Double = 1, offset: Double = 0, kind: Kind = .uint,
        stepsPerUnit: Double = 1, leastOfNonzero: Double? = nil
    ) {
        self.numerator = numerator
        self.denominator = denominator
        self.offset = offset
        self.kind = kind
        self.stepsPerUnit = stepsPerUnit
        self.leastOfNonzero = leastOfNonzero
    }

    /// What people see; `nil` where the raw value is no number.
    public func people(_ raw: DataValue) -> Double? {
        guard let number = raw.number else { return nil }
        let value = ((number * numerator / denominator + offset) * stepsPerUnit).rounded() / stepsPerUnit
        guard let leastOfNonzero, number != 0 else { return value }
        return max(value, leastOfNonzero)
    }

    /// The raw value; `nil` where there is none, as of a negative number for an unsigned one.
    public func raw(_ people: Double) -> DataValue? {
        let number = (people - offset) * denominator / numerator
        return switch kind {
        case .float: number.isFinite ? .float(number) : nil
        case .int: Int64(exactly: number.rounded()).map { .int($0) }
        case .uint: UInt64(exactly: number.rounded()).map { .uint($0) }
        }
    }
}

extension DataValue {
    /// The number that it is, if it is one.
    var number: Double? {
        switch self {
        case .int(let int): Double(int)
        case .uint(let uint): Double(uint)
        case .float(let double): double.isFinite ? double : nil
        default: nil
        }
    }

    /// The whole number that it is: of an enumeration, a bitmap, an unsigned integer, or 0 and 1 of a bool.
    var code: UInt64? {
        switch self {
        case .uint(let uint): uint
        case .int(let int): UInt64(exactly: int)
        case .bool(let bool): bool ? 1 : 0
        default: nil
        }
    }
}
