import DataModel

extension [UInt32: DataValue] {
    /// The field with this id; `nil` where it is absent or does not fit.
    func read<Field: DataRepresentable>(_ id: UInt32) -> Field? {
        self[id].flatMap { Field($0) }
    }
}
