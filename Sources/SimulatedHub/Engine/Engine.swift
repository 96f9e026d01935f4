import DataModel
import HomeGraph
import ModelReader

/// The devices, and all that happens to them, as a value: it is told what is asked and what time it is.
struct Engine: Sendable {
    /// What a call caused, to be reported in this order.
    struct Reports: Sendable {
        var changes: [Change] = []
        var events: [EventReport] = []
        /// Changes and events in the order in which they happened: a change's position, or an event's.
        var order: [Kind] = []

        enum Kind: Sendable { case change, event }
    }

    private(set) var devices: [SimulatedDevice]
    private var queue = TimerQueue()
    var isHubOnline: Bool

    /// The timer that lets an autonomous device live.
    private static let lifeTimer = TimerKey(endpoint: 0, cluster: .max, timer: 0)
    private static let lifeInterval = Duration.seconds(10)

    init(devices: [SimulatedDevice], isHubOnline: Bool = true) {
        self.devices = devices
        self.isHubOnline = isHubOnline
    }

    /// When something is due next.
    var nextDue: Duration? { queue.firstDue }

    /// Switches every device on.
    mutating func start(at moment: Duration, now: Timestamp) -> Reports {
        var reports = Reports()
        for index in devices.indices { switchOn(index, moment, now, &reports) }
        return reports
    }

    /// Lets time pass until a moment.
    mutating func advance(to moment: Duration, now: Timestamp) -> Reports {
        var reports = Reports()
        while let entry = queue.popDue(by: moment) {
            guard devices[entry.device].timers[entry.key] == entry.number else { continue }
            devices[entry.device].timers[entry.key] = nil
            if entry.key == Self.lifeTimer {
                live(entry.device, entry.due, now, &reports)
            } else {
                with(entry.device, entry.key.endpoint, entry.due, now, &reports) { context in
                    if entry.key.timer & 0x8000_0000 != 0 {
                        context.step(attribute: entry.key.timer & 0x7fff_ffff, of: entry.key.cluster)
                    } else {
                        Behaviors.table[entry.key.cluster]?.timer(entry.key.timer, &context)
                    }
                }
            }
        }
        return reports
    }

    /// Carries a command out.
    mutating func invoke(
        _ invocation: CommandInvocation, at moment: Duration, now: Timestamp, reports: inout Reports
    ) throws(HomeError) -> [UInt32: DataValue] {
        let (index, trait) = try find(invocation.device, invocation.endpoint, invocation.cluster)
        let command = invocation.command
        guard trait.commands.contains(where: { $0.id == command.id }) else {
            throw HomeError(
                .unimplemented, "\(devices[index].name) does not support \(trait.cluster.traitName).\(command.name)")
        }
        guard let behavior = Behaviors.table[trait.cluster.id] else {
            throw HomeError(
                .unimplemented, "\(devices[index].name) does not carry out \(trait.cluster.traitName).\(command.name)")
        }
        do throws(ValueFault) {
            try command.fields.check(invocation.fields, limits: limits(of: trait, index))
        } catch {
            throw HomeError(error, of: "\(devices[index].name), \(trait.cluster.traitName).\(command.name)")
        }
        return try attempt(index, invocation.endpoint, moment, now, &reports) { context throws(HomeError) in
            try behavior.invoke(command.id, invocation.fields, &context)
        }
    }

    /// Writes an attribute.
    mutating func write(
        _ write: AttributeWrite, at moment: Duration, now: Timestamp, reports: inout Reports
    ) throws(HomeError) {
        let (index, trait) = try find(write.device, write.endpoint, write.cluster)
        let name = "\(trait.cluster.traitName).\(write.attribute.name)"
        guard let offset = trait.offset(ofAttribute: write.attribute.id) else {
            throw HomeError(.unimplemented, "\(devices[index].name) does not support \(name)")
        }
        guard write.attribute.isWritable else {
            throw HomeError(.unimplemented, "\(name) of \(devices[index].name) is read-only")
        }
        try check(write.value, for: write.attribute, of: trait, index)
        try attempt(index, write.endpoint, moment, now, &reports) { context throws(HomeError) in
            let behavior = Behaviors.table[trait.cluster.id]
            try behavior?.willWrite(write.attribute.id, write.value, &context)
            context.device.transitions[offset] = nil
            context.set(write.value, at: offset, attribute: write.attribute.id, of: trait.cluster.id)
            behavior?.didWrite(write.attribute.id, &context)
        }
    }

    /// What comes over MQTT was checked by whoever read it; this holds for every caller, and at the moment it counts.
    private func check(
        _ value: DataValue, for attribute: AttributeDescriptor, of trait: TraitLayout, _ index: Int
    ) throws(HomeError) {
        do throws(ValueFault) {
            try attribute.value.check(value, limits: limits(of: trait, index))
        } catch {
            throw HomeError(error, of: "\(devices[index].name), \(trait.cluster.traitName).\(attribute.name)")
        }
    }

