import DataModel
import ModelReader

/// The clusters and device types that composition looks up.
struct CompositionVocabulary: Sendable {
    private let clusters: [String: ClusterDescriptor]
    private let utilities: [String: DeviceTypeDescriptor]
    private let types: [String: DeviceTypeDescriptor]
    /// What stands on endpoint 0.
    let rootNode: DeviceTypeDescriptor?
    /// What every endpoint has.
    let descriptor: ClusterDescriptor?
    /// The traits that belong to endpoint 0 alone, and follow from what else is said of the device.
    let nodeTraits: Set<String>
    /// The trait of endpoint 0 that may say more of a device than every one does, such as what is broken.
    private static let diagnostics = "GeneralDiagnostics"

    /// Takes in what there is.
    init(clusters all: [ClusterDescriptor], deviceTypes: [DeviceTypeDescriptor]) {
        clusters = Dictionary(all.map { ($0.traitName, $0) }) { first, _ in first }
        types = Dictionary(deviceTypes.map { ($0.name, $0) }) { first, _ in first }
        rootNode = deviceTypes.first { $0.name == "RootNode" }
        descriptor = clusters["Descriptor"]
        nodeTraits = Set(
            (rootNode?.server ?? []).filter { $0.conformance == .mandatory }.map(\.trait) + ["Descriptor"]
        ).subtracting([Self.diagnostics])
        var utilities: [String: DeviceTypeDescriptor] = [:]
        for type in deviceTypes where type.classification == .utility && type != rootNode {
            for requirement in type.server where requirement.conformance == .mandatory {
                utilities[requirement.trait] = type
            }
        }
        self.utilities = utilities
    }

    /// Takes in what a catalogue has.
    init(_ catalog: ModelCatalog) { self.init(clusters: catalog.clusters, deviceTypes: catalog.deviceTypes) }

    /// The cluster of this name.
    func cluster(named name: String) -> ClusterDescriptor? { clusters[name] }

    /// The device type of this name.
    func deviceType(named name: String) -> DeviceTypeDescriptor? { types[name] }

    /// Whether a trait that a device of a type is given stands on endpoint 0, such as its clock or its language.
    func belongsToNode(_ cluster: ClusterDescriptor, of type: DeviceTypeDescriptor?) -> Bool {
        guard let rootNode, rootNode.server.contains(where: { $0.trait == cluster.traitName }) else { return false }
        guard type != rootNode else { return true }
        return !nodeTraits.contains(cluster.traitName)
            && type?.allRequirements.contains { $0.trait == cluster.traitName } != true
    }

    /// The utility type that an endpoint with this trait has, too.
    func utilityType(with trait: String) -> DeviceTypeDescriptor? { utilities[trait] }
}
