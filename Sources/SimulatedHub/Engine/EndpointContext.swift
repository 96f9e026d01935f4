import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// One endpoint of one device in the hands of a behaviour: its attributes, timers, transitions, events.
///
/// The engine lends the device to the context and takes it back with what was caused.
struct EndpointContext: Sendable {
    /// The device.
    var device: SimulatedDevice
    /// The endpoint.
    var part: PartLayout
    /// The moment, in simulated time since the hub began.
    let moment: Duration
    /// The time of day.
    let now: Timestamp
    /// What was caused so far, in order.
    var effects: [Effect] = []
    /// Timers to set or cancel.
    var timerRequests: [TimerRequest] = []
    /// Whether changes are reported, too, that a device does not report by itself (quality `C`).
    var reportsOmittedChanges = false
    /// The attributes that were set together so far, while they are (``together(_:)``).
    var setTogether: [SetAttribute]?
    private var depth = 0
    /// What behaviours do by themselves now.
    private var actions: Set<Action> = []

    /// Something that a behaviour does by itself while it lasts.
    private struct Action: Sendable, Hashable {
        let endpoint: UInt16
        let cluster: UInt32
        let item: UInt32
    }

    /// An attribute that was set, and where.
    struct SetAttribute: Sendable {
        let part: PartLayout
        let cluster: UInt32
        let id: UInt32
        let offset: Int
    }

    /// Something that is to be reported.
    enum Effect: Sendable {
        case change(offset: Int)
        case event(EventReport)
    }

    /// A timer to be set, or to be cancelled where it has no moment.
    struct TimerRequest: Sendable {
        let key: TimerKey
        let due: Duration?
    }

    init(device: SimulatedDevice, part: PartLayout, moment: Duration, now: Timestamp) {
        self.device = device
        self.part = part
        self.moment = moment
        self.now = now
    }

    /// The trait of a cluster on this endpoint.
    func trait(_ cluster: UInt32) -> TraitLayout? { part.traits.first { $0.cluster.id == cluster } }

    /// Whether the cluster is here and has the feature with this code.
    func has(feature code: String, of cluster: UInt32) -> Bool {
        guard let trait = trait(cluster), let feature = trait.cluster.features.first(where: { $0.code == code })
        else { return false }
        return trait.featureMap & (1 << UInt32(feature.bit)) != 0
    }

    /// Whether the endpoint has the attribute.
    func has<Value>(_ key: AttributeKey<Value>) -> Bool { offset(key) != nil }

    /// The members of an attribute's enumeration that the device has; empty where it has no such attribute.
    func members<Member: OpenEnum>(of key: AttributeKey<Member>) -> [Member] {
        let attribute = trait(key.cluster)?.attributes.first { $0.id == key.id }
        return (attribute?.value.allowedMembers ?? []).compactMap {
            Member.RawValue(exactly: $0.value).map { Member(rawValue: $0) }
        }
    }

    private func offset<Value>(_ key: AttributeKey<Value>) -> Int? {
        trait(key.cluster)?.offset(ofAttribute: key.id)
    }

    /// An attribute's value; `nil` where it is null or not supported.
    ///
    /// Setting one that is not supported does nothing.
    subscript<Value: DataRepresentable>(key: AttributeKey<Value>) -> Value? {
        get { offset(key).flatMap { Value(device.values[$0]) } }
        set {
            guard let offset = offset(key) else { return }
            device.endTransition(at: offset)
            set(newValue?.dataValue ?? .null, at: offset, attribute: key.id, of: key.cluster)
        }
    }

    /// Sets a value, as far as its limits allow, notes the change, and lets the behaviours of the endpoint know.
    ///
    /// Within ``together(_:)`` limits wait until all is set.
    mutating func set(_ wanted: DataValue, at offset: Int, attribute: UInt32, of cluster: UInt32) {
        let old = device.values[offset]
        guard old != wanted else { return }
        let trait = trait(cluster)
        let waits = setTogether != nil
        let value = waits ? wanted : trait.map { limited(wanted, at: offset, of: $0) } ?? wanted
        guard old != value else { return }
        device.values[offset] = value
        if reportsOmittedChanges || trait.map({ !isChangeOmitted(at: offset, of: $0) }) ?? true {
            effects.append(.change(offset: offset))
        }
        tellBehaviors(of: attribute, of: cluster, from: old)
        if waits {
            setTogether?.append(SetAttribute(part: part, cluster: cluster, id: attribute, offset: offset))
        } else if let trait {
            keepWithin(attribute, of: trait)
        }
    }

