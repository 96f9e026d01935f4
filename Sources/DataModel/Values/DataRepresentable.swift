public import Foundation

/// A Swift type that stands for a value of the data model.
public protocol DataRepresentable: Sendable, Hashable {
    /// Reads a value; `nil` where it is of another kind or does not fit.
    init?(_ value: DataValue)
    /// The value of the data model.
    var dataValue: DataValue { get }
}

/// An enumeration of the model that keeps the values which the model does not know.
///
/// Equality and hash go by the raw value.
public protocol OpenEnum: RawRepresentable, DataRepresentable, CaseIterable
where RawValue: FixedWidthInteger & UnsignedInteger & DataRepresentable {
    /// Takes any raw value; one that the model does not name is kept as a number.
    init(rawValue: RawValue)
}

extension OpenEnum {
    /// Whether both have the same raw value.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Goes by the raw value.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Bool: DataRepresentable {
    /// Reads a bool.
    public init?(_ value: DataValue) {
        guard case .bool(let bool) = value else { return nil }
        self = bool
    }

    /// The value of the data model.
    public var dataValue: DataValue { .bool(self) }
}

extension DataRepresentable where Self: FixedWidthInteger {
    /// Reads a whole number that fits.
    @inlinable
    public init?(_ value: DataValue) {
        switch value {
        case .int(let int): self.init(exactly: int)
        case .uint(let uint): self.init(exactly: uint)
        default: return nil
        }
    }

    /// The value of the data model.
    @inlinable
    public var dataValue: DataValue {
        Self.isSigned ? .int(Int64(truncatingIfNeeded: self)) : .uint(UInt64(truncatingIfNeeded: self))
    }
}

extension Int8: DataRepresentable {}
extension Int16: DataRepresentable {}
extension Int32: DataRepresentable {}
extension Int64: DataRepresentable {}
extension UInt8: DataRepresentable {}
extension UInt16: DataRepresentable {}
extension UInt32: DataRepresentable {}
extension UInt64: DataRepresentable {}

extension DataRepresentable where Self: BinaryFloatingPoint {
    /// Reads a number.
    @inlinable
    public init?(_ value: DataValue) {
        guard case .float(let double) = value else { return nil }
        self.init(double)
    }

    /// The value of the data model.
    @inlinable
    public var dataValue: DataValue { .float(Double(self)) }
}

extension Float: DataRepresentable {}
extension Double: DataRepresentable {}

extension String: DataRepresentable {
    /// Reads text.
    public init?(_ value: DataValue) {
        guard case .string(let string) = value else { return nil }
        self = string
    }

    /// The value of the data model.
    public var dataValue: DataValue { .string(self) }
}

extension Data: DataRepresentable {
    /// Reads octets.
    public init?(_ value: DataValue) {
        guard case .octets(let bytes) = value else { return nil }
        self.init(bytes)
    }

    /// The value of the data model.
    public var dataValue: DataValue { .octets(Array(self)) }
}

extension Array: DataRepresentable where Element: DataRepresentable {
    /// Reads a list; `nil` where one of its entries cannot be read.
    public init?(_ value: DataValue) {
        guard case .list(let values) = value else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let element = Element(value) else { return nil }
            elements.append(element)
        }
        self = elements
    }

    /// The value of the data model.
    public var dataValue: DataValue { .list(map(\.dataValue)) }
}

extension DataRepresentable where Self: RawRepresentable, RawValue: DataRepresentable {
    /// Reads the raw value.
    @inlinable
    public init?(_ value: DataValue) {
        guard let rawValue = RawValue(value) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The raw value.
    @inlinable
    public var dataValue: DataValue { rawValue.dataValue }
}
