public import ModelReader

/// What there is: all clusters and device types of the model, found by name and number.
public final class ModelCatalog: Sendable {
    /// Matter's first, then Google's, each by name.
    public let clusters: [ClusterDescriptor]
    /// Matter's first, then Google's, each by name.
    public let deviceTypes: [DeviceTypeDescriptor]
    /// Types that clusters share.
    public let sharedTypes: [DeclaredType]

    private let clustersByName: [String: ClusterDescriptor]
    private let clustersByID: [UInt32: ClusterDescriptor]
    private let deviceTypesByName: [String: DeviceTypeDescriptor]
    private let deviceTypesByID: [UInt32: DeviceTypeDescriptor]

    /// Makes a catalogue of a model.
    public init(_ model: Model) {
        clusters = model.clusters
        deviceTypes = model.deviceTypes
        sharedTypes = model.sharedTypes
        clustersByName = Dictionary(clusters.map { ($0.traitName, $0) }) { first, _ in first }
        clustersByID = Dictionary(clusters.map { ($0.id, $0) }) { first, _ in first }
        let aliases = deviceTypes.compactMap { type in type.alias.map { ($0, type) } }
        deviceTypesByName = Dictionary(deviceTypes.map { ($0.name, $0) } + aliases) { first, _ in first }
        deviceTypesByID = Dictionary(deviceTypes.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The cluster of a trait's name: `OnOff`, `Google.OpenClose`.
    public func cluster(named name: String) -> ClusterDescriptor? { clustersByName[name] }

    /// The cluster of a number.
    public func cluster(id: UInt32) -> ClusterDescriptor? { clustersByID[id] }

    /// The device type of a name, in either spelling: `OnOffPluginUnit`, `OnOffPlugInUnit`.
    public func deviceType(named name: String) -> DeviceTypeDescriptor? { deviceTypesByName[name] }

    /// The device type of a number.
    public func deviceType(id: UInt32) -> DeviceTypeDescriptor? { deviceTypesByID[id] }
}

extension ClusterDescriptor {
    /// The attributes as limits of values: what a constraint refers to by name, or by a field's path.
    ///
    /// - Parameters:
    ///   - path: `maxLevel`, `holdTimeLimits.holdTimeMin`.
    ///   - read: the value that the device has for an attribute, by its number.
    /// - Returns: `nil` where there is no such attribute or it has no value.
    public func limit(_ path: String, reading read: (UInt32) -> DataValue?) -> DataValue? {
        if let id = attributeID(named: path) { return read(id) }
        let steps = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard steps.count == 2, let attribute = attribute(named: steps[0]), let value = read(attribute.id),
            case .structure(let type) = attribute.value.type, case .fields(let fields) = value
        else { return nil }
        return type.fields.value(at: steps[1], in: fields)
    }
}
