import DataModel
import HomeGraph
import ModelReader

/// The data model's codec, with the errors of the home.
enum Codec {
    /// The value of another attribute that bounds a value, by name.
    typealias Limits = (String) -> DataValue?

    /// Appends the payload of an attribute; a secret one is always null.
    static func appendText(of value: DataValue, _ descriptor: ValueDescriptor, to payload: inout [UInt8]) {
        descriptor.writeText(descriptor.isSecret ? .null : value, into: &payload)
    }

    /// Writes the fields of an event or response, without secrets.
    static func write(_ values: [UInt32: DataValue], _ fields: [FieldDescriptor], to writer: inout JSONWriter) {
        fields.writeJSON(values, into: &writer)
    }

    /// Reads JSON.
    /// - Throws: `invalidArgument`.
    static func parse(_ payload: [UInt8]) throws(HomeError) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(parsing: payload)
        } catch {
            throw HomeError(.invalidArgument, "the payload is no JSON (\(error))")
        }
    }

    /// A number of JSON.
    static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .double(let number): number
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// Reads and checks the arguments of a command.
    /// - Throws: `invalidArgument` or `outOfRange`.
    static func arguments(
        _ argument: OrderStep.Argument, of command: CommandDescriptor, limits: Limits
    ) throws(HomeError) -> [UInt32: DataValue] {
        do throws(ValueFault) {
            switch argument {
            case .empty: return try CommandArguments.read([], for: command, limits: limits).values
            case .text(let text):
                return try CommandArguments.read(Array(text.utf8), for: command, limits: limits).values
            case .json(.null, false) where command.fields.isEmpty: return [:]
            case .json(let value, let isBareValue):
                return try CommandArguments.read(value, for: command, isBareValue: isBareValue, limits: limits).values
            }
        } catch {
            throw HomeError(error)
        }
    }

    /// Reads and checks a value that is to be written.
    /// - Throws: `invalidArgument` or `outOfRange`.
    static func value(
        _ argument: OrderStep.Argument, of attribute: AttributeDescriptor, limits: Limits
    ) throws(HomeError) -> DataValue {
        do throws(ValueFault) {
            switch argument {
            case .empty: return try attribute.value.readText([], limits: limits)
            case .text(let text): return try attribute.value.readText(Array(text.utf8), limits: limits)
            case .json(let value, _): return try attribute.value.readJSON(value, limits: limits)
            }
        } catch {
            throw HomeError(error.within(attribute.name))
        }
    }

    /// Reads and checks the fields of an event.
    /// - Throws: `invalidArgument` or `outOfRange`.
    static func fields(_ value: JSONValue, of event: EventDescriptor) throws(HomeError) -> [UInt32: DataValue] {
        try arguments(
            .json(value, isBareValue: false),
            of: CommandDescriptor(name: event.name, id: event.id, fields: event.fields),
            limits: { _ in nil })
    }
}

extension HomeError {
    /// The same error, said of an object.
    func of(_ object: String) -> HomeError { HomeError(code, "\(object): \(message)") }
}
