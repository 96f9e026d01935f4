import DataModel
import HomeGraph
import ModelReader

/// What is kept of a device beside its values.
///
/// Time stands still for the devices while nobody runs the hub: moments are kept as they are, and the hub goes on at the
/// latest of them. So a transition goes on to where it led, a lock relocks and an appliance ends when it would have,
/// and the device runs as long as it ran.
struct DeviceState: Sendable, Hashable {
    /// The moment at which this was kept.
    var moment = Duration.zero
    /// When the device was switched on first.
    var began = Duration.zero
    /// When the device was switched on last.
    var started = Duration.zero
    /// How often it was switched on.
    var boots = 0
    /// The number of the last event.
    var eventNumber: UInt64 = 0
    /// Where its randomness stands.
    var random: UInt64
    var isOnline = true
    var isAutonomous = false
    var fault = SimulatedFault()
    /// The first values, which a reboot goes back to, where they may change and are not the plainest.
    var initialValues: [ValueKey: DataValue] = [:]
    /// The values that changed while nobody could be told, as the device has them.
    var unreported: [ValueKey: DataValue] = [:]
    /// What behaviours remember.
    var memory: [TimerKey: DataValue] = [:]
    /// What is due, in order.
    var timers: [Timer] = []
    /// What is on its way.
    var transitions: [ValueKey: Transition] = [:]

    /// A timer that is set.
    struct Timer: Sendable, Hashable {
        let key: TimerKey
        let due: Duration
    }

    /// Takes the state of a device.
    init(of device: SimulatedDevice, at moment: Duration) {
        self.moment = moment
        began = device.began
        started = device.started
        boots = device.boots
        eventNumber = device.eventNumber
        random = device.random.state
        isOnline = device.isOnline
        isAutonomous = device.isAutonomous
        fault = device.fault
        memory = device.memory
        timers = device.timers.values.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
            .map { Timer(key: $0.key, due: $0.due) }
        device.layout.forEachAttribute { key, offset, attribute in
            if let transition = device.transitions[offset] { transitions[key] = transition }
            if device.unreported.contains(offset) { unreported[key] = device.values[offset] }
            let initial = device.initialValues[offset]
            // What never changes is kept once, but for what an update changed.
            let known =
                attribute.quality.contains(.fixed) ? device.values[offset] : LeastValue.plainest(attribute.value)
            if initial != known {
                initialValues[key] = initial
            }
        }
    }
}

extension DeviceLayout {
    /// Calls a body for each attribute, in the order of the slots.
    func forEachAttribute(_ body: (ValueKey, _ offset: Int, AttributeDescriptor) -> Void) {
        for part in parts {
            for trait in part.traits {
                for (position, attribute) in trait.attributes.enumerated() {
                    body(
                        ValueKey(endpoint: part.endpoint, cluster: trait.cluster.id, attribute: attribute.id),
                        trait.firstOffset + position, attribute)
                }
            }
        }
    }
}

extension LeastValue {
    /// The plainest value where nothing is known of other members.
    static func plainest(_ descriptor: ValueDescriptor) -> DataValue {
        LeastValue { _ in nil }.value(descriptor)
    }
}
