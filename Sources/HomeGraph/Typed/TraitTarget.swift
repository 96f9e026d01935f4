import DataModel

/// Where a trait's orders go: one device, the members of a group, or the home's editor.
protocol TraitTarget: Sendable {
    /// Tells one trait of one object from all others.
    var identity: String { get }
    /// Whether what it leads to can be reached now.
    var sourceConnectivity: SourceConnectivity { get }
    func supports(command: UInt32) -> Bool
    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue]
    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot
}

extension TraitTarget {
    /// Nothing is known of what is no device.
    var sourceConnectivity: SourceConnectivity { .unknown }
}

/// A trait that stands on no device.
struct DetachedTarget: TraitTarget {
    var identity: String { "" }
    func supports(command: UInt32) -> Bool { false }
    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue] {
        throw HomeError(.unimplemented, "the trait stands on no device")
    }
    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        throw HomeError(.unimplemented, "the trait stands on no device")
    }
}
