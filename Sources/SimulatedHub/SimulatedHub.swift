public import Configuration
public import DataModel
public import HomeGraph
public import ModelReader
import Synchronization

/// A hub in this process, with devices that behave as real ones do.
public final class SimulatedHub: Hub {
    /// What the lock guards.
    struct State {
        var engine: Engine
        /// The devices near the hub that wait to be commissioned.
        var pairing: PairingModes
        /// Composes devices that come while the hub runs.
        var composer: DeviceComposer
        var clock: SimulatedClock
        var receiver: (any HubReceiver)?
        /// The task that waits for what is due next, and when that is.
        var waiting: (due: Duration, task: Task<Void, Never>)?
        /// Whether the receiver knows that there is something to keep.
        var isKeepingAnnounced = false
    }

    private let home: HomeContents
    let time: any TimeSource
    let catalog: ModelCatalog
    /// Where the randomness of devices comes from.
    let seed: UInt64
    let state: Mutex<State>

    /// What of a home that was kept could not be taken as it was; what the devices have instead.
    public let repairs: [HomeError]

    /// Makes a hub of devices.
    private init(
        _ home: HomeContents, _ engine: Engine, pairing: PairingModes = PairingModes(), repairs: [HomeError] = [],
        catalog: ModelCatalog, time: any TimeSource, seed: UInt64, speed: Double, moment: Duration = .zero
    ) {
        self.home = home
        self.catalog = catalog
        self.seed = seed
        self.repairs = repairs
        self.time = time
        state = Mutex(
            State(
                engine: engine, pairing: pairing, composer: DeviceComposer(CompositionVocabulary(catalog)),
                clock: SimulatedClock(speed: speed, uptime: time.uptime, moment: moment, now: time.now)))
    }

    /// Makes a hub with the devices of a home file.
    ///
    /// - Parameters:
    ///   - home: The home file.
    ///   - catalog: The clusters and device types there are.
    ///   - time: What the devices live by.
    ///   - seed: Where their randomness comes from: the same seed, the same run.
    ///   - speed: How fast simulated time runs, 0.01 to 1000.
    /// - Throws: Everything that the home file asks for and no device can have.
    public convenience init(
        home: HomeFile, catalog: ModelCatalog = .standard, time: any TimeSource = SystemTime(),
        seed: UInt64 = 1, speed: Double = 1
    ) throws(ConfigurationFaults) {
        let composed = try HomeComposer.compose(home, CompositionVocabulary(catalog), seed: seed)
        self.init(
            composed.contents, Engine(devices: composed.devices, isHubOnline: home.hub.isOnline),
            pairing: composed.pairing, catalog: catalog, time: time, seed: seed, speed: speed)
    }

    /// Makes a hub with the devices of a home that was kept, as they were when it was.
    ///
    /// Nothing happened to them meanwhile: they run as long as they ran, and go on with what they were at. A value that
    /// is damaged gives way to the first one, or to the plainest; ``repairs`` tells. The hub itself can be reached.
    ///
    /// - Parameters:
    ///   - saved: What was kept.
    ///   - catalog: The clusters and device types there are.
    ///   - time: What the devices live by.
    ///   - seed: Where the randomness of devices comes from of which no state was kept.
    ///   - speed: How fast simulated time runs, 0.01 to 1000.
    /// - Throws: `dataLoss` where it cannot be read.
    public convenience init(
        saved: SavedHome, catalog: ModelCatalog = .standard, time: any TimeSource = SystemTime(),
        seed: UInt64 = 1, speed: Double = 1
    ) throws(HomeError) {
        let restored = try SavedDevices(saved, catalog: catalog, seed: seed)
        self.init(
            restored.contents, Engine(restored), repairs: restored.repairs, catalog: catalog, time: time, seed: seed,
            speed: speed, moment: restored.moment)
    }

    /// This hub: all of it is simulated.
    public var simulation: (any SimulationControl)? { self }

    /// The home that the hub was made with.
    public func contents() async throws(HomeError) -> HomeContents { home }

    /// Switches the devices on and begins to report.
    public func start(reportingTo receiver: any HubReceiver) async throws(HomeError) {
        state.withLock { state in
            state.receiver = receiver
            receiver.report(hubOnline: state.engine.isHubOnline)
            let moment = state.clock.moment(at: time.uptime)
            state.engine.start(at: moment, now: state.clock.now(at: moment)).tell(receiver)
            settle(&state)
        }
    }

