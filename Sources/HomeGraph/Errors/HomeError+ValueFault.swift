public import DataModel

extension HomeError {
    /// The error of a value that is not taken.
    public init(_ fault: ValueFault) {
        self.init(Code(fault.kind), "\(fault)")
    }

    /// The error of a value that is not taken.
    ///
    /// - Parameters:
    ///   - fault: What is wrong with the value, and where in it.
    ///   - subject: Whose value it is, such as `Kitchen Lamp, OnOff.onTime`.
    public init(_ fault: ValueFault, of subject: String) {
        self.init(Code(fault.kind), fault.path.isEmpty ? "\(subject): \(fault)" : "\(subject), \(fault)")
    }
}

extension HomeError.Code {
    /// What a fault of this kind leads to.
    fileprivate init(_ kind: ValueFault.Kind) {
        switch kind {
        case .invalidArgument: self = .invalidArgument
        case .outOfRange: self = .outOfRange
        }
    }
}
