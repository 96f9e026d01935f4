import ClusterTypes
import DataModel
import HomeGraph

/// When a vehicle is to be charged, and how far.
extension EnergyEvseBehavior {
    /// The targets that were set.
    func targets(_ context: EndpointContext) -> [Evse.ChargingTargetScheduleStruct] {
        context[memory: Memory.targets, of: cluster] ?? []
    }

    /// Sets targets for the days that they name; those of other days stay.
    func setTargets(_ request: Evse.SetTargetsRequest, _ context: inout EndpointContext) throws(HomeError) {
        var days: UInt8 = 0
        for schedule in request.chargingTargetSchedules {
            let own = schedule.dayOfWeekForSequence.rawValue
            guard own & days == 0 else {
                throw HomeError(.invalidArgument, "chargingTargetSchedules.dayOfWeekForSequence: a day is named twice")
            }
            days |= own
            for target in schedule.chargingTargets {
                guard target.targetSoC != nil || target.addedEnergy != nil else {
                    throw HomeError(
                        .invalidArgument, "chargingTargets: a target is one of targetSoC and addedEnergy")
                }
                guard target.targetSoC.map({ $0 == 100 || context.has(feature: "SOC", of: cluster) }) ?? true else {
                    throw HomeError(
                        .outOfRange,
                        "chargingTargets.targetSoC: without state of charge the only target of \(context.device.name) "
                            + "is 100")
                }
            }
        }
        let others = targets(context).compactMap { schedule in
            var schedule = schedule
            schedule.dayOfWeekForSequence = Evse.TargetDayOfWeekBitmap(
                rawValue: schedule.dayOfWeekForSequence.rawValue & ~days)
            return schedule.dayOfWeekForSequence.isEmpty ? nil : schedule
        }
        context[memory: Memory.targets, of: cluster] = others + request.chargingTargetSchedules
        noteNextCharge(&context)
    }

    /// Says which target comes next, while a vehicle is there.
    func noteNextCharge(_ context: inout EndpointContext) {
        let isPluggedIn = context[Evse.state].map { $0 != .notPluggedIn } ?? false
        let next = isPluggedIn ? nextTarget(context) : nil
        context[Evse.nextChargeTargetTime] = next?.time
        context[Evse.nextChargeTargetSoC] = next?.target.targetSoC
        context[Evse.nextChargeRequiredEnergy] = next?.target.addedEnergy
        let now = context.now.matterSeconds
        context[Evse.nextChargeStartTime] = next.map { next in
            let length = min(length(of: next.target, context), next.time)
            return max(now, next.time - length)
        }
        scheduleTarget(after: next.map { $0.time > now ? $0.time - now : 1 }, &context)
    }

    /// How long charging takes to a target, in seconds; all the time there is where that is not known.
    private func length(of target: EnergyEvseCluster.ChargingTargetStruct, _ context: EndpointContext) -> UInt32 {
        let power = Double(Self.current(context) * ElectricalLoad.volts)
        var energy = target.addedEnergy.map(Double.init)
        if energy == nil, let wanted = target.targetSoC, let charge = context[Evse.stateOfCharge],
            let capacity = context[Evse.batteryCapacity]
        {
            energy = Double(capacity) * max(0, Double(wanted) - Double(charge)) / 100
        }
        guard let energy, power > 0 else { return .max }
        return UInt32(exactly: max(0, min(energy / power * 3600, 0xffff_ffff)).rounded(.up)) ?? .max
    }

    private func nextTarget(_ context: EndpointContext) -> (time: UInt32, target: Evse.ChargingTargetStruct)? {
        let now = context.now
        for offset in 0...7 as ClosedRange<Int64> {
            let bit = now.weekdayBit(daysLater: offset)
            let midnight = now.midnight + offset * Timestamp.day
            let targets = targets(context).filter { $0.dayOfWeekForSequence.rawValue & bit != 0 }
                .flatMap(\.chargingTargets)
                .map { (time: midnight + Int64($0.targetTimeMinutesPastMidnight) * 60, target: $0) }
                .filter { $0.time > now.seconds }
            if let first = targets.min(by: { $0.time < $1.time }) {
                return (Timestamp(rawValue: first.time &* 1000).matterSeconds, first.target)
            }
        }
        return nil
    }
}
