import ClusterTypes
import DataModel

/// Nullable attributes read and write as plain ones: null is `nil`.
extension EndpointContext {
    /// An attribute's value; `nil` where it is null or not supported.
    ///
    /// Setting `nil` sets null; setting one that is not supported does nothing.
    subscript<Value: DataRepresentable>(key: AttributeKey<Value?>) -> Value? {
        get { self[plain(key)] }
        set { self[plain(key)] = newValue }
    }

    /// As for a plain attribute.
    mutating func move<Value: MovingNumber>(
        _ key: AttributeKey<Value?>, from exact: Double? = nil, to end: Value, over duration: Duration
    ) {
        move(plain(key), from: exact, to: end, over: duration)
    }

    /// As for a plain attribute.
    mutating func halt<Value: MovingNumber>(_ key: AttributeKey<Value?>) {
        halt(plain(key))
    }

    /// As for a plain attribute; `nil` where it is null.
    func current<Value: MovingNumber>(_ key: AttributeKey<Value?>) -> Value? {
        current(plain(key))
    }

    /// The same attribute, with null left aside.
    private func plain<Value>(_ key: AttributeKey<Value?>) -> AttributeKey<Value> {
        AttributeKey(cluster: key.cluster, id: key.id)
    }
}
