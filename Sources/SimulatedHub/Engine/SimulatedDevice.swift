import DataModel
import HomeGraph

/// A device as the engine keeps it.
struct SimulatedDevice: Sendable {
    let index: DeviceIndex
    let name: String
    let layout: DeviceLayout
    /// By offset, as in the store.
    var values: [DataValue]
    /// As it came from the home file: what a reboot goes back to where nothing is kept.
    let initialValues: [DataValue]
    var isOnline: Bool
    var isAutonomous: Bool
    var fault: SimulatedFault
    var random: SplitMix
    var eventNumber: UInt64 = 0
    /// How often it was switched on.
    var boots = 0
    /// When it was switched on, in simulated time.
    var started = Duration.zero
    /// The number of the timer that is set under each key.
    var timers: [TimerKey: UInt64] = [:]
    /// What is on its way, by offset.
    var transitions: [Int: Transition] = [:]
    /// The offsets whose values changed while nobody could be told.
    var unreported: Set<Int> = []
    /// What behaviours remember that is no attribute, by endpoint and cluster.
    var memory: [TimerKey: DataValue] = [:]

    /// Whether an order reaches the device.
    func checkReachable(hubOnline: Bool) throws(HomeError) {
        guard hubOnline else { throw HomeError(.unavailable, "the hub is offline, so \(name) cannot be reached") }
        guard isOnline else { throw HomeError(.unavailable, "\(name) is offline") }
    }
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
