import DataModel
import ModelReader
import Synchronization

/// Keeps values: those that outlast a loss of power soon after they change, all of them at the end.
final class ValueKeeper: Sendable {
    /// How many changes are written at once at the end.
    private static let batch = 4096

    private let store: HomeStore
    private let stateStore: any StateStore
    private let hub: any Hub
    private let time: any TimeSource
    /// How long changes are collected before they are written.
    private let interval: Duration
    private let failed: @Sendable (HomeError) -> Void
    private let watcher: Watcher
    private let pokes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Makes a keeper that takes note of what changes from now on.
    ///
    /// - Parameters:
    ///   - store: The home.
    ///   - stateStore: Where it is kept; it has all that the home has now.
    ///   - hub: Whose states are kept, too.
    ///   - time: What the interval is measured by.
    ///   - interval: How long changes are collected before they are written.
    ///   - failed: Takes what keeps them from being written; said once until it works again.
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
        let continuation = pokes.continuation
        watcher = store.watch(attributes: \.outlastsPowerLoss) { continuation.yield() }
        store.collectChanges { continuation.yield() }
    }

    deinit {
        pokes.continuation.finish()
        task.withLock { $0 }?.cancel()
    }

    /// Begins to keep, until it is stopped or let go.
    func start() {
        task.withLock { task in
            guard task == nil else { return }
            task = Task { [weak self, stream = pokes.stream, time, interval] in
                var pending = Pending()
                var delay = KeepingDelay(interval: interval)
                for await _ in stream {
                    guard (try? await time.sleep(until: time.uptime + delay.duration)) != nil, let self else { return }
                    await self.keep(&pending, &delay)
                }
            }
        }
    }

    /// Keeps everything that changed and ends; a second call keeps what changed since.
    /// - Throws: Why it could not be kept.
    func stop() async throws(HomeError) {
        pokes.continuation.finish()
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
        let changed = store.takeChanges()
        do throws(HomeError) {
            try await keepAll(changed)
        } catch {
            store.putBack(changed)
            throw error
        }
    }

    /// Keeps the values of these slots, and what the hub has to keep.
    private func keepAll(_ changed: BitSet) async throws(HomeError) {
        let states = await hub.states(changedOnly: false)
        var changes: [StateChange] = []
        for device in store.shape.devices {
            if let state = states[device.index] { changes.append(.hubState(device: device.id, state)) }
            let keys = device.layout.valueKeys
            for slot in device.slots where changed.contains(slot) {
                changes.append(.value(device: device.id, keys[slot - device.firstSlot], store.value(at: slot)))
            }
            guard changes.count >= Self.batch else { continue }
            try await stateStore.commit(changes)
            changes = []
        }
        if !changes.isEmpty { try await stateStore.commit(changes) }
    }

    /// Keeps what is pending and what changed since.
    private func keep(_ pending: inout Pending, _ delay: inout KeepingDelay) async {
        pending.take(watcher)
        pending.states.merge(await hub.states(changedOnly: true)) { _, new in new }
        let changes = pending.changes(of: store)
        guard !changes.isEmpty else { return }
        do throws(HomeError) {
            try await stateStore.commit(changes)
            pending = Pending()
            delay.succeeded()
        } catch {
            if delay.failures == 0 { failed(error) }
            delay.failed()
            pokes.continuation.yield()
        }
    }
}

extension AttributeDescriptor {
    /// Whether a device has the value again after a loss of power: by its quality, or since somebody wrote it as a
    /// setting, which simulated devices keep, too.
    fileprivate var outlastsPowerLoss: Bool { isWritable || quality.contains(.nonVolatile) }
}

/// What is to be kept, and is not yet.
private struct Pending {
    var slots: Set<Int> = []
    var states: [DeviceIndex: String] = [:]

    /// Takes in what a watcher saw.
    mutating func take(_ watcher: Watcher) {
        var observations: [Observation] = []
        watcher.drain(into: &observations)
        for case .slot(let slot) in observations { slots.insert(slot) }
    }

    /// The changes, with the values as they are now; what belongs to devices that are gone is left out.
    func changes(of store: HomeStore) -> [StateChange] {
        let shape = store.shape
        var changes: [StateChange] = []
        for slot in slots.sorted() {
            guard let device = shape.device(slot: slot), let key = device.layout.valueKey(at: slot - device.firstSlot)
            else { continue }
            changes.append(.value(device: device.id, key, store.value(at: slot)))
        }
        for (index, state) in states.sorted(by: { $0.key < $1.key }) {
            if let device = shape.device(at: index) { changes.append(.hubState(device: device.id, state)) }
        }
        return changes
    }
}

/// How long changes are collected: longer after each failure in a row.
struct KeepingDelay: Sendable {
    /// The shortest and the longest after a failure, unless the interval itself is longer.
    private static let shortest = Duration.milliseconds(100), longest = Duration.seconds(60)

    let interval: Duration
    /// How many attempts failed in a row.
    private(set) var failures = 0

    /// Begins with none.
    init(interval: Duration) { self.interval = interval }

    /// How long to wait.
    var duration: Duration {
        guard failures > 0 else { return interval }
        return max(interval, min(max(interval, Self.shortest) * (1 << min(failures, 16)), Self.longest))
    }

    /// An attempt failed.
    mutating func failed() { failures += 1 }

    /// An attempt succeeded.
    mutating func succeeded() { failures = 0 }
}
