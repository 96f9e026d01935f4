public import ModelReader

/// A small compiler: descriptors → declarations → Swift text.
///
/// Each model file has one Swift file in each target that is made from it; the same model gives the same text.
public enum TraitGenerator: Sendable {
    /// The files of ClusterTypes: enumerations, bitmaps, structures and keys.
    ///
    /// - Returns: One file for each cluster and one for the types that clusters share.
    public static func clusterTypes(of model: Model) -> [GeneratedFile] {
        let clusters = model.clusters.map { ClusterTranslator(cluster: $0).file() }
        return (clusters + [translateSharedTypes(model.sharedTypes)]).map { GeneratedFile($0) }
    }

    /// The files of HomeTypes: traits and device types.
    ///
    /// - Returns: One file for each cluster and one for the device types of each namespace.
    public static func homeTypes(of model: Model) -> [GeneratedFile] {
        let known = Dictionary(model.clusters.map { ($0.traitName, $0) }, uniquingKeysWith: { first, _ in first })
        let traits = model.clusters.map { TraitTranslator(cluster: $0, clusters: known).file() }
        let deviceTypes = [Namespace.matter, .google].map { namespace in
            translateDeviceTypes(
                model.deviceTypes.filter { $0.namespace == namespace }, of: namespace, clusters: known)
        }
        return (traits + deviceTypes).map { GeneratedFile($0) }
    }
}
