/// A value that may be null.
extension Optional: DataRepresentable where Wrapped: DataRepresentable {
    /// Reads null, or what is wrapped.
    @inlinable
    public init?(_ value: DataValue) {
        if case .null = value {
            self = .none
        } else if let wrapped = Wrapped(value) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }

    /// The value of the data model; `nil` is null.
    @inlinable
    public var dataValue: DataValue { self?.dataValue ?? .null }
}
