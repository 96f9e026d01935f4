/// Where members are declared, to look their types, marks and conditions up.
struct MemberContext {
    /// Where types are looked up: the trait, or the prefix of a group of shared types.
    let scope: String?
    /// The trait that marks are written for; empty for shared types.
    let trait: String
    /// The command, event or structure; `nil` for attributes.
    let container: String?
    /// The names beside it.
    let siblings: [String]
}

extension ModelAssembly {
    /// A field of a command, event or structure.
    func field(_ member: RawMember, in context: MemberContext, at place: Place) -> FieldDescriptor {
        let place = place.member(member.name)
        let conformance = conformance(member.conformance, trait: context.trait, siblings: context.siblings, at: place)
        return FieldDescriptor(
            name: member.name, id: member.id, value: value(member, in: context, at: place),
            isOptional: member.optional || conformance.map { !$0.isAlwaysMandatory } ?? false,
            conformance: conformance, defaultValue: member.defaultValue)
    }

    /// What a member may hold.
    func value(_ member: RawMember, in context: MemberContext, at place: Place) -> ValueDescriptor {
        guard let name = member.type else {
            fault(.unresolved, place, "has no type")
            return ValueDescriptor(type: .octets)
        }
        let isSecret = marks.isSecret(context.trait, context.container, member.name)
        let text = marks.text(context.trait, context.container, member.name)
        guard name == "list" else {
            var target = type(named: name, in: context.scope, at: place)
            if case .integer(let integer) = target.type, integer.alias == nil,
                let unit = UnitTable.unit(ofMember: member.name)
            {
                let named = IntegerType(isSigned: integer.isSigned, bits: integer.bits, unit: unit)
                target = ResolvedType(type: .integer(named), constraint: target.constraint)
            }
            return ValueDescriptor(
                type: target.type, isNullable: member.nullable,
                constraint: constraint(member.constraint, of: target, at: place)
                    .within(constraint(target.constraint, of: target, at: place)),
                text: text, isSecret: isSecret)
        }
        guard let entryName = member.entry else {
            fault(.unresolved, place, "is a list of nothing")
            return ValueDescriptor(type: .list(of: ValueDescriptor(type: .octets)))
        }
        let entry = type(named: entryName, in: context.scope, at: place)
        let own = constraint(member.constraint, of: entry, at: place)
        var entryConstraint = constraint(entry.constraint, of: entry, at: place)
        if case .constraint(let narrower)? = own?.entry { entryConstraint = Optional(narrower).within(entryConstraint) }
        return ValueDescriptor(
            type: .list(
                of: ValueDescriptor(type: entry.type, constraint: entryConstraint, text: text, isSecret: isSecret)),
            isNullable: member.nullable, constraint: own, isSecret: isSecret)
    }

    /// Reads a constraint on values, or on lengths, of a type.
    func constraint(_ text: String?, of type: ResolvedType, at place: Place) -> Constraint? {
        guard let text else { return nil }
        var isEnumeration = false
        if case .enumeration = type.type { isEnumeration = true }
        do {
            return try ConstraintParser.read(text, steps: type.steps, isEnumeration: isEnumeration)
        } catch {
            fault(.notation, place, "constraint \"\(text)\": \(error.message)")
            return nil
        }
    }

    /// Reads a conformance; names in it get the spelling of what they name.
    func conformance(_ text: String?, trait: String, siblings: [String] = [], at place: Place) -> Conformance? {
        guard let text else { return nil }
        do {
            return try ConformanceParser.read(text) { [self] name in spell(name, trait: trait, siblings: siblings) }
        } catch {
            fault(.notation, place, "conformance \"\(text)\": \(error.message)")
            return nil
        }
    }

    /// The feature's code, or the name of the element, that is meant by a name; else the name itself.
    private func spell(_ name: String, trait: String, siblings: [String]) -> String {
        let known = spelling(of: trait)
        if known[name] == name { return name }
        let plain = Self.plain(name)
        return siblings.first { Self.plain($0) == plain } ?? known[plain] ?? name
    }

    private func spelling(of trait: String) -> [String: String] {
        if let known = spellings[trait] { return known }
        guard let cluster = clusters[trait] else { return [:] }
        var table: [String: String] = [:]
        let elements =
            (cluster.attributes ?? []).map(\.name) + (cluster.commands ?? []).map(\.name)
            + (cluster.events ?? []).map(\.name)
        for name in elements { table[Self.plain(name)] = name }
        for feature in cluster.features ?? [] { table[feature.code] = feature.code }
        spellings[trait] = table
        return table
    }

    /// The letters and digits of a name, in lower case.
    private static func plain(_ name: String) -> String {
        name.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
}

extension Conformance {
    /// Whether it says mandatory, whatever the device; that it is provisional does not matter.
    public var isAlwaysMandatory: Bool {
        terms.first { $0.rule != .provisional } == Term(condition: nil, rule: .mandatory)
    }
}

extension Constraint? {
    /// The constraint of a member together with the one that its type's name brings along.
    ///
    /// Where a member's bound is a number it is the narrower one; one that is computed may be wider than the type's.
    func within(_ outer: Constraint?) -> Constraint? {
        guard let inner = self else { return outer }
        guard let outer, outer.ranges.count == 1, let limits = outer.ranges.first, !inner.ranges.isEmpty else {
            return inner
        }
        let ranges = inner.ranges.map { range in
            Constraint.Range(
                lower: Self.narrower(range.lower, limits.lower, computed: Constraint.Bound.greatest),
                upper: Self.narrower(range.upper, limits.upper, computed: Constraint.Bound.least))
        }
        return Constraint(ranges: ranges, members: inner.members, codePoints: inner.codePoints)
    }

    private static func narrower(
        _ inner: Constraint.Bound?, _ outer: Constraint.Bound?,
        computed: ([Constraint.Bound]) -> Constraint.Bound
    ) -> Constraint.Bound? {
        guard let inner, let outer else { return inner ?? outer }
        return inner.literal == nil ? computed([inner, outer]) : inner
    }
}
