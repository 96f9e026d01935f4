import ModelReader

/// The traits of a device type or part.
public struct TraitCollection: Sendable {
    /// Where a collection was taken.
    struct Origin {
        let controller: DeviceTypeController
        let part: PartLayout
    }

    /// What is known of the part beside its traits.
    let metadata: DeviceTypeMetadata
    /// `nil` for the part of a group, and for one that stands on no device.
    let origin: Origin?
    private let handles: [String: TraitHandle]

    init(_ handles: [String: TraitHandle], metadata: DeviceTypeMetadata, origin: Origin?) {
        self.handles = handles
        self.metadata = metadata
        self.origin = origin
    }

    /// Takes traits by ``Trait/traitName``.
    public init(_ handles: [String: TraitHandle]) {
        self.init(
            handles, metadata: DeviceTypeMetadata(isPrimaryType: false, sourceConnectivity: .unknown), origin: nil)
    }

    /// The trait of this type; `nil` where the device lacks it.
    public subscript<T: Trait>(_: T.Type) -> T? { handles[T.traitName].map { T($0) } }

    /// Whether the device has the trait.
    public func contains<T: Trait>(_: T.Type) -> Bool { handles[T.traitName] != nil }

    /// The names of all traits, such as `OnOff`.
    public var traitNames: [String] { handles.keys.sorted() }

    /// What leads to the trait of this name.
    public func handle(_ traitName: String) -> TraitHandle? { handles[traitName] }
}

extension TraitCollection: Hashable {
    /// Whether both show the same of the same traits.
    public static func == (left: TraitCollection, right: TraitCollection) -> Bool {
        left.handles == right.handles && left.metadata == right.metadata
    }

    /// Goes by the traits.
    public func hash(into hasher: inout Hasher) { hasher.combine(handles) }
}
