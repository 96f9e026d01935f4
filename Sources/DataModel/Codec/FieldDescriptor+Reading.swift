internal import ModelReader

extension [FieldDescriptor] {
    /// Reads members by name, without checking their ranges; what may be left out is completed.
    func parse(_ members: [JSONMember], _ limits: (String) -> DataValue?) throws(ValueFault) -> [UInt32: DataValue] {
        var given = [JSONValue?](repeating: nil, count: count)
        for member in members {
            guard let position = indices.first(where: { self[$0].name == member.name }) else {
                let hint = isEmpty ? "it has none" : NearestName.hint(for: member.name, among: map(\.name))
                throw ValueFault(.invalidArgument, "there is no field \(NearestName.shown(member.name)); \(hint)")
            }
            guard given[position] == nil else {
                throw ValueFault(.invalidArgument, "\(member.name) is there twice")
            }
            given[position] = member.value
        }
        return try parse(given, limits)
    }

    /// Reads values in the order of the fields, without checking their ranges; what may be left out is completed.
    ///
    /// Left out: an optional field stays out, a nullable one is null, a bitmap is empty; any other is an error. What is
    /// missing at the end is left out, too.
    func parse(_ given: [JSONValue?], _ limits: (String) -> DataValue?) throws(ValueFault) -> [UInt32: DataValue] {
        var values = [UInt32: DataValue](minimumCapacity: count)
        var dependent: [Int] = []
        for position in indices {
            guard !self[position].value.dependsOnSibling else {
                dependent.append(position)
                continue
            }
            values[self[position].id] = try parse(given, at: position, beside: values, limits)
        }
        // Octets that are text only beside a certain value come after it.
        for position in dependent { values[self[position].id] = try parse(given, at: position, beside: values, limits) }
        return values
    }

    /// Reads the value of one field, beside those that were read before; `nil` where it is left out.
    private func parse(
        _ given: [JSONValue?], at position: Int, beside values: [UInt32: DataValue], _ limits: (String) -> DataValue?
    ) throws(ValueFault) -> DataValue? {
        guard position < given.count, let json = given[position] else {
            if self[position].isOptional { return nil }
            guard let value = self[position].value.leftOut else { throw missing(self[position]) }
            return value
        }
        do throws(ValueFault) {
            let isText = self[position].value.isText(beside: self, values)
            return try self[position].value.parse(json, isText: isText, limits)
        } catch {
            throw error.within(self[position].name)
        }
    }
}

extension ValueDescriptor {
    /// What stands for the value where it is left out; `nil` where it must not be.
    var leftOut: DataValue? {
        if isNullable { return .null }
        if case .bitmap = type { return .uint(0) }
        return nil
    }

    fileprivate var dependsOnSibling: Bool {
        if case .when = text { return true }
        return false
    }
}
