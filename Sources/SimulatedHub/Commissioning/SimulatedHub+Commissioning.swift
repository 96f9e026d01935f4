public import HomeGraph
import Configuration
import DataModel
import Synchronization

extension SimulatedHub {
    /// How long the hub looks for a device, in real time.
    private static let searchTime = Duration.seconds(15)
    /// How often it looks.
    private static let searchInterval = Duration.milliseconds(100)

    /// Commissions the device in pairing mode that a code names, in the steps and about the time that a real one takes.
    ///
    /// - Throws: `notFound` where there is none within 15 s, `alreadyExists` where it is in the home, and what the step
    ///   fails with.
    public func commission(
        _ payload: OnboardingPayload, structureID: String,
        progress: @escaping @Sendable (CommissioningStep) -> Void
    ) async throws(HomeError) -> JoiningDevices {
        var found: PairingDevice?
        for step in CommissioningStep.allCases {
            if found == nil { found = try await search(payload, structureID) }
            guard let device = found else { throw CommissioningStep.discover.failure }
            try await pass(step.duration)
            try checkHub()
            if let failure = device.failure, failure.step == step { throw failure.error }
            if step == .secureSession, device.payload.passcode != payload.passcode { throw step.failure }
            progress(step)
        }
        guard let found else { throw CommissioningStep.discover.failure }
        return state.withLock { state in
            let moment = state.clock.moment(at: time.uptime)
            return JoiningDevices(
                token: state.pairing.commission(found),
                devices: found.devices.enumerated().map { position, wish in
                    let device = wish.device.joining(as: wish.device.index, found.onboarding(position))
                    return JoiningDevices.Device(
                        id: wish.id, name: device.name, layout: device.layout, values: device.values,
                        hubState: DeviceState(of: device, at: moment).text)
                })
        }
    }

    /// Devices that were commissioned are switched on and report.
    public func join(_ token: UInt64, as devices: [DeviceIndex]) async {
        state.withLock { state in
            guard let joined = state.pairing.join(token) else { return }
            let moment = state.clock.moment(at: time.uptime)
            for (position, (index, wish)) in zip(devices, joined.devices).enumerated() {
                let reports = state.engine.add(
                    wish.device.joining(as: index, joined.onboarding(position)), at: moment,
                    now: state.clock.now(at: moment))
                if let receiver = state.receiver { reports.tell(receiver) }
            }
            settle(&state)
        }
    }

    /// Devices that were commissioned are in pairing mode again.
    public func abandon(_ token: UInt64) async {
        state.withLock { $0.pairing.abandon(token, at: $0.clock.moment(at: time.uptime)) }
    }

    /// Puts a device into pairing mode near the hub.
    ///
    /// - Throws: `invalidArgument` where it is none, or its code is none.
    public func setCommissionable(_ device: CommissionableDevice) throws(HomeError) {
        do throws(ConfigurationFaults) {
            try state.withLock { state throws(ConfigurationFaults) in
                let written = try HomeFile.Commissionable(device, catalog: catalog)
                let moment = state.clock.moment(at: time.uptime)
                do throws(ConfigurationFault) {
                    state.pairing.add(
                        try PairingDevice(
                            written, structureID: device.structureID, at: moment, composer: &state.composer, seed: seed),
                        at: moment)
                } catch {
                    throw ConfigurationFaults([error])
                }
            }
        } catch {
            throw HomeError(.invalidArgument, error.faults.map { "\($0)" }.joined(separator: "; "))
        }
    }

    /// Looks for a device until it is there or the time is over.
    private func search(_ payload: OnboardingPayload, _ structureID: String) async throws(HomeError) -> PairingDevice {
        let deadline = time.uptime + Self.searchTime
        while true {
            try checkHub()
            let (device, isInHome) = state.withLock { state in
                let moment = state.clock.moment(at: time.uptime)
                return (
                    state.pairing.device(payload, near: structureID, at: moment),
                    state.engine.hasDevice(commissionedWith: payload)
                )
            }
            if let device { return device }
            if isInHome {
                throw HomeError(
                    .alreadyExists, "the device with this code is in the home already; remove it there first")
            }
            guard time.uptime < deadline else { throw CommissioningStep.discover.failure }
            try await sleep(until: time.uptime + Self.searchInterval)
        }
    }

    private func checkHub() throws(HomeError) {
        guard state.withLock({ $0.engine.isHubOnline }) else {
            throw HomeError(.unavailable, "the hub went offline while it commissioned a device")
        }
    }

    /// Lets simulated time pass.
    private func pass(_ duration: Duration) async throws(HomeError) {
        let due = state.withLock { state in
            state.clock.uptime(of: state.clock.moment(at: time.uptime) + duration)
        }
        try await sleep(until: due)
    }

    private func sleep(until moment: Duration) async throws(HomeError) {
        do {
            try await time.sleep(until: moment)
        } catch {
            throw HomeError(.cancelled, "commissioning was given up")
        }
    }
}

extension Engine {
    /// Adds a device and switches it on.
    mutating func add(_ device: SimulatedDevice, at moment: Duration, now: Timestamp) -> Reports {
        var reports = Reports()
        guard device.index.rawValue == devices.count else { return reports }
        devices.append(device)
        switchOn(device.index.rawValue, moment, now, &reports)
        return reports
    }

    /// Whether a device of the home was commissioned with a code.
    func hasDevice(commissionedWith payload: OnboardingPayload) -> Bool {
        devices.contains { device in
            guard !device.isGone, let onboarding = device.onboarding,
                let own = try? OnboardingPayload.read(onboarding.code).first
            else { return false }
            return own.passcode == payload.passcode && own.discriminator.mayBe(payload.discriminator)
        }
    }
}
