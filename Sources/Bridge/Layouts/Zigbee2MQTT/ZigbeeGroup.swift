import DataModel
import HomeGraph

/// The state of a group, from those of its members.
struct ZigbeeGroup: Sendable {
    private let members: [(device: HomeTopics.Device, features: [Feature])]

    /// Looks at the members of a group.
    init(_ members: [HomeTopics.Device], _ content: (HomeTopics.Device) -> ZigbeeDevice) {
        self.members = members.map { device in
            (device, content(device).features.filter { $0.isReadable && ($0.isSettable || $0.rule.isHidden) })
        }
    }

    /// The slots that it follows from.
    var slots: [Int] {
        members.flatMap { device, features in features.flatMap(\.offsets).map { device.record.firstSlot + $0 } }
            .uniqued()
    }

    /// On if one is on; the mean of numbers; else what the first says.
    func state(_ store: HomeStore) -> [JSONMember] {
        var values: [String: (feature: FeatureRule, values: [JSONValue])] = [:]
        for (device, features) in members {
            for feature in features {
                let value = feature.value { store.value(at: device.record.firstSlot + $0) }
                guard value != .null else { continue }
                values[feature.rule.name, default: (feature.rule, [])].values.append(value)
            }
        }
        var members: [String: JSONValue] = [:]
        for (feature, values) in values.sorted(by: { $0.key < $1.key }).map(\.value) {
            guard let value = Self.common(values, feature) else { continue }
            members.merge(value, into: feature.property)
        }
        return members.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: $0.value) }
    }

    private static func common(_ values: [JSONValue], _ feature: FeatureRule) -> JSONValue? {
        if case .binary(let on, _, _) = feature.form, values.contains(on) { return on }
        let numbers = values.compactMap(Codec.number)
        guard !numbers.isEmpty, numbers.count == values.count else { return values.first }
        return .double((numbers.reduce(0, +) / Double(numbers.count)).rounded())
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