    /// Lets the behaviours of the endpoint know of an attribute.
    private mutating func tellBehaviors(of attribute: UInt32, of cluster: UInt32, from old: DataValue) {
        // Couplings that answer each other end by themselves, since an equal value is no change; this bounds a fault.
        guard depth < 16 else { return }
        depth += 1
        for trait in part.traits {
            Behaviors.table[trait.cluster.id]?.didChange(attribute, of: cluster, from: old, &self)
        }
        if let whole = part.parent.flatMap({ device.layout.part(endpoint: $0) }) {
            on(whole) { context in
                for trait in whole.traits {
                    Behaviors.table[trait.cluster.id]?.didChangePart(attribute, of: cluster, &context)
                }
            }
        }
        depth -= 1
    }

    /// Takes a value that somebody else says the attribute has; one that was on its way stands there, also where it just
    /// was.
    mutating func take(_ value: DataValue, at offset: Int, attribute: UInt32, of cluster: UInt32) {
        let old = device.values[offset]
        let wasOnItsWay = device.transitions[offset] != nil
        device.endTransition(at: offset)
        set(value, at: offset, attribute: attribute, of: cluster)
        if wasOnItsWay, old == value { tellBehaviors(of: attribute, of: cluster, from: old) }
    }

    private func isChangeOmitted(at offset: Int, of trait: TraitLayout) -> Bool {
        let position = offset - trait.firstOffset
        return trait.attributes.indices.contains(position)
            && trait.attributes[position].quality.contains(.changesOmitted)
    }

    /// Makes an event happen.
    mutating func emit(_ event: some ClusterEvent) {
        emit(type(of: event).id, of: type(of: event).cluster, event.fields)
    }

    /// Makes an event happen; nothing happens where it is not supported.
    mutating func emit(_ id: UInt32, of cluster: UInt32, _ fields: [UInt32: DataValue]) {
        guard let trait = trait(cluster), let event = trait.events.first(where: { $0.id == id }) else { return }
        device.eventNumber &+= 1
        device.hasNewState = true
        effects.append(
            .event(
                EventReport(
                    device: device.index, endpoint: part.endpoint, cluster: trait.cluster, event: event,
                    number: device.eventNumber, time: now, fields: fields)))
    }

    /// The error of a command that the behaviour does not carry out.
    func unimplemented(_ command: UInt32, of cluster: UInt32) -> HomeError {
        let trait = trait(cluster)
        let name = trait?.cluster.commands.first { $0.id == command }?.name ?? "command \(command)"
        return .notCarriedOut(name, of: trait?.cluster.traitName ?? "", by: device.name)
    }
}

// MARK: - The node

extension EndpointContext {
    private func nodeOffset<Value>(_ key: AttributeKey<Value>) -> Int? {
        device.layout.part(endpoint: 0)?.traits.first { $0.cluster.id == key.cluster }?.offset(ofAttribute: key.id)
    }

    /// An attribute of what is the same for all of the device; `nil` where it is not supported.
    subscript<Value: DataRepresentable>(ofNode key: AttributeKey<Value>) -> Value? {
        nodeOffset(key).flatMap { Value(device.values[$0]) }
    }

    /// Sets an attribute of the device as a whole; no behaviour of this endpoint has a part in that.
    mutating func setOfNode<Value: DataRepresentable>(_ key: AttributeKey<Value>, _ value: Value) {
        guard let offset = nodeOffset(key), device.values[offset] != value.dataValue else { return }
        device.values[offset] = value.dataValue
        effects.append(.change(offset: offset))
    }
}

// MARK: - What behaviours do by themselves

extension EndpointContext {
    /// Lets a cluster's behaviour do something by itself, so that it knows its own changes from those of others.
    ///
    /// It does so on this endpoint alone. Nothing of this is kept: it lasts as long as the body. A behaviour that acts in
    /// several ways numbers them.
    mutating func act(as cluster: UInt32, _ item: UInt32 = 0, _ body: (inout EndpointContext) -> Void) {
        let action = Action(endpoint: part.endpoint, cluster: cluster, item: item)
        let isFirst = actions.insert(action).inserted
        body(&self)
        if isFirst { actions.remove(action) }
    }

    /// Whether a cluster's behaviour does that by itself now.
    func isActing(as cluster: UInt32, _ item: UInt32 = 0) -> Bool {
        actions.contains(Action(endpoint: part.endpoint, cluster: cluster, item: item))
    }
}

// MARK: - Time

extension EndpointContext {
    /// Sets a timer anew.
    mutating func schedule(_ timer: UInt32, of cluster: UInt32, after delay: Duration) {
        timerRequests.append(
            TimerRequest(
                key: TimerKey(endpoint: part.endpoint, cluster: cluster, timer: timer), due: moment + delay))
    }

    /// Cancels a timer, if it is set.
    mutating func cancel(_ timer: UInt32, of cluster: UInt32) {
        timerRequests.append(
            TimerRequest(key: TimerKey(endpoint: part.endpoint, cluster: cluster, timer: timer), due: nil))
    }

