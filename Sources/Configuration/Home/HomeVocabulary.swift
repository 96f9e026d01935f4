import DataModel
import ModelReader

/// The names that a home file may use: device types, traits and their members.
struct HomeVocabulary: Sendable {
    private let types: [String: DeviceTypeDescriptor]
    private let clusters: [String: ClusterDescriptor]
    private let typeNames: [String]
    private let clusterNames: [String]
    /// The cluster whose attributes are a device's `information`.
    let information: ClusterDescriptor?

    /// Takes in what there is.
    init(deviceTypes: [DeviceTypeDescriptor], clusters all: [ClusterDescriptor]) {
        let named = deviceTypes.map { ($0.name, $0) } + deviceTypes.compactMap { type in type.alias.map { ($0, type) } }
        types = Dictionary(named) { first, _ in first }
        typeNames = deviceTypes.map(\.name).sorted()
        let traits = all.filter { $0.scope == .device && !$0.isStub }
        clusters = Dictionary(traits.map { ($0.traitName, $0) }) { first, _ in first }
        clusterNames = traits.map(\.traitName).sorted()
        information = clusters["BasicInformation"]
    }

    /// Takes in a catalogue.
    init(_ catalog: ModelCatalog) {
        self.init(deviceTypes: catalog.deviceTypes, clusters: catalog.clusters)
    }

    /// The device type of a name; `nil` after noting what is wrong.
    func deviceType(_ name: String, at place: ConfigurationPlace, _ reading: Reading) -> DeviceTypeDescriptor? {
        if let type = types[name] { return type }
        reading.faults.add(
            place, "unknown device type \"\(YAMLNode.shortened(name))\" in \(reading.subject)",
            NearestName.advice(for: name, among: typeNames))
        return nil
    }

    /// The trait of a name; `nil` after noting what is wrong.
    func cluster(_ name: String, at place: ConfigurationPlace, _ reading: Reading) -> ClusterDescriptor? {
        if let cluster = clusters[name] { return cluster }
        reading.faults.add(
            place, "unknown trait \"\(YAMLNode.shortened(name))\" in \(reading.subject)",
            NearestName.advice(for: name, among: clusterNames))
        return nil
    }
}
