import ClusterTypes
import DataModel
import HomeGraph

/// What an appliance forecasts: slots of time one after another, each with its power, which it goes through when their
/// time has come (Matter Application Cluster Specification, section 9.2).
extension DeviceEnergyManagementBehavior {
    // MARK: - The course of a forecast

    /// Whether a forecast's time has come, and is not over.
    static func isOn(_ forecast: Energy.ForecastStruct, _ context: EndpointContext) -> Bool {
        let now = context.now.matterSeconds
        return forecast.startTime <= now && now < forecast.endTime
    }

    /// Goes on to the slot whose time it is, and comes back when that changes; a forecast that is over is gone.
    func followForecast(_ context: inout EndpointContext) {
        defer { ElectricalLoad.tell(&context) }
        context.cancel(Timer.slot, of: cluster)
        guard var forecast = context[Energy.forecast], context[Energy.esaState] != .paused else { return }
        let now = context.now.matterSeconds
        guard now < forecast.endTime else {
            // One that came when it was over already says nothing of now, and is left as it is.
            if forecast.activeSlotNumber != nil, context[memory: Memory.follows, of: cluster] == true {
                end(&context)
            }
            return
        }
        var begins = UInt64(forecast.startTime)
        let wasOn = context[memory: Memory.follows, of: cluster] == true
        context[memory: Memory.follows, of: cluster] = forecast.startTime <= now
        guard forecast.startTime <= now else {
            forecast.activeSlotNumber = nil
            replace(forecast, &context)
            schedule(at: begins, &context)
            return
        }
        for (index, slot) in forecast.slots.enumerated() {
            let ends = begins + UInt64(slot.defaultDuration)
            guard ends > UInt64(now) else {
                begins = ends
                continue
            }
            forecast.activeSlotNumber = UInt16(clamping: index)
            forecast.slots[index].elapsedSlotTime = UInt32(clamping: UInt64(now) - begins)
            forecast.slots[index].remainingSlotTime = UInt32(clamping: ends - UInt64(now))
            replace(forecast, &context)
            schedule(at: ends, &context)
            // What was to begin now begins.
            if !wasOn { OperationalStateBehavior.run(&context) }
            return
        }
        end(&context)
    }

    /// A forecast that the appliance makes itself: nobody changed it.
    func takeForecast(_ context: inout EndpointContext) {
        context[memory: Memory.forecast, of: cluster] = Energy.ForecastStruct?.none
        let goesOn = context[Energy.forecast].map { Self.isOn($0, context) } ?? false
        if !goesOn { context[memory: Memory.follows, of: cluster] = Bool?.none }
        followForecast(&context)
    }

    private func schedule(at time: UInt64, _ context: inout EndpointContext) {
        let now = UInt64(context.now.matterSeconds)
        context.schedule(Timer.slot, of: cluster, after: .seconds(time > now ? time - now : 0))
    }

    private func replace(_ forecast: Energy.ForecastStruct?, _ context: inout EndpointContext) {
        context.act(as: cluster) { $0[Energy.forecast] = forecast }
    }

    private func end(_ context: inout EndpointContext) {
        context[memory: Memory.follows, of: cluster] = Bool?.none
        context[memory: Memory.forecast, of: cluster] = Energy.ForecastStruct?.none
        replace(nil, &context)
    }

    /// A pause makes the slot that is on so many seconds longer, and all that comes after it so much later.
    func delayForecast(by seconds: UInt32, _ context: inout EndpointContext) {
        if var forecast = context[Energy.forecast], let index = forecast.activeSlotNumber.map(Int.init),
            forecast.slots.indices.contains(index), context[memory: Memory.follows, of: cluster] == true
        {
            let slot = forecast.slots[index]
            forecast.slots[index].defaultDuration = UInt32(clamping: UInt64(slot.defaultDuration) + UInt64(seconds))
            forecast.endTime = UInt32(clamping: UInt64(forecast.endTime) + UInt64(seconds))
            replace(forecast, &context)
        }
        followForecast(&context)
    }

    // MARK: - Changes

    private func forecast(_ context: EndpointContext) throws(HomeError) -> Energy.ForecastStruct {
        if let forecast = context[Energy.forecast] { return forecast }
        throw HomeError(.failedPrecondition, "\(context.device.name) forecasts nothing now")
    }

    /// Changes the forecast, and keeps what it was before.
    private func set(
        _ forecast: Energy.ForecastStruct, _ cause: Energy.AdjustmentCauseEnum, _ context: inout EndpointContext
    ) {
        if context[memory: Memory.forecast, of: cluster] as Energy.ForecastStruct? == nil {
            context[memory: Memory.forecast, of: cluster] = context[Energy.forecast]
        }
        var forecast = forecast
        forecast.forecastId &+= 1
        forecast.forecastUpdateReason = cause == .gridOptimization ? .gridOptimization : .localOptimization
        replace(forecast, &context)
        followForecast(&context)
    }