    private func limits(of trait: TraitLayout, _ index: Int) -> (String) -> DataValue? {
        { name in
            let attribute = trait.attribute(named: name)
            return attribute.flatMap { trait.offset(ofAttribute: $0.id) }.map { devices[index].values[$0] }
        }
    }

    private func find(
        _ device: DeviceIndex, _ endpoint: UInt16, _ cluster: ClusterDescriptor
    ) throws(HomeError) -> (Int, TraitLayout) {
        guard devices.indices.contains(device.rawValue) else {
            throw HomeError(.notFound, "the hub has no such device")
        }
        guard let trait = devices[device.rawValue].layout.part(endpoint: endpoint)?.trait(cluster) else {
            throw HomeError(
                .unimplemented,
                "\(devices[device.rawValue].name) has no \(cluster.traitName) on endpoint \(endpoint)")
        }
        return (device.rawValue, trait)
    }
}

// MARK: - From outside

extension Engine {
    /// The device reports a value, as if it had changed by itself.
    mutating func report(
        _ value: DataValue, attribute: AttributeDescriptor, of cluster: ClusterDescriptor, endpoint: UInt16,
        device: DeviceIndex, at moment: Duration, now: Timestamp
    ) throws(HomeError) -> Reports {
        let (index, trait) = try find(device, endpoint, cluster)
        guard let offset = trait.offset(ofAttribute: attribute.id) else {
            throw HomeError(
                .unimplemented, "\(devices[index].name) does not support \(cluster.traitName).\(attribute.name)")
        }
        try check(value, for: attribute, of: trait, index)
        var reports = Reports()
        with(index, endpoint, moment, now, &reports) { context in
            context.device.transitions[offset] = nil
            context.set(value, at: offset, attribute: attribute.id, of: cluster.id)
        }
        return reports
    }

    /// An event happens on the device.
    mutating func emit(
        _ event: EventDescriptor, fields: [UInt32: DataValue], of cluster: ClusterDescriptor, endpoint: UInt16,
        device: DeviceIndex, at moment: Duration, now: Timestamp
    ) throws(HomeError) -> Reports {
        let (index, trait) = try find(device, endpoint, cluster)
        guard trait.events.contains(where: { $0.id == event.id }) else {
            throw HomeError(
                .unimplemented, "\(devices[index].name) does not support \(cluster.traitName).\(event.name)")
        }
        var reports = Reports()
        with(index, endpoint, moment, now, &reports) { $0.emit(event.id, of: cluster.id, fields) }
        return reports
    }

    /// Takes a device off the network, or brings it back.
    mutating func setOnline(_ isOnline: Bool, device: DeviceIndex) throws(HomeError) -> Reports {
        var reports = Reports()
        let index = try check(device)
        devices[index].isOnline = isOnline
        let state: ConnectivityState = isOnline ? .online : .offline
        setOwn(.uint(UInt64(state.rawValue)), at: DeviceLayout.connectivityOffset, of: index, &reports)
        return reports
    }

    /// Makes a device slow or failing; what is `nil` stays.
    mutating func setFault(_ fault: SimulatedFault, device: DeviceIndex) throws(HomeError) {
        let index = try check(device)
        if let rate = fault.errorRate, !(0...1).contains(rate) {
            throw HomeError(.outOfRange, "errorRate: \(rate) is not between 0 and 1")
        }
        devices[index].fault.errorRate = fault.errorRate ?? devices[index].fault.errorRate
        devices[index].fault.error = fault.error ?? devices[index].fault.error
        devices[index].fault.latency = fault.latency ?? devices[index].fault.latency
        devices[index].fault.reportDelay = fault.reportDelay ?? devices[index].fault.reportDelay
    }

    /// Switches a device off and on: what is not kept goes back to what it was at first.
    mutating func reboot(_ device: DeviceIndex, at moment: Duration, now: Timestamp) throws(HomeError) -> Reports {
        let index = try check(device)
        var reports = Reports()
        devices[index].timers = [:]
        devices[index].transitions = [:]
        for part in devices[index].layout.parts {
            for trait in part.traits {
                for (position, attribute) in trait.attributes.enumerated()
                where !attribute.isWritable && attribute.quality.isDisjoint(with: [.nonVolatile, .fixed]) {
                    let offset = trait.firstOffset + position
                    let initial = devices[index].initialValues[offset]
                    if attribute.quality.contains(.changesOmitted) { continue }
                    setOwn(initial, at: offset, of: index, &reports)
                }
            }
        }
        switchOn(index, moment, now, &reports)
        return reports
    }

