import DataModel
import HomeGraph
import ModelReader

/// What `info` says about the parts of a device or group: traits, attributes, commands, events.
enum LayoutDescription {
    /// The parts of a device, as a JSON object by part name.
    static func json(of layout: DeviceLayout) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for part in layout.parts {
            writer.key(part.name)
            writer.beginObject()
            writer.key("endpoint")
            writer.value(part.endpoint)
            if let parent = part.parent {
                writer.key("parent")
                writer.value(parent)
            }
            writer.key("types")
            writer.beginArray()
            for type in part.types { writer.value(type.name) }
            writer.endArray()
            let traits = part.traits.filter { $0.cluster.scope == .device }
            write("traits", traits, \.cluster.traitName, to: &writer) { write($0, to: &$1) }
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ trait: TraitLayout, to writer: inout JSONWriter) {
        writer.key("revision")
        writer.value(trait.revision)
        writer.key("features")
        writer.beginArray()
        for feature in trait.cluster.features where trait.featureMap & (1 << UInt32(feature.bit & 31)) != 0 {
            writer.value(feature.name)
        }
        writer.endArray()
        write(attributes: trait.attributes, to: &writer)
        write(commands: trait.commands, to: &writer)
        write("events", trait.events, \.name, to: &writer) { event, writer in
            writer.key("priority")
            writer.value(event.priority.rawValue)
            write(fields: event.fields, to: &writer)
        }
    }

    /// Writes the member `attributes`.
    static func write(attributes: [AttributeDescriptor], to writer: inout JSONWriter) {
        write("attributes", attributes, \.name, to: &writer) { attribute, writer in
            write(attribute.value, to: &writer)
            if attribute.isWritable {
                writer.key("writable")
                writer.value(true)
            }
        }
    }

    /// Writes the member `commands`.
    static func write(commands: [CommandDescriptor], to writer: inout JSONWriter) {
        write("commands", commands, \.name, to: &writer) { write(fields: $0.fields, to: &$1) }
    }

    private static func write(fields: [FieldDescriptor], to writer: inout JSONWriter) {
        write("fields", fields, \.name, to: &writer) { field, writer in
            write(field.value, to: &writer)
            if field.isOptional {
                writer.key("optional")
                writer.value(true)
            }
        }
    }

    /// Writes an object as a member, with an object for each element under its name.
    private static func write<Element>(
        _ key: String, _ elements: [Element], _ name: (Element) -> String, to writer: inout JSONWriter,
        members: (Element, inout JSONWriter) -> Void
    ) {
        writer.key(key)
        writer.beginObject()
        for element in elements {
            writer.key(name(element))
            writer.beginObject()
            members(element, &writer)
            writer.endObject()
        }
        writer.endObject()
    }

    /// Writes type, unit, range and nullability as members of the object that is open.
    private static func write(_ value: ValueDescriptor, to writer: inout JSONWriter) {
        writer.key("type")
        writer.value(name(of: value.type))
        switch value.type {
        case .integer(let type):
            if let unit = type.unit {
                writer.key("unit")
                writer.value(unit)
            }
        case .enumeration:
            writer.key("values")
            writer.beginArray()
            for member in value.allowedMembers { writer.value(member.name) }
            writer.endArray()
        case .bitmap(let type):
            writer.key(type.isWide ? "fields" : "values")
            writer.beginArray()
            for field in type.fields { writer.value(field.name) }
            writer.endArray()
        case .list(let entry):
            writer.key("of")
            writer.beginObject()
            write(entry, to: &writer)
            writer.endObject()
        default: break
        }
        if let constraint = value.constraint { write(constraint, of: value.type, to: &writer) }
        if value.isNullable {
            writer.key("nullable")
            writer.value(true)
        }
    }

    private static func write(_ constraint: Constraint, of type: DataType, to writer: inout JSONWriter) {
        guard constraint.ranges.count == 1, let range = constraint.ranges.first else { return }
        let isLength =
            switch type {
            case .string, .octets, .list: true
            default: false
            }
        if let lower = range.lower { write(lower, as: isLength ? "minLength" : "minimum", to: &writer) }
        if let upper = range.upper { write(upper, as: isLength ? "maxLength" : "maximum", to: &writer) }
    }

    /// A bound that another member gives is named.
    private static func write(_ bound: Constraint.Bound, as key: String, to writer: inout JSONWriter) {
        switch bound {
        case .integer(let number):
            writer.key(key)
            writer.value(number)
        case .real(let number):
            writer.key(key)
            writer.value(number)
        case .member(let name):
            writer.key(key)
            writer.value(name)
        case .sum, .difference, .product, .quotient, .greatest, .least: break
        }
    }

    /// The type's name for people.
    static func name(of type: DataType) -> String {
        switch type {
        case .bool: "bool"
        case .integer(let integer): "\(integer.isSigned ? "int" : "uint")\(integer.bits)"
        case .single: "single"
        case .double: "double"
        case .enumeration: "enum"
        case .bitmap: "bitmap"
        case .string: "string"
        case .octets: "octets"
        case .list: "list"
        case .structure: "struct"
        }
    }
}
