import DataModel
import ModelReader
import Synchronization

/// Keeps values: those that outlast a loss of power soon after they change, all of them at the end.
final class ValueKeeper: Sendable {
    /// How many devices are written at once at the end.
    private static let batch = 256

    private let store: HomeStore
    private let stateStore: any StateStore
    private let hub: any Hub
    private let time: any TimeSource
    /// How long changes are collected before they are written.
    private let interval: Duration
    private let failed: @Sendable (HomeError) -> Void
    private let pokes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Makes a keeper that does nothing yet.
    init(
        store: HomeStore, stateStore: any StateStore, hub: any Hub, time: any TimeSource, interval: Duration,
        failed: @escaping @Sendable (HomeError) -> Void
    ) {
        self.store = store
        self.stateStore = stateStore
        self.hub = hub
        self.time = time
        self.interval = interval
        self.failed = failed
    }

    /// Begins to watch.
    func start() {
        let continuation = pokes.continuation
        let watcher = store.watch(attributes: { $0.quality.contains(.nonVolatile) }) { continuation.yield() }
        task.withLock { $0 = Task { [self] in await run(watcher) } }
    }

    /// Something was carried out: the hub may have more to keep.
    func poke() { pokes.continuation.yield() }

    /// Keeps everything and ends.
    /// - Throws: Why it could not be kept.
    func stop() async throws(HomeError) {
        let task = task.withLock { task in
            defer { task = nil }
            return task
        }
        pokes.continuation.finish()
        task?.cancel()
        await task?.value
        let states = await hub.states(changedOnly: false)
        let devices = store.shape.devices
        for start in stride(from: 0, to: devices.count, by: Self.batch) {
            var changes: [StateChange] = []
            for device in devices[start..<min(start + Self.batch, devices.count)] {
                if let state = states[device.index] { changes.append(.hubState(device: device.id, state)) }
                for (key, value) in zip(device.layout.valueKeys, store.values(in: device.slots)) {
                    changes.append(.value(device: device.id, key, value))
                }
            }
            try await stateStore.commit(changes)
        }
    }

    @concurrent
    private func run(_ watcher: Watcher) async {
        var pending: Set<Int> = []
        var states: [DeviceIndex: String] = [:]
        var hasFailed = false
        for await _ in pokes.stream {
            guard (try? await time.sleep(until: time.uptime + interval)) != nil else { return }
            var observations: [Observation] = []
            watcher.drain(into: &observations)
            for case .slot(let slot) in observations { pending.insert(slot) }
            states.merge(await hub.states(changedOnly: true)) { _, new in new }
            let changes = changes(pending, states)
            do throws(HomeError) {
                if !changes.isEmpty { try await stateStore.commit(changes) }
                pending = []
                states = [:]
                hasFailed = false
            } catch {
                if !hasFailed { failed(error) }
                hasFailed = true
                pokes.continuation.yield()
            }
        }
    }

    private func changes(_ slots: Set<Int>, _ states: [DeviceIndex: String]) -> [StateChange] {
        let shape = store.shape
        var changes: [StateChange] = []
        for slot in slots.sorted() {
            guard let device = shape.device(slot: slot),
                let key = device.layout.valueKey(at: slot - device.firstSlot)
            else { continue }
            changes.append(.value(device: device.id, key, store.value(at: slot)))
        }
        guard !states.isEmpty else { return changes }
        for device in shape.devices {
            if let state = states[device.index] { changes.append(.hubState(device: device.id, state)) }
        }
        return changes
    }
}
