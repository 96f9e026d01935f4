public import DataModel

/// A cluster of a device as Swift sees it: a snapshot of its attributes, and its commands.
public protocol Trait: Hashable, Sendable {
    /// The trait's identifier, such as `home.matter.0000.traits.0006`.
    static var identifier: String { get }
    /// The name under which the model has it: `OnOff`, `Google.OpenClose`.
    static var traitName: String { get }
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

/// The traits of a device type or part.
public struct TraitCollection: Sendable, Hashable {
    private let handles: [String: TraitHandle]

    /// Takes traits by ``Trait/traitName``.
    public init(_ handles: [String: TraitHandle]) { self.handles = handles }

    /// The trait of this type; `nil` where the device lacks it.
    public subscript<T: Trait>(_: T.Type) -> T? { handles[T.traitName].map { T($0) } }

    /// Whether the device has the trait.
    public func contains<T: Trait>(_: T.Type) -> Bool { handles[T.traitName] != nil }

    /// The names of all traits, such as `OnOff`.
    public var traitNames: [String] { handles.keys.sorted() }

    /// What leads to the trait of this name.
    public func handle(_ traitName: String) -> TraitHandle? { handles[traitName] }
}
