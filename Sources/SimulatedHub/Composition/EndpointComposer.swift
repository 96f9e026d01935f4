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

    /// Begins an endpoint.
    init(_ type: DeviceTypeDescriptor, _ part: PartDescription, _ vocabulary: CompositionVocabulary) {
        self.type = type
        self.part = part
        self.vocabulary = vocabulary
    }

    /// Composes it.
    ///
    /// - Throws: What the home file asks for and cannot be had.
    func compose() throws(ConfigurationFault) -> ComposedEndpoint {
        var types = [type]
        for trait in part.namedTraits where !type.allRequirements.contains(where: { $0.trait == trait }) {
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
            let usual = type == self.type ? CommonProducts.traits(of: type.name) : []
            for requirement in type.traits(named: named.union(usual)) {
                guard let cluster = vocabulary.cluster(named: requirement.trait), !cluster.isStub else { continue }
                if let known = demands.firstIndex(where: { $0.cluster == cluster }) {
                    demands[known].elements += requirement.elements
                } else {
                    demands.append(ClusterDemand(cluster: cluster, elements: requirement.elements))
                }
            }
        }
        for trait in part.namedTraits where !demands.contains(where: { $0.cluster.traitName == trait }) {
            guard let cluster = vocabulary.cluster(named: trait) else { continue }
            demands.append(ClusterDemand(cluster: cluster, elements: []))
        }
        return demands
    }

    private func compose(_ demand: ClusterDemand) throws(ConfigurationFault) -> (DeviceLayout.Trait, [DataValue]) {
        let cluster = demand.cluster
        let values = part.values(of: cluster)
        let written = part.features[cluster]
        let selection: MemberSelection
        do {
            selection = try MemberSelection(
                demand, written: written?.map(\.name),
                usual: CommonProducts.members(of: cluster.traitName, on: type.name),
                valued: values.map(\.attribute.name), without: part.without(of: cluster))
        } catch {
            throw fault(error, cluster, values)
        }
        let attributes = selection.attributes
        var initial = InitialValues(
            demand, attributes: attributes, featureMap: selection.featureMap, type: type.name,
            starting: Dictionary(values.map { ($0.attribute.name, $0.value) }) { _, last in last })
        let trait = DeviceLayout.Trait(
            cluster: cluster, featureMap: selection.featureMap, attributes: attributes, commands: selection.commands,
            events: selection.events)
        return (trait, initial.values())
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
}
