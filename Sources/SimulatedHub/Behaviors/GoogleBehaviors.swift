import ClusterTypes
import DataModel
import HomeGraph

/// The humidity that a device is to reach (Google trait RelativeHumidityControl).
struct RelativeHumidityControlBehavior: Behavior {
    private typealias Control = GoogleRelativeHumidityControlCluster

    var cluster: UInt32 { Control.clusterID }

    private func range(_ context: EndpointContext) -> ClosedRange<UInt32> {
        let least = context[Control.minRelativeHumidity] ?? 0
        return least...max(least, context[Control.maxRelativeHumidity] ?? 100)
    }

    private func check(_ wanted: UInt32, _ name: String, _ context: EndpointContext) throws(HomeError) {
        let range = range(context)
        guard !range.contains(wanted) else { return }
        throw HomeError(
            .outOfRange, "\(name): \(wanted) is not between \(range.lowerBound) and \(range.upperBound)")
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let range = range(context)
        switch Control.Command(rawValue: command) {
        case .setRelativeHumidity:
            let wanted = try context.read(fields, as: Control.SetRelativeHumidityRequest.self).relativeHumidityPercent
            try check(wanted, "relativeHumidityPercent", context)
            context[Control.relativeHumiditySetpoint] = wanted
        case .stepRelativeHumidity:
            let request = try context.read(fields, as: Control.StepRelativeHumidityRequest.self)
            let current = Int64(context[Control.relativeHumiditySetpoint] ?? range.lowerBound)
            let step = Int64(request.relativeHumidityPercent)
            let wanted = request.stepMode == .down ? current - step : current + step
            context[Control.relativeHumiditySetpoint] = UInt32(
                clamping: max(Int64(range.lowerBound), min(Int64(range.upperBound), wanted)))
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }
}

/// A kitchen timer (Google trait Timer); -1 seconds are left where none is set.
struct TimerBehavior: Behavior {
    private typealias Timer = GoogleTimerCluster

    var cluster: UInt32 { Timer.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Timer.Command(rawValue: command) {
        case .timerStart:
            try run(Int64(try context.read(fields, as: Timer.TimerStartRequest.self).timerTimeSeconds), &context)
        case .timerAdjust:
            let left = try left(context)
            let isPaused = context[Timer.timerPaused] == true
            let change = try context.read(fields, as: Timer.TimerAdjustRequest.self).adjustmentTimeSeconds
            try run(Int64(left) + Int64(change), &context)
            if isPaused { pause(&context) }
        case .timerPause:
            _ = try left(context)
            pause(&context)
        case .timerResume: try run(Int64(try left(context)), &context)
        case .timerCancel:
            _ = try left(context)
            end(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func left(_ context: EndpointContext) throws(HomeError) -> Int32 {
        guard let left = context.current(Timer.timerRemainingSeconds), left > 0 else {
            throw HomeError(.failedPrecondition, "\(context.device.name) has no timer running")
        }
        return left
    }

    private func run(_ seconds: Int64, _ context: inout EndpointContext) throws(HomeError) {
        let greatest = Int64(context[Timer.maxTimerLimitSeconds] ?? .max)
        guard (1...max(1, greatest)).contains(seconds), let start = Int32(exactly: seconds) else {
            throw HomeError(.outOfRange, "the timer: \(seconds) s is not between 1 and \(greatest)")
        }
        context[Timer.timerPaused] = false
        context[Timer.timerRemainingSeconds] = start
        context.move(Timer.timerRemainingSeconds, to: 0, over: .seconds(seconds))
    }

    private func pause(_ context: inout EndpointContext) {
        context.halt(Timer.timerRemainingSeconds)
        context[Timer.timerPaused] = true
    }

    private func end(_ context: inout EndpointContext) {
        context[Timer.timerRemainingSeconds] = -1
        context[Timer.timerPaused] = false
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) {
        if attribute == Timer.timerRemainingSeconds.id { end(&context) }
    }
}
