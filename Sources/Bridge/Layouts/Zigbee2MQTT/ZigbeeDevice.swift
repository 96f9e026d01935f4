import Conversions
import DataModel
import HomeGraph

/// What devices that are made alike expose, and the state that says it.
final class ZigbeeDevice: Sendable {
    /// Features that belong together.
    struct Expose: Sendable {
        /// `nil` for a feature of its own.
        let type: String?
        let endpoint: String?
        let features: [Feature]
    }

    let exposes: [Expose]
    /// All features, in order.
    let features: [Feature]
    /// The names of the parts of which there are several alike.
    let endpoints: [String]
    /// The slots that the state follows from.
    let stateOffsets: [Int]
    /// The slots that the description follows from.
    let descriptionOffsets: [Int]
    /// Whether it runs on a battery.
    let hasBattery: Bool

    /// Looks at devices that are made so.
    init(_ layout: DeviceLayout) {
        let parts = layout.parts.map { Self.exposes(of: QuantityPart($0)) }
        // A member of the state that several parts ask for is one for each of them.
        var uses: [String: Int] = [:]
        for exposes in parts {
            for property in Set(exposes.flatMap { $0.features.map(\.property) }) { uses[property, default: 0] += 1 }
        }
        var endpoints: [String] = []
        var all: [Expose] = []
        for exposes in parts {
            let isShared = exposes.contains { $0.features.contains { uses[$0.property, default: 0] > 1 } }
            guard isShared else {
                all += exposes
                continue
            }
            let endpoint = "l\(endpoints.count + 1)"
            endpoints.append(endpoint)
            all += exposes.map { expose in
                let features = expose.features.map { feature -> Feature in
                    guard uses[feature.property, default: 0] > 1 else { return feature }
                    // What happens is said on one property, whichever part it happens on.
                    return feature.renamed(
                        feature.isEvent ? feature.property : "\(feature.property)_\(endpoint)", endpoint: endpoint)
                }
                return Expose(
                    type: expose.type, endpoint: features.contains { $0.endpoint != nil } ? endpoint : nil,
                    features: features)
            }
        }
        self.endpoints = endpoints
        exposes = all
        features = all.flatMap(\.features)
        stateOffsets = features.filter(\.isReadable).flatMap(\.offsets).uniqued()
        descriptionOffsets = features.flatMap(\.descriptionOffsets).uniqued()
        hasBattery = features.contains { $0.rule.name == "battery" || $0.rule.name == "battery_low" }
    }

    /// A member of the state that a rule before has is called after the kind, too; a feature of its own is left out.
    private static func exposes(of part: QuantityPart) -> [Expose] {
        var taken: Set<String> = []
        return ExposeRule.all.compactMap { rule in
            guard rule.scope.contains(part) else { return nil }
            let features = rule.features.compactMap { feature -> Feature? in
                var property = feature.property
                if taken.contains(property) {
                    guard let type = rule.type else { return nil }
                    property = "\(property)_\(type)"
                }
                return taken.contains(property) ? nil : Feature(feature, on: part, property: property)
            }
            // What is hidden makes no light.
            guard features.contains(where: { !$0.rule.isHidden }) else { return nil }
            taken.formUnion(features.map(\.property))
            return Expose(type: rule.type, endpoint: nil, features: features)
        }
    }

    /// The members of the state, in the order of their names.
    func state(_ read: @escaping SlotReader) -> [JSONMember] {
        var members: [String: JSONValue] = [:]
        for feature in features where feature.isReadable {
            members.merge(feature.value(read), into: feature.property)
        }
        return members.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: $0.value) }
    }

    /// What `definition.exposes` says.
    func description(_ read: @escaping SlotReader) -> JSONValue {
        .array(
            exposes.flatMap { expose -> [JSONValue] in
                let features = expose.features.filter { !$0.rule.isHidden }.compactMap { description(of: $0, read) }
                guard let type = expose.type else { return features }
                var members = [
                    JSONMember(name: "type", value: .string(type)),
                    JSONMember(name: "features", value: .array(features)),
                ]
                if let endpoint = expose.endpoint {
                    members.append(JSONMember(name: "endpoint", value: .string(endpoint)))
                }
                return [.object(members)]
            })
    }

    /// The entry of a feature; of several whose events stand on one property the first has them all.
    private func description(of feature: Feature, _ read: @escaping SlotReader) -> JSONValue? {
        guard feature.isEvent else { return feature.description(read) }
        let alike = features.filter { $0.isEvent && $0.property == feature.property }
        guard alike.first?.endpoint == feature.endpoint else { return nil }
        return feature.description(words: alike.flatMap(\.eventWords), read)
    }

    /// The feature that a key of a message means: a member of the state, or one of an endpoint named by the topic.
    ///
    /// Of several that share a member the one that takes the value's form.
    func feature(_ key: String, endpoint: String?, for value: JSONValue) -> Feature? {
        let names = endpoint.map { ["\(key)_\($0)", key] } ?? [key]
        for name in names {
            let found = features.filter { $0.property == name && $0.isSettable }
            if found.count > 1, let color = try? ColorWish(value),
                let feature = found.first(where: { color.isSaid(in: $0.rule.form) })
            {
                return feature
            }
            if let first = found.first { return first }
        }
        return features.first { names.contains($0.property) }
    }
}
