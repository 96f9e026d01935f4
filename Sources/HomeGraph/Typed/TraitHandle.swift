public import DataModel

/// Leads from a typed trait to the device: its attributes at one moment, what it supports, and the road for orders.
public struct TraitHandle: Sendable, Hashable {
    /// The attributes when the handle was taken.
    public let snapshot: TraitSnapshot
    /// What was known of the trait beside its attributes when the handle was taken.
    public let metadata: TraitMetadata
    let target: any TraitTarget

    init(target: any TraitTarget, snapshot: TraitSnapshot) {
        self.target = target
        self.snapshot = snapshot
        metadata = TraitMetadata(sourceConnectivity: target.sourceConnectivity)
    }

    /// A trait that stands on no device: it has attributes and supports nothing.
    public init(detached snapshot: TraitSnapshot) {
        self.init(target: DetachedTarget(), snapshot: snapshot)
    }

    /// Whether the command with this id is supported.
    public func supports(command: UInt32) -> Bool { target.supports(command: command) }

    /// Sends a command.
    ///
    /// - Parameters:
    ///   - command: The command's id.
    ///   - fields: The arguments by field id; absent optional ones have no entry.
    /// - Returns: The response's fields; empty where there is none.
    /// - Throws: ``HomeError``; after it the state is as it was, except for `deadlineExceeded`.
    @discardableResult
    public func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue] = [:]
    ) async throws(HomeError) -> [UInt32: DataValue] {
        try await target.invoke(command, fields)
    }

    /// Writes attributes, one after another.
    ///
    /// - Returns: The handle with the attributes as they are afterwards.
    /// - Throws: ``HomeError`` of the first write that failed.
    public func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitHandle {
        TraitHandle(target: target, snapshot: try await target.write(attributes))
    }

    /// Whether both show the same attributes of the same trait.
    public static func == (left: TraitHandle, right: TraitHandle) -> Bool {
        left.target.identity == right.target.identity && left.snapshot == right.snapshot
            && left.metadata == right.metadata
    }

    /// Goes by the trait and its attributes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(target.identity)
        hasher.combine(snapshot)
    }
}
