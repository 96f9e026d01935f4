public import Conversions

extension HomeError {
    /// Why a characteristic cannot be set, as an error of the home.
    public init(_ fault: CharacteristicFault, of characteristic: CharacteristicType) {
        self.init(Self.code(of: fault), fault.message(of: characteristic))
    }

    private static func code(of fault: CharacteristicFault) -> Code {
        switch fault {
        case .readOnly: .unimplemented
        case .wrongType: .invalidArgument
        case .below, .above, .notAmong, .tooLong: .outOfRange
        case .unknownState: .failedPrecondition
        }
    }
}
