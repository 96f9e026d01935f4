import ClusterTypes
import DataModel
import HomeGraph

/// Appliances that an energy manager may adjust, pause and shift (Matter Application Cluster Specification, section 9.2).
///
/// What can be adjusted, and what is forecast, the home file says, or a report. While the power is adjusted the endpoint
/// takes what was ordered, as far as it can; while it is paused, nothing; and while a slot of a forecast is on, what
/// that slot says (``ElectricalLoad``).
struct DeviceEnergyManagementBehavior: Behavior {
    typealias Energy = DeviceEnergyManagementCluster
    private typealias Mode = DeviceEnergyManagementModeCluster

    enum Timer { static let adjustment: UInt32 = 0, pause: UInt32 = 1, slot: UInt32 = 2 }
    enum Memory {
        /// The power of the adjustment that is on, in milliwatts, and when it began, in milliseconds.
        static let power: UInt32 = 0, began: UInt32 = 1
        /// The forecast as it was before it was changed.
        static let forecast: UInt32 = 2
        /// Who adjusted or paused it.
        static let cause: UInt32 = 3
        /// When the energy of the adjustment was counted last, and what was taken so far, in milliwatt-milliseconds.
        static let counted: UInt32 = 4, energy: UInt32 = 5
        /// Since when it is paused, in milliseconds.
        static let paused: UInt32 = 6
        /// Whether the run of an appliance was paused with it.
        static let pausedRun: UInt32 = 8
        /// Whether a forecast is on.
        static let follows: UInt32 = 7
    }

    private static let perMilliwattHour: Double = 3_600_000

    var cluster: UInt32 { Energy.clusterID }

    func start(_ context: inout EndpointContext) {
        for item in [
            Memory.power, Memory.began, Memory.cause, Memory.counted, Memory.energy, Memory.paused, Memory.pausedRun,
        ] {
            context[memory: item, of: cluster] = Int64?.none
        }
        setCapabilityCause(.noAdjustment, &context)
        // What somebody said of it before counts.
        if context.device.boots <= 1, (context[Energy.optOutState] ?? .noOptOut) == .noOptOut { followMode(&context) }
        guard context.device.boots > 1 || context[Energy.forecast] != nil else { return }
        followForecast(&context)
    }

    /// What the endpoint is to take now, whatever it would take by itself; `nil` where nobody says.
    static func order(_ context: EndpointContext) -> Int64? {
        switch context[Energy.esaState] {
        case .paused: return ElectricalLoad.standby
        case .powerAdjustActive: return context[memory: Memory.power, of: Energy.clusterID]
        default: break
        }
        guard let forecast = context[Energy.forecast], let index = forecast.activeSlotNumber.map(Int.init),
            isOn(forecast, context), forecast.slots.indices.contains(index)
        else { return nil }
        return forecast.slots[index].nominalPower
    }

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
            guard context[memory: Memory.forecast, of: cluster] as Energy.ForecastStruct? != nil else {
                throw HomeError(.failedPrecondition, "the forecast of \(context.device.name) was not changed")
            }
            restoreForecast(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        switch timer {
        case Timer.adjustment:
            if context[Energy.esaState] == .powerAdjustActive { endAdjustment(.normalCompletion, &context) }
        case Timer.pause: if context[Energy.esaState] == .paused { resume(.normalCompletion, &context) }
        default: followForecast(&context)
        }
    }

    // MARK: - Opting out

    private static func refuses(_ cause: Energy.AdjustmentCauseEnum?, _ context: EndpointContext) -> Bool {
        switch context[Energy.optOutState] {
        case .optOut: true
        case .localOptOut: cause == .localOptimization
        case .gridOptOut: cause == .gridOptimization
        default: false
        }
    }

    /// Who opted out takes no orders of that kind.
    func checkOptOut(_ cause: Energy.AdjustmentCauseEnum, _ context: EndpointContext) throws(HomeError) {
        guard Self.refuses(cause, context) else { return }
        throw HomeError(
            .failedPrecondition,
            "\(context.device.name) opted out: DeviceEnergyManagement.optOutState is "
                + "\(context[Energy.optOutState] ?? .noOptOut)")
    }

