import DataModel
import HomeGraph
import ModelReader

/// What else of a device can be written, for people who look for it: settings that the table has no row for.
///
/// They are made from the model, so that every writable attribute has one, and Home Assistant shows them when it is asked
/// to.
enum SettingComponents {
    /// Traits whose attributes are no settings: what they do has components of its own.
    private static let excluded: Set<String> = ["Identify"]

    /// Those of a part that people know, without what its components write already.
    static func bind(_ part: PartLayout, label: String?, written: Set<String>) -> [BoundComponent] {
        guard part.types.contains(where: { $0.classification == .simple }) else { return [] }
        return part.traits.filter { $0.cluster.scope == .device && !excluded.contains($0.cluster.traitName) }.flatMap {
            trait in
            trait.attributes.compactMap { attribute -> BoundComponent? in
                let topic = "\(part.name)/\(trait.cluster.traitName)/\(attribute.name)"
                guard attribute.isWritable, !attribute.value.isSecret, !written.contains("\(topic)/set"),
                    let (platform, fields) = fields(attribute.value)
                else { return nil }
                return BoundComponent(
                    id: "\(DiscoveryTopics.escaped(part.name))_\(trait.cluster.traitName)_\(attribute.name)",
                    platform: platform,
                    name: [label, trait.cluster.words, attribute.words].compactMap(\.self).joined(separator: " "),
                    category: .config, isEnabled: false, isAlwaysAvailable: false,
                    fields: [("state_topic", .topic(topic)), ("command_topic", .topic("\(topic)/set"))]
                        + fields.map { ($0.key, .json($0.value)) }, part: part.name)
            }
        }
    }

    private typealias Field = (key: String, value: JSONValue)

    /// How Home Assistant shows a value; `nil` for what it has no way to set.
    private static func fields(_ value: ValueDescriptor) -> (Platform, [Field])? {
        switch value.type {
        case .bool:
            return (
                .switch,
                [
                    ("payload_on", .string("true")), ("payload_off", .string("false")),
                    template(.orUnknown),
                ]
            )
        case .enumeration(let type):
            guard !type.members.isEmpty else { return nil }
            return (
                .select, [("options", .array(type.members.map { .string($0.name) })), template(.memberName)]
            )
        case .integer(let type):
            // Home Assistant counts in doubles.
            guard type.bits <= 32, let bounds = value.integerBounds else { return nil }
            let range = value.constraint?.ranges.count == 1 ? value.constraint?.ranges.first : nil
            let low = range?.lower.flatMap(number) ?? Double(bounds.lower)
            let high = range?.upper.flatMap(number) ?? Double(bounds.upper)
            guard low < high else { return nil }
            return (
                .number,
                [
                    ("min", ComponentTarget.number(low)), ("max", ComponentTarget.number(high)),
                    ("mode", .string("box")),
                    template(.orUnknown),
                ] + (type.unit.map { [("unit_of_measurement", .string($0))] } ?? [])
            )
        default: return nil
        }
    }

    private static func template(_ template: Template) -> Field { ("value_template", .string(template.text)) }

    /// A bound that is a number.
    private static func number(_ bound: Constraint.Bound) -> Double? {
        switch bound {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}

extension ClusterDescriptor {
    /// The name for people.
    fileprivate var words: String { PartLabel.text(traitName.replacing("Google.", with: "")).lowercasedWords }
}

extension AttributeDescriptor {
    /// The name for people.
    fileprivate var words: String { PartLabel.text(name).lowercased() }
}

extension String {
    /// The first word as it is, the others in small letters.
    fileprivate var lowercasedWords: String { prefix(1) + dropFirst().lowercased() }
}
