import DataModel

/// A number that can be on a transition.
protocol MovingNumber: DataRepresentable, Comparable {
    /// The value of a transition as such a number: whole, or rounded to hundredths; `nil` where it does not fit.
    init?(number: Double)
    /// What a transition counts in.
    var number: Double { get }
}

extension MovingNumber where Self: FixedWidthInteger {
    init?(number: Double) { self.init(exactly: number.rounded()) }
    var number: Double { Double(self) }
}

extension Int16: MovingNumber {}
extension Int32: MovingNumber {}
extension UInt8: MovingNumber {}
extension UInt16: MovingNumber {}
extension UInt32: MovingNumber {}

extension Double: MovingNumber {
    init?(number: Double) { self = (number * 100).rounded() / 100 }
    var number: Double { self }
}

extension DataValue {
    /// The number, of whatever kind; `nil` for what is none.
    var number: Double? {
        switch self {
        case .int(let int): Double(int)
        case .uint(let uint): Double(uint)
        case .float(let double): double
        default: nil
        }
    }

    /// A number of the same kind that a transition came to; null becomes a whole one.
    func moved(to number: Double) -> DataValue? {
        switch self {
        case .float: return Double(number: number).map(DataValue.float)
        case .int: return Int64(exactly: number.rounded()).map(DataValue.int)
        default:
            guard let whole = Int64(exactly: number.rounded()) else { return nil }
            return whole < 0 ? .int(whole) : .uint(UInt64(whole))
        }
    }
}
