import ModelReader

/// Decides which features, attributes, commands and events of a cluster a device has.
///
/// Everything follows from conformance: of the cluster, and of the device types where these say more. What was asked for
/// by name is added where conformance allows it.
struct MemberSelection {
    /// Why something that was asked for cannot be had.
    enum Refusal: Error, Hashable {
        /// No choice of features allows the attribute.
        case attribute(String)
        /// The features exclude each other, or the type forbids one of them.
        case feature(String)
    }

    private let demand: ClusterDemand
    private var context: Conformance.Context
    /// The features, by code.
    private var features: Set<String> = []
    private var members: Set<String> = []
    private let wanted: Set<String>
    private let unwanted: Set<String>

    /// Selects.
    ///
    /// - Parameters:
    ///   - demand: The cluster and what the types demand of it.
    ///   - written: The features that replace the usual ones; `nil` where none were written.
    ///   - usual: What a common product has, by name; what does not go together with the rest is left out.
    ///   - valued: Attributes that must be there.
    ///   - without: Attributes and commands that must not.
    /// - Throws: What was asked for and cannot be had.
    init(
        _ demand: ClusterDemand, written: [String]?, usual: CommonProducts.Members, valued: [String],
        without: Set<String>
    ) throws(Refusal) {
        self.demand = demand
        wanted = Set(valued).union(usual.attributes).union(usual.commands).subtracting(without)
        unwanted = without
        context = Conformance.Context(
            revision: Int(demand.cluster.revision), conditions: CommonProducts.conditions)
        try selectFeatures(written: written, usual: usual.features)
        for name in valued { try enable(attribute: name) }
        try checkFeatures(written ?? [])
        selectMembers()
    }

    /// The feature map.
    var featureMap: UInt32 {
        demand.cluster.features.reduce(0) { map, feature in
            features.contains(feature.code) && feature.bit < 32 ? map | 1 << UInt32(feature.bit) : map
        }
    }

    /// The supported attributes, in the model's order.
    var attributes: [AttributeDescriptor] { demand.cluster.attributes.filter { members.contains($0.name) } }
    /// The supported commands, in the model's order.
    var commands: [CommandDescriptor] {
        demand.cluster.commands.filter { members.contains($0.name) }
    }
    /// The supported events, in the model's order.
    var events: [EventDescriptor] {
        demand.cluster.events.filter { event in
            switch event.conformance?.evaluate(in: context) {
            case nil, .mandatory: true
            case .optional, .choice: true
            case .disallowed, .deprecated, .provisional: false
            }
        }
    }

    // MARK: - Features

    private mutating func selectFeatures(written: [String]?, usual: [String]) throws(Refusal) {
        let all = demand.cluster.features
        for feature in all where demand.rule(.feature, feature.name, context) == .mandatory { insert(feature) }
        for feature in all where (written ?? []).contains(feature.name) { insert(feature) }
        if written == nil {
            for feature in all where usual.contains(feature.name) && isAllowed(feature) { insert(feature) }
        }
        complete()
    }

    /// Adds what the features demand, and one of each choice that is open.
    private mutating func complete() {
        let all = demand.cluster.features
        var isChanged = true
        while isChanged {
            isChanged = false
            for feature in all where !features.contains(feature.code) && rule(feature) == .mandatory {
                insert(feature)
                isChanged = true
            }
            guard !isChanged else { continue }
            var satisfied: Set<String> = []
            for feature in all where features.contains(feature.code) {
                if let group = choice(feature)?.group { satisfied.insert(group) }
            }
            for feature in all where !features.contains(feature.code) {
                guard case .choice(let group, _) = rule(feature), !satisfied.contains(group) else { continue }
                insert(feature)
                isChanged = true
                break
            }
        }
    }

    private mutating func insert(_ feature: FeatureDescriptor) {
        features.insert(feature.code)
        context.features = features
    }

    /// What the type says of a feature, else the cluster.
    private func rule(_ feature: FeatureDescriptor) -> Conformance.Rule {
        var others = context
        others.features.remove(feature.code)
        if let rule = demand.rule(.feature, feature.name, others), rule != .optional {
            guard let choice = choiceOfType(rule) else { return rule }
            return .choice(choice.group, orMore: choice.orMore)
        }
        return feature.conformance?.evaluate(in: others) ?? .optional
    }

    /// A choice that a type gives: its groups are others than those of the cluster, whatever their letters.
    private func choiceOfType(_ rule: Conformance.Rule?) -> (group: String, orMore: Bool)? {
        guard case .choice(let group, let orMore)? = rule else { return nil }
        return ("\(group) of the type", orMore)
    }

