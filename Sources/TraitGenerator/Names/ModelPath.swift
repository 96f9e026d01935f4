import ModelReader

/// Where the model keeps what was read, and what the Swift made from it is called.
///
/// TraitPlugin goes by the same rule, since a build tool must know its outputs before it runs.
enum ModelPath {
    static func cluster(_ cluster: ClusterDescriptor) -> String {
        switch cluster.namespace {
        case .matter: "Matter/Clusters/\(cluster.name).json"
        case .google: "Google/Traits/\(cluster.name).json"
        }
    }

    static func deviceTypes(_ namespace: Namespace) -> String {
        switch namespace {
        case .matter: "Matter/device-types.json"
        case .google: "Google/device-types.json"
        }
    }

    static let sharedTypes = "Matter/datatypes.json"

    /// The Swift file that belongs to a model file: `Matter.Clusters.OnOff.swift`.
    static func twin(of path: String) -> String {
        let stem = path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
        return String(stem.map { $0 == "/" ? "." : $0 }) + ".swift"
    }
}
