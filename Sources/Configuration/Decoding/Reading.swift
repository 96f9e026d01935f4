/// What a reader of nodes carries along: the name of what is read, and where faults go.
struct Reading {
    /// The name of the thing, as messages show it: `broker.keepAlive`, `devices[2].room`; empty for the document.
    let name: String
    /// Collects what is wrong.
    let faults: FaultList

    /// The reading of a key of a mapping.
    func key(_ key: String) -> Reading {
        Reading(name: name.isEmpty ? key : "\(name).\(key)", faults: faults)
    }

    /// The reading of an item of a list; people count from 1.
    func item(_ offset: Int) -> Reading {
        Reading(name: "\(name)[\(offset + 1)]", faults: faults)
    }

    /// Notes that a node is not what is expected.
    func refuse(_ node: YAMLNode, expected: String) {
        let problem = node.isNull ? "\(subject) has no value" : "\(subject) is \(node.summary)"
        faults.add(node.place, problem, "write \(expected)")
    }

    /// What messages call the thing.
    var subject: String { name.isEmpty ? "the document" : name }
}

/// How a value of one kind is read from a node.
struct Form<Value>: Sendable {
    /// What would be right, as it follows the word "write".
    let expected: String
    /// Reads a node; `nil` after noting what is wrong.
    let read: @Sendable (YAMLNode, Reading) -> Value?
}

extension Form {
    /// A form whose values are the scalars for which the closure has one.
    static func scalar(
        _ expected: String, _ parse: @escaping @Sendable (String, YAMLNode.Style) -> Value?
    ) -> Form {
        Form(expected: expected) { node, reading in
            if case .scalar(let text, let style) = node.content, !node.isNull, let value = parse(text, style) {
                return value
            }
            reading.refuse(node, expected: expected)
            return nil
        }
    }

    /// The form with every value changed into another.
    func map<Other>(_ change: @escaping @Sendable (Value) -> Other) -> Form<Other> {
        let read = read
        return Form<Other>(expected: expected) { node, reading in read(node, reading).map(change) }
    }

    /// The form with `off` beside its values, which reads as `nil`.
    var orOff: Form<Value?> {
        let read = read
        let expected = "\(expected), or off"
        return Form<Value?>(expected: expected) { node, reading in
            if case .scalar(let text, .plain) = node.content, ["off", "false"].contains(text.lowercased()) {
                return .some(nil)
            }
            return read(node, reading).map(Optional.some)
        }
    }

    /// The form with the place where each value stands.
    var located: Form<Located<Value>> {
        let read = read
        return Form<Located<Value>>(expected: expected) { node, reading in
            read(node, reading).map { Located(value: $0, place: node.place) }
        }
    }

    /// A list of values; one that stands alone is a list of one.
    static func list<Element>(
        of item: Form<Element>, atMost limit: Int = .max
    ) -> Form where Value == [Element] {
        Form(expected: "a list, each \(item.expected)") { node, reading in
            guard case .sequence(let nodes) = node.content else {
                if node.isNull { return [] }
                return item.read(node, reading).map { [$0] }
            }
            if nodes.count > limit {
                reading.faults.add(
                    node.place, "\(reading.subject) has \(nodes.count) entries", "write at most \(limit)")
            }
            return nodes.enumerated().compactMap { item.read($1, reading.item($0)) }
        }
    }
}

/// A value and the place where it stands.
struct Located<Value> {
    var value: Value
    var place: ConfigurationPlace
}

extension Located: Sendable where Value: Sendable {}
