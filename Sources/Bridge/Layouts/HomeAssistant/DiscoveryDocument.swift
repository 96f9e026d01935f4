import DataModel
import HomeGraph

/// What Home Assistant is told of one device: itself, where it is available, and its components.
///
/// Source: Home Assistant's MQTT integration, device discovery.
struct DiscoveryDocument: Sendable {
    /// The identifier, from which those of the entities are made.
    let identifier: String
    /// What it is.
    var device: [JSONMember]
    /// Where it is said whether it is there, the bridge first.
    var availability: [JSONValue]
    let version: String
    private var components: [JSONMember] = []
    private var names: EntityNames

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - identifier: Home Assistant's word for what tells the device from others.
    ///   - name: The device's name.
    ///   - device: What else it is.
    ///   - entities: The names that the table gives the entities.
    ///   - availability: Where it is said whether it is there, the bridge first.
    ///   - version: The bridge's.
    init(
        identifier: String, name: String, device: [JSONMember], entities: [String?], availability: [JSONValue],
        version: String
    ) {
        let device =
            [JSONMember("identifiers", .array([.string(identifier)])), JSONMember("name", .string(name))] + device
        names = EntityNames(device: name, entities: entities)
        self.identifier = identifier
        self.device = device
        self.availability = availability
        self.version = version
    }

    /// Adds a component.
    ///
    /// - Parameters:
    ///   - component: Its fields are resolved.
    ///   - members: Keys and values of the component's own.
    mutating func add(_ component: BoundComponent, _ members: [JSONMember]) {
        var all = [JSONMember("platform", .string(component.platform.rawValue))]
        if component.platform != .deviceAutomation {
            let unique = "\(identifier)_\(component.id)"
            all += [
                JSONMember("unique_id", .string(unique)),
                JSONMember("name", names.name(component.name).map { .string($0) } ?? .null),
            ]
            if let id = names.defaultID(component.platform.rawValue, unique: unique) {
                all.append(JSONMember("default_entity_id", .string(id)))
            }
            if let category = component.category {
                all.append(JSONMember("entity_category", .string(category.rawValue)))
            }
            if !component.isEnabled { all.append(JSONMember("enabled_by_default", .bool(false))) }
            if component.isAlwaysAvailable {
                all.append(JSONMember("availability", .array(Array(availability.prefix(1)))))
            }
        }
        components.append(JSONMember(component.id, .object(all + members)))
    }

    /// Says that a component is no more; one that is only left out stays in Home Assistant.
    mutating func remove(_ id: String, platform: String) {
        components.append(JSONMember(id, .object([JSONMember("platform", .string(platform))])))
    }

    /// The components that a document told of, beside those that are, with their platforms; `nil` for what is none.
    static func former(_ payload: [UInt8], beside parts: [String: String]) -> DocumentMemory? {
        guard case .object(let root)? = try? JSONValue(parsing: payload),
            case .object(let components)? = root.first(where: { $0.name == "components" })?.value
        else { return nil }
        var former: [String: String] = [:]
        for component in components where parts[component.name] == nil {
            // One that was only said to be no more is none.
            guard case .object(let members) = component.value, members.count > 1,
                case .string(let platform)? = members.first(where: { $0.name == "platform" })?.value
            else { continue }
            former[component.name] = platform
        }
        return former.isEmpty ? nil : DocumentMemory(formerParts: former)
    }

    /// The document.
    var json: JSONValue {
        .object([
            JSONMember("device", .object(device)),
            JSONMember(
                "origin",
                .object([JSONMember("name", .string("homegraph2mqtt")), JSONMember("sw_version", .string(version))])),
            JSONMember("availability", .array(availability)), JSONMember("availability_mode", .string("all")),
            JSONMember("components", .object(components)),
        ])
    }

    /// An entry of the list of topics that say whether something is there.
    static func availability(_ topic: String, _ template: Template? = nil) -> JSONValue {
        .object(
            [JSONMember("topic", .string(topic))]
                + (template.map { [JSONMember("value_template", .string($0.text))] } ?? []))
    }

    /// A device can be reached, as a whole or a part of it.
    static let isReachable = Template.availability
}

extension JSONMember {
    init(_ name: String, _ value: JSONValue) { self.init(name: name, value: value) }
}
