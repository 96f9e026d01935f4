import DataModel
import HomeGraph
import ModelReader

/// A device as the engine keeps it.
struct SimulatedDevice: Sendable {
    private(set) var index: DeviceIndex
    /// The name that people gave it, for messages.
    var name: String
    private(set) var layout: DeviceLayout
    /// By offset, as in the store.
    var values: [DataValue]
    /// As it came from the home file: what a reboot goes back to where nothing is kept.
    private(set) var initialValues: [DataValue]
    var isOnline: Bool
    var isAutonomous: Bool
    var fault: SimulatedFault
    var random: SplitMix
    var eventNumber: UInt64 = 0
    /// How often it was switched on.
    var boots = 0
    /// When it was switched on first, in simulated time.
    var began = Duration.zero
    /// When it was switched on last.
    var started = Duration.zero
    /// The timer that is set under each key.
    var timers: [TimerKey: TimerQueue.Entry] = [:]
    /// What is on its way, by offset.
    var transitions: [Int: Transition] = [:]
    /// The offsets whose values changed while nobody could be told.
    var unreported: Set<Int> = []
    /// What behaviours remember that is no attribute, by endpoint and cluster.
    var memory: [TimerKey: DataValue] = [:]
    /// Whether something of this changed that is kept beside the values; the engine takes note of it.
    var hasNewState = false
    /// Whether it is to be switched off and on, now that what it does is done; the engine takes note of it.
    var isRebooting = false
    /// Whether it is gone from the home; its place stays empty, so that the others keep theirs.
    private(set) var isGone = false

    /// Whether it is off, and comes on again by itself.
    var isOff: Bool { timers[Engine.bootTimer] != nil }
    /// What is seen of its connection.
    var connectivity: ConnectivityState { Self.connectivity(isOnline: isOnline, isOff: isOff) }

    /// What is seen of the connection of a device that is on the network or not, and off or not.
    static func connectivity(isOnline: Bool, isOff: Bool) -> ConnectivityState {
        isOnline && !isOff ? .online : .offline
    }

    /// The same device under another number.
    func copy(as index: DeviceIndex) -> SimulatedDevice {
        var copy = self
        copy.index = index
        return copy
    }

    /// Takes it out of the home.
    mutating func leave() {
        isGone = true
        isOnline = false
        fault = SimulatedFault()
        layout = DeviceLayout(parts: [])
        values = Array(repeating: .null, count: layout.slotCount)
        initialValues = values
        timers = [:]
        transitions = [:]
        unreported = []
        memory = [:]
    }

    /// An attribute of a trait, or a field of one, as a limit of other values.
    func limit(_ path: String, of trait: TraitLayout) -> DataValue? {
        trait.cluster.limit(path) { id in trait.offset(ofAttribute: id).map { values[$0] } }
    }

    /// Ends the transition of the value at an offset, if it is on one.
    mutating func endTransition(at offset: Int) {
        guard transitions.removeValue(forKey: offset) != nil else { return }
        hasNewState = true
    }

    /// Sends the value at an offset on its way.
    mutating func begin(_ transition: Transition, at offset: Int) {
        transitions[offset] = transition
        hasNewState = true
    }

    /// Whether an order reaches the device.
    func checkReachable(hubOnline: Bool) throws(HomeError) {
        guard hubOnline else { throw HomeError(.unavailable, "the hub is offline, so \(name) cannot be reached") }
        guard isOnline else { throw HomeError(.unavailable, "\(name) is offline") }
        guard !isOff else { throw HomeError(.unavailable, "\(name) is being switched off and on") }
    }
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct SplitMix: RandomNumberGenerator, Sendable {
    /// Where the sequence stands: a generator with this seed goes on with it.
    private(set) var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Begins the sequence of a device, unlike those of the others.
    init(seed: UInt64, device: Int) {
        self.init(seed: seed &+ UInt64(truncatingIfNeeded: device) &* 0x9e37_79b9_7f4a_7c15)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
