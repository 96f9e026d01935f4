public import DataModel
import ModelReader
import Synchronization

/// The one place where the home's values are kept.
///
/// Attribute values stand in dense slots behind one lock. A report compares, stores and marks; nothing is formatted,
/// awaited or called under the lock. Watchers find out what changed by draining their marks, and read the newest value
/// then, so that a slow watcher is conflated and never buffered without bound.
public final class HomeStore: Sendable {
    private let state: Mutex<State>
    private let newStates = Mutex<(@Sendable () -> Void)?>(nil)
    private let time: any TimeSource
    private let lastReportInterval: Int64?

    /// Takes in a home.
    ///
    /// - Parameters:
    ///   - contents: What there is; the devices' positions become their ``DeviceIndex``.
    ///   - names: What the state store keeps in the section ``HomeNames/section``.
    ///   - time: Where the time of reports comes from.
    ///   - lastReportInterval: How often, at most, a device's last report is noted; `nil` is never.
    public init(
        contents: HomeContents, names: [String: String] = [:], time: any TimeSource,
        lastReportInterval: Duration? = .seconds(60)
    ) {
        self.time = time
        self.lastReportInterval = lastReportInterval.map { Int64($0 / .milliseconds(1)) }
        var state = State()
        state.take(contents, names)
        self.state = Mutex(state)
    }

    /// What there is now.
    public var shape: HomeShape { state.withLock { $0.shape } }

    /// Whether the hub can be reached.
    public var isHubOnline: Bool { state.withLock { $0.isHubOnline } }

    /// How many slots there are; the numbers below are slots, some perhaps of devices that are gone.
    public var slotCount: Int { state.withLock { $0.values.count } }

    /// How many times a value changed, and how many events came, since the home was taken in.
    public var counts: (changes: Int, events: Int) { state.withLock { ($0.changeCount, $0.eventCount) } }

    /// The value in a slot; null where there is no such slot.
    public func value(at slot: Int) -> DataValue {
        state.withLock { $0.values.indices.contains(slot) ? $0.values[slot] : .null }
    }

    /// The values in slots, all of one moment; those that do not exist are left out.
    public func values(in slots: Range<Int>) -> [DataValue] {
        state.withLock { Array($0.values[slots.clamped(to: $0.values.indices)]) }
    }

    /// Whether a device can be reached; `offline` for all while the hub is away.
    public func connectivity(of device: DeviceRecord) -> ConnectivityState {
        state.withLock { state in
            guard state.isHubOnline else { return .offline }
            let slot = device.firstSlot + DeviceLayout.connectivityOffset
            return state.values.indices.contains(slot) ? State.connectivity(state.values[slot]) : .unknown
        }
    }

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - slots: Which slots; `nil` is all, also those that come later.
    ///   - events: Whether, and how many, events wait at most before further ones are dropped and counted.
    ///   - device: Whose events; `nil` is every device's.
    ///   - wake: Called, on the reporting thread and outside of the lock, when something waits where nothing did.
    /// - Returns: The watcher; it ends when it is let go.
    public func watch(
        slots: Range<Int>? = nil, events: Int = 0, of device: DeviceIndex? = nil,
        wake: @escaping @Sendable () -> Void
    ) -> Watcher {
        add { WatcherMarks(id: $0, slots: slots, eventLimit: events, eventDevice: device, wake: wake) }
    }

    /// Begins to watch certain attributes of all devices, also of those that come later.
    ///
    /// - Parameters:
    ///   - isWatched: Which attributes.
    ///   - wake: As in ``watch(slots:events:of:wake:)``.
    /// - Returns: The watcher; it ends when it is let go.
    func watch(
        attributes isWatched: @escaping @Sendable (AttributeDescriptor) -> Bool, wake: @escaping @Sendable () -> Void
    ) -> Watcher {
        add { WatcherMarks(id: $0, picked: PickedSlots(isWatched), eventLimit: 0, wake: wake) }
    }

    private func add(_ marks: @Sendable (Int) -> WatcherMarks) -> Watcher {
        let id = state.withLock { state in
            state.nextWatcher += 1
            var marks = marks(state.nextWatcher)
            for device in state.shape.devices { marks.take(device) }
            state.watchers.append(marks)
            return state.nextWatcher
        }
        return Watcher(id: id, store: self)
    }

