public import ModelReader

/// The arguments of a command, read and checked.
public struct CommandArguments: Sendable, Hashable {
    /// The values by field id; an optional field that was left out has no entry.
    public let values: [UInt32: DataValue]
    /// What is to come back in the answer.
    public let id: JSONValue?

    /// Takes arguments that are known to be right.
    public init(values: [UInt32: DataValue], id: JSONValue? = nil) {
        self.values = values
        self.id = id
    }

    /// Reads a payload: an object is arguments by name, an array by position, anything else the first field, and
    /// nothing is no arguments.
    ///
    /// - Parameters:
    ///   - payload: the octets.
    ///   - command: what is called.
    ///   - limits: the value of an attribute that bounds a field, by name.
    /// - Returns: the arguments, checked.
    /// - Throws: what is wrong, with what is allowed.
    public static func read(
        _ payload: [UInt8], for command: CommandDescriptor, limits: (String) -> DataValue? = { _ in nil }
    ) throws(ValueFault) -> CommandArguments {
        guard let whole = String(validating: payload, as: UTF8.self) else {
            throw ValueFault(.invalidArgument, "the payload is not UTF-8")
        }
        let text = whole.withoutSpace
        switch text.utf8.first {
        case nil: return try read([], of: command, id: nil, limits)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let json: JSONValue
            do throws(JSONFault) {
                json = try JSONValue(parsing: Array(text.utf8))
            } catch {
                throw ValueFault(.invalidArgument, "the payload is no JSON: \(error)")
            }
            return try read(json, for: command, limits: limits)
        default:
            let first = try firstField(of: command)
            let value: DataValue
            do throws(ValueFault) {
                value = try first.value.readText(Array(text.utf8), limits: limits)
            } catch {
                throw error.within(first.name)
            }
            return try complete([first.id: value], of: command, limits)
        }
    }

    /// Reads a JSON value: an object is arguments by name, an array by position, anything else the first field.
    ///
    /// - Parameters:
    ///   - json: the arguments.
    ///   - command: what is called.
    ///   - isBareValue: whether it is the first field, whatever it looks like, as `$value` is.
    ///   - limits: the value of an attribute that bounds a field, by name.
    /// - Returns: the arguments, checked.
    /// - Throws: what is wrong, with what is allowed.
    public static func read(
        _ json: JSONValue, for command: CommandDescriptor, isBareValue: Bool = false,
        limits: (String) -> DataValue? = { _ in nil }
    ) throws(ValueFault) -> CommandArguments {
        switch json {
        case .object(let object) where !isBareValue:
            let envelope = try PayloadEnvelope(object)
            if let value = envelope.value {
                return try read(first: value, of: command, id: envelope.id, limits)
            }
            let values = try command.fields.parse(envelope.members, limits)
            try command.fields.check(values, limits: limits)
            return CommandArguments(values: values, id: envelope.id)
        case .array(let entries) where !isBareValue:
            let fields = command.fields
            guard entries.count <= fields.count else {
                let hint = fields.isEmpty ? "it takes none" : "the fields are \(fields.map(\.name).listed)"
                throw ValueFault(.invalidArgument, "there are \(entries.count) arguments; \(hint)\(listHint(command))")
            }
            return try read(entries, of: command, id: nil, limits)
        default: return try read(first: json, of: command, id: nil, limits)
        }
    }

    private static func read(
        first json: JSONValue, of command: CommandDescriptor, id: JSONValue?, _ limits: (String) -> DataValue?
    ) throws(ValueFault) -> CommandArguments {
        _ = try firstField(of: command)
        return try read([json], of: command, id: id, limits)
    }

    private static func read(
        _ given: [JSONValue?], of command: CommandDescriptor, id: JSONValue?, _ limits: (String) -> DataValue?
    ) throws(ValueFault) -> CommandArguments {
        let values = try command.fields.parse(given, limits)
        try command.fields.check(values, limits: limits)
        return CommandArguments(values: values, id: id)
    }

    /// Completes a first field that was read from text.
    private static func complete(
        _ given: [UInt32: DataValue], of command: CommandDescriptor, _ limits: (String) -> DataValue?
    ) throws(ValueFault) -> CommandArguments {
        var values = given
        for field in command.fields where values[field.id] == nil && !field.isOptional {
            guard let value = field.value.leftOut else { throw command.fields.missing(field) }
            values[field.id] = value
        }
        try command.fields.check(values, limits: limits)
        return CommandArguments(values: values)
    }

    private static func firstField(of command: CommandDescriptor) throws(ValueFault) -> FieldDescriptor {
        guard let first = command.fields.first else {
            throw ValueFault(.invalidArgument, "\(command.name) takes no arguments; send {}")
        }
        return first
    }

    /// Why an array may not have been what was meant.
    private static func listHint(_ command: CommandDescriptor) -> String {
        guard case .list? = command.fields.first?.value.type else { return "" }
        return "; a list as the first argument is [[…]]"
    }
}
