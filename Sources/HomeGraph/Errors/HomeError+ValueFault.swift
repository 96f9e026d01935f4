public import DataModel

extension HomeError {
    /// The error of a value that is not taken.
    ///
    /// - Parameters:
    ///   - fault: What is wrong with the value, and where in it.
    ///   - subject: Whose value it is, such as `Kitchen Lamp, OnOff.onTime`.
    public init(_ fault: ValueFault, of subject: String) {
        let code: Code =
            switch fault.kind {
            case .invalidArgument: .invalidArgument
            case .outOfRange: .outOfRange
            }
        self.init(code, fault.path.isEmpty ? "\(subject): \(fault)" : "\(subject), \(fault)")
    }
}