    /// Begins to note which slots change, for ``takeChanges()``.
    ///
    /// - Parameter newStates: Called when the hub has something new to keep; on its thread.
    func collectChanges(newStates: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = BitSet() }
        self.newStates.withLock { $0 = newStates }
    }

    /// The slots that changed since this was asked last, or collecting began.
    func takeChanges() -> BitSet {
        state.withLock { state in
            defer { state.changed = BitSet() }
            return state.changed ?? BitSet()
        }
    }

    /// Slots that were taken and could not be kept have changed still.
    func putBack(_ changes: BitSet) {
        state.withLock { $0.changed?.formUnion(changes) }
    }

    func withMarks<Result: Sendable>(_ id: Int, _ body: (inout WatcherMarks) -> Result) -> Result? {
        state.withLock { state in
            guard let index = state.watchers.firstIndex(where: { $0.id == id }) else { return nil }
            return body(&state.watchers[index])
        }
    }

    func endWatcher(_ id: Int) {
        // The closure may hold the last reference to something that watches, too: it is let go outside of the lock.
        _ = state.withLock { state -> WatcherMarks? in
            guard let index = state.watchers.firstIndex(where: { $0.id == id }) else { return nil }
            return state.watchers.remove(at: index)
        }
    }
}

extension HomeStore: HubReceiver {
    /// Takes in new values, in order; those for devices that are gone are left out.
    public func report(_ changes: [Change]) {
        let now = lastReportInterval == nil ? 0 : time.now.rawValue
        change { state, wakes in
            for change in changes {
                state.take(change, now: now, lastReportInterval: lastReportInterval, wakes: &wakes)
            }
        }
    }

    /// Takes in something that happened, after what was reported before.
    public func report(_ event: EventReport) {
        change { state, wakes in
            for memory in state.memories(of: event.device, endpoint: event.endpoint, cluster: event.cluster) {
                memory.rule.remembered(of: event).map { state.remember($0, at: memory.slot, wakes: &wakes) }
            }
            state.eventCount &+= 1
            for index in state.watchers.indices { state.watchers[index].mark(event, wakes: &wakes) }
        }
    }

    /// Tells who keeps the home that the hub has something new to keep.
    public func reportNewStates() { newStates.withLock { $0 }?() }

    /// Takes in whether the hub can be reached; every device's connectivity is marked.
    public func report(hubOnline: Bool) {
        change { state, wakes in
            guard state.isHubOnline != hubOnline else { return }
            state.isHubOnline = hubOnline
            for device in state.shape.devices {
                state.mark(slot: device.firstSlot + DeviceLayout.connectivityOffset, wakes: &wakes)
            }
            state.markShape(wakes: &wakes)
        }
    }
}

extension HomeStore {
    /// Remembers that a device confirmed a command.
    func confirmed(_ invocation: CommandInvocation) {
        change { state, wakes in
            let (device, endpoint) = (invocation.device, invocation.endpoint)
            for memory in state.memories(of: device, endpoint: endpoint, cluster: invocation.cluster) {
                memory.rule.remembered(ofCommand: invocation.command.id).map {
                    state.remember($0, at: memory.slot, wakes: &wakes)
                }
            }
        }
    }

    /// What the next device is known by, and where its slots begin.
    var end: (index: DeviceIndex, slot: Int) { state.withLock { $0.end } }

    /// Gives the home another shape; called by the editor only, one edit after another.
    ///
    /// Devices that are gone lose their slots; values of their late reports are left out.
    ///
    /// - Parameters:
    ///   - shape: What there is from now on.
    ///   - newcomers: The values by offset of the devices that came, the last in the shape; they begin at ``end``.
    func apply(_ shape: HomeShape, newcomers: [[DataValue]] = []) {
        let gone = self.shape.devices.filter { shape.device(at: $0.index) == nil }
        change { state, wakes in
            for device in gone {
                for slot in device.slots { state.values[slot] = .null }
                state.slots[device.index.rawValue] = device.firstSlot..<device.firstSlot
            }
            for (device, values) in zip(shape.devices.suffix(newcomers.count), newcomers) { state.add(device, values) }
            state.shape = shape
            state.markShape(wakes: &wakes)
        }
    }

    /// Has all that watch look at the home's shape again.
    func announceShape() {
        change { state, wakes in state.markShape(wakes: &wakes) }
    }

    /// Changes what the lock guards; those who watch are woken outside of it.
    private func change(_ body: (inout State, inout Wakes) -> Void) {
        let wakes = state.withLock { state in
            var wakes = Wakes()
            body(&state, &wakes)
            return wakes
        }
        wakes.call()
    }

