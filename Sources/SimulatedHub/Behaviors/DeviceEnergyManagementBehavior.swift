import ClusterTypes
import DataModel
import HomeGraph

/// Appliances that an energy manager may adjust, pause and shift (Matter Application Cluster Specification, section 9.2).
///
/// What can be adjusted, and what is forecast, the home file says.
struct DeviceEnergyManagementBehavior: Behavior {
    private typealias Energy = DeviceEnergyManagementCluster

    private enum Timer { static let adjustment: UInt32 = 0, pause: UInt32 = 1 }
    private enum Memory {
        /// The power of the adjustment that is on, in milliwatts, and when it began, in milliseconds.
        static let power: UInt32 = 0, began: UInt32 = 1
        /// The forecast as it was before it was changed.
        static let forecast: UInt32 = 2
    }

    var cluster: UInt32 { Energy.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Energy.Command(rawValue: command) {
        case .powerAdjustRequest: try adjust(try context.read(fields), &context)
        case .cancelPowerAdjustRequest:
            guard context[Energy.esaState] == .powerAdjustActive else {
                throw HomeError(.failedPrecondition, "the power of \(context.device.name) is not adjusted")
            }
            endAdjustment(.cancelled, &context)
        case .pauseRequest: try pause(try context.read(fields), &context)
        case .resumeRequest:
            guard context[Energy.esaState] == .paused else {
                throw HomeError(.failedPrecondition, "\(context.device.name) is not paused")
            }
            resume(.cancelled, &context)
        case .startTimeAdjustRequest: try shift(try context.read(fields), &context)
        case .modifyForecastRequest: try modify(try context.read(fields), &context)
        case .requestConstraintBasedForecast: try constrain(try context.read(fields), &context)
        case .cancelRequest:
            let before: Energy.ForecastStruct? = context[memory: Memory.forecast, of: cluster]
            guard var forecast = before else {
                throw HomeError(.failedPrecondition, "the forecast of \(context.device.name) was not changed")
            }
            forecast.forecastUpdateReason = .internalOptimization
            context[memory: Memory.forecast, of: cluster] = Energy.ForecastStruct?.none
            context[Energy.forecast] = forecast
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    /// Who opted out takes no orders of that kind.
    private func checkOptOut(
        _ cause: Energy.AdjustmentCauseEnum, _ context: EndpointContext
    ) throws(HomeError) {
        let state = context[Energy.optOutState] ?? .noOptOut
        let isRefused =
            state == .optOut || state == .localOptOut && cause == .localOptimization
            || state == .gridOptOut && cause == .gridOptimization
        if isRefused {
            throw HomeError(
                .failedPrecondition, "\(context.device.name) opted out: DeviceEnergyManagement.optOutState is \(state)")
        }
    }

    // MARK: - Power

    private func adjust(
        _ request: Energy.PowerAdjustRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkOptOut(request.cause, context)
        let state = context[Energy.esaState] ?? .offline
        guard state == .online || state == .powerAdjustActive else {
            throw HomeError(
                .failedPrecondition, "\(context.device.name) is not online: DeviceEnergyManagement.esaState is \(state)"
            )
        }
        let known = context[Energy.powerAdjustmentCapability]?.powerAdjustCapability ?? []
        guard !known.isEmpty else {
            throw HomeError(.failedPrecondition, "the power of \(context.device.name) cannot be adjusted now")
        }
        guard
            known.contains(where: {
                $0.minPower <= request.power && request.power <= $0.maxPower && $0.minDuration <= request.duration
                    && request.duration <= $0.maxDuration
            })
        else {
            throw HomeError(
                .outOfRange,
                "power: \(request.power) mW for \(request.duration) s is beyond what \(context.device.name) can do")
        }
        context[memory: Memory.power, of: cluster] = request.power
        context[memory: Memory.began, of: cluster] = context.milliseconds
        context.schedule(Timer.adjustment, of: cluster, after: .seconds(request.duration))
        guard state == .online else { return }
        context[Energy.esaState] = .powerAdjustActive
        context.emit(Energy.PowerAdjustStartEvent())
    }

    private func endAdjustment(_ cause: Energy.CauseEnum, _ context: inout EndpointContext) {
        context.cancel(Timer.adjustment, of: cluster)
        let now = context.milliseconds
        let passed = max(0, now &- (context[memory: Memory.began, of: cluster] ?? now))
        let power: Int64 = context[memory: Memory.power, of: cluster] ?? 0
        let energy = Double(power) * Double(passed) / 3_600_000
        context[memory: Memory.power, of: cluster] = Int64?.none
        context[Energy.esaState] = .online
        context.emit(
            Energy.PowerAdjustEndEvent(
                cause: cause, duration: UInt32(clamping: passed / 1000),
                energyUse: Int64(exactly: max(-1e15, min(1e15, energy)).rounded()) ?? 0))
    }

    // MARK: - Pauses

    private func pause(_ request: Energy.PauseRequestRequest, _ context: inout EndpointContext) throws(HomeError) {
        try checkOptOut(request.cause, context)
        guard let forecast = context[Energy.forecast], forecast.isPausable,
            let slot = activeSlot(forecast), slot.slotIsPausable ?? true
        else { throw HomeError(.failedPrecondition, "\(context.device.name) cannot be paused now") }
        let least = slot.minPauseDuration ?? 0
        let greatest = max(least, slot.maxPauseDuration ?? .max)
        guard (least...greatest).contains(request.duration) else {
            throw HomeError(.outOfRange, "duration: \(request.duration) s is not between \(least) and \(greatest)")
        }
        // What is paused is not adjusted any more.
        if context[Energy.esaState] == .powerAdjustActive { endAdjustment(.cancelled, &context) }
        context.schedule(Timer.pause, of: cluster, after: .seconds(request.duration))
        guard context[Energy.esaState] != .paused else { return }
        context[Energy.esaState] = .paused
        context.emit(Energy.PausedEvent())
    }

    private func activeSlot(_ forecast: Energy.ForecastStruct) -> Energy.SlotStruct? {
        let index = Int(forecast.activeSlotNumber ?? 0)
        return forecast.slots.indices.contains(index) ? forecast.slots[index] : nil
    }

    private func resume(_ cause: Energy.CauseEnum, _ context: inout EndpointContext) {
        context.cancel(Timer.pause, of: cluster)
        context[Energy.esaState] = .online
        context.emit(Energy.ResumedEvent(cause: cause))
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.adjustment, context[Energy.esaState] == .powerAdjustActive {
            endAdjustment(.normalCompletion, &context)
        } else if timer == Timer.pause, context[Energy.esaState] == .paused {
            resume(.normalCompletion, &context)
        }
    }

    // MARK: - Forecasts

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
        context[Energy.forecast] = forecast
    }

    private func shift(
        _ request: Energy.StartTimeAdjustRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkOptOut(request.cause, context)
        var forecast = try forecast(context)
        let length = forecast.endTime - min(forecast.startTime, forecast.endTime)
        let earliest = forecast.earliestStartTime ?? context.now.matterSeconds
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

    private func modify(
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

    private func constrain(
        _ request: Energy.RequestConstraintBasedForecastRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkOptOut(request.cause, context)
        let forecast = try forecast(context)
        let now = context.now.matterSeconds
        guard request.constraints.allSatisfy({ $0.startTime >= now }) else {
            throw HomeError(.outOfRange, "constraints.startTime: it is over already")
        }
        set(forecast, request.cause, &context)
    }
}