    /// Who opts out ends what is on of that kind (section 9.2).
    private func followOptOut(_ context: inout EndpointContext) {
        if Self.refuses(context[memory: Memory.cause, of: cluster], context) {
            if context[Energy.esaState] == .powerAdjustActive { endAdjustment(.userOptOut, &context) }
            if context[Energy.esaState] == .paused { resume(.userOptOut, &context) }
        }
        let causes: [Energy.ForecastUpdateReasonEnum: Energy.AdjustmentCauseEnum] = [
            .localOptimization: .localOptimization, .gridOptimization: .gridOptimization,
        ]
        if let reason = context[Energy.forecast]?.forecastUpdateReason, let cause = causes[reason],
            Self.refuses(cause, context)
        {
            restoreForecast(&context)
        }
    }

    /// The mode says who may adjust it (section 9.8).
    private func followMode(_ context: inout EndpointContext) {
        guard let mode = context[Mode.currentMode],
            let tags = context[Mode.supportedModes]?.first(where: { $0.mode == mode })?.modeTags.map(\.value)
        else { return }
        switch (tags.contains(.localOptimization), tags.contains(.gridOptimization)) {
        case (true, true): context[Energy.optOutState] = .noOptOut
        case (true, false): context[Energy.optOutState] = .gridOptOut
        case (false, true): context[Energy.optOutState] = .localOptOut
        case (false, false): context[Energy.optOutState] = .optOut
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        switch (changed, attribute) {
        case (Mode.clusterID, Mode.currentMode.id): followMode(&context)
        case (cluster, Energy.optOutState.id): followOptOut(&context)
        case (cluster, Energy.esaState.id):
            if !context.isActing(as: cluster) { followState(from: Energy.ESAStateEnum(old), &context) }
        case (cluster, Energy.forecast.id): if !context.isActing(as: cluster) { takeForecast(&context) }
        case (OperationalStateCluster.clusterID, OperationalStateCluster.operationalState.id):
            followRun(&context)
        case (ElectricalPowerMeasurementCluster.clusterID, ElectricalPowerMeasurementCluster.activePower.id):
            count(at: Int64(old), &context)
        default: break
        }
    }

    /// A report of another state ends what was on.
    private func followState(from old: Energy.ESAStateEnum?, _ context: inout EndpointContext) {
        let cause: Energy.CauseEnum =
            switch context[Energy.esaState] {
            case .offline: .offline
            case .fault: .fault
            default: .cancelled
            }
        switch old {
        case .powerAdjustActive: finishAdjustment(cause, &context)
        case .paused: finishPause(cause, &context)
        default: break
        }
        ElectricalLoad.tell(&context)
    }

    private func set(_ state: Energy.ESAStateEnum, _ context: inout EndpointContext) {
        context.act(as: cluster) { $0[Energy.esaState] = state }
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
        count(at: nil, &context)
        context[memory: Memory.power, of: cluster] = request.power
        context[memory: Memory.cause, of: cluster] = request.cause
        context.schedule(Timer.adjustment, of: cluster, after: .seconds(request.duration))
        setCapabilityCause(
            request.cause == .gridOptimization ? .gridOptimizationAdjustment : .localOptimizationAdjustment, &context)
        if state == .online {
            context[memory: Memory.began, of: cluster] = context.milliseconds
            context[memory: Memory.counted, of: cluster] = context.milliseconds
            context[memory: Memory.energy, of: cluster] = 0 as Double
            set(.powerAdjustActive, &context)
            context.emit(Energy.PowerAdjustStartEvent())
        }
        ElectricalLoad.tell(&context)
    }

    /// Counts what was taken while it is adjusted: at a power that was measured, or else at what was ordered.
    private func count(at measured: Int64?, _ context: inout EndpointContext) {
        guard let counted: Int64 = context[memory: Memory.counted, of: cluster] else { return }
        let power =
            measured ?? context[ElectricalPowerMeasurementCluster.activePower]
            ?? context[memory: Memory.power, of: cluster]
        let energy = Double(power ?? 0) * Double(max(0, context.milliseconds &- counted))
        context[memory: Memory.energy, of: cluster] = (context[memory: Memory.energy, of: cluster] ?? 0) + energy
        context[memory: Memory.counted, of: cluster] = context.milliseconds
    }

    private func endAdjustment(_ cause: Energy.CauseEnum, _ context: inout EndpointContext) {
        set(.online, &context)
        finishAdjustment(cause, &context)
        ElectricalLoad.tell(&context)
    }

    private func finishAdjustment(_ cause: Energy.CauseEnum, _ context: inout EndpointContext) {
        context.cancel(Timer.adjustment, of: cluster)
        count(at: nil, &context)
        let now = context.milliseconds
        let passed = max(0, now &- (context[memory: Memory.began, of: cluster] ?? now))
        let energy: Double = context[memory: Memory.energy, of: cluster] ?? 0
        for item in [Memory.power, Memory.began, Memory.cause, Memory.counted, Memory.energy] {
            context[memory: item, of: cluster] = Int64?.none
        }
        setCapabilityCause(.noAdjustment, &context)
        context.emit(
            Energy.PowerAdjustEndEvent(
                cause: cause, duration: UInt32(clamping: passed / 1000),
                energyUse: Int64(exactly: max(-1e15, min(1e15, energy / Self.perMilliwattHour)).rounded()) ?? 0))
    }

    private func setCapabilityCause(_ cause: Energy.PowerAdjustReasonEnum, _ context: inout EndpointContext) {
        guard var capability = context[Energy.powerAdjustmentCapability] else { return }
        capability.cause = cause
        context[Energy.powerAdjustmentCapability] = capability
    }

    // MARK: - Pauses

    private func pause(_ request: Energy.PauseRequestRequest, _ context: inout EndpointContext) throws(HomeError) {
        try checkOptOut(request.cause, context)
        let state = context[Energy.esaState] ?? .offline
        guard [.online, .powerAdjustActive, .paused].contains(state) else {
            throw HomeError(
                .failedPrecondition, "\(context.device.name) is not online: DeviceEnergyManagement.esaState is \(state)"
            )
        }
        guard let forecast = context[Energy.forecast], forecast.isPausable,
            let slot = activeSlot(forecast), slot.slotIsPausable ?? true
        else { throw HomeError(.failedPrecondition, "\(context.device.name) cannot be paused now") }
        let least = slot.minPauseDuration ?? 0
        let greatest = max(least, slot.maxPauseDuration ?? .max)
        guard (least...greatest).contains(request.duration) else {
            throw HomeError(.outOfRange, "duration: \(request.duration) s is not between \(least) and \(greatest)")
        }
        // What is paused is not adjusted any more.
        if state == .powerAdjustActive { endAdjustment(.cancelled, &context) }
        context[memory: Memory.cause, of: cluster] = request.cause
        context.schedule(Timer.pause, of: cluster, after: .seconds(request.duration))
        guard state != .paused else { return }
        context[memory: Memory.paused, of: cluster] = context.milliseconds
        context.cancel(Timer.slot, of: cluster)
        set(.paused, &context)
        context.emit(Energy.PausedEvent())
        if context[OperationalStateCluster.operationalState] == .running {
            let isPaused = OperationalStateBehavior.order(.pause, &context)
            context[memory: Memory.pausedRun, of: cluster] = isPaused
        }
        ElectricalLoad.tell(&context)
    }

    private func activeSlot(_ forecast: Energy.ForecastStruct) -> Energy.SlotStruct? {
        let index = Int(forecast.activeSlotNumber ?? 0)
        return forecast.slots.indices.contains(index) ? forecast.slots[index] : nil
    }

    private func resume(_ cause: Energy.CauseEnum, _ context: inout EndpointContext) {
        set(.online, &context)
        finishPause(cause, &context)
        ElectricalLoad.tell(&context)
    }

    /// Whoever has a paused appliance run ends the pause.
    private func followRun(_ context: inout EndpointContext) {
        guard context[Energy.esaState] == .paused, context[OperationalStateCluster.operationalState] == .running
        else { return }
        resume(.cancelled, &context)
    }

    private func finishPause(_ cause: Energy.CauseEnum, _ context: inout EndpointContext) {
        context.cancel(Timer.pause, of: cluster)
        let now = context.milliseconds
        let passed = max(0, now &- (context[memory: Memory.paused, of: cluster] ?? now))
        context[memory: Memory.paused, of: cluster] = Int64?.none
        context[memory: Memory.cause, of: cluster] = Int64?.none
        context.emit(Energy.ResumedEvent(cause: cause))
        let hasPausedRun = context[memory: Memory.pausedRun, of: cluster] == true
        context[memory: Memory.pausedRun, of: cluster] = Bool?.none
        // One that is offline or broken does not go on by itself.
        if hasPausedRun, cause != .offline, cause != .fault {
            _ = OperationalStateBehavior.order(.resume, &context)
        }
        delayForecast(by: UInt32(clamping: passed / 1000), &context)
    }
}