    /// Ends reporting; time stands still for the devices.
    public func stop() async {
        let task = state.withLock { state in
            defer { state.waiting = nil }
            state.receiver = nil
            return state.waiting?.task
        }
        task?.cancel()
    }

    /// Sends a command to a simulated device.
    public func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue] {
        try await order(to: invocation.device) { engine, moment, now, reports throws(HomeError) in
            try engine.invoke(invocation, at: moment, now: now, reports: &reports)
        }
    }

    /// Writes an attribute of a simulated device.
    public func write(_ write: AttributeWrite) async throws(HomeError) {
        try await order(to: write.device) { engine, moment, now, reports throws(HomeError) in
            try engine.write(write, at: moment, now: now, reports: &reports)
        }
    }

    /// Reports all values of a simulated device.
    public func refresh(_ device: DeviceIndex) async throws(HomeError) {
        try change { state, moment, now throws(HomeError) in
            let changes = try state.engine.refresh(device, at: moment, now: now)
            state.receiver?.report(changes)
        }
    }

    /// Ends all that a device had begun, and hears of it no more; one that was commissioned is in pairing mode again.
    public func remove(_ device: DeviceIndex) async {
        state.withLock { state in
            let moment = state.clock.moment(at: time.uptime)
            if let leaving = PairingDevice(leaving: device, of: state.engine, at: moment) {
                state.pairing.add(leaving, at: moment)
            }
            state.engine.remove(device)
        }
    }

    /// Calls a device by another name in messages.
    public func rename(_ device: DeviceIndex, to name: String) async {
        state.withLock { $0.engine.rename(device, to: name) }
    }

    /// What there is to keep of the devices beside their values.
    public func states(changedOnly: Bool) async -> [DeviceIndex: String] {
        let states = state.withLock { state in
            state.isKeepingAnnounced = false
            return state.engine.states(changedOnly: changedOnly, at: state.clock.moment(at: time.uptime))
        }
        return states.mapValues(\.text)
    }

    /// Carries an order out after the device's latency; it fails as the device's fault says.
    private func order<Result: Sendable>(
        to device: DeviceIndex,
        _ body: @Sendable (inout Engine, Duration, Timestamp, inout Engine.Reports) throws(HomeError) -> Result
    ) async throws(HomeError) -> Result {
        let fault = state.withLock { $0.engine.fault(of: device) }
        if let latency = fault.latency, latency > .zero { try await wait(latency) }
        let (result, late) = try change { state, moment, now throws(HomeError) -> (Result, Engine.Reports?) in
            try state.engine.rollFault(device)
            var reports = Engine.Reports()
            do throws(HomeError) {
                let result = try body(&state.engine, moment, now, &reports)
                if let delay = fault.reportDelay, delay > .zero { return (result, reports) }
                if let receiver = state.receiver { reports.tell(receiver) }
                return (result, nil)
            } catch {
                if let receiver = state.receiver { reports.tell(receiver) }
                throw error
            }
        }
        if let late, let delay = fault.reportDelay { reportLater(late, after: delay) }
        return result
    }

    private func wait(_ duration: Duration) async throws(HomeError) {
        do {
            try await time.sleep(until: time.uptime + duration)
        } catch {
            throw HomeError(.cancelled, "the order was given up while the device was slow")
        }
    }

    private func reportLater(_ reports: Engine.Reports, after delay: Duration) {
        let due = time.uptime + delay
        Task { [self] in
            guard (try? await time.sleep(until: due)) != nil else { return }
            state.withLock { state in
                let renewed = state.engine.renew(reports)
                if let receiver = state.receiver { renewed.tell(receiver) }
                settle(&state)
            }
        }
    }

    /// Changes the state under the lock, after all that is due by now, then waits for what is due next.
    private func change<Result: Sendable>(
        _ body: (inout State, Duration, Timestamp) throws(HomeError) -> Result
    ) throws(HomeError) -> Result {
        try state.withLock { state throws(HomeError) in
            defer { settle(&state) }
            let moment = state.clock.moment(at: time.uptime)
            let now = state.clock.now(at: moment)
            if state.receiver != nil { catchUp(&state, moment, now) }
            return try body(&state, moment, now)
        }
    }

    /// After each change: says that there is something to keep, and waits for what is due next.
    func settle(_ state: inout State) {
        if !state.isKeepingAnnounced, !state.engine.changedStates.isEmpty, let receiver = state.receiver {
            state.isKeepingAnnounced = true
            receiver.reportNewStates()
        }
        plan(&state)
    }

    /// Sees to it that somebody waits for what is due next.
    private func plan(_ state: inout State) {
        guard state.receiver != nil, let moment = state.engine.nextDue else { return }
        let due = state.clock.uptime(of: moment)
        if let waiting = state.waiting {
            guard due < waiting.due else { return }
            waiting.task.cancel()
        }
        state.waiting = (
            due,
            Task { [weak self, time] in
                guard (try? await time.sleep(until: due)) != nil else { return }
                self?.advance(to: moment, dueAt: due)
            }
        )
    }

    private func advance(to moment: Duration, dueAt due: Duration) {
        state.withLock { state in
            guard state.waiting?.due == due else { return }
            state.waiting = nil
            // The way from a moment to the uptime and back rounds: what was waited for is due in any case.
            let reached = max(moment, state.clock.moment(at: time.uptime))
            catchUp(&state, reached, state.clock.now(at: reached))
            settle(&state)
        }
    }

    /// Lets happen what is due by a moment.
    private func catchUp(_ state: inout State, _ moment: Duration, _ now: Timestamp) {
        guard let due = state.engine.nextDue, due <= moment else { return }
        let reports = state.engine.advance(to: moment, now: now)
        if let receiver = state.receiver { reports.tell(receiver) }
    }
}

