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
        let name = characteristic.name
        switch fault {
        case .readOnly: self.init(.readOnlyCharacteristic, "\(name) cannot be written")
        case .wrongType(let format): self.init(.invalidValueType, "\(name) is to be of the format \(format.rawValue)")
        case .below(let bound): self.init(.valueLowerThanMinimum, "\(name) is at least \(bound)")
        case .above(let bound): self.init(.valueHigherThanMaximum, "\(name) is at most \(bound)")
        case .notAmong(let values):
            let choices = values.map { "\($0.number) (\($0.name))" }.joined(separator: ", ")
            self.init(.invalidParameter, choices.isEmpty ? "\(name) cannot be this" : "\(name) is one of \(choices)")
        case .tooLong(let longest):
            self.init(.stringLongerThanMaximum, "\(name) has at most \(longest) characters")
        case .unknownState:
            self.init(.accessoryResponseError, "\(name) depends on a value that the accessory does not have now")
        }
    }
}
