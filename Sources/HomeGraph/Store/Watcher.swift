/// Something that a watcher learns.
public enum Observation: Sendable {
    /// The value in this slot changed, perhaps more than once; read it from the store.
    case slot(Int)
    /// Something happened on a device.
    case event(EventReport)
    /// What there is changed, or the hub went or came; read ``HomeStore/shape`` and ``HomeStore/isHubOnline``.
    case shape
}

/// Sees what changes in a store, in order, each slot at most once until it is drained.
public final class Watcher: Sendable {
    private let id: Int
    private let store: HomeStore

    init(id: Int, store: HomeStore) {
        self.id = id
        self.store = store
    }

    deinit { store.endWatcher(id) }

    /// Takes out what was marked.
    ///
    /// - Parameters:
    ///   - limit: How many observations at most.
    ///   - observations: They are appended here, in the order of the first mark of each.
    public func drain(_ limit: Int = .max, into observations: inout [Observation]) {
        let drained = store.withMarks(id) { marks in
            var drained: [Observation] = []
            marks.drain(limit, into: &drained)
            return drained
        }
        if let drained { observations.append(contentsOf: drained) }
    }

    /// How many events were dropped because too many waited.
    public var droppedEvents: Int { store.withMarks(id) { $0.droppedEvents } ?? 0 }
}

/// What is marked for one watcher: a bit for each slot, and the order of the marks.
struct WatcherMarks: Sendable {
    let id: Int
    private(set) var droppedEvents = 0
    private let slots: Range<Int>?
    private var picked: PickedSlots?
    private let eventLimit: Int
    private let eventDevice: DeviceIndex?
    private let wake: @Sendable () -> Void
    private var marked = BitSet()
    private var order = RingBuffer<Int32>()
    private var events = RingBuffer<EventReport>()
    private var isShapeMarked = false
    /// What stands in the order for an event, and for a change of the shape.
    private static let event: Int32 = -1, shape: Int32 = -2

    init(
        id: Int, slots: Range<Int>? = nil, picked: PickedSlots? = nil, eventLimit: Int,
        eventDevice: DeviceIndex? = nil, wake: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.slots = slots
        self.picked = picked
        self.eventLimit = eventLimit
        self.eventDevice = eventDevice
        self.wake = wake
    }

    /// A device is there.
    mutating func take(_ device: DeviceRecord) { picked?.take(device) }

    mutating func mark(slot: Int, wakes: inout Wakes) {
        if let slots, !slots.contains(slot) { return }
        if let picked, !picked.contains(slot) { return }
        let position = slot - (slots?.lowerBound ?? 0)
        guard marked.insert(position) else { return }
        append(Int32(truncatingIfNeeded: position), &wakes)
    }

    mutating func mark(_ event: EventReport, wakes: inout Wakes) {
        guard eventLimit > 0, eventDevice == nil || eventDevice == event.device else { return }
        guard events.count < eventLimit else {
            droppedEvents += 1
            return
        }
        events.append(event)
        append(Self.event, &wakes)
    }

    mutating func markShape(wakes: inout Wakes) {
        guard !isShapeMarked else { return }
        isShapeMarked = true
        append(Self.shape, &wakes)
    }

    private mutating func append(_ mark: Int32, _ wakes: inout Wakes) {
        if order.isEmpty { wakes.add(wake) }
        order.append(mark)
    }

    mutating func drain(_ limit: Int, into observations: inout [Observation]) {
        observations.reserveCapacity(observations.count + min(limit, order.count))
        var left = limit
        while left > 0, let mark = order.popFirst() {
            left -= 1
            switch mark {
            case Self.event:
                if let event = events.popFirst() { observations.append(.event(event)) }
            case Self.shape:
                isShapeMarked = false
                observations.append(.shape)
            default:
                let position = Int(mark)
                marked.remove(position)
                observations.append(.slot(position + (slots?.lowerBound ?? 0)))
            }
        }
    }
}

/// The watchers to wake once the lock is released; mostly none.
struct Wakes {
    private var first: (@Sendable () -> Void)?
    private var others: [@Sendable () -> Void] = []

    mutating func add(_ wake: @escaping @Sendable () -> Void) {
        if first == nil { first = wake } else { others.append(wake) }
    }

    func call() {
        first?()
        for wake in others { wake() }
    }
}
