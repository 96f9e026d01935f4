import DataModel
import ModelReader

/// Reads a starting value: the model says what a scalar without quotes means, so `0123` stays text where text is
/// expected.
struct StartingValueReader {
    let reading: Reading

    /// The value in raw units; `nil` after noting what is wrong with it.
    func read(_ node: YAMLNode, as descriptor: ValueDescriptor) -> DataValue? {
        do throws(ValueFault) {
            return try descriptor.readJSON(Self.json(node, descriptor.type))
        } catch {
            let problem = "\(error)".split(separator: "; ", maxSplits: 1)
            reading.faults.add(
                Self.place(of: error.path, in: node), "\(reading.subject): \(problem.first ?? "it is not right")",
                problem.count > 1 ? String(problem[1]) : "write a value of the attribute's type")
            return nil
        }
    }

    /// The node as JSON that is meant for a type.
    private static func json(_ node: YAMLNode, _ type: DataType) -> JSONValue {
        switch node.content {
        case .scalar(let text, .quoted): .string(text)
        case .scalar(let text, .plain): node.isNull ? .null : plain(text, type)
        case .sequence(let items): .array(items.map { json($0, entryType(of: type)) })
        case .mapping(let entries):
            .object(entries.map { JSONMember(name: $0.key, value: json($0.value, fieldType($0.key, of: type))) })
        }
    }

    private static func plain(_ text: String, _ type: DataType) -> JSONValue {
        switch type {
        case .string, .octets: return .string(text)
        default: break
        }
        if let number = Int64(text) { return .int(number) }
        if let number = UInt64(text) { return .uint(number) }
        if let number = Double(text), number.isFinite { return .double(number) }
        if case .bool = type {
            switch text.lowercased() {
            case "true", "yes", "on": return .bool(true)
            case "false", "no", "off": return .bool(false)
            default: break
            }
        }
        return .string(text)
    }

    private static func entryType(of type: DataType) -> DataType {
        if case .list(let entry) = type { entry.type } else { type }
    }

    private static func fieldType(_ name: String, of type: DataType) -> DataType {
        guard case .structure(let structure) = type else { return type }
        return structure.fields.first { $0.name == name }?.value.type ?? .string
    }

    /// Where the part of a value stands that a fault means.
    private static func place(of path: [ValueFault.Step], in node: YAMLNode) -> ConfigurationPlace {
        var node = node
        for step in path {
            switch (step, node.content) {
            case (.field(let name), _):
                guard let inner = node[name] else { return node.place }
                node = inner
            case (.entry(let index), .sequence(let items)) where items.indices.contains(index): node = items[index]
            case (.entry, _): return node.place
            }
        }
        return node.place
    }
}
