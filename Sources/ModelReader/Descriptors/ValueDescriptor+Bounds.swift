extension ValueDescriptor {
    /// The least and the greatest whole number that the type allows; `nil` where it is no integer.
    ///
    /// A nullable integer has one value less: the greatest unsigned or the least signed one stands for null (Matter Core
    /// Specification, section 7.17.2).
    public var integerBounds: (lower: Int64, upper: UInt64)? {
        guard case .integer(let integer) = type else { return nil }
        guard isNullable else { return (integer.lowerBound, integer.upperBound) }
        return integer.isSigned
            ? (integer.lowerBound + 1, integer.upperBound) : (0, integer.upperBound - 1)
    }
}
