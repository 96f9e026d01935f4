/// What can be tried after a device could not be commissioned.
public enum MatterSuggestedUserAction: Sendable, Hashable, CaseIterable {
    /// See that the hub has power and is on the network.
    case checkHubAvailability
    /// See that the hub and whoever commissions are on one network.
    case checkWifiNetwork
    /// See that the device has power, is near, and is in pairing mode.
    case checkDeviceAvailability
    /// Reset the device; it belongs to somebody already.
    case factoryResetDevice
    /// Wait and try again.
    case tryAgainLater

    /// What can be tried whatever went wrong.
    public static let defaultActions: [MatterSuggestedUserAction] = [
        .checkHubAvailability, .checkWifiNetwork, .checkDeviceAvailability, .factoryResetDevice, .tryAgainLater,
    ]

    /// What can be tried after an error.
    static func actions(after error: HomeError) -> [MatterSuggestedUserAction] {
        switch error.code {
        case .unavailable: [.checkHubAvailability, .checkDeviceAvailability, .tryAgainLater]
        case .notFound, .deadlineExceeded: [.checkDeviceAvailability, .checkWifiNetwork, .factoryResetDevice]
        case .alreadyExists: [.factoryResetDevice]
        case .permissionDenied, .invalidArgument: [.checkDeviceAvailability]
        case .aborted, .resourceExhausted, .cancelled: [.tryAgainLater]
        default: defaultActions
        }
    }
}

/// What is known after a session of commissioning was given up.
public struct MatterUnsuccessfulCommissioningResult: Sendable {
    /// What went wrong; `nil` where nobody said.
    public let detailedError: (any Error)?
    /// What can be tried, the most promising first.
    public let suggestedUserActions: [MatterSuggestedUserAction]
    /// For reports of faults: what the session was at; never a passcode.
    public let traceString: String?

    init(error: (any Error)?, session open: CommissioningMachine.Open?) {
        var failure = error as? HomeError
        // What comes through an extension of another process is no HomeError any more; the session knows it.
        if failure == nil, case .failed(let known) = open?.phase { failure = known }
        detailedError = error ?? failure
        suggestedUserActions =
            failure.map(MatterSuggestedUserAction.actions) ?? MatterSuggestedUserAction.defaultActions
        traceString = open.map { "session \($0.session.number), structure \($0.session.structureID), \($0.phase)" }
    }
}