    /// Moves a number to another value at a steady pace, reported with each value, at most once a second.
    ///
    /// Without a duration it is there at once. It sets out from where it is; `exact` says that more exactly than the
    /// value, where that is rounded.
    mutating func move<Value: MovingNumber>(
        _ key: AttributeKey<Value>, from exact: Double? = nil, to end: Value, over duration: Duration
    ) {
        guard let trait = trait(key.cluster), let offset = offset(key) else { return }
        let end = Value(limited(end.dataValue, at: offset, of: trait)) ?? end
        let start = exact.flatMap { Value(number: $0) } ?? current(key) ?? end
        begin(
            Transition(start: exact ?? start.number, end: end.number, began: moment, duration: duration),
            to: end.dataValue, from: start.dataValue, at: offset, key.id, of: key.cluster)
    }

    /// Sends the number at an offset on its way; one that is there already, or takes no time, has arrived.
    mutating func begin(
        _ transition: Transition, to end: DataValue, from start: DataValue, at offset: Int, _ attribute: UInt32,
        of cluster: UInt32
    ) {
        device.endTransition(at: offset)
        guard transition.duration > .zero, transition.start != transition.end else {
            set(end, at: offset, attribute: attribute, of: cluster)
            cancel(Self.transitionTimer(attribute), of: cluster)
            Behaviors.table[cluster]?.didArrive(attribute, &self)
            return
        }
        // It is on its way before it says where it is.
        device.begin(transition, at: offset)
        set(start, at: offset, attribute: attribute, of: cluster)
        scheduleStep(of: transition, attribute, of: cluster, from: start)
    }

    /// Moves a number around a circle of so many values, from where it is by so much, at a steady pace.
    mutating func turn<Value: MovingNumber>(
        _ key: AttributeKey<Value>, by delta: Double, modulus: Double, over duration: Duration
    ) {
        guard let offset = offset(key), let start = current(key) else { return }
        let transition = Transition(
            start: start.number, end: start.number + delta, began: moment, duration: duration, modulus: modulus)
        device.endTransition(at: offset)
        guard duration > .zero, delta != 0 else {
            guard let end = Value(number: transition.value(at: transition.ends)) else { return }
            move(key, to: end, over: .zero)
            return
        }
        device.begin(transition, at: offset)
        set(start.dataValue, at: offset, attribute: key.id, of: key.cluster)
        scheduleStep(of: transition, key.id, of: key.cluster, from: start.dataValue)
    }

    /// Ends a transition where the number is now.
    mutating func halt<Value: MovingNumber>(_ key: AttributeKey<Value>) {
        guard let offset = offset(key), let value = current(key), device.transitions[offset] != nil else { return }
        device.endTransition(at: offset)
        cancel(Self.transitionTimer(key.id), of: key.cluster)
        set(value.dataValue, at: offset, attribute: key.id, of: key.cluster)
    }

    /// The value at this moment, also between two reports of a transition.
    func current<Value: MovingNumber>(_ key: AttributeKey<Value>) -> Value? {
        guard let offset = offset(key) else { return nil }
        guard let transition = device.transitions[offset] else { return Value(device.values[offset]) }
        return Value(number: transition.value(at: moment))
    }

    /// The transition that an attribute is on.
    func transition<Value>(of key: AttributeKey<Value>) -> Transition? {
        offset(key).flatMap { device.transitions[$0] }
    }

    /// Reports where a transition is, and ends it where it arrived.
    mutating func step(attribute: UInt32, of cluster: UInt32) {
        guard let trait = trait(cluster), let offset = trait.offset(ofAttribute: attribute),
            let transition = device.transitions[offset],
            let value = device.values[offset].moved(to: transition.value(at: moment))
        else { return }
        let hasArrived = moment >= transition.ends
        if hasArrived { device.endTransition(at: offset) }
        set(value, at: offset, attribute: attribute, of: cluster)
        if hasArrived {
            Behaviors.table[cluster]?.didArrive(attribute, &self)
        } else if device.transitions[offset] != nil {
            scheduleStep(of: transition, attribute, of: cluster, from: value)
        }
    }

    /// Comes back when a transition has the next value, some whole seconds later, or arrives.
    private mutating func scheduleStep(
        of transition: Transition, _ attribute: UInt32, of cluster: UInt32, from value: DataValue
    ) {
        let unit = if case .float = value { 0.01 } else { 1.0 }
        let next = transition.timeToNextValue(after: moment, unit: unit) - .milliseconds(1)
        let seconds = Duration.seconds(max(1, (next / .seconds(1)).rounded(.up)))
        schedule(
            Self.transitionTimer(attribute), of: cluster, after: min(seconds, transition.remaining(at: moment)))
    }

    /// The timers of transitions have numbers of their own, above those of behaviours.
    static func transitionTimer(_ attribute: UInt32) -> UInt32 { attribute | 0x8000_0000 }
}
