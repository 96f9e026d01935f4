import DataModel

/// Collects the fields of a command.
struct CommandArguments: Sendable {
    /// The fields by id.
    private(set) var fields: [UInt32: DataValue] = [:]

    mutating func set(_ id: UInt32, _ value: some DataRepresentable) {
        fields[id] = value.dataValue
    }
}
