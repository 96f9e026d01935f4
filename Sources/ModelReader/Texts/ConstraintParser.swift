/// Reads the notation of constraints (Matter Core Specification, section 7.6).
struct ConstraintParser {
    /// How many raw steps one of a unit is, such as `°C` → 100.
    private let steps: [String: Double]
    /// Whether bare names are members of the value's enumeration, not of the cluster.
    private let isEnumeration: Bool
    private var cursor: TextCursor

    private init(_ text: String, steps: [String: Double], isEnumeration: Bool) {
        cursor = TextCursor(text)
        self.steps = steps
        self.isEnumeration = isEnumeration
    }

    /// Reads a constraint.
    ///
    /// It is `nil` for a constraint that is only told in prose (`desc`) or allows anything.
    static func read(
        _ text: String, steps: [String: Double] = [:], isEnumeration: Bool = false
    ) throws(TextFault) -> Constraint? {
        if ["desc", "any", "ms", "all"].contains(text) || text.hasPrefix("in ") { return nil }
        var parser = ConstraintParser(text, steps: steps, isEnumeration: isEnumeration)
        let constraint = try parser.list()
        guard parser.cursor.isAtEnd else {
            throw TextFault(message: "\"\(parser.cursor.rest)\" is left in \"\(text)\"")
        }
        return constraint
    }

    private mutating func list() throws(TextFault) -> Constraint? {
        var ranges: [Constraint.Range] = []
        var members: [String] = []
        var entry: Constraint?
        var codePoints: Int?
        var isOpen = false
        repeat {
            if cursor.take(word: "all") {
                isOpen = true
            } else {
                let range = try self.range()
                if isEnumeration, case .member(let name)? = range.lower, range.lower == range.upper {
                    members.append(name)
                } else {
                    ranges.append(range)
                }
            }
            if cursor.take("[") {
                entry = try list()
                guard cursor.take("]") else { throw TextFault(message: "']' is missing") }
            }
            if cursor.take("{") {
                guard let digits = cursor.number(), let count = Int(digits), cursor.take("}") else {
                    throw TextFault(message: "a number of characters and '}' expected after '{'")
                }
                codePoints = count
            }
        } while cursor.take(",")
        if isOpen { ranges = [] }
        guard !ranges.isEmpty || !members.isEmpty || entry != nil || codePoints != nil else { return nil }
        return Constraint(ranges: ranges, members: members, entry: entry, codePoints: codePoints)
    }

    private mutating func range() throws(TextFault) -> Constraint.Range {
        if cursor.take(word: "min") { return Constraint.Range(lower: try sum(), upper: nil) }
        if cursor.take(word: "max") { return Constraint.Range(lower: nil, upper: try sum()) }
        let lower = try sum()
        guard cursor.take(word: "to") else { return Constraint.Range(lower: lower, upper: lower) }
        return Constraint.Range(lower: lower, upper: try sum())
    }

    private mutating func sum() throws(TextFault) -> Constraint.Bound {
        var left = try product()
        while true {
            if cursor.take("+") {
                left = .sum(left, try product()).folded
            } else if cursor.take("-") {
                left = .difference(left, try product()).folded
            } else {
                return left
            }
        }
    }

    private mutating func product() throws(TextFault) -> Constraint.Bound {
        var left = try power()
        while true {
            if cursor.take("*") {
                left = .product(left, try power()).folded
            } else if cursor.take("/") {
                left = .quotient(left, try power()).folded
            } else {
                return left
            }
        }
    }

    private mutating func power() throws(TextFault) -> Constraint.Bound {
        if cursor.take("-") { return Constraint.Bound.difference(.integer(0), try power()).folded }
        let base = try operand()
        guard cursor.take("^") else { return base }
        guard case .integer(let number) = base, let digits = cursor.number(), let exponent = Int(digits) else {
            throw TextFault(message: "whole numbers expected around '^'")
        }
        var result: Int64 = 1
        for _ in 0..<min(exponent, 64) {
            let (product, overflow) = result.multipliedReportingOverflow(by: number)
            guard !overflow else { throw TextFault(message: "\(number)^\(exponent) is beyond 64 bits") }
            result = product
        }
        return .integer(result)
    }

    private mutating func operand() throws(TextFault) -> Constraint.Bound {
        if cursor.take("(") {
            let inner = try sum()
            guard cursor.take(")") else { throw TextFault(message: "')' is missing") }
            return inner
        }
        if let digits = cursor.number() { return try literal(digits) }
        guard let name = cursor.identifier() else {
            throw TextFault(message: "a number or name expected before \"\(cursor.rest)\"")
        }
        switch name {
        case "minOf": return .least(try arguments())
        case "maxOf": return .greatest(try arguments())
        default: return .member(name.split(separator: ".").map { lowerCamel($0) }.joined(separator: "."))
        }
    }

    private mutating func literal(_ digits: String) throws(TextFault) -> Constraint.Bound {
        guard let number = Double(digits) else { throw TextFault(message: "\"\(digits)\" is no number") }
        for unit in ["°C", "%"] where cursor.take(sign: unit) {
            guard let step = steps[unit] else {
                throw TextFault(message: "\(digits)\(unit): the type counts in no \(unit)")
            }
            return .integer(Int64((number * step).rounded()))
        }
        if let whole = Int64(digits) { return .integer(whole) }
        return .real(number)
    }

    private mutating func arguments() throws(TextFault) -> [Constraint.Bound] {
        guard cursor.take("(") else { throw TextFault(message: "'(' expected before \"\(cursor.rest)\"") }
        var bounds: [Constraint.Bound] = []
        repeat { bounds.append(try sum()) } while cursor.take(",")
        guard cursor.take(")") else { throw TextFault(message: "')' is missing") }
        return bounds
    }
}

extension Constraint.Bound {
    /// The bound with arithmetic of whole numbers carried out.
    var folded: Constraint.Bound {
        let result: (partialValue: Int64, overflow: Bool)
        switch self {
        case .sum(.integer(let left), .integer(let right)): result = left.addingReportingOverflow(right)
        case .difference(.integer(let left), .integer(let right)): result = left.subtractingReportingOverflow(right)
        case .product(.integer(let left), .integer(let right)): result = left.multipliedReportingOverflow(by: right)
        default: return self
        }
        return result.overflow ? self : .integer(result.partialValue)
    }
}

/// The name with its first letter in lower case.
func lowerCamel(_ name: some StringProtocol) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
}
