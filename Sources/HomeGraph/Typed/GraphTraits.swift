import DataModel

/// A trait of a structure, such as `Google.GroupManagementTrait`.
public protocol StructureTrait: Trait {}

/// A trait of a group itself, such as `Google.GroupTrait`; not one that its members have.
public protocol GroupPlatformTrait: Trait {}

/// The traits of a structure.
///
/// Source: the third seed, which reaches them in both ways.
public struct StructureTraits: Sendable {
    let context: HomeContext
    let structureID: String

    /// The trait of this type as it is now.
    public func get<T: StructureTrait>(_: T.Type) -> T {
        T(GraphTrait.handle(T.traitName, of: .structure(structureID), in: context))
    }

    /// The trait of this type as it is now.
    public func callAsFunction<T: StructureTrait>(_ type: T.Type) -> T { get(type) }
}

/// The traits of a group itself.
///
/// Source: the third seed.
public struct GroupTraits: Sendable {
    let context: HomeContext
    let groupID: String

    /// The trait of this type as it is now.
    public func get<T: GroupPlatformTrait>(_: T.Type) -> T {
        T(GraphTrait.handle(T.traitName, of: .group(groupID), in: context))
    }

    /// The trait of this type as it is now.
    public func callAsFunction<T: GroupPlatformTrait>(_ type: T.Type) -> T { get(type) }
}
