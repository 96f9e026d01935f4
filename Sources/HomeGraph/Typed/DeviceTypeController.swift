import ModelReader

/// The device types of a device.
///
/// Source: the first seed.
public final class DeviceTypeController: Sendable {
    let context: HomeContext
    let device: DeviceRecord
    /// The endpoints it speaks for.
    let parts: [PartLayout]

    init(context: HomeContext, device: DeviceRecord, parts: [PartLayout]) {
        self.context = context
        self.device = device
        self.parts = parts
    }

    /// Whether the device, or a part within it, is of this type and has its required traits.
    public func contains<T: DeviceType>(_: T.Type = T.self) -> Bool { !matching(T.self).isEmpty }

    /// The first part of this type as it is now, those at the top before those within others; `nil` for none.
    public func get<T: DeviceType>(_: T.Type = T.self) async -> T? {
        let matching = matching(T.self)
        return (matching.first(where: isTop) ?? matching.first).flatMap { type(T.self, of: $0) }
    }

    /// The parts of this type at the top as they are now, by endpoint.
    public func getAll<T: DeviceType>(of _: T.Type = T.self) async -> [T] {
        parts.filter(isTop).compactMap { type(T.self, of: $0) }
    }

    /// How many parts at the top are of this type.
    public func count<T: DeviceType>(_: T.Type = T.self) -> Int { matching(T.self).filter(isTop).count }

    private func matching<T: DeviceType>(_: T.Type) -> [PartLayout] {
        parts.filter { $0.isOffered(as: T.self) }
    }

    /// Whether a part is within no other of those that the controller speaks for.
    private func isTop(_ part: PartLayout) -> Bool {
        guard let parent = part.parent else { return true }
        return !parts.contains { $0.endpoint == parent && $0.isApplication }
    }

    // MARK: - Parts within parts

    /// The parts that a part consists of.
    func children(of part: PartLayout) -> [PartLayout] {
        guard part.isApplication else { return [] }
        return parts.filter { $0.parent == part.endpoint && $0.endpoint != part.endpoint }
    }

    /// The parts of a type within a part, the nearest first.
    func nested<T: DeviceType>(_: T.Type, in part: PartLayout) -> [T] {
        var found: [T] = []
        var level = children(of: part)
        var seen: Set<UInt16> = [part.endpoint]
        while !level.isEmpty {
            found += level.compactMap { type(T.self, of: $0) }
            seen.formUnion(level.map(\.endpoint))
            level = level.flatMap(children).filter { !seen.contains($0.endpoint) }
        }
        return found
    }

    // MARK: - Snapshots

    /// A part as this type, as it is now; `nil` where it is none.
    func type<T: DeviceType>(_: T.Type, of part: PartLayout) -> T? {
        guard part.isOffered(as: T.self) else { return nil }
        var handles: [String: TraitHandle] = [:]
        for layout in part.traits {
            handles[layout.cluster.traitName] =
                DeviceTrait(context: context, device: device, endpoint: part.endpoint, layout: layout).handle
        }
        let primary = parts.first(where: \.isApplication) ?? parts.first
        let metadata = DeviceTypeMetadata(
            isPrimaryType: primary?.endpoint == part.endpoint && part.types.first?.name == T.typeName,
            sourceConnectivity: SourceConnectivity(context.store.connectivity(of: device)))
        return T(
            TraitCollection(
                handles, metadata: metadata, origin: TraitCollection.Origin(controller: self, part: part)))
    }
}

extension DeviceTypeController: Hashable {
    /// Whether both speak for the same parts of the same device.
    public static func == (left: DeviceTypeController, right: DeviceTypeController) -> Bool {
        left.device.id == right.device.id && left.parts.map(\.endpoint) == right.parts.map(\.endpoint)
    }

    /// Goes by the device.
    public func hash(into hasher: inout Hasher) { hasher.combine(device.id) }
}

extension PartLayout {
    /// Whether the endpoint does something for people, other than those that only serve the device.
    var isApplication: Bool { types.contains { $0.classification == .simple } }

    /// Whether the part is of a type and has the traits that the type demands.
    func isOffered<T: DeviceType>(as _: T.Type) -> Bool {
        types.contains { $0.name == T.typeName } && hasRequiredTraits(of: T.self)
    }

    /// Whether the part has the traits that a type demands.
    func hasRequiredTraits<T: DeviceType>(of _: T.Type) -> Bool {
        T.requiredTraits.allSatisfy { trait(named: $0) != nil }
    }
}