    /// The forecast is again what it was before others changed it.
    func restoreForecast(_ context: inout EndpointContext) {
        let before: Energy.ForecastStruct? = context[memory: Memory.forecast, of: cluster]
        context[memory: Memory.forecast, of: cluster] = Energy.ForecastStruct?.none
        guard var forecast = before else { return }
        forecast.forecastUpdateReason = .internalOptimization
        forecast.forecastId = (context[Energy.forecast]?.forecastId ?? forecast.forecastId) &+ 1
        replace(forecast, &context)
        followForecast(&context)
    }

    func shift(
        _ request: Energy.StartTimeAdjustRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkOptOut(request.cause, context)
        var forecast = try forecast(context)
        guard !Self.isOn(forecast, context) else {
            throw HomeError(.failedPrecondition, "\(context.device.name) has begun already")
        }
        let length = forecast.endTime - min(forecast.startTime, forecast.endTime)
        let now = context.now.matterSeconds
        let earliest = max(forecast.earliestStartTime ?? now, now)
        let (end, overflows) = request.requestedStartTime.addingReportingOverflow(length)
        guard request.requestedStartTime >= earliest, !overflows, end <= forecast.latestEndTime ?? .max else {
            throw HomeError(
                .outOfRange, "requestedStartTime: \(request.requestedStartTime) is before \(earliest), or ends too late"
            )
        }
        forecast.startTime = request.requestedStartTime
        forecast.endTime = end
        set(forecast, request.cause, &context)
    }

    func modify(
        _ request: Energy.ModifyForecastRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkOptOut(request.cause, context)
        var forecast = try forecast(context)
        guard request.forecastId == forecast.forecastId else {
            throw HomeError(
                .failedPrecondition, "forecastId: \(request.forecastId) is over; the forecast is \(forecast.forecastId)"
            )
        }
        for adjustment in request.slotAdjustments {
            let index = Int(adjustment.slotIndex)
            guard forecast.slots.indices.contains(index) else {
                throw HomeError(
                    .outOfRange, "slotAdjustments.slotIndex: \(index) is not below \(forecast.slots.count)")
            }
            let slot = forecast.slots[index]
            let least = slot.minDurationAdjustment ?? slot.minDuration
            let greatest = max(least, slot.maxDurationAdjustment ?? slot.maxDuration)
            guard (least...greatest).contains(adjustment.duration) else {
                throw HomeError(
                    .outOfRange,
                    "slotAdjustments.duration: \(adjustment.duration) s is not between \(least) and \(greatest)")
            }
            if let power = adjustment.nominalPower, let lower = slot.minPowerAdjustment,
                let upper = slot.maxPowerAdjustment, power < lower || power > upper
            {
                throw HomeError(
                    .outOfRange, "slotAdjustments.nominalPower: \(power) mW is not between \(lower) and \(upper)")
            }
            // What comes after it comes that much earlier, or later.
            let end = Int64(forecast.endTime) - Int64(slot.defaultDuration) + Int64(adjustment.duration)
            forecast.endTime = UInt32(clamping: end)
            forecast.slots[index].defaultDuration = adjustment.duration
            if let power = adjustment.nominalPower { forecast.slots[index].nominalPower = power }
        }
        set(forecast, request.cause, &context)
    }

    /// Slots take no more than a constraint allows while it holds.
    func constrain(
        _ request: Energy.RequestConstraintBasedForecastRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkOptOut(request.cause, context)
        var forecast = try forecast(context)
        let now = context.now.matterSeconds
        guard request.constraints.allSatisfy({ $0.startTime >= now }) else {
            throw HomeError(.outOfRange, "constraints.startTime: it is over already")
        }
        for constraint in request.constraints {
            let window = UInt64(constraint.startTime)..<UInt64(constraint.startTime) + UInt64(constraint.duration)
            // In milliwatts: the power that is allowed, and the one that brings no more than the energy.
            let most = [
                constraint.nominalPower,
                constraint.maximumEnergy.map { Self.power(of: $0, over: constraint.duration) },
            ].compactMap(\.self).min()
            guard let most else { continue }
            var begins = UInt64(forecast.startTime)
            for (index, slot) in forecast.slots.enumerated() {
                let ends = begins + UInt64(slot.defaultDuration)
                if begins < window.upperBound, window.lowerBound < ends, let power = slot.nominalPower {
                    forecast.slots[index].nominalPower = max(slot.minPower ?? .min, min(power, most))
                }
                begins = ends
            }
        }
        set(forecast, request.cause, &context)
    }

    private static func power(of energy: Int64, over seconds: UInt32) -> Int64 {
        let power = Double(energy) * 3600 / Double(max(1, seconds))
        return Int64(exactly: max(-1e15, min(1e15, power)).rounded()) ?? 0
    }
}
