import ClusterTypes
import DataModel
import HomeGraph

/// Valves that open for a time (Matter Application Cluster Specification, section 4.6).
struct ValveBehavior: Behavior {
    private typealias Valve = ValveConfigurationAndControlCluster
    private enum Timer { static let second: UInt32 = 0 }

    var cluster: UInt32 { Valve.clusterID }

    func start(_ context: inout EndpointContext) {
        // A home file may begin with a valve that is open for a while.
        if context[Valve.remainingDuration] != nil {
            context.schedule(Timer.second, of: cluster, after: .seconds(1))
        }
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Valve.Command(rawValue: command) {
        case .open:
            let request = try context.read(fields, as: Valve.OpenRequest.self)
            // Left out is as long as usual; null is until it is closed.
            let isLeftOut = fields[0] == nil
            try open(
                for: isLeftOut ? context[Valve.defaultOpenDuration] : request.openDuration, to: request.targetLevel,
                &context)
        case .close: close(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func open(
        for duration: UInt32?, to target: UInt8?, _ context: inout EndpointContext
    ) throws(HomeError) {
        if let fault = context[Valve.valveFault], !fault.isEmpty {
            throw HomeError(
                .failedPrecondition,
                "\(context.device.name) does not open: valveFault is \(fault.rawValue), not 0")
        }
        let level = target ?? context[Valve.defaultOpenLevel] ?? 100
        let step = max(1, context[Valve.levelStep] ?? 1)
        guard (1...100).contains(level), level == 100 || level.isMultiple(of: step) else {
            throw HomeError(
                .outOfRange,
                "targetLevel: \(context.device.name) does not open to \(level); allowed are multiples of \(step) "
                    + "from \(step) to 100")
        }
        context[Valve.openDuration] = duration
        setRemaining(duration, &context)
        context[Valve.autoCloseTime] = duration.map { context.now.matterMicroseconds(after: .seconds($0)) }
        set(.open, level: level, &context)
    }

    private func close(_ context: inout EndpointContext) {
        context[Valve.openDuration] = UInt32?.none
        setRemaining(nil, &context)
        context[Valve.autoCloseTime] = UInt64?.none
        set(.closed, level: 0, &context)
    }

    /// The valve is there at once: what it strives for is null again when the order is answered.
    private func set(_ state: Valve.ValveStateEnum, level: UInt8, _ context: inout EndpointContext) {
        context[Valve.targetState] = Valve.ValveStateEnum?.none
        context[Valve.targetLevel] = UInt8?.none
        context[Valve.currentLevel] = level
        context[Valve.currentState] = state
    }

    private func setRemaining(_ duration: UInt32?, _ context: inout EndpointContext) {
        context[Valve.remainingDuration] = duration
        if duration != nil {
            context.schedule(Timer.second, of: cluster, after: .seconds(1))
        } else {
            context.cancel(Timer.second, of: cluster)
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard let left = context[Valve.remainingDuration] else { return }
        if left > 1 {
            setRemaining(left - 1, &context)
        } else {
            close(&context)
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Valve.currentState.id, let state = context[Valve.currentState] {
            context.emit(Valve.ValveStateChangedEvent(valveState: state, valveLevel: context[Valve.currentLevel]))
        } else if attribute == Valve.currentLevel.id, context[Valve.currentState] == .open,
            let level = context[Valve.currentLevel], level > 0
        {
            context.emit(Valve.ValveStateChangedEvent(valveState: .open, valveLevel: level))
        } else if attribute == Valve.valveFault.id, let fault = context[Valve.valveFault] {
            context.emit(Valve.ValveFaultEvent(valveFault: fault))
        }
    }
}
