public import DataModel
public import ModelReader

extension SeededGenerator {
    /// A value that the descriptor allows.
    public mutating func value(of descriptor: ValueDescriptor, isText: Bool = false) -> DataValue {
        if descriptor.isNullable, Int.random(in: 0..<8, using: &self) == 0 { return .null }
        switch descriptor.type {
        case .bool: return .bool(Bool.random(using: &self))
        case .integer(let type):
            let number = whole(in: descriptor)
            return type.isSigned ? .int(Int64(clamping: number)) : .uint(UInt64(clamping: number))
        case .single, .double: return .float(real(of: descriptor))
        case .enumeration(let type):
            let allowed = type.members.filter { member in
                descriptor.constraint.map { $0.members.isEmpty || $0.members.contains(member.name) } ?? true
            }
            return .uint(UInt64(allowed.randomElement(using: &self)?.value ?? 0))
        case .bitmap(let type): return .uint(bits(of: type, descriptor))
        case .string: return .string(text(length(of: descriptor, most: 24), descriptor.constraint?.codePoints))
        case .octets:
            let count = length(of: descriptor, most: 24)
            if isText || descriptor.text == .always { return .octets(Array(text(count, nil).utf8)) }
            return .octets((0..<count).map { _ in UInt8.random(in: 0...255, using: &self) })
        case .list(let entry):
            let count = length(of: descriptor, most: 4)
            return .list((0..<count).map { _ in value(of: entry) })
        case .structure(let type): return .fields(fields(type.fields))
        }
    }

    /// Values of fields that bound each other; optional ones are there or not.
    public mutating func fields(_ fields: [FieldDescriptor]) -> [UInt32: DataValue] {
        for _ in 0..<1000 {
            if let values = candidate(fields), (try? fields.check(values)) != nil { return values }
        }
        return [:]
    }

    /// Values of which each fits to those before it; `nil` where none is found soon.
    private mutating func candidate(_ fields: [FieldDescriptor]) -> [UInt32: DataValue]? {
        var values: [UInt32: DataValue] = [:]
        for field in fields where !field.isOptional || Bool.random(using: &self) {
            let known = values
            let limits = { (name: String) in fields.first { $0.name == name }.flatMap { known[$0.id] } }
            var tries = 0
            repeat {
                guard tries < 20 else { return nil }
                values[field.id] = value(of: field.value)
                tries += 1
            } while (try? field.value.check(values[field.id] ?? .null, limits: limits)) == nil
        }
        return values
    }

    private mutating func whole(in descriptor: ValueDescriptor) -> Int128 {
        guard let bounds = descriptor.integerBounds else { return 0 }
        var lower = Int128(bounds.lower)
        var upper = Int128(bounds.upper)
        if let range = descriptor.constraint?.ranges.randomElement(using: &self) {
            if let bound = range.lower?.literal { lower = max(lower, Int128(bound)) }
            if let bound = range.upper?.literal { upper = min(upper, Int128(bound)) }
        }
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return lower
        case 1: return upper
        default: return Int128.random(in: lower...upper, using: &self)
        }
    }

    private mutating func real(of descriptor: ValueDescriptor) -> Double {
        var lower = -1e9
        var upper = 1e9
        if let range = descriptor.constraint?.ranges.first {
            if case .integer(let bound)? = range.lower { lower = Double(bound) }
            if case .integer(let bound)? = range.upper { upper = Double(bound) }
        }
        let number = Double.random(in: lower...upper, using: &self)
        if case .single = descriptor.type { return min(max(Double(Float(number)), lower), upper) }
        return Bool.random(using: &self) ? number : number.rounded()
    }

    private mutating func bits(of type: BitmapType, _ descriptor: ValueDescriptor) -> UInt64 {
        var raw: UInt64 = 0
        for field in type.fields {
            let greatest =
                field.enumeration?.members.map { UInt64($0.value) }.max() ?? (field.mask >> UInt64(field.lowBit))
            raw |= UInt64.random(in: 0...greatest, using: &self) << UInt64(field.lowBit)
        }
        if type.fields.isEmpty { raw = next() & 0xFF }
        let range = descriptor.constraint?.ranges.first
        if case .integer(let bound)? = range?.upper { raw = min(raw, UInt64(bound)) }
        if case .integer(let bound)? = range?.lower { raw = max(raw, UInt64(bound)) }
        return raw
    }

    private mutating func length(of descriptor: ValueDescriptor, most: Int) -> Int {
        var lower = 0
        var upper = most
        if let range = descriptor.constraint?.ranges.randomElement(using: &self) {
            if case .integer(let bound)? = range.lower { lower = Int(bound) }
            upper = max(lower, most)
            if case .integer(let bound)? = range.upper { upper = max(lower, min(upper, Int(bound))) }
        }
        return Int.random(in: lower...upper, using: &self)
    }

    /// A text of so many octets.
    private mutating func text(_ count: Int, _ codePoints: Int?) -> String {
        let letters = Array("aZ09 _-\"\\/\n\t:,{}[]")
        let count = min(count, codePoints ?? .max)
        var text = String((0..<count).map { _ in letters.randomElement(using: &self) ?? "a" })
        if count > 4, Bool.random(using: &self) { text = "Đ" + text.dropFirst(2) }
        return text
    }
}

extension Constraint.Bound {
    /// The number that bounds, whatever other members say.
    fileprivate var literal: Int64? {
        switch self {
        case .integer(let number): number
        case .greatest(let bounds), .least(let bounds): bounds.lazy.compactMap(\.literal).first
        default: nil
        }
    }
}
