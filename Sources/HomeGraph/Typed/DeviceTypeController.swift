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
    public func contains<T: DeviceType>(_: T.Type = T.self) -> Bool { parts.contains { $0.isOffered(as: T.self) } }

    /// The first part of this type as it is now, those at the top before those within others; `nil` for none.
    public func get<T: DeviceType>(_: T.Type = T.self) async -> T? { part(of: T.self).flatMap { type(T.self, of: $0) } }

    /// The parts of this type at the top as they are now, by endpoint.
    public func getAll<T: DeviceType>(of _: T.Type = T.self) async -> [T] {
        topParts(of: T.self).compactMap { type(T.self, of: $0) }
    }

    /// How many parts at the top are of this type.
    public func count<T: DeviceType>(_: T.Type = T.self) -> Int { topParts(of: T.self).count }

    // MARK: - Watching

    /// The first part of this type as it is now, then again whenever one of its traits changes.
    ///
    /// Where the device is not of this type nothing is given, and it does not end; it ends when the device is gone.
    public func subscribe<T: DeviceType>(_: T.Type = T.self) -> HomeSnapshots<T> {
        snapshots { controller in controller.part(of: T.self).flatMap { controller.type(T.self, of: $0) } }
    }

    /// The parts of this type at the top as they are now, then again whenever one of their traits changes.
    ///
    /// It ends when the device is gone.
    public func subscribeAll<T: DeviceType>(of _: T.Type = T.self) -> HomeSnapshots<[T]> {
        snapshots { controller in
            controller.topParts(of: T.self).compactMap { controller.type(T.self, of: $0) }
        }
    }

    /// All parts as they are now, then again whenever one of their traits changes.
    ///
    /// It ends when the device is gone.
    public func subscribeAll() -> HomeSnapshots<DeviceTypeCollection> {
        snapshots { controller in
            DeviceTypeCollection(controller: controller, parts: controller.parts.map(controller.snapshot))
        }
    }

    private func snapshots<Element>(
        _ read: @escaping @Sendable (DeviceTypeController) -> Element?
    ) -> HomeSnapshots<Element> {
        HomeSnapshots(store: context.store, slots: device.slots) { [self] in
            guard isInHome else { return .gone }
            return read(self).map { .snapshot($0) } ?? .nothing
        }
    }

    /// Whether the device is still there.
    var isInHome: Bool { context.store.shape.device(device.id)?.index == device.index }

    // MARK: - Parts

    /// The first part of a type, those at the top before those within others.
    func part<T: DeviceType>(of _: T.Type) -> PartLayout? {
        let matching = parts.filter { $0.isOffered(as: T.self) }
        return matching.first(where: isTop) ?? matching.first
    }

    /// The parts of a type at the top.
    func topParts<T: DeviceType>(of _: T.Type) -> [PartLayout] {
        parts.filter { isTop($0) && $0.isOffered(as: T.self) }
    }

    /// Whether a part is within no other of those that the controller speaks for.
    private func isTop(_ part: PartLayout) -> Bool {
        guard let parent = part.parent else { return true }
        return !parts.contains { $0.endpoint == parent && $0.isApplication }
    }

    /// The parts that a part consists of.
    func children(of part: PartLayout) -> [PartLayout] {
        guard part.isApplication else { return [] }
        return parts.filter { $0.parent == part.endpoint && $0.endpoint != part.endpoint }
    }

    /// The parts within a part, the nearest first.
    func descendants(of part: PartLayout) -> [PartLayout] {
        var found: [PartLayout] = []
        var level = children(of: part)
        var seen: Set<UInt16> = [part.endpoint]
        while !level.isEmpty {
            found += level
            seen.formUnion(level.map(\.endpoint))
            level = level.flatMap(children).filter { !seen.contains($0.endpoint) }
        }
        return found
    }

    /// What the device is in the first place.
    var primaryPart: PartLayout? { parts.first(where: \.isApplication) ?? parts.first }

    // MARK: - Snapshots

    /// A part as this type, as it is now; `nil` where it is none.
    func type<T: DeviceType>(_: T.Type, of part: PartLayout) -> T? {
        part.isOffered(as: T.self) ? snapshot(of: part).type(T.self, in: self) : nil
    }

    /// A part as it is now, all its values of one moment.
    func snapshot(of part: PartLayout) -> PartSnapshot {
        let first = part.traits.first.map { device.firstSlot + $0.firstOffset } ?? device.firstSlot
        let last = part.traits.last.map { device.firstSlot + $0.offsets.upperBound } ?? first
        let values = context.store.values(in: first..<last)
        var handles: [String: TraitHandle] = [:]
        for layout in part.traits {
            let target = DeviceTrait(context: context, device: device, endpoint: part.endpoint, layout: layout)
            let start = device.firstSlot + layout.firstOffset - first
            handles[layout.cluster.traitName] = TraitHandle(
                target: target, snapshot: target.snapshot(of: values.dropFirst(start).prefix(layout.attributes.count)))
        }
        return PartSnapshot(
            part: part, handles: handles,
            sourceConnectivity: SourceConnectivity(context.store.connectivity(of: device)))
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
