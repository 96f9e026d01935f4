import DataModel

/// What Home Assistant calls a platform: a kind of entities, or of triggers.
enum Platform: String, Sendable, Hashable, CaseIterable {
    case alarmControlPanel = "alarm_control_panel"
    case binarySensor = "binary_sensor"
    case button, climate, cover
    case deviceAutomation = "device_automation"
    case event, fan, humidifier
    case lawnMower = "lawn_mower"
    case light, lock, number, select, sensor, `switch`, update, vacuum, valve
    case waterHeater = "water_heater"
}

/// When a part of a device has a component of Home Assistant's, and what its document says: a row of the table.
///
/// Members are named `MEMBER`, of the rule's own trait, or `TRAIT/MEMBER`.
struct ComponentRule: Sendable {
    /// Where Home Assistant shows an entity.
    enum Category: String, Sendable {
        case config, diagnostic
    }

    /// What tells the component from the others of its part.
    let id: String
    let platform: Platform
    /// The trait that the part has.
    let trait: String
    /// The device types of which the part is or extends one; empty is any.
    var types: [String] = []
    /// The device types of which the part is and extends none.
    var excludedTypes: [String] = []
    /// Traits that the part has not.
    var excludedTraits: [String] = []
    /// Features of the trait, as codes, that the part has.
    var features: [String] = []
    /// Features of the trait, as codes, that the part has not.
    var excludedFeatures: [String] = []
    /// The entity's own name; `nil` for what the device, or its part, mainly is.
    var name: String?
    var category: Category?
    /// Whether Home Assistant shows the entity without being asked to.
    var isEnabled = true
    /// Whether groups have it, too.
    var isForGroups = false
    /// Whether devices do not have it.
    var isForGroupsOnly = false
    /// Whether it is there while the device cannot be reached.
    var isAlwaysAvailable = false
    /// What the entity says in a document of its own; of a group, what its members say together.
    var kind: EntityKind?
    /// Whether only groups say it in a document.
    var isDocumentForGroupsOnly = false
    /// What stands in the document; where something is not there, the component is not, either.
    let fields: [Field]

    /// A member of the document.
    struct Field: Sendable {
        let key: String
        let value: Value

        init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// What a member of the document is.
    indirect enum Value: Sendable {
        case null
        case text(String)
        case number(Double)
        case flag(Bool)
        case texts([String])
        /// The topic of an attribute.
        case state(String)
        /// The topic on which an attribute is written.
        case write(String)
        /// The topic on which a command is called.
        case invoke(String)
        /// The topic on which the device takes a batch.
        case batch
        /// A command as a step of a batch.
        case step(String)
        /// The topic of an event.
        case event(String)
        /// The topics of all events of the trait.
        case events
        /// The names of the supported events of the trait.
        case eventNames
        case template(Template)
        /// A text in which `PART` stands for the part's name.
        case partText(String)
        /// The names of an enumeration's members.
        case names(of: String)
        /// What follows from values; nothing where it is `nil`.
        case live([String], @Sendable ([DataValue]) -> JSONValue?)
        /// Members that stand there together or not at all; the key counts for nothing.
        case option([Field])
        /// As ``option(_:)``, where the trait has these features, as codes.
        case feature([String], [Field])
        /// As ``option(_:)``, for groups only.
        case group([Field])
        /// As ``option(_:)``, for devices only.
        case device([Field])
        /// The topic of the entity's own document.
        case document
        /// The topic on which the entity's own document is set.
        case documentSet
        /// What follows from what the part has; nothing where it is `nil`.
        case made(@Sendable (ComponentTarget) -> JSONValue?)
    }
}

/// A component of a device or group, bound to its topics and slots; the same for all devices that are made alike.
struct BoundComponent: Sendable {
    /// A member of the document.
    enum Value: Sendable {
        case json(JSONValue)
        /// A topic below the device's or group's own.
        case topic(String)
        /// A topic below that of the entity's documents.
        case entity(String)
        /// What follows from the values in slots, by their offsets; nothing where it is `nil`.
        case live(offsets: [Int], @Sendable ([DataValue]) -> JSONValue?)
    }

    /// Unique within the device.
    let id: String
    let platform: Platform
    let name: String?
    let category: ComponentRule.Category?
    let isEnabled: Bool
    let isAlwaysAvailable: Bool
    let fields: [(key: String, value: Value)]
    /// The part's name.
    var part = ""
    /// What it says in a document of its own.
    var document: EntityDocument?
    /// The kind of the document.
    var kind: EntityKind?

    /// The topics below the device's own on which it looks.
    var topics: [String] {
        fields.compactMap { field in
            guard case .topic(let end) = field.value else { return nil }
            return end
        }
    }

    /// The members of the discovery document.
    ///
    /// - Parameters:
    ///   - root: The device's or group's own topic.
    ///   - entity: What stands before the ends of its documents' topics.
    ///   - read: The value in a slot.
    /// - Returns: Those that there are now.
    func members(root: String, entity: String, _ read: (Int) -> DataValue) -> [JSONMember] {
        fields.compactMap { field in
            switch field.value {
            case .json(let json): JSONMember(field.key, json)
            case .topic(let end): JSONMember(field.key, .string("\(root)/\(end)"))
            case .entity(let end): JSONMember(field.key, .string("\(entity)/\(end)"))
            case .live(let offsets, let make): make(offsets.map(read)).map { JSONMember(field.key, $0) }
            }
        }
    }

    /// The offsets of the slots that the document is made of.
    var offsets: [Int] {
        fields.flatMap { field in
            guard case .live(let offsets, _) = field.value else { return [Int]() }
            return offsets
        }
    }
}
