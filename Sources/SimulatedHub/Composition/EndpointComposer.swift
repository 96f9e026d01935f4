import Configuration
import DataModel
import HomeGraph
import ModelReader

/// One endpoint as it was composed: its types and traits, and what its attributes hold at first.
struct ComposedEndpoint {
    var types: [DeviceTypeDescriptor]
    var traits: [DeviceLayout.Trait]
    /// The values of each trait's attributes, in the order of both.
    var values: [[DataValue]]
}

/// Composes an endpoint of a device type and what the home file says of it.
struct EndpointComposer {
    private let type: DeviceTypeDescriptor
    private let part: PartDescription
    private let vocabulary: CompositionVocabulary
    /// What a product of the type has, too.
    private let usual: [String]
    /// What the endpoint is called in the tables of products and first values, the most particular name first.
    private let names: [String]

    /// Begins an endpoint; one that is part of another type has names of its own.
    init(
        _ type: DeviceTypeDescriptor, _ part: PartDescription, _ vocabulary: CompositionVocabulary,
        as names: [String]? = nil
    ) {
        self.names = names ?? [type.name]
        usual = self.names.flatMap(CommonProducts.traits)
        self.type = type
        self.part = part
        self.vocabulary = vocabulary
    }

    /// Composes it.
    ///
    /// - Throws: What the home file asks for and cannot be had.
    func compose() throws(ConfigurationFault) -> ComposedEndpoint {
        var types = [type]
        for trait in part.namedTraits + usual where !type.allRequirements.contains(where: { $0.trait == trait }) {
            if let utility = vocabulary.utilityType(with: trait), !types.contains(utility) { types.append(utility) }
        }
        var endpoint = ComposedEndpoint(types: types, traits: [], values: [])
        for demand in demands(of: types) {
            let (trait, values) = try compose(demand)
            endpoint.traits.append(trait)
            endpoint.values.append(values)
        }
        return endpoint
    }

    /// The clusters of the endpoint, in the order of the types' requirements.
    private func demands(of types: [DeviceTypeDescriptor]) -> [ClusterDemand] {
        let named = Set(part.namedTraits)
        var demands: [ClusterDemand] = []
        for type in types {
            let usual = type == self.type ? usual : []
            for requirement in type.traits(named: named.union(usual)) {
                guard let cluster = vocabulary.cluster(named: requirement.trait), !cluster.isStub else { continue }
                if let known = demands.firstIndex(where: { $0.cluster == cluster }) {
                    demands[known].elements += requirement.elements
                } else {
                    demands.append(ClusterDemand(cluster: cluster, elements: requirement.elements))
                }
            }
        }
        for trait in part.namedTraits + usual where !demands.contains(where: { $0.cluster.traitName == trait }) {
            guard let cluster = vocabulary.cluster(named: trait) else { continue }
            demands.append(ClusterDemand(cluster: cluster, elements: []))
        }
        return demands
    }

    private func compose(_ demand: ClusterDemand) throws(ConfigurationFault) -> (DeviceLayout.Trait, [DataValue]) {
        let cluster = demand.cluster
        let values = part.values(of: cluster)
        let usual = CommonProducts.members(of: cluster.traitName, on: type.name)
        let selection: MemberSelection
        do {
            selection = try MemberSelection(
                demand, written: part.features[cluster]?.map(\.name), usual: usual,
                valued: values.map(\.attribute.name), without: part.without(of: cluster))
        } catch {
            throw fault(error, cluster, values)
        }
        var trait = DeviceLayout.Trait(
            cluster: cluster, featureMap: selection.featureMap, attributes: selection.attributes,
            commands: selection.commands, events: selection.events)
        let starting = Dictionary(values.map { ($0.attribute.name, $0.value) }) { _, last in last }
        let context = trait.context
        trait.attributes = trait.attributes.map { attribute in
            let allowed = attribute.narrowed(in: context)
            guard let known = usual.values[attribute.name] else { return allowed }
            let first = starting[attribute.name]
            return allowed.with(
                value: allowed.value.narrowed { known.contains($0.name) || first == .uint(UInt64($0.value)) })
        }
        var initial = InitialValues(
            demand, attributes: trait.attributes, featureMap: selection.featureMap, names: names,
            starting: starting)
        let first = initial.values()
        try check(values, among: trait, first)
        return (trait, first)
    }

    /// What to do about a value beyond its limits.
    static let remedyOfLimits = "write another value, or features and limits that go with this one"

    /// The home file's values fit the model already; they are to fit the device's features and limits, too.
    private func check(
        _ values: [HomeFile.StartingValue], among trait: DeviceLayout.Trait, _ first: [DataValue]
    ) throws(ConfigurationFault) {
        for starting in values {
            guard let attribute = trait.attributes.first(where: { $0.id == starting.attribute.id }) else { continue }
            do throws(ValueFault) {
                try attribute.value.check(starting.value) { path in
                    trait.cluster.limit(path) { id in
                        zip(trait.attributes, first).first { $0.0.id == id }?.1
                    }
                }
            } catch {
                throw ConfigurationFault(
                    at: starting.place, "\(trait.cluster.traitName).\(attribute.name): \(error)",
                    remedy: Self.remedyOfLimits)
            }
        }
    }

    private func fault(
        _ refusal: MemberSelection.Refusal, _ cluster: ClusterDescriptor, _ values: [HomeFile.StartingValue]
    ) -> ConfigurationFault {
        switch refusal {
        case .attribute(let name):
            ConfigurationFault(
                at: values.first { $0.attribute.name == name }?.place ?? part.place,
                "\(cluster.traitName).\(name) is no attribute that this \(type.name) can have with its features",
                remedy: "leave it out, or name features that go with it")
        case .feature(let name):
            ConfigurationFault(
                at: part.place, "the feature \(cluster.traitName).\(name) does not go together with the others",
                remedy: "leave it out, or those that exclude it")
        }
    }
}

/// What the home file says of one endpoint.
struct PartDescription {
    var features: [ClusterDescriptor: [FeatureDescriptor]] = [:]
    var missing: [HomeFile.MissingMember] = []
    var values: [HomeFile.StartingValue] = []
    var place: ConfigurationPlace

    /// The traits that are named with values or features, in the order written.
    var namedTraits: [String] {
        var seen: Set<String> = []
        return (values.map(\.cluster.traitName) + features.keys.map(\.traitName).sorted())
            .filter { seen.insert($0).inserted }
    }

    /// The starting values of a cluster's attributes.
    func values(of cluster: ClusterDescriptor) -> [HomeFile.StartingValue] { values.filter { $0.cluster == cluster } }

    /// The names of a cluster's members that are not to be there.
    func without(of cluster: ClusterDescriptor) -> Set<String> {
        Set(
            missing.filter { $0.cluster == cluster }
                .flatMap { [$0.attribute?.name, $0.command?.name].compactMap(\.self) })
    }

    /// Takes over what a part says of some clusters.
    mutating func take(from part: inout HomeFile.Part, where belongs: (ClusterDescriptor) -> Bool) {
        values += part.values.filter { belongs($0.cluster) }
        part.values.removeAll { belongs($0.cluster) }
        missing += part.without.filter { belongs($0.cluster) }
        part.without.removeAll { belongs($0.cluster) }
        features.merge(part.features.filter { belongs($0.key) }) { own, _ in own }
        part.features = part.features.filter { !belongs($0.key) }
    }
}
