import Conversions
import HomeGraph

extension HMError {
    /// What an error of the home graph is in HomeKit.
    init(_ error: HomeError) { self.init(Self.code(of: error.code), error.message) }

    private static func code(of code: HomeError.Code) -> Code {
        switch code {
        case .cancelled: .operationCancelled
        case .unknown: .genericError
        case .invalidArgument, .outOfRange: .invalidParameter
        case .deadlineExceeded: .operationTimedOut
        case .notFound: .notFound
        case .alreadyExists: .objectWithSimilarNameExistsInHome
        // What a lock refuses is the PIN.
        case .permissionDenied: .invalidOrMissingAuthorizationData
        case .resourceExhausted: .accessoryOutOfResources
        case .failedPrecondition: .accessoryResponseError
        case .aborted: .accessoryIsBusy
        case .unimplemented: .operationNotSupported
        case .internal: .unexpectedError
        case .unavailable: .accessoryNotReachable
        case .dataLoss: .accessorySentInvalidResponse
        case .unauthenticated: .homeAccessNotAuthorized
        }
    }

    /// Why a characteristic cannot be set.
    init(_ fault: CharacteristicFault, of characteristic: CharacteristicType) {
        self.init(Self.code(of: fault), fault.message(of: characteristic))
    }

    private static func code(of fault: CharacteristicFault) -> Code {
        switch fault {
        case .readOnly: .readOnlyCharacteristic
        case .wrongType: .invalidValueType
        case .below: .valueLowerThanMinimum
        case .above: .valueHigherThanMaximum
        case .notAmong: .invalidParameter
        case .tooLong: .stringLongerThanMaximum
        case .unknownState: .accessoryResponseError
        }
    }
}
