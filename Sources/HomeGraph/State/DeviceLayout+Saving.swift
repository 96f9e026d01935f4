public import DataModel
import ModelReader

/// How a device is made, as text: what a state store keeps, and reads back with a later model.
///
/// A JSON array of endpoints; types and traits by name, members by number:
/// `[{"endpoint":1,"types":["OnOffLight"],"traits":{"OnOff":{"features":1,"attributes":[0],"commands":[0,1],"events":[]}}}]`.
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
                writer.endObject()
            }
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
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
            self.init(parts: try Self.parts(SavedObject.array(try JSONValue(parsing: Array(text.utf8))), catalog))
        } catch {
            throw HomeError(.dataLoss, "a device's layout cannot be read: \(error)")
        }
    }

    private static func parts(_ elements: [JSONValue], _ catalog: ModelCatalog) throws(JSONFault) -> [Part] {
        var parts: [Part] = []
        for element in elements {
            let part = try SavedObject(element)
            let types = try SavedObject.array(part.value("types")).compactMap { type -> DeviceTypeDescriptor? in
                guard case .string(let name) = type else { return nil }
                return catalog.deviceType(named: name)
            }
            var traits: [Trait] = []
            for (name, value) in try SavedObject(part.value("traits")).members {
                guard let cluster = catalog.cluster(named: name) else { continue }
                let trait = try SavedObject(value)
                let attributes = try trait.numbers("attributes")
                let commands = try trait.numbers("commands")
                let events = try trait.numbers("events")
                traits.append(
                    Trait(
                        cluster: cluster, featureMap: try trait.number("features"),
                        attributes: cluster.attributes.filter { attributes.contains($0.id) },
                        commands: cluster.commands.filter { commands.contains($0.id) },
                        events: cluster.events.filter { events.contains($0.id) }))
            }
            guard !types.isEmpty else { continue }
            parts.append(
                Part(
                    endpoint: UInt16(truncatingIfNeeded: try part.number("endpoint")), types: types,
                    parent: part.has("parent") ? UInt16(truncatingIfNeeded: try part.number("parent")) : nil,
                    traits: traits))
        }
        return parts
    }
}

/// A JSON object of which certain members are expected.
private struct SavedObject {
    let members: [(name: String, value: JSONValue)]

    init(_ json: JSONValue) throws(JSONFault) {
        guard case .object(let members) = json else {
            throw JSONFault(position: 0, problem: "\(json.kind) where an object is expected")
        }
        self.members = members.map { ($0.name, $0.value) }
    }

    static func array(_ json: JSONValue) throws(JSONFault) -> [JSONValue] {
        guard case .array(let elements) = json else {
            throw JSONFault(position: 0, problem: "\(json.kind) where an array is expected")
        }
        return elements
    }

    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    func value(_ name: String) throws(JSONFault) -> JSONValue {
        guard let member = members.first(where: { $0.name == name }) else {
            throw JSONFault(position: 0, problem: "'\(name)' is missing")
        }
        return member.value
    }

    func number(_ name: String) throws(JSONFault) -> UInt32 { try Self.number(value(name), name) }

    func numbers(_ name: String) throws(JSONFault) -> Set<UInt32> {
        var numbers: Set<UInt32> = []
        for element in try Self.array(value(name)) { numbers.insert(try Self.number(element, name)) }
        return numbers
    }

    private static func number(_ json: JSONValue, _ name: String) throws(JSONFault) -> UInt32 {
        guard case .int(let number) = json, let number = UInt32(exactly: number) else {
            throw JSONFault(position: 0, problem: "'\(name)' has \(json.kind) where a number of 32 bits is expected")
        }
        return number
    }
}
