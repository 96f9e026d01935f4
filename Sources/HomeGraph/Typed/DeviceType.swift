import ModelReader

/// A device type as Swift sees it: a snapshot of one part of a device, with its traits.
///
/// Source: the first seed.
public protocol DeviceType: Hashable, Sendable {
    /// The type's identifier, such as `home.matter.0000.types.0100`.
    static var identifier: String { get }
    /// The name under which the model has it: `OnOffLight`, `GoogleTV`.
    static var typeName: String { get }
    /// The traits, by ``Trait/traitName``, that a device must have to be offered as this type.
    static var requiredTraits: [String] { get }
    /// Takes the type over a part's traits.
    init(_ traits: TraitCollection)
    /// The part's traits.
    var traits: TraitCollection { get }
}

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

    /// Whether the device is of this type and has its required traits.
    public func contains<T: DeviceType>(_: T.Type = T.self) -> Bool { !matching(T.self).isEmpty }

    /// The first part of this type as it is now; `nil` where the device has none.
    public func get<T: DeviceType>(_: T.Type = T.self) async -> T? {
        matching(T.self).first.map { T(collection(of: $0)) }
    }

    /// All parts of this type as they are now, by endpoint.
    public func getAll<T: DeviceType>(of _: T.Type = T.self) async -> [T] {
        matching(T.self).map { T(collection(of: $0)) }
    }

    /// How many parts are of this type.
    public func count<T: DeviceType>(_: T.Type = T.self) -> Int { matching(T.self).count }

    private func matching<T: DeviceType>(_: T.Type) -> [PartLayout] {
        parts.filter { part in
            part.types.contains { $0.name == T.typeName }
                && T.requiredTraits.allSatisfy { part.trait(named: $0) != nil }
        }
    }

    /// The traits of a part as they are now.
    func collection(of part: PartLayout) -> TraitCollection {
        var handles: [String: TraitHandle] = [:]
        for layout in part.traits {
            handles[layout.cluster.traitName] =
                DeviceTrait(context: context, device: device, endpoint: part.endpoint, layout: layout).handle
        }
        return TraitCollection(handles)
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
