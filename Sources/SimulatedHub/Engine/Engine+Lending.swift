import DataModel
import HomeGraph
import ModelReader

extension Engine {
    /// Switches a device on.
    mutating func switchOn(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        if devices[index].boots == 0 { devices[index].began = moment }
        devices[index].started = moment
        devices[index].boots += 1
        noteState(index)
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { context in
                context.reportsOmittedChanges = true
                context.keepWithinLimits()
                for trait in part.traits { Behaviors.table[trait.cluster.id]?.start(&context) }
            }
        }
        beginLife(index, moment)
        scheduleReboot(index, moment)
    }

    /// What was kept of a device may be beyond limits that nobody knew of then.
    mutating func keepWithinLimits(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { $0.keepWithinLimits() }
        }
    }

    /// A device that is to switch itself off and on does so after its interval.
    mutating func scheduleReboot(_ index: Int, _ moment: Duration) {
        let interval = devices[index].fault.rebootInterval ?? .zero
        set(
            Self.rebootTimer, interval > .zero ? moment + max(interval, Self.shortestRebootInterval) : nil, index)
    }

    /// Sees to it that an autonomous device lives.
    mutating func beginLife(_ index: Int, _ moment: Duration) {
        guard devices[index].isAutonomous, devices[index].timers[Self.lifeTimer] == nil else { return }
        set(Self.lifeTimer, moment + Self.lifeInterval, index)
    }

    /// Lets an autonomous device live for a while.
    mutating func live(_ index: Int, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports) {
        for part in devices[index].layout.parts {
            with(index, part.endpoint, moment, now, &reports) { context in
                for trait in part.traits { Behaviors.table[trait.cluster.id]?.live(&context) }
            }
        }
        set(Self.lifeTimer, moment + Self.lifeInterval, index)
    }

    /// Sets a timer, or cancels it.
    mutating func set(_ key: TimerKey, _ due: Duration?, _ index: Int) {
        guard let due else {
            if devices[index].timers.removeValue(forKey: key) != nil { noteState(index) }
            return
        }
        // That a device lives is no news.
        if key != Self.lifeTimer { noteState(index) }
        devices[index].timers[key] = queue.insert(due: due, device: index, key: key)
        guard queue.isCrowded else { return }
        let devices = devices
        queue.keep { devices[$0.device].timers[$0.key]?.number == $0.number }
    }

    /// Whether what a device reports gets through.
    func isReachable(_ index: Int) -> Bool {
        isHubOnline && devices.indices.contains(index) && devices[index].isOnline && !devices[index].isOff
    }

    /// Reports the value at an offset; where the device cannot be reached, it is reported once it is back.
    mutating func note(_ offset: Int, of index: Int, _ reports: inout Reports) {
        guard !devices[index].isGone else { return }
        guard isReachable(index) else {
            devices[index].unreported.insert(offset)
            noteState(index)
            return
        }
        reports.append(Change(device: devices[index].index, offset: offset, value: devices[index].values[offset]))
    }

    /// Sets a value without asking a behaviour.
    mutating func setOwn(_ value: DataValue, at offset: Int, of index: Int, _ reports: inout Reports) {
        guard devices[index].values[offset] != value else { return }
        devices[index].values[offset] = value
        note(offset, of: index, &reports)
    }

    /// Lends a device to a context and takes in what was caused.
    mutating func with(
        _ index: Int, _ endpoint: UInt16, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports,
        _ body: (inout EndpointContext) -> Void
    ) {
        guard let part = devices[index].layout.part(endpoint: endpoint) else { return }
        var context = EndpointContext(device: lend(index), part: part, moment: moment, now: now)
        body(&context)
        settle(context, index, &reports)
    }

    /// As ``with(_:_:_:_:_:_:)``, for what a device may refuse; what it did before is kept then, too.
    mutating func attempt<Result>(
        _ index: Int, _ endpoint: UInt16, _ moment: Duration, _ now: Timestamp, _ reports: inout Reports,
        _ body: (inout EndpointContext) throws(HomeError) -> Result
    ) throws(HomeError) -> Result {
        guard let part = devices[index].layout.part(endpoint: endpoint) else {
            throw HomeError(.notFound, "\(devices[index].name) has no endpoint \(endpoint)")
        }
        var context = EndpointContext(device: lend(index), part: part, moment: moment, now: now)
        do throws(HomeError) {
            let result = try body(&context)
            settle(context, index, &reports)
            return result
        } catch {
            settle(context, index, &reports)
            throw error
        }
    }

    /// Takes a device back, with what was caused.
    mutating func settle(_ context: EndpointContext, _ index: Int, _ reports: inout Reports) {
        devices[index] = context.device
        if devices[index].hasNewState { noteState(index) }
        for request in context.timerRequests { set(request.key, request.due, index) }
        for effect in context.effects {
            switch effect {
            case .change(let offset): note(offset, of: index, &reports)
            // An event that nobody can be told of is lost.
            case .event(let event): if isReachable(index) { reports.append(event) }
            }
        }
    }

    /// Takes a device out, so that its values are changed in place and not copied; ``settle(_:_:_:)`` brings it back.
    private mutating func lend(_ index: Int) -> SimulatedDevice {
        let device = devices[index]
        devices[index].values = []
        devices[index].timers = [:]
        devices[index].transitions = [:]
        devices[index].memory = [:]
        return device
    }
}
