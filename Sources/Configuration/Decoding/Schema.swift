import DataModel

/// A key of a mapping: its name, and how its value gets into what is read.
struct Field<Target>: Sendable {
    /// The key.
    let name: String
    /// Whether the mapping is wrong without it.
    let isRequired: Bool
    /// Reads the value.
    let read: @Sendable (YAMLNode, Reading, inout Target) -> Void

    /// A key whose value has a place of its own in the target.
    static func key<Value>(
        _ name: String, _ path: any WritableKeyPath<Target, Value> & Sendable, _ form: Form<Value>,
        required: Bool = false
    ) -> Field {
        Field(name: name, isRequired: required) { node, reading, target in
            if let value = form.read(node, reading) { target[keyPath: path] = value }
        }
    }

    /// A key that may be left out; so may be its value.
    static func key<Value>(
        _ name: String, _ path: any WritableKeyPath<Target, Value?> & Sendable, _ form: Form<Value>,
        required: Bool = false
    ) -> Field {
        Field(name: name, isRequired: required) { node, reading, target in
            if node.isNull, !required { return }
            if let value = form.read(node, reading) { target[keyPath: path] = value }
        }
    }
}

extension Form where Value: Sendable {
    /// A mapping with a fixed set of keys.
    ///
    /// What is wrong with one key leaves the others to be read; the value comes back with what could be read.
    ///
    /// - Parameters:
    ///   - initial: The value of an empty mapping.
    ///   - fields: The keys.
    /// - Returns: The form.
    static func mapping(_ initial: Value, _ fields: [Field<Value>]) -> Form {
        let names = fields.map(\.name)
        let expected = "a mapping with \(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? ", …" : "")"
        return Form(expected: expected) { node, reading in
            var value = initial
            var entries: [YAMLNode.Entry] = []
            if case .mapping(let own) = node.content {
                entries = own
            } else if !node.isNull {
                reading.refuse(node, expected: expected)
                return nil
            }
            for entry in entries {
                guard let field = fields.first(where: { $0.name == entry.key }) else {
                    let place = reading.name.isEmpty ? "" : " in \(reading.name)"
                    reading.faults.add(
                        entry.place, "unknown key \"\(YAMLNode.shortened(entry.key))\"\(place)",
                        NearestName.advice(for: entry.key, among: names))
                    continue
                }
                field.read(entry.value, reading.key(field.name), &value)
            }
            for field in fields where field.isRequired && !entries.contains(where: { $0.key == field.name }) {
                reading.faults.add(
                    node.place, "\(reading.subject) has no \"\(field.name)\"", "write \(field.name): …")
            }
            return value
        }
    }
}

extension Field {
    /// The key as one of a mapping that holds the target.
    func lifted<Outer>(through path: any WritableKeyPath<Outer, Target> & Sendable) -> Field<Outer> {
        let read = read
        return Field<Outer>(name: name, isRequired: isRequired) { node, reading, outer in
            read(node, reading, &outer[keyPath: path])
        }
    }
}
