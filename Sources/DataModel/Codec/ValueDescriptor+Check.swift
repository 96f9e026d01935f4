public import ModelReader

extension ValueDescriptor {
    /// Checks that a value is one: its type, null, range, length, the entries of lists and the fields of structures.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - limits: the value of another member of the cluster that bounds this one, by name (`maxLevel`,
    ///     `holdTimeLimits.holdTimeMin`); what it does not know bounds nothing.
    /// - Throws: what is wrong, with what is allowed.
    public func check(_ value: DataValue, limits: (String) -> DataValue? = { _ in nil }) throws(ValueFault) {
        switch (type, value) {
        case (_, .null):
            guard isNullable else { throw ValueFault(.invalidArgument, "null is not allowed\(expectation(limits))") }
        case (.bool, .bool): break
        case (.integer(let integer), .int(let number)) where integer.isSigned:
            try check(.whole(Int128(number)), limits)
        case (.integer(let integer), .uint(let number)) where !integer.isSigned:
            try check(.whole(Int128(number)), limits)
        case (.single, .float(let number)), (.double, .float(let number)):
            guard !number.isNaN else { throw ValueFault(.invalidArgument, "is no number\(expectation(limits))") }
            try check(.real(number), limits)
        case (.enumeration(let type), .uint(let raw)): try check(raw, of: type, limits)
        case (.bitmap, .uint(let raw)): try check(.whole(Int128(raw)), limits)
        case (.string, .string(let text)):
            try check(length: text.utf8.count, of: "octet", limits)
            if let most = constraint?.codePoints, text.unicodeScalars.count > most {
                throw ValueFault(
                    .outOfRange, "is \(text.unicodeScalars.count) characters long; at most \(most) are allowed")
            }
        case (.octets, .octets(let octets)): try check(length: octets.count, of: "octet", limits)
        case (.list(let entry), .list(let values)):
            try check(length: values.count, of: "entry", limits)
            for (index, value) in values.enumerated() {
                do throws(ValueFault) {
                    try entry.check(value, limits: limits)
                } catch {
                    throw error.within(.entry(index))
                }
            }
        case (.structure(let type), .fields(let values)): try type.fields.check(values, limits: limits)
        default: throw ValueFault(.invalidArgument, "is of another type\(expectation(limits))")
        }
    }

    /// The allowed value that is nearest to one: a number that is beyond its limits comes to the next of them.
    ///
    /// - Parameters:
    ///   - value: a value of the type; what is no number stays as it is.
    ///   - limits: as for ``check(_:limits:)``.
    /// - Returns: A value of the same type.
    public func nearest(to value: DataValue, limits: (String) -> DataValue?) -> DataValue {
        guard let measure = Measure(value), !allows(measure, limits) else { return value }
        return allowed(limits).nearest(to: measure).value(like: value) ?? value
    }

