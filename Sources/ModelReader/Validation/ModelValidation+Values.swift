extension ModelValidation {
    /// Checks a value's constraint and default, and those of a list's entries.
    mutating func check(
        _ value: ValueDescriptor, defaultValue: ModelValue?, in cluster: ClusterDescriptor?,
        siblings: [FieldDescriptor], at place: Place
    ) {
        if let constraint = value.constraint {
            check(constraint, of: value, in: cluster, siblings: siblings, at: place)
        }
        if case .list(let entry) = value.type {
            check(entry, defaultValue: nil, in: cluster, siblings: siblings, at: place)
        }
        if let defaultValue { check(defaultValue, of: value, in: cluster, at: place) }
        if case .when(let path, let member) = value.text { check(path, is: member, siblings: siblings, at: place) }
    }

    // MARK: - Constraints

    private mutating func check(
        _ constraint: Constraint, of value: ValueDescriptor, in cluster: ClusterDescriptor?,
        siblings: [FieldDescriptor], at place: Place
    ) {
        if case .enumeration(let type) = value.type {
            for name in constraint.members where !type.members.contains(where: { $0.name == name }) {
                fault(.constraint, place, "\(type.name) has no \(name)")
            }
        } else if !constraint.members.isEmpty {
            fault(.constraint, place, "members of an enumeration are named, but the type is none")
        }
        if case .bool = value.type { fault(.constraint, place, "a bool has no range") }
        for range in constraint.ranges {
            let lower = range.lower.flatMap(\.literal)
            let upper = range.upper.flatMap(\.literal)
            if let lower, let upper, lower > upper { fault(.constraint, place, "\(lower) is above \(upper)") }
            if let bounds = value.numbers {
                for bound in [lower, upper] {
                    guard let bound, bound < bounds.lower || bound > bounds.upper else { continue }
                    fault(.constraint, place, "\(bound) is outside of the type's \(bounds.lower) to \(bounds.upper)")
                }
            }
            for bound in [range.lower, range.upper] {
                for name in bound?.memberNames ?? [] where !exists(name, in: cluster, siblings: siblings) {
                    fault(.unresolved, place, "the constraint's \(name) is neither a field beside it nor an attribute")
                }
            }
        }
    }

    private func exists(_ path: String, in cluster: ClusterDescriptor?, siblings: [FieldDescriptor]) -> Bool {
        let parts = path.split(separator: ".").map(String.init)
        guard let first = parts.first else { return false }
        let found =
            siblings.first { $0.name == first }?.value ?? cluster?.attributes.first { $0.name == first }?.value
        guard let found else { return false }
        guard parts.count > 1 else { return true }
        guard case .structure(let type) = found.type else { return false }
        return type.fields.contains { $0.name == parts[1] }
    }

    private mutating func check(_ path: String, is member: String, siblings: [FieldDescriptor], at place: Place) {
        var fields = siblings
        var value: ValueDescriptor?
        for name in path.split(separator: ".") {
            value = fields.first { $0.name == name }?.value
            if case .structure(let type)? = value?.type { fields = type.fields }
        }
        guard case .enumeration(let type)? = value?.type, type.members.contains(where: { $0.name == member }) else {
            fault(.unresolved, place, "the mark's \(path) is no enumeration with \(member)")
            return
        }
    }

    // MARK: - Defaults

    private mutating func check(
        _ literal: ModelValue, of value: ValueDescriptor, in cluster: ClusterDescriptor?, at place: Place
    ) {
        switch (literal, value.type) {
        case (.null, _):
            if !value.isNullable { fault(.defaultValue, place, "the default is null, which is no value of it") }
        case (.same(let name), _):
            if !exists(name, in: cluster, siblings: []) {
                fault(.defaultValue, place, "the default is that of \(name), which is not there")
            }
        case (.bool, .bool), (.string, .string), (.list, .list), (.fields, .structure): break
        case (.integer(let number), .enumeration(let type)):
            if !type.members.contains(where: { Int64($0.value) == number }) {
                fault(.defaultValue, place, "the default \(number) is no value of \(type.name)")
            }
        case (.integer(let number), .integer), (.integer(let number), .bitmap), (.integer(let number), .single),
            (.integer(let number), .double):
            check(Double(number), of: value, at: place)
        case (.real(let number), .single), (.real(let number), .double):
            check(number, of: value, at: place)
        default: fault(.defaultValue, place, "the default \(literal) is of another type")
        }
    }

    private mutating func check(_ number: Double, of value: ValueDescriptor, at place: Place) {
        if let bounds = value.numbers, number < bounds.lower || number > bounds.upper {
            fault(
                .defaultValue, place,
                "the default \(number) is outside of the type's \(bounds.lower) to \(bounds.upper)")
        }
        guard let ranges = value.constraint?.ranges, !ranges.isEmpty else { return }
        let isInside = ranges.contains { range in
            range.lower.flatMap(\.literal).map { $0 <= number } ?? true
                && range.upper.flatMap(\.literal).map { number <= $0 } ?? true
        }
        if !isInside { fault(.defaultValue, place, "the default \(number) is outside of the constraint") }
    }
}

extension Constraint.Bound {
    /// The number, where it is one.
    var literal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}

extension ValueDescriptor {
    /// The numbers that the type has room for; `nil` for what is no whole number.
    var numbers: (lower: Double, upper: Double)? {
        switch type {
        case .integer: integerBounds.map { (Double($0.lower), Double($0.upper)) }
        case .bitmap(let type): (0, Double(UInt64.max >> UInt64(64 - type.bits)))
        default: nil
        }
    }
}
