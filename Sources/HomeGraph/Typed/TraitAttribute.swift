public import DataModel

/// What is known of an attribute beside its value: the projected value `$name` of ``TraitAttribute``.
public struct AttributeInfo: Sendable, Hashable {
    /// Whether the device has the attribute.
    public let isSupported: Bool
    /// Whether the model allows null, so that `nil` can be a value.
    public let isNullable: Bool

    /// Describes an attribute.
    public init(isSupported: Bool, isNullable: Bool) {
        self.isSupported = isSupported
        self.isNullable = isNullable
    }
}

/// An attribute of a trait, as it was when the trait was taken.
///
/// `nil` is null where the attribute is supported and nullable; else the device does not report it.
/// Source: the first seed.
@propertyWrapper
public struct TraitAttribute<Value: DataRepresentable>: Sendable, Hashable {
    /// The value; `nil` for null and for what is not reported.
    public let wrappedValue: Value?
    /// Whether the attribute is supported and nullable.
    public let projectedValue: AttributeInfo

    /// Makes an attribute.
    public init(wrappedValue: Value?, info: AttributeInfo) {
        self.wrappedValue = wrappedValue
        projectedValue = info
    }
}

/// The attributes of a trait at one moment, by attribute id.
public struct TraitSnapshot: Sendable, Hashable {
    /// The supported attributes and their values.
    public let values: [UInt32: DataValue]

    /// Takes values by attribute id.
    public init(_ values: [UInt32: DataValue]) { self.values = values }

    /// The attribute with this id, read as the type that the generated trait declares.
    public subscript<Value: DataRepresentable>(id: UInt32, nullable isNullable: Bool) -> TraitAttribute<Value> {
        let value = values[id]
        return TraitAttribute(
            wrappedValue: value.flatMap { Value($0) },
            info: AttributeInfo(isSupported: value != nil, isNullable: isNullable))
    }
}
