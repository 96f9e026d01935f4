internal import ModelReader

/// A number or a length, and what bounds it; whole numbers are exact.
enum Measure: Hashable {
    case whole(Int128)
    case real(Double)

    /// The number in a value; `nil` where it has none.
    init?(_ value: DataValue) {
        switch value {
        case .int(let number): self = .whole(Int128(number))
        case .uint(let number): self = .whole(Int128(number))
        case .float(let number): self = .real(number)
        case .null, .bool, .string, .octets, .list, .fields: return nil
        }
    }

    /// The number as a value of the same kind as another; `nil` where it is none, or does not fit.
    func value(like other: DataValue) -> DataValue? {
        switch (other, self) {
        case (.int, .whole(let number)): Int64(exactly: number).map(DataValue.int)
        case (.uint, .whole(let number)): UInt64(exactly: number).map(DataValue.uint)
        case (.int, .real(let number)): Int64(exactly: number.rounded()).map(DataValue.int)
        case (.uint, .real(let number)): UInt64(exactly: number.rounded()).map(DataValue.uint)
        case (.float, _): .float(double)
        default: nil
        }
    }

    var double: Double {
        switch self {
        case .whole(let number): Double(number)
        case .real(let number): number
        }
    }

    var text: String {
        switch self {
        case .whole(let number): return String(number)
        case .real(let number):
            var bytes: [UInt8] = []
            bytes.append(shortest: number)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension Measure: Comparable {
    static func < (left: Measure, right: Measure) -> Bool {
        if case .whole(let left) = left, case .whole(let right) = right { return left < right }
        return left.double < right.double
    }
}

extension Constraint.Bound {
    /// The bound as a number; `nil` where a member that it is computed from is not known or null.
    func measure(_ limits: (String) -> DataValue?) -> Measure? {
        switch self {
        case .integer(let number): .whole(Int128(number))
        case .real(let number): .real(number)
        case .member(let name): limits(name).flatMap { Measure($0) }
        case .sum(let left, let right):
            Self.combine(left, right, limits, { $0.addingReportingOverflow($1) }, { $0 + $1 })
        case .difference(let left, let right):
            Self.combine(left, right, limits, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
        case .product(let left, let right):
            Self.combine(left, right, limits, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
        case .quotient(let left, let right):
            Self.combine(left, right, limits, { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 })
        // What is not known bounds nothing; the others still do.
        case .greatest(let bounds): bounds.compactMap { $0.measure(limits) }.max()
        case .least(let bounds): bounds.compactMap { $0.measure(limits) }.min()
        }
    }

    private static func combine(
        _ left: Constraint.Bound, _ right: Constraint.Bound, _ limits: (String) -> DataValue?,
        _ whole: (Int128, Int128) -> (partialValue: Int128, overflow: Bool), _ real: (Double, Double) -> Double
    ) -> Measure? {
        guard let left = left.measure(limits), let right = right.measure(limits) else { return nil }
        guard case .whole(let first) = left, case .whole(let second) = right else {
            return .real(real(left.double, right.double))
        }
        let result = whole(first, second)
        return result.overflow ? nil : .whole(result.partialValue)
    }
}

extension Constraint {
    /// Whether a number, or a length, lies in one of the ranges; ends that are not known are open.
    func allows(_ measure: Measure, _ limits: (String) -> DataValue?) -> Bool {
        guard !ranges.isEmpty else { return true }
        return ranges.contains { range in
            if let lower = range.lower?.measure(limits), measure < lower { return false }
            if let upper = range.upper?.measure(limits), upper < measure { return false }
            return true
        }
    }
}

/// The numbers that are allowed: one or more ranges.
///
/// Messages name them, and what lies outside comes to the ``nearest(to:)``.
struct AllowedMeasures {
    /// A range; a missing end is open.
    struct Range: Hashable {
        var lower: Measure?
        var upper: Measure?

        /// The number of the range that is nearest to another; where the ends leave none, the lower one.
        func nearest(to measure: Measure) -> Measure {
            let below = upper.map { min($0, measure) } ?? measure
            return lower.map { max($0, below) } ?? below
        }

        func contains(_ measure: Measure) -> Bool {
            lower.map { $0 <= measure } ?? true && upper.map { measure <= $0 } ?? true
        }

        var text: String {
            switch (lower, upper) {
            case (let lower?, let upper?): lower == upper ? lower.text : "\(lower.text) to \(upper.text)"
            case (let lower?, nil): "\(lower.text) and more"
            case (nil, let upper?): "up to \(upper.text)"
            case (nil, nil): "any"
            }
        }
    }

    var ranges: [Range]
    private let type: Range
    /// What one step is, such as `0.01 °C`.
    private let unit: String?

    /// What lies within the type's own range and, where the constraint is known, within one of its ranges.
    init(type: Range, constraint: Constraint?, unit: String? = nil, limits: (String) -> DataValue?) {
        self.type = type
        self.unit = unit
        let constraints = constraint?.ranges ?? []
        guard !constraints.isEmpty else {
            ranges = [type]
            return
        }
        ranges = constraints.map { range in
            let lower = range.lower?.measure(limits)
            let upper = range.upper?.measure(limits)
            return Range(lower: Self.tighter(lower, type.lower, max), upper: Self.tighter(upper, type.upper, min))
        }
    }

    /// Of two bounds the one that leaves less; a missing one leaves all.
    private static func tighter(
        _ first: Measure?, _ second: Measure?, _ choose: (Measure, Measure) -> Measure
    ) -> Measure? {
        guard let first, let second else { return first ?? second }
        return choose(first, second)
    }

    /// The allowed number that is nearest to another; where nothing is allowed, a lower end, but never one that the type
    /// does not hold.
    func nearest(to measure: Measure) -> Measure {
        func distance(_ other: Measure) -> Double { abs(other.double - measure.double) }
        return type.nearest(
            to: ranges.map { $0.nearest(to: measure) }.min { distance($0) < distance($1) } ?? measure)
    }

    /// `0 to 254`, `0, 90 and 180`, `700 to 3000 (in 0.01 °C)`.
    var text: String {
        let texts = ranges.map(\.text)
        let unit = unit.map { " (in \($0))" } ?? ""
        guard texts.count > 1, let last = texts.last else { return (texts.first ?? "none") + unit }
        return texts.dropLast().joined(separator: ", ") + " and " + last + unit
    }

    /// Why a number is not allowed.
    func problem(with measure: Measure, shownAs shown: String) -> String {
        guard ranges.count == 1, let range = ranges.first else {
            return "\(shown) is not allowed; allowed are \(text)"
        }
        if let upper = range.upper, measure > upper { return "\(shown) is above \(upper.text); allowed are \(text)" }
        if let lower = range.lower, measure < lower { return "\(shown) is below \(lower.text); allowed are \(text)" }
        return "\(shown) is not allowed; allowed are \(text)"
    }
}
