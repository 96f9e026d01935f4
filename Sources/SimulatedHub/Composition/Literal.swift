import DataModel
import ModelReader

/// A value written down in a table: names for enumerations and bits, fields by name.
enum Literal: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Text, or the name of an enumeration's member, or of one bit.
    case text(String)
    /// A list, or the names of the bits that are set.
    case list([Literal])
    case fields([String: Literal])

    /// Takes a default of the model; `nil` where it is the value of another attribute.
    init?(_ value: ModelValue) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        case .string(let string): self = .text(string)
        case .list(let values): self = .list(values.compactMap(Literal.init))
        case .fields(let fields): self = .fields(fields.compactMapValues(Literal.init))
        case .same: return nil
        }
    }
}

extension Literal: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .real(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: Literal...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, Literal)...) {
        self = .fields(Dictionary(elements) { first, _ in first })
    }
    init(nilLiteral: ()) { self = .null }
}

extension Literal {
    /// The value as a type has it; `nil` where it does not fit the type.
    ///
    /// - Parameters:
    ///   - descriptor: What the value may be.
    ///   - filler: Gives the value of a structure's mandatory field that is not written down.
    /// - Returns: The value in raw units.
    func value(as descriptor: ValueDescriptor, filler: (FieldDescriptor) -> DataValue) -> DataValue? {
        switch (descriptor.type, self) {
        case (_, .null): descriptor.isNullable ? .null : nil
        case (.bool, .bool(let bool)): .bool(bool)
        case (.bool, .integer(let integer)): .bool(integer != 0)
        case (.integer(let type), .integer(let integer)):
            type.isSigned ? .int(integer) : UInt64(exactly: integer).map(DataValue.uint)
        case (.integer(let type), .real(let real)):
            Int64(exactly: real).flatMap { type.isSigned ? .int($0) : UInt64(exactly: $0).map(DataValue.uint) }
        case (.single, .integer(let integer)), (.double, .integer(let integer)): .float(Double(integer))
        case (.single, .real(let real)), (.double, .real(let real)): .float(real)
        case (.enumeration, .integer(let integer)): UInt64(exactly: integer).map(DataValue.uint)
        case (.enumeration(let type), .text(let name)):
            type.members.first { $0.name == name }.map { .uint(UInt64($0.value)) }
        case (.bitmap, .integer(let integer)): UInt64(exactly: integer).map(DataValue.uint)
        case (.bitmap(let type), .text(let name)): Self.bits([.text(name)], of: type)
        case (.bitmap(let type), .list(let names)): Self.bits(names, of: type)
        case (.string, .text(let text)): .string(text)
        case (.octets, .text(let text)): .octets(Array(text.utf8))
        case (.list(let entry), .list(let literals)): Self.list(literals, of: entry, filler)
        case (.structure(let type), .fields(let literals)): Self.structure(literals, of: type, filler)
        default: nil
        }
    }

    private static func bits(_ names: [Literal], of type: BitmapType) -> DataValue? {
        var bits: UInt64 = 0
        for name in names {
            guard case .text(let name) = name, let field = type.fields.first(where: { $0.name == name }) else {
                return nil
            }
            bits |= field.mask
        }
        return .uint(bits)
    }

    private static func list(
        _ literals: [Literal], of entry: ValueDescriptor, _ filler: (FieldDescriptor) -> DataValue
    ) -> DataValue? {
        let values = literals.compactMap { $0.value(as: entry, filler: filler) }
        return values.count == literals.count ? .list(values) : nil
    }

    private static func structure(
        _ literals: [String: Literal], of type: StructureType, _ filler: (FieldDescriptor) -> DataValue
    ) -> DataValue? {
        var fields: [UInt32: DataValue] = [:]
        for field in type.fields {
            if let literal = literals[field.name] {
                guard let value = literal.value(as: field.value, filler: filler) else { return nil }
                fields[field.id] = value
            } else if !field.isOptional {
                fields[field.id] = filler(field)
            }
        }
        return literals.keys.allSatisfy { name in type.fields.contains { $0.name == name } } ? .fields(fields) : nil
    }
}
