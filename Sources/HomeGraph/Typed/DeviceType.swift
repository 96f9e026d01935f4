/// A device type as Swift sees it: a snapshot of one part of a device, or of a group, with its traits.
///
/// Source: the first seed.
public protocol DeviceType: HasParts, Hashable {
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

extension DeviceType {
    /// What is known of the part beside its traits.
    public var metadata: DeviceTypeMetadata { traits.metadata }
}
