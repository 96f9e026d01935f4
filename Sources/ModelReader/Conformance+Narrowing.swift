/// What a device's features leave of an enumeration: a thermostat that only heats has no mode to cool.
///
/// Source: Matter Core Specification, section 7.3.
extension ValueDescriptor {
    /// The same value without the members of its enumeration, or of its entries', that conformance disallows.
    ///
    /// - Parameter context: What the device has; it is asked for only where a member depends on it.
    /// - Returns: The value; itself where nothing is disallowed.
    public func narrowed(in context: @autoclosure () -> Conformance.Context) -> ValueDescriptor {
        switch type {
        case .enumeration(let type):
            guard type.isConditional else { return self }
            let context = context()
            return narrowed { $0.conformance?.evaluate(in: context) != .disallowed }
        case .list(let entry):
            let narrower = entry.narrowed(in: context())
            return narrower == entry ? self : with(type: .list(of: narrower), constraint: constraint)
        default: return self
        }
    }

    /// The same value with only some of the members that its enumeration has here; any other value stays as it is.
    public func narrowed(to isThere: (EnumerationType.Member) -> Bool) -> ValueDescriptor {
        guard case .enumeration = type else { return self }
        let members = allowedMembers.filter(isThere)
        guard !members.isEmpty, members.count < allowedMembers.count else { return self }
        return with(
            type: type, constraint: Constraint(ranges: constraint?.ranges ?? [], members: members.map(\.name)))
    }

    /// The members of the enumeration that the value may be; empty where it is none.
    public var allowedMembers: [EnumerationType.Member] {
        guard case .enumeration(let type) = type else { return [] }
        guard let names = constraint?.members, !names.isEmpty else { return type.members }
        return type.members.filter { names.contains($0.name) }
    }

    /// The numbers of ``allowedMembers``, where those are not all that the enumeration has; else `nil`.
    public var allowedCodes: Set<UInt64>? {
        guard case .enumeration(let type) = type, constraint?.members.isEmpty == false else { return nil }
        let members = allowedMembers
        return members.count < type.members.count ? Set(members.map { UInt64($0.value) }) : nil
    }

    private func with(type: DataType, constraint: Constraint?) -> ValueDescriptor {
        ValueDescriptor(type: type, isNullable: isNullable, constraint: constraint, text: text, isSecret: isSecret)
    }
}

extension AttributeDescriptor {
    /// The same attribute without the members of its enumeration that conformance disallows.
    public func narrowed(in context: @autoclosure () -> Conformance.Context) -> AttributeDescriptor {
        with(value: value.narrowed(in: context()))
    }

    /// The same attribute with a value that is bounded otherwise.
    public func with(value: ValueDescriptor) -> AttributeDescriptor {
        guard value != self.value else { return self }
        return AttributeDescriptor(
            name: name, id: id, value: value, isWritable: isWritable, quality: quality, conformance: conformance,
            defaultValue: defaultValue, functional: functional)
    }
}

extension CommandDescriptor {
    /// The same command without the members of its fields' enumerations that conformance disallows.
    public func narrowed(in context: @autoclosure () -> Conformance.Context) -> CommandDescriptor {
        let narrower = fields.map { field in
            FieldDescriptor(
                name: field.name, id: field.id, value: field.value.narrowed(in: context()),
                isOptional: field.isOptional, conformance: field.conformance, defaultValue: field.defaultValue)
        }
        guard narrower != fields else { return self }
        return CommandDescriptor(name: name, id: id, fields: narrower, response: response, conformance: conformance)
    }
}

extension EnumerationType {
    /// Whether a device may lack one of the members.
    var isConditional: Bool { members.contains { $0.conformance != nil } }
}