    /// How far one of the members that bound this number may go, for the other bound to leave anything.
    ///
    /// - Parameters:
    ///   - member: the name of the member, which is one of the bounds as it stands; of what is computed from it nothing is
    ///     said.
    ///   - limits: as for ``check(_:limits:)``.
    /// - Returns: such as `is at most 90 (maxLevel)`; `nil` where no other bound is known, or it is no number.
    public func farthest(_ member: String, limits: (String) -> DataValue?) -> String? {
        switch type {
        case .integer, .single, .double: break
        default: return nil
        }
        func text(_ word: String, _ bound: Constraint.Bound?, _ typeBound: Measure?) -> String? {
            guard let measure = bound.map({ $0.measure(limits) }) ?? typeBound else { return nil }
            let names = bound?.memberNames ?? []
            return "is at \(word) \(measure.text)\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")"
        }
        for range in constraint?.ranges ?? [] {
            if case .member(member)? = range.lower { return text("most", range.upper, typeRange.upper) }
            if case .member(member)? = range.upper { return text("least", range.lower, typeRange.lower) }
        }
        return nil
    }

    private var unit: String? {
        if case .integer(let type) = type { type.unit } else { nil }
    }

    /// The numbers that the type allows.
    private var typeRange: AllowedMeasures.Range {
        switch type {
        case .integer:
            AllowedMeasures.Range(
                lower: integerBounds.map { .whole(Int128($0.lower)) },
                upper: integerBounds.map { .whole(Int128($0.upper)) })
        case .bitmap(let type): AllowedMeasures.Range(lower: .whole(0), upper: .whole(Int128(type.greatest)))
        case .enumeration(let type): AllowedMeasures.Range(lower: .whole(0), upper: .whole(Int128(type.greatest)))
        case .single:
            AllowedMeasures.Range(
                lower: .real(-Double(Float.greatestFiniteMagnitude)),
                upper: .real(Double(Float.greatestFiniteMagnitude)))
        case .double:
            AllowedMeasures.Range(
                lower: .real(-Double.greatestFiniteMagnitude), upper: .real(Double.greatestFiniteMagnitude))
        default: AllowedMeasures.Range()
        }
    }

    /// The numbers that type and constraint allow.
    func allowed(_ limits: (String) -> DataValue?) -> AllowedMeasures {
        AllowedMeasures(type: typeRange, constraint: constraint, unit: unit, limits: limits)
    }

    private func allows(_ measure: Measure, _ limits: (String) -> DataValue?) -> Bool {
        typeRange.contains(measure) && constraint?.allows(measure, limits) != false
    }

    private func check(_ measure: Measure, _ limits: (String) -> DataValue?) throws(ValueFault) {
        guard !allows(measure, limits) else { return }
        throw ValueFault(
            .outOfRange, allowed(limits).problem(with: measure, shownAs: isSecret ? "the value" : measure.text))
    }

    private func check(
        _ raw: UInt64, of type: EnumerationType, _ limits: (String) -> DataValue?
    ) throws(ValueFault) {
        try check(.whole(Int128(raw)), limits)
        guard let members = constraint?.members, !members.isEmpty else { return }
        let name = type.member(value: raw)?.name
        guard let name, members.contains(name) else {
            let shown = isSecret ? "the value" : name ?? String(raw)
            throw ValueFault(
                .outOfRange, "\(shown) is not allowed here; allowed are \(members.joined(separator: ", "))")
        }
    }

    private func check(length: Int, of unit: String, _ limits: (String) -> DataValue?) throws(ValueFault) {
        guard constraint?.allows(.whole(Int128(length)), limits) == false else { return }
        let allowed = AllowedMeasures(
            type: AllowedMeasures.Range(lower: .whole(0), upper: nil), constraint: constraint, limits: limits)
        let units = unit == "entry" ? "entries" : "octets"
        throw ValueFault(
            .outOfRange, "has \(length) \(length == 1 ? unit : units); allowed are \(allowed.text)")
    }

    /// What a value would have to be, as the end of a message; empty where nothing short can be said.
    func expectation(_ limits: (String) -> DataValue?) -> String {
        switch type {
        case .bool: "; allowed are true and false"
        case .integer: "; allowed are \(allowed(limits).text)"
        case .single, .double:
            constraint?.ranges.isEmpty == false ? "; allowed are \(allowed(limits).text)" : "; a number is"
        case .enumeration(let type):
            "; allowed are \((constraint?.members.isEmpty == false ? constraint?.members ?? [] : type.members.map(\.name)).listed)"
        case .bitmap(let type):
            type.isWide
                ? "; an object of \(type.fields.map(\.name).listed) is"
                : "; an array of \(type.fields.isEmpty ? "bit numbers" : type.fields.map(\.name).listed) is"
        case .string: "; a text is"
        case .octets: text == .never ? "; hexadecimal digits are" : "; a text is"
        case .list: "; an array is"
        case .structure(let type): "; an object of \(type.fields.map(\.name).listed) is"
        }
    }
}

extension [String] {
    /// The names with commas, as long as they are not too many.
    var listed: String {
        count > 16 ? "\(prefix(16).joined(separator: ", ")) and \(count - 16) more" : joined(separator: ", ")
    }
}

extension [FieldDescriptor] {
    /// Checks the fields of a structure or command: that all are known, none is missing, and each is right.
    ///
    /// - Parameters:
    ///   - values: the values by field id.
    ///   - limits: the value of an attribute that bounds a field, by name; the fields bound each other, too.
    /// - Throws: what is wrong, with what is allowed.
    public func check(
        _ values: [UInt32: DataValue], limits: (String) -> DataValue? = { _ in nil }
    ) throws(ValueFault) {
        if let unknown = values.keys.first(where: { id in !indices.contains { self[$0].id == id } }) {
            throw ValueFault(.invalidArgument, "there is no field with id \(unknown)")
        }
        for position in indices {
            guard let value = values[self[position].id] else {
                guard self[position].isOptional else { throw missing(self[position]) }
                continue
            }
            do throws(ValueFault) {
                try self[position].value.check(value) { name in self.value(at: name, in: values) ?? limits(name) }
            } catch {
                throw error.within(self[position].name)
            }
        }
    }

    /// The value of a field, or of a field within it (`limits.least`).
    func value(at path: String, in values: [UInt32: DataValue]) -> DataValue? {
        var fields = self
        var values = values
        var found: DataValue?
        for step in path.split(separator: ".") {
            guard let field = fields.first(where: { $0.name == step }), let value = values[field.id] else { return nil }
            found = value
            if case .structure(let type) = field.value.type, case .fields(let inner) = value {
                (fields, values) = (type.fields, inner)
            } else {
                (fields, values) = ([], [:])
            }
        }
        return found
    }

    func missing(_ field: FieldDescriptor) -> ValueFault {
        ValueFault(.invalidArgument, "\(field.name) is missing; the fields are \(map(\.name).listed)")
    }
}