extension SimulatedHub: SimulationControl {
    /// Makes a device report a value.
    /// - Throws: `notFound`, `unimplemented` where it lacks the attribute.
    public func report(
        _ value: DataValue, attribute: AttributeDescriptor, of cluster: ClusterDescriptor, endpoint: UInt16,
        device: DeviceIndex
    ) throws(HomeError) {
        try simulate { engine, moment, now throws(HomeError) in
            try engine.report(
                value, attribute: attribute, of: cluster, endpoint: endpoint, device: device, at: moment, now: now)
        }
    }

    /// Makes an event happen on a device.
    /// - Throws: `notFound`, `unimplemented` where it lacks the event.
    public func emit(
        _ event: EventDescriptor, fields: [UInt32: DataValue], of cluster: ClusterDescriptor, endpoint: UInt16,
        device: DeviceIndex
    ) throws(HomeError) {
        try simulate { engine, moment, now throws(HomeError) in
            try engine.emit(
                event, fields: fields, of: cluster, endpoint: endpoint, device: device, at: moment, now: now)
        }
    }

    /// Takes a device off the network, or brings it back.
    /// - Throws: `notFound`.
    public func setOnline(_ isOnline: Bool, device: DeviceIndex) throws(HomeError) {
        try simulate { engine, _, _ throws(HomeError) in try engine.setOnline(isOnline, device: device) }
    }

    /// Takes the hub off the network, or brings it back.
    public func setHubOnline(_ isOnline: Bool) {
        state.withLock { state in
            let reports = state.engine.setHubOnline(isOnline)
            guard let receiver = state.receiver else { return }
            receiver.report(hubOnline: isOnline)
            reports.tell(receiver)
            settle(&state)
        }
    }

    /// Makes a device slow or failing.
    /// - Throws: `notFound`, `outOfRange`.
    public func setFault(_ fault: SimulatedFault, device: DeviceIndex) throws(HomeError) {
        try change { state, moment, _ throws(HomeError) in
            try state.engine.setFault(fault, device: device, at: moment)
        }
    }

    /// Switches a device off and on.
    /// - Throws: `notFound`.
    public func reboot(_ device: DeviceIndex) throws(HomeError) {
        try simulate { engine, moment, now throws(HomeError) in
            try engine.reboot(device, at: moment, now: now)
        }
    }

    /// Makes simulated time run faster or slower.
    /// - Throws: `outOfRange` beyond 0.01 to 1000.
    public func setSpeed(_ speed: Double) throws(HomeError) {
        guard (0.01...1000).contains(speed) else {
            throw HomeError(.outOfRange, "speed: \(speed) is not between 0.01 and 1000")
        }
        state.withLock { state in
            state.clock.setSpeed(speed, uptime: time.uptime)
            state.waiting?.task.cancel()
            state.waiting = nil
            plan(&state)
        }
    }

    private func simulate(
        _ body: (inout Engine, Duration, Timestamp) throws(HomeError) -> Engine.Reports
    ) throws(HomeError) {
        try change { state, moment, now throws(HomeError) in
            let reports = try body(&state.engine, moment, now)
            if let receiver = state.receiver { reports.tell(receiver) }
        }
    }
}
