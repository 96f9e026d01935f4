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
    private var hasStarted = false

    /// The timer that lets an autonomous device live.
    static let lifeTimer = TimerKey(endpoint: 0, cluster: .max, timer: 0)
    static let lifeInterval = Duration.seconds(10)

    init(devices: [SimulatedDevice], isHubOnline: Bool = true) {
        self.devices = devices
        self.isHubOnline = isHubOnline
    }

    /// When something is due next.
    var nextDue: Duration? { queue.firstDue }

    /// Switches every device on, once; whoever reports anew only lets time pass.
    mutating func start(at moment: Duration, now: Timestamp) -> Reports {
        guard !hasStarted else { return advance(to: moment, now: now) }
        hasStarted = true
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
    func check(
        _ value: DataValue, for attribute: AttributeDescriptor, of trait: TraitLayout, _ index: Int
    ) throws(HomeError) {
        do throws(ValueFault) {
            try attribute.value.check(value, limits: limits(of: trait, index))
        } catch {
            throw HomeError(error, of: "\(devices[index].name), \(trait.cluster.traitName).\(attribute.name)")
        }
    }

    /// The device's own attributes, and their fields, as limits of values.
    func limits(of trait: TraitLayout, _ index: Int) -> (String) -> DataValue? {
        { path in
            trait.cluster.limit(path) { attribute in
                trait.offset(ofAttribute: attribute.id).map { devices[index].values[$0] }
            }
        }
    }

    /// A device's index and trait.
    ///
    /// - Throws: `notFound` for the device, `unimplemented` for the trait.
    func find(
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
