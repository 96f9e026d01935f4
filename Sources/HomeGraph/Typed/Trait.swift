public import DataModel

/// A cluster of a device as Swift sees it: a snapshot of its attributes, and its commands.
public protocol Trait: Hashable, Sendable {
    /// The trait's identifier, such as `home.matter.0000.traits.0006`.
    static var identifier: String { get }
    /// The name under which the model has it: `OnOff`, `Google.OpenClose`.
    static var traitName: String { get }
    /// The kinds of events that the trait has; a device may have fewer.
    static var supportedEventTypes: [any ClusterEvent.Type] { get }
    /// Takes the trait that a handle leads to, and decodes its attributes once.
    init(_ handle: TraitHandle)
    /// What leads to the device.
    var handle: TraitHandle { get }
}

/// A trait with commands.
public protocol CommandTrait: Trait {
    /// The trait's commands, by command id.
    associatedtype Command: RawRepresentable<UInt32> & Sendable
}

extension Trait {
    /// Most traits have no events.
    public static var supportedEventTypes: [any ClusterEvent.Type] { [] }

    /// What is known of the trait beside its attributes.
    public var metadata: TraitMetadata { handle.metadata }
}

extension CommandTrait {
    /// Whether this device takes the command.
    public func supports(_ command: Command) -> Bool { handle.supports(command: command.rawValue) }
}

/// Collects the writes of one ``UpdatableTrait/update(_:)``.
public protocol TraitUpdater: Sendable {
    /// Makes an empty collection.
    init()
    /// The values to write, by attribute id, in the order in which they were set.
    var attributesToUpdate: [(id: UInt32, value: DataValue)] { get }
}

/// A trait with writable attributes.
public protocol UpdatableTrait: Trait {
    /// Collects the writes.
    associatedtype Updater: TraitUpdater
}

extension UpdatableTrait {
    /// Writes attributes, in the order in which they are set.
    ///
    /// - Parameter body: Sets the new values.
    /// - Returns: The trait as it is afterwards.
    /// - Throws: ``HomeError`` of the first write that failed; those before it took effect.
    @discardableResult
    public func update(_ body: (inout Updater) -> Void) async throws(HomeError) -> Self {
        var updater = Updater()
        body(&updater)
        return Self(try await handle.write(updater.attributesToUpdate))
    }
}