    /// The choice that the feature is one of.
    private func choice(_ feature: FeatureDescriptor) -> (group: String, orMore: Bool)? {
        if let choice = choiceOfType(demand.rule(.feature, feature.name, context)) { return choice }
        guard case .choice(let group, let orMore)? = feature.conformance?.evaluate(in: context) else { return nil }
        return (group, orMore)
    }

    private func isAllowed(_ feature: FeatureDescriptor) -> Bool {
        switch rule(feature) {
        case .mandatory, .optional: return true
        case .choice(let group, let orMore):
            return orMore
                || !demand.cluster.features.contains { other in
                    features.contains(other.code) && other.code != feature.code && choice(other)?.group == group
                }
        case .disallowed, .deprecated, .provisional: return false
        }
    }

    private func checkFeatures(_ written: [String]) throws(Refusal) {
        for feature in demand.cluster.features where written.contains(feature.name) {
            switch rule(feature) {
            case .disallowed: throw .feature(feature.name)
            case .choice where !isAllowed(feature): throw .feature(feature.name)
            default: break
            }
        }
    }

    /// Adds the features that an attribute needs: none, else one, else two.
    private mutating func enable(attribute name: String) throws(Refusal) {
        guard let attribute = demand.cluster.attributes.first(where: { $0.name == name }),
            let conformance = attribute.conformance
        else { return }
        context.elements = wanted
        defer { context.elements = [] }
        let others = demand.cluster.attributes.filter { $0.name != name }
        func isThere(_ context: Conformance.Context) -> Bool {
            // An attribute may depend on others that come with the features.
            var full = context
            full.elements.formUnion(
                others.filter { $0.conformance?.evaluate(in: context) == .mandatory }.map(\.name))
            return switch conformance.evaluate(in: full) {
            case .mandatory, .optional, .choice: true
            case .disallowed, .deprecated, .provisional: false
            }
        }
        guard !isThere(context) else { return }
        let candidates = demand.cluster.features.filter { !features.contains($0.code) }
        let pairs = candidates.indices.flatMap { first in
            candidates[(first + 1)...].map { [candidates[first], $0] }
        }
        for group in candidates.map({ [$0] }) + pairs {
            var trial = context
            trial.features.formUnion(group.map(\.code))
            guard isThere(trial), group.contains(where: isAllowed) else { continue }
            for feature in group { insert(feature) }
            complete()
            return
        }
        // Provisional or deprecated all the same, and asked for: it is had.
        switch conformance.evaluate(in: context) {
        case .provisional, .deprecated: return
        default: throw .attribute(name)
        }
    }

    // MARK: - Attributes and commands

    /// Adds members until no conformance asks for more: members may depend on each other.
    private mutating func selectMembers() {
        let all: [(kind: DeviceTypeDescriptor.Element.Kind, name: String, conformance: Conformance?)] =
            demand.cluster.attributes.map { (.attribute, $0.name, $0.conformance) }
            + demand.cluster.commands.map { (.command, $0.name, $0.conformance) }
        context.elements = wanted
        var isChanged = true
        while isChanged {
            isChanged = false
            var chosen: Set<String> = []
            for member in all where members.contains(member.name) {
                if case .choice(let group, _)? = member.conformance?.evaluate(in: context) { chosen.insert(group) }
            }
            for member in all where !members.contains(member.name) {
                guard has(member.kind, member.name, member.conformance, in: context, chosen: chosen) else { continue }
                if case .choice(let group, _)? = member.conformance?.evaluate(in: context) { chosen.insert(group) }
                members.insert(member.name)
                context.elements.insert(member.name)
                isChanged = true
            }
        }
    }

    private func has(
        _ kind: DeviceTypeDescriptor.Element.Kind, _ name: String, _ conformance: Conformance?,
        in context: Conformance.Context, chosen: Set<String>
    ) -> Bool {
        guard !unwanted.contains(name) else { return false }
        if let rule = demand.rule(kind, name, context), rule != .optional { return rule == .mandatory }
        guard let conformance else { return true }
        return switch conformance.evaluate(in: context) {
        case .mandatory: true
        case .optional: wanted.contains(name)
        case .choice(let group, _): members.contains(name) || wanted.contains(name) || !chosen.contains(group)
        case .provisional, .deprecated: wanted.contains(name)
        case .disallowed: false
        }
    }
}
