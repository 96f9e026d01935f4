import Configuration
import DataModel
import HomeGraph

extension PairingDevice {
    /// Composes a device in pairing mode as a home file has it.
    ///
    /// - Parameters:
    ///   - written: What the home file says.
    ///   - structureID: The structure near which it is.
    ///   - moment: From when on its window counts.
    ///   - composer: Composes devices.
    ///   - seed: Where their randomness comes from.
    /// - Throws: What is no code or step, or cannot be composed.
    init(
        _ written: HomeFile.Commissionable, structureID: String, at moment: Duration, composer: inout DeviceComposer,
        seed: UInt64
    ) throws(ConfigurationFault) {
        code = written.payload.text
        do throws(OnboardingFault) {
            let payloads = try OnboardingPayload.read(code)
            guard let first = payloads.first, payloads.count == 1 else { throw .form }
            payload = first
        } catch {
            throw ConfigurationFault(
                at: written.payload.place, "payload: \(error)", remedy: "write the code of one device")
        }
        self.structureID = structureID
        closes = moment + written.window
        failure = try Self.failure(written)
        var devices: [(String, SimulatedDevice)] = []
        for device in [written.device] + written.bridged {
            let composed = try composer.compose(device, structureID: structureID)
            var simulated = SimulatedDevice(composed, index: 0, behaviour: device.behaviour, seed: seed)
            simulated.random = SplitMix(seed: seed, device: device.id.utf8.reduce(1) { $0 &* 31 &+ Int($1) })
            devices.append((device.id, simulated))
        }
        self.devices = devices
    }

    private static func failure(_ written: HomeFile.Commissionable) throws(ConfigurationFault) -> Failure? {
        guard let named = written.failingStep else { return nil }
        guard let step = CommissioningStep(rawValue: named.text) else {
            throw ConfigurationFault(
                at: named.place, "there is no step \"\(named.text)\" of commissioning",
                remedy: NearestName.advice(for: named.text, among: CommissioningStep.allCases.map(\.rawValue)))
        }
        let code = written.error.flatMap { HomeError.Code(name: $0.rawValue) }
        return Failure(step: step, error: code.map { step.failure($0) } ?? step.failure)
    }
}
