import DataModel
import HomeGraph
import ModelReader

/// The devices, and all that happens to them, as a value: it is told what is asked and what time it is.
struct Engine: Sendable {
    /// By index; one that is lent to a context lacks its values meanwhile.
    var devices: [SimulatedDevice]
    /// What is due when.
    var queue = TimerQueue()
    /// Whether the hub can be reached.
    var isHubOnline: Bool
    /// The devices of which something changed that is kept beside their values.
    var changedStates: Set<Int> = []
    private var hasStarted = false

    /// The timer that lets an autonomous device live.
    static let lifeTimer = TimerKey(endpoint: 0, cluster: .max, timer: 0)
    static let lifeInterval = Duration.seconds(10)
    /// The timer of a device that switches itself off and on.
    static let rebootTimer = TimerKey(endpoint: 0, cluster: .max, timer: 2)
    static let shortestRebootInterval = Duration.seconds(1)

    /// The timer that switches a device on again.
    static let bootTimer = TimerKey(endpoint: 0, cluster: .max, timer: 1)
    /// How long a device is off that is switched off and on.
    static let bootTime = Duration.seconds(3)

    init(devices: [SimulatedDevice], isHubOnline: Bool = true) {
        self.devices = devices
        self.isHubOnline = isHubOnline
    }

    /// When something is due next.
    var nextDue: Duration? { queue.firstDue }

    /// Switches every device on, once; one that was on before the hub was goes on with what it did, and whoever
    /// reports anew only lets time pass.
    mutating func start(at moment: Duration, now: Timestamp) -> Reports {
        var reports = Reports()
        if !hasStarted {
            hasStarted = true
            for index in devices.indices where !devices[index].isGone {
                if devices[index].boots == 0 {
                    switchOn(index, moment, now, &reports)
                } else {
                    keepWithinLimits(index, moment, now, &reports)
                    beginLife(index, moment)
                }
            }
        }
        advance(to: moment, now: now, &reports)
        return reports
    }

    /// Lets time pass until a moment; what was due before it happens at its own time of day.
    mutating func advance(to moment: Duration, now: Timestamp) -> Reports {
        var reports = Reports()
        advance(to: moment, now: now, &reports)
        return reports
    }

    private mutating func advance(to moment: Duration, now end: Timestamp, _ reports: inout Reports) {
        while let entry = queue.popDue(by: moment) {
            let late = moment.wholeMilliseconds &- entry.due.wholeMilliseconds
            let now = Timestamp(rawValue: end.rawValue &- late)
            guard devices[entry.device].timers[entry.key]?.number == entry.number else { continue }
            devices[entry.device].timers[entry.key] = nil
            if entry.key != Self.lifeTimer { noteState(entry.device) }
            if entry.key == Self.lifeTimer {
                live(entry.device, entry.due, now, &reports)
            } else if entry.key == Self.bootTimer {
                boot(entry.device, entry.due, now, &reports)
            } else if entry.key == Self.rebootTimer {
                reboot(entry.device, entry.due, now, &reports)
            } else {
                with(entry.device, entry.key.endpoint, entry.due, now, &reports) { context in
                    if entry.key.timer & 0x8000_0000 != 0 {
                        context.step(attribute: entry.key.timer & 0x7fff_ffff, of: entry.key.cluster)
                    } else {
                        Behaviors.table[entry.key.cluster]?.timer(entry.key.timer, &context)
                    }
                }
                if devices[entry.device].isRebooting { reboot(entry.device, entry.due, now, &reports) }
            }
        }
    }

    /// Something of a device changed that is kept beside its values.
    mutating func noteState(_ index: Int) {
        devices[index].hasNewState = false
        changedStates.insert(index)
    }

    /// The devices of which something changed since this was asked last.
    mutating func takeChangedStates() -> Set<Int> {
        defer { changedStates = [] }
        return changedStates
    }

    /// Carries a command out.
    mutating func invoke(
        _ invocation: CommandInvocation, at moment: Duration, now: Timestamp, reports: inout Reports
    ) throws(HomeError) -> [UInt32: DataValue] {
        let (index, trait) = try find(invocation.device, invocation.endpoint, invocation.cluster)
        // The device's own has narrower fields than the model's.
        guard let command = trait.commands.first(where: { $0.id == invocation.command.id }) else {
            throw HomeError(
                .unimplemented,
                "\(devices[index].name) does not support \(trait.cluster.traitName).\(invocation.command.name)")
        }
        guard let behavior = Behaviors.table[trait.cluster.id] else {
            throw .notCarriedOut(command.name, of: trait.cluster.traitName, by: devices[index].name)
        }
        do throws(ValueFault) {
            try command.fields.check(invocation.fields) { devices[index].limit($0, of: trait) }
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
            try behavior?.checkLimits(write.attribute.id, write.value, context)
            try behavior?.willWrite(write.attribute.id, write.value, context)
            try context.keepingLimits(write.attribute, of: trait) { context in
                context.device.endTransition(at: offset)
                context.set(write.value, at: offset, attribute: write.attribute.id, of: trait.cluster.id)
            }
            behavior?.didWrite(write.attribute.id, &context)
        }
    }

    /// What comes over MQTT was checked by whoever read it; this holds for every caller, and at the moment it counts.
    func check(
        _ value: DataValue, for attribute: AttributeDescriptor, of trait: TraitLayout, _ index: Int
    ) throws(HomeError) {
        let own = trait.attributes.first { $0.id == attribute.id } ?? attribute
        do throws(ValueFault) {
            try own.value.check(value) { devices[index].limit($0, of: trait) }
        } catch {
            throw HomeError(error, of: "\(devices[index].name), \(trait.cluster.traitName).\(attribute.name)")
        }
    }

    /// A device's index and trait.
    ///
    /// - Throws: `notFound` for the device, `unimplemented` for the trait.
    func find(
        _ device: DeviceIndex, _ endpoint: UInt16, _ cluster: ClusterDescriptor
    ) throws(HomeError) -> (Int, TraitLayout) {
        let index = try check(device)
        guard let trait = devices[index].layout.part(endpoint: endpoint)?.trait(cluster) else {
            throw HomeError(
                .unimplemented, "\(devices[index].name) has no \(cluster.traitName) on endpoint \(endpoint)")
        }
        return (index, trait)
    }
}
