/// The steps of commissioning a Matter device, in order.
///
/// Source: Matter Core Specification, section 5.5.
public enum CommissioningStep: String, Sendable, Hashable, CaseIterable {
    /// Looking for the device that the code names.
    case discover
    /// A secure session from the passcode.
    case secureSession
    /// Whether the device is what it says it is.
    case attestation
    /// The device undoes everything if what follows is not finished in time.
    case failSafe
    /// The device joins the network.
    case network
    /// The device gets its certificate for the home.
    case operationalCertificate
    /// The device is the home's, and the fail-safe ends.
    case complete
}

/// How far commissioning is.
public struct CommissioningProgress: Sendable, Hashable {
    /// The structure that the device is to join.
    public var structureID: String
    /// The step that was just done.
    public var step: CommissioningStep
    /// The share of the whole that is done, 0 to 1.
    public var share: Double {
        let done = CommissioningStep.allCases.prefix { $0 != step }.count + 1
        return Double(done) / Double(CommissioningStep.allCases.count)
    }

    /// A step that was just done.
    public init(structureID: String, step: CommissioningStep) {
        self.structureID = structureID
        self.step = step
    }
}
