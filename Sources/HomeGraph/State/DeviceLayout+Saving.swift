import Conversions
public import DataModel
import ModelReader

/// How a device is made, as text: what a state store keeps, and reads back with a later model.
///
/// A JSON array of endpoints; types and traits by name, members by number:
/// `[{"endpoint":1,"types":["OnOffLight"],"traits":{"OnOff":{"features":1,"attributes":[0],"commands":[0,1],"events":[]}}}]`.
/// Where a device has fewer members of an attribute's enumeration than its features allow, their numbers stand under
/// `values`, by the attribute's: `"values":{"28":[0,4]}`. An endpoint with services of HomeKit's names them, so that a later
/// table of services leaves them their names: `"services":["Outlet-2"]`.
extension DeviceLayout {
    /// The layout as text; the same for layouts that are alike.
    public var savedText: String {
        var writer = JSONWriter()
        writer.beginArray()
        for part in parts {
            writer.beginObject()
            writer.key("endpoint")
            writer.value(part.endpoint)
            writer.key("types")
            writer.beginArray()
            for type in part.types { writer.value(type.name) }
            writer.endArray()
            if let parent = part.parent {
                writer.key("parent")
                writer.value(parent)
            }
            let services = services.filter { $0.endpoint == part.endpoint }
            if !services.isEmpty {
                writer.key("services")
                writer.beginArray()
                for service in services { writer.value(service.name) }
                writer.endArray()
            }
            writer.key("traits")
            writer.beginObject()
            for trait in part.traits {
                writer.key(trait.cluster.traitName)
                writer.beginObject()
                writer.key("features")
                writer.value(trait.featureMap)
                Self.write("attributes", trait.attributes.map(\.id), to: &writer)
                Self.write("commands", trait.commands.map(\.id), to: &writer)
                Self.write("events", trait.events.map(\.id), to: &writer)
                Self.write(valuesOf: trait, to: &writer)
                writer.endObject()
            }
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(valuesOf trait: TraitLayout, to writer: inout JSONWriter) {
        let narrow = trait.attributes.filter { attribute in
            trait.cluster.attribute(id: attribute.id)?.narrowed(in: trait.context).value != attribute.value
        }
        guard !narrow.isEmpty else { return }
        writer.key("values")
        writer.beginObject()
        for attribute in narrow {
            write(String(attribute.id), attribute.value.allowedMembers.map { UInt32($0.value) }, to: &writer)
        }
        writer.endObject()
    }

    private static func write(_ key: String, _ ids: [UInt32], to writer: inout JSONWriter) {
        writer.key(key)
        writer.beginArray()
        for id in ids { writer.value(id) }
        writer.endArray()
    }

    /// Reads what ``savedText`` wrote; types, traits and members that the model does not have any more are left out.
    ///
    /// - Throws: `dataLoss` for text that is no layout.
    public convenience init(savedText text: String, catalog: ModelCatalog) throws(HomeError) {
        do throws(JSONFault) {
            self.init(parts: try Self.parts(try JSONValue(parsing: Array(text.utf8)), catalog))
        } catch {
            throw HomeError(.dataLoss, "a device's layout cannot be read: \(error)")
        }
    }

    private static func parts(_ json: JSONValue, _ catalog: ModelCatalog) throws(JSONFault) -> [Part] {
        var parts: [Part] = []
        var endpoints: Set<UInt16> = []
        for element in try JSONFields.array(json) {
            let fields = try JSONFields(element)
            let endpoint: UInt16 = try fields.number("endpoint")
            guard endpoints.insert(endpoint).inserted else {
                throw JSONFault(problem: "endpoint \(endpoint) is there twice")
            }
            let types = try JSONFields.array(try fields.value("types")).compactMap { type -> DeviceTypeDescriptor? in
                guard case .string(let name) = type else { return nil }
                return catalog.deviceType(named: name)
            }
            guard !types.isEmpty else { continue }
            let parent: UInt16? = fields["parent"] == nil ? nil : try fields.number("parent")
            let services = try fields["services"].map { names throws(JSONFault) in try JSONFields.array(names) } ?? []
            parts.append(
                Part(
                    endpoint: endpoint, types: types, parent: parent, traits: try traits(of: fields, catalog),
                    services: services.compactMap { name in
                        guard case .string(let text) = name else { return nil }
                        return text
                    }))
        }
        return parts
    }

    private static func traits(of part: JSONFields, _ catalog: ModelCatalog) throws(JSONFault) -> [Trait] {
        var traits: [Trait] = []
        for member in try part.object("traits") {
            guard let cluster = catalog.cluster(named: member.name) else { continue }
            let fields = try JSONFields(member.value)
            let attributes = try numbers("attributes", of: fields)
            let commands = try numbers("commands", of: fields)
            let events = try numbers("events", of: fields)
            let values = try fields["values"].map { values throws(JSONFault) in try JSONFields(values) }
            traits.append(
                Trait(
                    cluster: cluster, featureMap: try fields.number("features"),
                    attributes: try cluster.attributes.filter { attributes.contains($0.id) }
                        .map { attribute throws(JSONFault) in try narrow(attribute, to: values) },
                    commands: cluster.commands.filter { commands.contains($0.id) },
                    events: cluster.events.filter { events.contains($0.id) }))
        }
        return traits
    }

    /// The attribute with only those members of its enumeration that were written.
    private static func narrow(
        _ attribute: AttributeDescriptor, to values: JSONFields?
    ) throws(JSONFault) -> AttributeDescriptor {
        let key = String(attribute.id)
        guard let values, values[key] != nil else { return attribute }
        let known = try numbers(key, of: values)
        return attribute.with(value: attribute.value.narrowed { known.contains(UInt32($0.value)) })
    }

    private static func numbers(_ name: String, of fields: JSONFields) throws(JSONFault) -> Set<UInt32> {
        var numbers: Set<UInt32> = []
        for element in try JSONFields.array(try fields.value(name)) {
            numbers.insert(try JSONFields.number(element, name))
        }
        return numbers
    }
}
