import DataModel
import HomeGraph
import ModelReader

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
        try attempt(index, endpoint, moment, now, &reports) { context throws(HomeError) in
            try Behaviors.table[cluster.id]?.checkLimits(attribute.id, value, context)
            try context.keepingLimits(attribute, of: trait) { context in
                context.take(value, at: offset, attribute: attribute.id, of: cluster.id)
            }
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
        do throws(ValueFault) {
            try event.fields.check(fields) { devices[index].limit($0, of: trait) }
        } catch {
            throw HomeError(error, of: "\(devices[index].name), \(cluster.traitName).\(event.name)")
        }
        var reports = Reports()
        with(index, endpoint, moment, now, &reports) { context in
            context.emit(event.id, of: cluster.id, fields)
            Behaviors.table[cluster.id]?.didHappen(event.id, fields, &context)
        }
        return reports
    }

    /// Takes a device off the network, or brings it back: what changed meanwhile is reported then.
    mutating func setOnline(_ isOnline: Bool, device: DeviceIndex) throws(HomeError) -> Reports {
        var reports = Reports()
        let index = try check(device)
        devices[index].isOnline = isOnline
        noteState(index)
        noteConnectivity(index, &reports)
        return reports
    }

    /// Says whether the device can be reached, and, if it can be again, what nobody could be told.
    private mutating func noteConnectivity(_ index: Int, _ reports: inout Reports) {
        let value = DataValue.uint(UInt64(devices[index].connectivity.rawValue))
        if devices[index].values[DeviceLayout.connectivityOffset] != value {
            devices[index].values[DeviceLayout.connectivityOffset] = value
            reports.append(
                Change(device: devices[index].index, offset: DeviceLayout.connectivityOffset, value: value))
        }
        reportMissed(index, &reports)
    }

    /// Takes the hub off the network, or brings it back: what changed meanwhile is reported then.
    mutating func setHubOnline(_ isOnline: Bool) -> Reports {
        var reports = Reports()
        isHubOnline = isOnline
        for index in devices.indices { reportMissed(index, &reports) }
        return reports
    }

    private mutating func reportMissed(_ index: Int, _ reports: inout Reports) {
        guard isReachable(index), !devices[index].unreported.isEmpty else { return }
        for offset in devices[index].unreported.sorted() {
            reports.append(Change(device: devices[index].index, offset: offset, value: devices[index].values[offset]))
        }
        devices[index].unreported = []
        noteState(index)
    }

    /// Brings reports that were held back up to date: what changed since is reported as it is now.
    mutating func renew(_ reports: Reports) -> Reports {
        var renewed = Reports()
        for change in reports.changes {
            guard let index = try? check(change.device) else { continue }
            note(change.offset, of: index, &renewed)
        }
        for event in reports.events where isReachable(event.device.rawValue) { renewed.append(event) }
        return renewed
    }

    /// Makes a device slow or failing; what is `nil` stays.
    mutating func setFault(_ fault: SimulatedFault, device: DeviceIndex, at moment: Duration) throws(HomeError) {
        let index = try check(device)
        if let rate = fault.errorRate, !(0...1).contains(rate) {
            throw HomeError(.outOfRange, "errorRate: \(rate) is not between 0 and 1")
        }
        devices[index].fault.errorRate = fault.errorRate ?? devices[index].fault.errorRate
        devices[index].fault.error = fault.error ?? devices[index].fault.error
        devices[index].fault.latency = fault.latency ?? devices[index].fault.latency
        devices[index].fault.reportDelay = fault.reportDelay ?? devices[index].fault.reportDelay
        if let interval = fault.rebootInterval {
            devices[index].fault.rebootInterval = interval
            scheduleReboot(index, moment)
        }
        noteState(index)
    }

    /// Switches a device off; it is on again a while later (``bootTime``).
    mutating func reboot(_ device: DeviceIndex, at moment: Duration, now: Timestamp) throws(HomeError) -> Reports {
        let index = try check(device)
        var reports = Reports()
        reboot(index, moment, now, &reports)
        return reports
    }

    /// As ``reboot(_:at:now:)``, for a device that does it by itself.
    mutating func reboot(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        devices[index].isRebooting = false
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { context in
                for trait in part.traits { Behaviors.table[trait.cluster.id]?.powerDown(&context) }
            }
        }
        devices[index].timers = [:]
        // What was on its way stands where it is.
        for (offset, transition) in devices[index].transitions {
            let place = devices[index].values[offset].moved(to: transition.value(at: moment))
            if let place { setOwn(place, at: offset, of: index, &reports) }
        }
        devices[index].transitions = [:]
        set(Self.bootTimer, moment + Self.bootTime, index)
        noteConnectivity(index, &reports)
    }

    /// Switches a device on again: what it was at goes back to what it was at first (``LostByReboot``).
    mutating func boot(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        noteConnectivity(index, &reports)
        for part in devices[index].layout.parts {
            for trait in part.traits {
                for (position, attribute) in trait.attributes.enumerated()
                where LostByReboot.contains(attribute, of: trait.cluster) {
                    let offset = trait.firstOffset + position
                    setOwn(devices[index].initialValues[offset], at: offset, of: index, &reports)
                }
            }
        }
        switchOn(index, moment, now, &reports)
    }

    /// Takes a device out: what it had begun ends, and nobody hears of it any more.
    mutating func remove(_ device: DeviceIndex) {
        guard let index = try? check(device) else { return }
        devices[index].leave()
        changedStates.remove(index)
    }

    /// Names a device otherwise.
    mutating func rename(_ device: DeviceIndex, to name: String) {
        guard let index = try? check(device) else { return }
        devices[index].name = name
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
        return devices[index].layout.attributeOffsets.map {
            Change(device: device, offset: $0, value: devices[index].values[$0])
        }
    }

    /// A device's place.
    ///
    /// - Throws: `notFound` where there never was such a device, or it is gone.
    func check(_ device: DeviceIndex) throws(HomeError) -> Int {
        guard devices.indices.contains(device.rawValue), !devices[device.rawValue].isGone else {
            throw HomeError(.notFound, "the hub has no such device")
        }
        return device.rawValue
    }
}
