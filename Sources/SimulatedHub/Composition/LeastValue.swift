import DataModel
import ModelReader

/// Finds the plainest value that a type and its constraint allow: null, else false, zero or the nearest to it, the first
/// member, an empty text or list.
struct LeastValue {
    /// The value of another member that a constraint names; `nil` where it is not known.
    let member: (String) -> DataValue?

    /// The plainest value.
    func value(_ descriptor: ValueDescriptor) -> DataValue {
        if descriptor.isNullable { return .null }
        let constraint = descriptor.constraint
        switch descriptor.type {
        case .bool: return .bool(false)
        case .integer(let type):
            let number = nearestToZero(constraint, least: Double(type.lowerBound), greatest: Double(type.upperBound))
            return type.isSigned
                ? .int(Int64(exactly: number.rounded(.up)) ?? 0) : .uint(UInt64(exactly: number.rounded(.up)) ?? 0)
        case .single, .double:
            return .float(
                nearestToZero(constraint, least: -.greatestFiniteMagnitude, greatest: .greatestFiniteMagnitude))
        case .enumeration(let type):
            let allowed = constraint?.members ?? []
            let first = type.members.first { allowed.isEmpty || allowed.contains($0.name) }
            return .uint(UInt64(first?.value ?? 0))
        case .bitmap: return .uint(0)
        case .string: return .string(String(repeating: "0", count: length(constraint)))
        case .octets: return .octets(Array(repeating: 0, count: length(constraint)))
        case .list(let entry): return .list(Array(repeating: value(entry), count: length(constraint)))
        case .structure(let type): return structure(type)
        }
    }

    /// A structure with its mandatory fields.
    private func structure(_ type: StructureType) -> DataValue {
        var fields: [UInt32: DataValue] = [:]
        for field in type.fields where !field.isOptional { fields[field.id] = value(field.value) }
        return .fields(fields)
    }

    private func length(_ constraint: Constraint?) -> Int {
        Int(exactly: nearestToZero(constraint, least: 0, greatest: 65_535).rounded(.up)) ?? 0
    }

    /// The allowed number that is nearest to zero.
    private func nearestToZero(_ constraint: Constraint?, least: Double, greatest: Double) -> Double {
        let ranges = (constraint?.ranges ?? []).map { range in
            (lower: range.lower.flatMap(number) ?? least, upper: range.upper.flatMap(number) ?? greatest)
        }
        let candidates = (ranges.isEmpty ? [(lower: least, upper: greatest)] : ranges).map { range in
            min(max(0, max(range.lower, least)), max(range.lower, min(range.upper, greatest)))
        }
        return candidates.min { abs($0) < abs($1) } ?? 0
    }

    /// The number that a bound stands for; `nil` where it depends on what is not known.
    func number(_ bound: Constraint.Bound) -> Double? {
        switch bound {
        case .integer(let integer): return Double(integer)
        case .real(let real): return real
        case .member(let name):
            switch member(name) {
            case .int(let int)?: return Double(int)
            case .uint(let uint)?: return Double(uint)
            case .float(let double)?: return double
            default: return nil
            }
        case .sum(let left, let right): return combine(left, right, +)
        case .difference(let left, let right): return combine(left, right, -)
        case .product(let left, let right): return combine(left, right, *)
        case .quotient(let left, let right): return combine(left, right) { $1 == 0 ? $0 : $0 / $1 }
        case .greatest(let bounds): return bounds.compactMap(number).max()
        case .least(let bounds): return bounds.compactMap(number).min()
        }
    }

    private func combine(
        _ left: Constraint.Bound, _ right: Constraint.Bound, _ body: (Double, Double) -> Double
    ) -> Double? {
        guard let left = number(left), let right = number(right) else { return nil }
        return body(left, right)
    }
}