    /// Decides whether an order to a device fails by its fault.
    mutating func rollFault(_ device: DeviceIndex) throws(HomeError) {
        let index = try check(device)
        try devices[index].checkReachable(hubOnline: isHubOnline)
        guard let rate = devices[index].fault.errorRate, rate > 0,
            Double.random(in: 0..<1, using: &devices[index].random) < rate
        else { return }
        let code = devices[index].fault.error ?? .unavailable
        throw HomeError(code, "\(devices[index].name) was made to fail (simulation/fault)")
    }

    /// How a device misbehaves.
    func fault(of device: DeviceIndex) -> SimulatedFault {
        devices.indices.contains(device.rawValue) ? devices[device.rawValue].fault : SimulatedFault()
    }

    /// All values of a device, also those whose changes it does not report.
    mutating func refresh(_ device: DeviceIndex, at moment: Duration, now: Timestamp) throws(HomeError) -> [Change] {
        let index = try check(device)
        try devices[index].checkReachable(hubOnline: isHubOnline)
        var reports = Reports()
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { context in
                for trait in part.traits { Behaviors.table[trait.cluster.id]?.refresh(&context) }
            }
        }
        return (DeviceLayout.firstAttributeOffset..<devices[index].layout.slotCount).map {
            Change(device: device, offset: $0, value: devices[index].values[$0])
        }
    }

    private func check(_ device: DeviceIndex) throws(HomeError) -> Int {
        guard devices.indices.contains(device.rawValue) else {
            throw HomeError(.notFound, "the hub has no such device")
        }
        return device.rawValue
    }
}

// MARK: - Lending a device

extension Engine {
    private mutating func switchOn(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        devices[index].started = moment
        devices[index].boots += 1
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { context in
                context.reportsOmittedChanges = true
                for trait in part.traits { Behaviors.table[trait.cluster.id]?.start(&context) }
            }
        }
        if devices[index].isAutonomous { set(Self.lifeTimer, moment + Self.lifeInterval, index) }
    }

    private mutating func live(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { context in
                for trait in part.traits { Behaviors.table[trait.cluster.id]?.live(&context) }
            }
        }
        set(Self.lifeTimer, moment + Self.lifeInterval, index)
    }

    private mutating func set(_ key: TimerKey, _ due: Duration?, _ index: Int) {
        guard let due else {
            devices[index].timers[key] = nil
            return
        }
        devices[index].timers[key] = queue.insert(due: due, device: index, key: key)
    }

    private mutating func setOwn(_ value: DataValue, at offset: Int, of index: Int, _ reports: inout Reports) {
        guard devices[index].values[offset] != value else { return }
        devices[index].values[offset] = value
        reports.changes.append(Change(device: devices[index].index, offset: offset, value: value))
        reports.order.append(.change)
    }

    /// Lends a device to a context and takes in what was caused.
    private mutating func with(
        _ index: Int, _ endpoint: UInt16, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports,
        _ body: (inout EndpointContext) -> Void
    ) {
        guard let part = devices[index].layout.part(endpoint: endpoint) else { return }
        var context = EndpointContext(device: devices[index], part: part, moment: moment, now: now)
        body(&context)
        settle(context, index, &reports)
    }

    /// As ``with(_:_:_:_:_:_:)``, for what a device may refuse; what it did before is kept then, too.
    private mutating func attempt<Result>(
        _ index: Int, _ endpoint: UInt16, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports,
        _ body: (inout EndpointContext) throws(HomeError) -> Result
    ) throws(HomeError) -> Result {
        guard let part = devices[index].layout.part(endpoint: endpoint) else {
            throw HomeError(.notFound, "\(devices[index].name) has no endpoint \(endpoint)")
        }
        var context = EndpointContext(device: devices[index], part: part, moment: moment, now: now)
        do throws(HomeError) {
            let result = try body(&context)
            settle(context, index, &reports)
            return result
        } catch {
            settle(context, index, &reports)
            throw error
        }
    }

    private mutating func settle(_ context: EndpointContext, _ index: Int, _ reports: inout Reports) {
        devices[index] = context.device
        for request in context.timerRequests { set(request.key, request.due, index) }
        for effect in context.effects {
            switch effect {
            case .change(let offset):
                reports.changes.append(
                    Change(device: context.device.index, offset: offset, value: context.device.values[offset]))
                reports.order.append(.change)
            case .event(let event):
                reports.events.append(event)
                reports.order.append(.event)
            }
        }
    }
}

extension Engine.Reports {
    /// Tells a receiver everything, in order.
    func tell(_ receiver: any HubReceiver) {
        guard !events.isEmpty else {
            if !changes.isEmpty { receiver.report(changes) }
            return
        }
        var nextChange = 0
        var nextEvent = 0
        for kind in order {
            switch kind {
            case .change:
                receiver.report([changes[nextChange]])
                nextChange += 1
            case .event:
                receiver.report(events[nextEvent])
                nextEvent += 1
            }
        }
    }
}
