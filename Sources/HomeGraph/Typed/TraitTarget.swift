import DataModel

/// Where a trait's orders go: one device, the members of a group, or the home's editor.
protocol TraitTarget: Sendable {
    /// Tells one trait of one object from all others.
    var identity: String { get }
    /// Whether what it leads to can be reached now.
    var sourceConnectivity: SourceConnectivity { get }
    /// The home that it belongs to; `nil` for none.
    var home: HomeContext? { get }
    func supports(command: UInt32) -> Bool
    /// What a command comes to, as one step; for what goes to devices.
    func plan(_ command: UInt32, _ fields: [UInt32: DataValue]) throws(HomeError) -> PlannedOrders
    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue]
    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot
}

extension TraitTarget {
    /// Nothing is known of what is no device.
    var sourceConnectivity: SourceConnectivity { .unknown }

    var home: HomeContext? { nil }

    func plan(_ command: UInt32, _ fields: [UInt32: DataValue]) throws(HomeError) -> PlannedOrders {
        throw HomeError(.unimplemented, "what goes to no device cannot be sent together with other commands")
    }

    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue] {
        let planned = try plan(command, fields)
        guard let home else { throw HomeError(.internal, "a command was planned that belongs to no home") }
        let outcomes = await planned.perform(deadline: home.deadline, dispatcher: home.dispatcher)
        return try outcomes.results.first?.get() ?? [:]
    }
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
