internal import ModelReader

extension [FieldDescriptor] {
    /// Reads members by name, without checking their ranges; what may be left out is completed.
    func parse(_ members: [JSONMember], _ limits: (String) -> DataValue?) throws(ValueFault) -> [UInt32: DataValue] {
        var given: [UInt32: JSONValue] = [:]
        for member in members {
            guard let field = first(where: { $0.name == member.name }) else {
                let hint = isEmpty ? "it has none" : NearestName.hint(for: member.name, among: map(\.name))
                throw ValueFault(.invalidArgument, "there is no field \(NearestName.shown(member.name)); \(hint)")
            }
            guard given.updateValue(member.value, forKey: field.id) == nil else {
                throw ValueFault(.invalidArgument, "\(field.name) is there twice")
            }
        }
        return try parse(given, limits)
    }

    /// Reads values by field id, without checking their ranges; what may be left out is completed.
    ///
    /// Left out: an optional field stays out, a nullable one is null, a bitmap is empty; any other is an error.
    func parse(_ given: [UInt32: JSONValue], _ limits: (String) -> DataValue?) throws(ValueFault) -> [UInt32: DataValue]
    {
        var values: [UInt32: DataValue] = [:]
        // Octets that are text only beside a certain value come after it.
        for field in filter({ !$0.value.dependsOnSibling }) + filter(\.value.dependsOnSibling) {
            guard let json = given[field.id] else {
                if field.isOptional { continue }
                guard let value = field.value.leftOut else { throw missing(field) }
                values[field.id] = value
                continue
            }
            do throws(ValueFault) {
                let isText = field.value.isText(beside: self, values)
                values[field.id] = try field.value.parse(json, isText: isText, limits)
            } catch {
                throw error.within(field.name)
            }
        }
        return values
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
