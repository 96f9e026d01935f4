import DataModel
import HomeGraph
import Synchronization
import TestSupport

/// A hub that notes which orders were carried out, and can hang; everything else is another hub's.
///
/// Orders are told apart by the text that they write, so each is to write one of its own.
final class OrderLedger: Hub {
    /// An order that was carried out.
    struct Entry: Sendable {
        let text: String
        /// When it reached the hub.
        let begun: ContinuousClock.Instant
    }

    private let hub: any Hub
    private let written = Mutex<[Entry]>([])
    private let hanging = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

    /// Stands before a hub.
    init(_ hub: any Hub) { self.hub = hub }

    /// The orders that were carried out, in the order in which they were.
    var entries: [Entry] { written.withLock { $0 } }

    /// From now on orders reach the hub and are not answered.
    func hang() { hanging.withLock { $0 = $0 ?? [] } }

    /// Answers what waits, and everything after it.
    func release() {
        let waiting = hanging.withLock { hanging in
            defer { hanging = nil }
            return hanging ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let isHeld = hanging.withLock { hanging in
                hanging?.append(continuation)
                return hanging != nil
            }
            if !isHeld { continuation.resume() }
        }
    }

    func write(_ write: AttributeWrite) async throws(HomeError) {
        let begun = ContinuousClock.now
        await pass()
        try await hub.write(write)
        guard case .string(let text) = write.value else { return }
        written.withLock { $0.append(Entry(text: text, begun: begun)) }
    }

    func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue] {
        await pass()
        return try await hub.invoke(invocation)
    }

    func refresh(_ device: DeviceIndex) async throws(HomeError) {
        await pass()
        try await hub.refresh(device)
    }

    // MARK: - The other hub's

    var simulation: (any SimulationControl)? { hub.simulation }
    func contents() async throws(HomeError) -> HomeContents { try await hub.contents() }
    func start(reportingTo receiver: any HubReceiver) async throws(HomeError) {
        try await hub.start(reportingTo: receiver)
    }
    func stop() async { await hub.stop() }
    func commission(
        _ payload: OnboardingPayload, structureID: String,
        progress: @escaping @Sendable (CommissioningStep) -> Void
    ) async throws(HomeError) -> JoiningDevices {
        try await hub.commission(payload, structureID: structureID, progress: progress)
    }
    func join(_ token: UInt64, as devices: [DeviceIndex]) async { await hub.join(token, as: devices) }
    func abandon(_ token: UInt64) async { await hub.abandon(token) }
    func remove(_ device: DeviceIndex) async { await hub.remove(device) }
    func rename(_ device: DeviceIndex, to name: String) async { await hub.rename(device, to: name) }
    func states(changedOnly: Bool) async -> [DeviceIndex: String] { await hub.states(changedOnly: changedOnly) }
}
