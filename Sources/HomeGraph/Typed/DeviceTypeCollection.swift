import ModelReader

/// All parts of a device at one moment, by device type.
///
/// Source: `DeviceTypeCollection` of the Home APIs.
public struct DeviceTypeCollection: Sendable, Hashable {
    let controller: DeviceTypeController
    let parts: [PartSnapshot]

    /// The first part of this type, those at the top before those within others; `nil` for none.
    public subscript<T: DeviceType>(_: T.Type) -> T? { controller.part(of: T.self).flatMap { type(T.self, of: $0) } }

    /// Whether a part is of this type.
    public func contains<T: DeviceType>(_: T.Type) -> Bool { controller.contains(T.self) }

    /// The parts of this type at the top, by endpoint.
    public func getAll<T: DeviceType>(of _: T.Type = T.self) -> [T] {
        controller.topParts(of: T.self).compactMap { type(T.self, of: $0) }
    }

    /// How many parts at the top are of this type.
    public func count<T: DeviceType>(_: T.Type = T.self) -> Int { controller.count(T.self) }

    private func type<T: DeviceType>(_: T.Type, of part: PartLayout) -> T? {
        parts.first { $0.part.endpoint == part.endpoint }.flatMap { $0.type(T.self, in: controller) }
    }
}

/// One part of a device at one moment.
struct PartSnapshot: Sendable {
    let part: PartLayout
    let handles: [String: TraitHandle]
    let sourceConnectivity: SourceConnectivity

    /// The part as this type; `nil` where it is none.
    func type<T: DeviceType>(_: T.Type, in controller: DeviceTypeController) -> T? {
        guard part.isOffered(as: T.self) else { return nil }
        let metadata = DeviceTypeMetadata(
            isPrimaryType: controller.primaryPart?.endpoint == part.endpoint && part.types.first?.name == T.typeName,
            sourceConnectivity: sourceConnectivity)
        return T(
            TraitCollection(
                handles, metadata: metadata, origin: TraitCollection.Origin(controller: controller, part: part)))
    }
}

extension PartSnapshot: Hashable {
    static func == (left: PartSnapshot, right: PartSnapshot) -> Bool {
        left.part.endpoint == right.part.endpoint && left.handles == right.handles
            && left.sourceConnectivity == right.sourceConnectivity
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(part.endpoint)
        hasher.combine(handles)
    }
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
