/// A simulated device in pairing mode, as somebody describes it.
public struct CommissionableDevice: Sendable, Hashable {
    /// The structure near which it is.
    public var structureID: String
    /// The QR text or manual code on it.
    public var code: String
    /// The device, as a home file has it: JSON or YAML.
    public var device: String
    /// What stands behind it, where it is a bridge; each as ``device``.
    public var bridged: [String]
    /// How long it stays in pairing mode, in simulated time.
    public var window: Duration
    /// The step that fails; `nil` for none.
    public var failingStep: CommissioningStep?
    /// What that step fails with; `nil` for what it usually fails with.
    public var error: HomeError.Code?

    /// Describes a device.
    public init(
        structureID: String, code: String, device: String, bridged: [String] = [], window: Duration = .seconds(900),
        failingStep: CommissioningStep? = nil, error: HomeError.Code? = nil
    ) {
        self.structureID = structureID
        self.code = code
        self.device = device
        self.bridged = bridged
        self.window = window
        self.failingStep = failingStep
        self.error = error
    }
}
