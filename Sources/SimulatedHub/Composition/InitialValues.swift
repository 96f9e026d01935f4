import DataModel
import ModelReader

/// What the attributes of one trait hold at first: the starting value, else what the tables or the model say, else the
/// plainest value that the constraint allows.
struct InitialValues {
    private let demand: ClusterDemand
    private let names: [String]
    private let attributes: [AttributeDescriptor]
    private let features: UInt32
    private var known: [String: DataValue]
    private var open: Set<String> = []

    /// Begins with the starting values, by attribute name.
    init(
        _ demand: ClusterDemand, attributes: [AttributeDescriptor], featureMap: UInt32, names: [String],
        starting: [String: DataValue]
    ) {
        self.demand = demand
        self.names = names
        self.attributes = attributes
        features = featureMap
        known = starting
    }

    /// The values, in the order of the attributes.
    mutating func values() -> [DataValue] { attributes.map { value(of: $0) } }

    private mutating func value(of attribute: AttributeDescriptor) -> DataValue {
        if let value = known[attribute.name] { return value }
        // Two attributes that bound each other: the second sees no bound.
        guard open.insert(attribute.name).inserted else { return .null }
        let value = find(attribute)
        open.remove(attribute.name)
        known[attribute.name] = value
        return value
    }

    private mutating func find(_ attribute: AttributeDescriptor) -> DataValue {
        let trait = demand.cluster.traitName
        var descriptor = attribute.value
        if let narrower = demand.constraint(of: attribute.name) {
            descriptor = ValueDescriptor(
                type: descriptor.type, isNullable: descriptor.isNullable, constraint: narrower, text: descriptor.text,
                isSecret: descriptor.isSecret)
        }
        // A constraint names other attributes: their values come first.
        var others: [String: DataValue] = [:]
        for name in descriptor.constraint?.memberNames ?? [] {
            let path = name.split(separator: ".", maxSplits: 1)
            guard let first = path.first, let other = attributes.first(where: { $0.name == first }) else { continue }
            let whole = value(of: other)
            others[name] = path.count == 1 ? whole : Self.field(String(path[1]), of: whole, other.value.type)
        }
        let least = LeastValue { others[$0] }
        if let value = derived(attribute.name) { return value }
        if case .same(let name)? = attribute.defaultValue,
            let other = attributes.first(where: { $0.name == name })
                ?? demand.cluster.attributes.first(where: { $0.name == name })
        {
            return value(of: other)
        }
        let literals = [
            Defaults.value(of: attribute.name, trait, on: names), attribute.defaultValue.flatMap(Literal.init),
        ]
        for literal in literals {
            guard let value = literal?.value(as: attribute.value, filler: { least.value($0.value) }) else { continue }
            guard case .enumeration = descriptor.type, case .uint(let raw) = value else {
                return descriptor.nearest(to: value) { others[$0] }
            }
            if descriptor.allowedMembers.contains(where: { UInt64($0.value) == raw }) { return value }
        }
        return least.value(descriptor)
    }

    /// What follows from the features or other attributes, whatever a table says.
    private mutating func derived(_ name: String) -> DataValue? {
        switch (demand.cluster.traitName, name) {
        case ("ColorControl", "colorCapabilities"): return .uint(UInt64(features & 0x1F))
        case ("ColorControl", "colorMode"), ("ColorControl", "enhancedColorMode"):
            return .uint(features & 1 << 0 != 0 ? 0 : features & 1 << 4 != 0 ? 2 : 1)
        case ("Thermostat", "controlSequenceOfOperation"):
            return .uint(features & 0b11 == 0b11 ? 4 : features & 1 != 0 ? 2 : 0)
        case ("Thermostat", "systemMode"): return .uint(features & 1 != 0 ? 4 : 3)
        case ("PowerSource", "batReplaceability"): return .uint(features & 1 << 3 != 0 ? 2 : 1)
        case ("WindowCovering", "configStatus"):
            return .uint(UInt64(0b1 | (features & 0b100) << 1 | features & 0b10000))
        default: return nil
        }
    }

    private static func field(_ name: String, of value: DataValue, _ type: DataType) -> DataValue? {
        guard case .fields(let fields) = value, case .structure(let structure) = type else { return nil }
        return structure.fields.first { $0.name == name }.flatMap { fields[$0.id] }
    }
}
