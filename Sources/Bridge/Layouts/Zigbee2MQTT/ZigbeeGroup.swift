import Conversions
import DataModel
import HomeGraph

/// The state of a group, from those of its members.
struct ZigbeeGroup: Sendable {
    /// A member of the state.
    private struct Property: Sendable {
        let name: String
        let first: Feature
        let values: GroupQuantity
    }

    private let properties: [Property]

    /// Looks at the members of a group; by the members of the state that orders name, whatever a device calls them.
    init(_ members: [HomeTopics.Device], _ content: (HomeTopics.Device) -> ZigbeeDevice) {
        var order: [String] = []
        var found: [String: [(feature: Feature, member: GroupQuantity.Member)]] = [:]
        for device in members {
            for feature in content(device).features
            where feature.isReadable && (feature.isSettable || feature.rule.isHidden) {
                // A colour is said in all the ways that there are.
                let key = "\(feature.rule.property) \(feature.rule.form.isColor ? feature.rule.name : "")"
                guard let quantity = feature.reading else { continue }
                if let first = found[key]?.first?.feature, !feature.isLike(first) { continue }
                if found[key] == nil { order.append(key) }
                found[key, default: []].append(
                    (feature, GroupQuantity.Member(device.record, quantity, on: feature.part)))
            }
        }
        properties = order.compactMap { key in
            guard let all = found[key], let first = all.first?.feature else { return nil }
            return Property(name: first.rule.property, first: first, values: GroupQuantity(all.map(\.member)))
        }
    }

    /// The slots that it follows from.
    var slots: [Int] { properties.flatMap(\.values.slots).uniqued() }

    /// What the members say together.
    func state(_ store: HomeStore) -> [JSONMember] {
        var members: [String: JSONValue] = [:]
        for property in properties {
            guard let value = property.values.value(store) else { continue }
            members.merge(property.first.json(value), into: property.name)
        }
        return members.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: $0.value) }
    }
}

extension FeatureRule.Form {
    fileprivate var isColor: Bool {
        switch self {
        case .xy, .hueSaturation: true
        default: false
        }
    }
}

extension Feature {
    /// Whether it is told in the same words: the same quantity, or one that is on and off in the same way.
    fileprivate func isLike(_ other: Feature) -> Bool {
        if case .binary(let on, let off, _) = rule.form, case .binary(let otherOn, let otherOff, _) = other.rule.form {
            return on == otherOn && off == otherOff
        }
        return reading?.conversion.quantity == other.reading?.conversion.quantity
    }
}

extension [String: JSONValue] {
    /// Puts a value under a name; a colour is said in all the ways that there are.
    mutating func merge(_ value: JSONValue, into name: String) {
        if case .object(let more) = value, case .object(let known)? = self[name] {
            self[name] = .object((known + more).sorted { $0.name < $1.name })
        } else if self[name] == nil || self[name] == .null {
            self[name] = value
        }
    }
}
