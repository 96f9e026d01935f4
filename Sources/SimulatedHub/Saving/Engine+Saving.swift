import HomeGraph

extension Engine {
    /// Takes over devices as they were kept.
    init(_ saved: SavedDevices) {
        self.init(devices: saved.devices)
        let timers = saved.timers.enumerated().flatMap { index, timers in
            timers.enumerated().map { position, timer in
                (due: timer.due, index: index, position: position, key: timer.key)
            }
        }
        for timer in timers.sorted(by: { ($0.due, $0.index, $0.position) < ($1.due, $1.index, $1.position) }) {
            set(timer.key, timer.due, timer.index)
        }
        for index in devices.indices where !devices[index].transitions.isEmpty {
            resumeTransitions(of: index, saved.moment)
        }
        _ = takeChangedStates()
    }

    /// A transition whose timer was lost goes on all the same.
    private mutating func resumeTransitions(of index: Int, _ moment: Duration) {
        let layout = devices[index].layout
        layout.forEachAttribute { key, offset, _ in
            let timer = TimerKey(
                endpoint: key.endpoint, cluster: key.cluster, timer: EndpointContext.transitionTimer(key.attribute))
            guard devices[index].transitions[offset] != nil, devices[index].timers[timer] == nil else { return }
            set(timer, moment, index)
        }
    }

    /// What there is to keep of the devices beside their values.
    ///
    /// - Parameters:
    ///   - changedOnly: Only of those of which something changed since the last call.
    ///   - moment: When it is asked.
    /// - Returns: The states by device.
    mutating func states(changedOnly: Bool, at moment: Duration) -> [DeviceIndex: DeviceState] {
        let changed = takeChangedStates()
        var states: [DeviceIndex: DeviceState] = [:]
        for index in changedOnly ? Array(changed) : Array(devices.indices) where !devices[index].isGone {
            states[devices[index].index] = DeviceState(of: devices[index], at: moment)
        }
        return states
    }
}
