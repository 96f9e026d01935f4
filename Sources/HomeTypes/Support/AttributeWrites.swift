import DataModel

/// Collects the writes of one update, each attribute once, in the order in which they were set.
struct AttributeWrites: Sendable {
    private(set) var list: [(id: UInt32, value: DataValue)] = []

    /// Writes a value; a write of the same attribute before it is dropped.
    mutating func set(_ id: UInt32, _ value: some DataRepresentable) {
        list.removeAll { $0.id == id }
        list.append((id, value.dataValue))
    }

    /// Writes a value, or takes back the write for `nil`.
    mutating func replace(_ id: UInt32, _ value: (some DataRepresentable)?) {
        list.removeAll { $0.id == id }
        if let value { list.append((id, value.dataValue)) }
    }

    /// What would be written; `nil` for null and where nothing is.
    func value<Value: DataRepresentable>(_ id: UInt32) -> Value? {
        list.first { $0.id == id }.flatMap { Value($0.value) }
    }
}
