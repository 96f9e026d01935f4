import Configuration
import DataModel
import HomeGraph

/// A device in pairing mode near the hub: what its code says, and what comes in when it is commissioned.
struct PairingDevice: Sendable {
    /// How long a device waits that was taken out of the home.
    static let standardWindow = Duration.seconds(900)

    /// The code on the device.
    let code: String
    /// What the code says.
    let payload: OnboardingPayload
    /// The structure near which it is.
    let structureID: String
    /// When it leaves pairing mode, in simulated time.
    var closes: Duration
    /// The device, or the bridge and then what stands behind it; their ids, beside them, are wishes.
    let devices: [(id: String, device: SimulatedDevice)]
    /// The step that fails, and with what; `nil` for none.
    let failure: Failure?

    /// A step that fails.
    struct Failure: Sendable, Hashable {
        let step: CommissioningStep
        let error: HomeError
    }

    /// Whether a code names the device; the passcode shows later.
    func isNamed(by wanted: OnboardingPayload) -> Bool {
        payload.discriminator.mayBe(wanted.discriminator) && isMade(as: wanted)
    }

    /// How the device is known once it is in the home.
    ///
    /// - Parameter position: 0 for the device itself, then what stands behind it.
    /// - Returns: What it remembers of it.
    func onboarding(_ position: Int) -> SimulatedDevice.Onboarding {
        SimulatedDevice.Onboarding(code: code, structureID: structureID, position: position)
    }

    /// Where both say who made the device, they say the same; 0 leaves it open.
    private func isMade(as wanted: OnboardingPayload) -> Bool {
        func agree(_ own: UInt16?, _ other: UInt16?) -> Bool {
            guard let own, let other, own != 0, other != 0 else { return true }
            return own == other
        }
        return agree(payload.vendorID, wanted.vendorID) && agree(payload.productID, wanted.productID)
    }
}

extension PairingDevice {
    /// A device that leaves the home and had come by its code, with what came with it, as its maker made it.
    ///
    /// `nil` for a device of the home file, and for one that stands behind a bridge: only the bridge can be paired.
    init?(leaving device: DeviceIndex, of engine: Engine, at moment: Duration) {
        guard engine.devices.indices.contains(device.rawValue) else { return nil }
        guard let onboarding = engine.devices[device.rawValue].onboarding,
            let payload = try? OnboardingPayload.read(onboarding.code).first
        else { return nil }
        guard onboarding.position == 0 else { return nil }
        let together = engine.devices.filter { other in
            !other.isGone && other.onboarding?.code == onboarding.code
                && other.onboarding?.structureID == onboarding.structureID
        }
        self.init(
            code: onboarding.code, payload: payload, structureID: onboarding.structureID,
            closes: moment + Self.standardWindow,
            devices: together.map { (ObjectIdentifierText.base(of: $0.name, kind: "device"), $0.resetToFactory()) },
            failure: nil)
    }
}

/// The devices in pairing mode, and those that the hub has commissioned and that have not joined yet.
struct PairingModes: Sendable {
    private(set) var devices: [PairingDevice] = []
    private var commissioned: [UInt64: PairingDevice] = [:]
    private var nextToken: UInt64 = 1

    /// A device enters pairing mode; one with the same code leaves it, and so do those whose time is over.
    mutating func add(_ device: PairingDevice, at moment: Duration) {
        devices.removeAll {
            $0.closes <= moment || $0.code == device.code && $0.structureID == device.structureID
        }
        devices.append(device)
    }

    /// The device that a code names; where several could be meant, the one with its passcode.
    func device(_ payload: OnboardingPayload, near structureID: String, at moment: Duration) -> PairingDevice? {
        let named = devices.filter {
            $0.structureID == structureID && moment < $0.closes && $0.isNamed(by: payload)
        }
        return named.first { $0.payload.passcode == payload.passcode } ?? named.first
    }

    /// A device was commissioned and is in pairing mode no more.
    ///
    /// - Returns: Under what it is known until it has joined.
    mutating func commission(_ device: PairingDevice) -> UInt64 {
        devices.removeAll { $0.code == device.code && $0.structureID == device.structureID }
        defer { nextToken += 1 }
        commissioned[nextToken] = device
        return nextToken
    }

    /// A device that was commissioned joins.
    mutating func join(_ token: UInt64) -> PairingDevice? { commissioned.removeValue(forKey: token) }

    /// A device that was commissioned does not join: it is in pairing mode again.
    mutating func abandon(_ token: UInt64, at moment: Duration) {
        if let device = commissioned.removeValue(forKey: token) { add(device, at: moment) }
    }
}

extension CommissioningStep {
    /// How long a device takes for it, in simulated time.
    var duration: Duration {
        switch self {
        case .discover: .milliseconds(200)
        case .secureSession: .milliseconds(300)
        case .attestation: .milliseconds(200)
        case .failSafe: .milliseconds(50)
        case .network: .milliseconds(400)
        case .operationalCertificate: .milliseconds(250)
        case .complete: .milliseconds(100)
        }
    }

    /// What goes wrong where this step fails and nobody says how.
    var failure: HomeError {
        switch self {
        case .discover: HomeError(.notFound, "no device with this code is in pairing mode near the hub")
        case .secureSession: HomeError(.permissionDenied, "the passcode is not that of the device")
        case .attestation:
            HomeError(.failedPrecondition, "the device cannot prove that it is a certified product; do not trust it")
        case .failSafe: HomeError(.aborted, "the device is being commissioned by somebody else; try again later")
        case .network: HomeError(.unavailable, "the device could not join the network")
        case .operationalCertificate: HomeError(.resourceExhausted, "the device belongs to as many homes as it can")
        case .complete: HomeError(.deadlineExceeded, "the device did not finish in time and undid everything")
        }
    }

    /// What goes wrong where this step fails with a code.
    func failure(_ code: HomeError.Code) -> HomeError {
        code == failure.code ? failure : HomeError(code, "the device was made to fail at the step '\(rawValue)'")
    }
}