    /// What the lock guards.
    private struct State: ~Copyable {
        var shape = HomeShape.empty
        var values: [DataValue] = []
        /// By device index: where its slots are; an empty range for a device that is gone.
        var slots: [Range<Int>] = []
        /// The slots of attributes of which something is remembered, and what.
        var sources = BitSet()
        var followers: [Int: (rule: TraitMemory, slot: Int)] = [:]
        /// The slots that changed since somebody asked; `nil` while nobody wants to know.
        var changed: BitSet?
        var isHubOnline = true
        var changeCount = 0
        var eventCount = 0
        var watchers: [WatcherMarks] = []
        var nextWatcher = 0

        mutating func take(_ contents: HomeContents, _ names: [String: String]) {
            values.reserveCapacity(contents.devices.reduce(0) { $0 + $1.layout.slotCount })
            var devices: [DeviceRecord] = []
            for device in contents.devices {
                let record = DeviceRecord(
                    id: device.id, index: end.index, name: device.name, structureID: device.structureID,
                    roomID: device.roomID, bridgeID: device.bridgeID, layout: device.layout, firstSlot: end.slot)
                devices.append(record)
                add(record, device.values)
            }
            shape = HomeShape(contents.with(devices: devices), nameBook: NameBook(kept: names))
        }

        /// What the next device is known by, and where its slots begin.
        var end: (index: DeviceIndex, slot: Int) { (DeviceIndex(rawValue: slots.count), values.count) }

        /// Gives a device its slots.
        mutating func add(_ device: DeviceRecord, _ values: [DataValue]) {
            precondition(
                device.index.rawValue == slots.count && device.firstSlot == self.values.count,
                "one edit after another makes the records")
            slots.append(device.slots)
            for offset in 0..<device.layout.slotCount {
                self.values.append(values.indices.contains(offset) ? values[offset] : .null)
            }
            for memory in device.layout.memories {
                guard let source = memory.source else { continue }
                let slot = device.firstSlot + memory.offset
                sources.insert(device.firstSlot + source)
                followers[device.firstSlot + source] = (memory, slot)
                guard self.values[slot] == .null else { continue }
                self.values[slot] = memory.remembered(of: self.values[device.firstSlot + source]) ?? .null
            }
            for index in watchers.indices { watchers[index].take(device) }
        }

        /// What is remembered of a trait, with its slots.
        func memories(
            of device: DeviceIndex, endpoint: UInt16, cluster: ClusterDescriptor
        ) -> [(rule: TraitMemory, slot: Int)] {
            guard let record = shape.device(at: device) else { return [] }
            let memories = record.layout.part(endpoint: endpoint)?.trait(cluster)?.memories ?? []
            return memories.map { ($0, record.firstSlot + $0.offset) }
        }

        /// Takes in what is remembered from now on.
        mutating func remember(_ value: DataValue, at slot: Int, wakes: inout Wakes) {
            guard values.indices.contains(slot), values[slot] != value else { return }
            values[slot] = value
            changed?.insert(slot)
            mark(slot: slot, wakes: &wakes)
        }

        static func connectivity(_ value: DataValue) -> ConnectivityState {
            guard case .uint(let raw) = value else { return .unknown }
            return UInt8(exactly: raw).flatMap(ConnectivityState.init(rawValue:)) ?? .unknown
        }

        mutating func take(_ change: Change, now: Int64, lastReportInterval: Int64?, wakes: inout Wakes) {
            guard slots.indices.contains(change.device.rawValue) else { return }
            let range = slots[change.device.rawValue]
            guard change.offset >= 0, change.offset < range.count else { return }
            let slot = range.lowerBound + change.offset
            if let lastReportInterval, change.offset >= DeviceLayout.firstAttributeOffset {
                noteReport(at: range.lowerBound + DeviceLayout.lastReportOffset, now, lastReportInterval, &wakes)
            }
            guard values[slot] != change.value else { return }
            values[slot] = change.value
            changeCount &+= 1
            changed?.insert(slot)
            mark(slot: slot, wakes: &wakes)
            guard sources.contains(slot), let (rule, memory) = followers[slot] else { return }
            rule.remembered(of: change.value).map { remember($0, at: memory, wakes: &wakes) }
        }

        mutating func mark(slot: Int, wakes: inout Wakes) {
            for index in watchers.indices { watchers[index].mark(slot: slot, wakes: &wakes) }
        }

        mutating func markShape(wakes: inout Wakes) {
            for index in watchers.indices { watchers[index].markShape(wakes: &wakes) }
        }

        private mutating func noteReport(at slot: Int, _ now: Int64, _ interval: Int64, _ wakes: inout Wakes) {
            if case .int(let last) = values[slot], now &- last < interval, now >= last { return }
            values[slot] = .int(now)
            changed?.insert(slot)
            mark(slot: slot, wakes: &wakes)
        }
    }
}
