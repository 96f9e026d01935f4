import ClusterTypes
import DataModel
import HomeGraph

/// Electrical power, which follows what the endpoint does (Matter Application Cluster Specification, section 2.13).
struct ElectricalPowerBehavior: LoadFollower {
    private typealias Power = ElectricalPowerMeasurementCluster

    /// In millivolts and millihertz, where the device does not say.
    private static let usualVoltage = ElectricalLoad.volts * 1000
    private static let frequency: Int64 = 50_000

    private enum Timer { static let storage: UInt32 = 0 }
    /// How often the charge of a battery is counted.
    private static let interval = Duration.seconds(60)

    var cluster: UInt32 { Power.clusterID }

    /// What the endpoint did when it was switched on counts from then; what it does by the time of day, where it lives.
    func start(_ context: inout EndpointContext) {
        if ElectricalLoad.followsDoing(context) || context.device.isAutonomous { follow(noise: 0, &context) }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == PowerSourceCluster.clusterID, attribute == PowerSourceCluster.batChargeState.id {
            StoredEnergy.want(&context)
            if !context.isActing(as: cluster) { follow(noise: 0, &context) }
        } else if ElectricalLoad.depends(on: attribute, of: changed), !context.isActing(as: cluster) {
            follow(noise: 0, &context)
        }
    }

    func didChangePart(_ attribute: UInt32, of changed: UInt32, _ context: inout EndpointContext) {
        if ElectricalLoad.depends(on: attribute, of: changed) { follow(noise: 0, &context) }
    }

    func followLoad(_ context: inout EndpointContext) { follow(noise: 0, &context) }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { follow(noise: 0, &context) }

    /// The mains are never quite steady, and the sun moves; what limits the load holds all the same.
    func live(_ context: inout EndpointContext) {
        follow(noise: Double.random(in: -0.01...0, using: &context.device.random), &context)
    }

    private func follow(noise: Double, _ context: inout EndpointContext) {
        StoredEnergy.count(at: context[Power.activePower] ?? 0, &context)
        guard let load = ElectricalLoad.power(context) else { return }
        let power = Int64((Double(load) * (1 + noise)).rounded())
        let voltage = max(1, context[Power.voltage] ?? context[Power.rmsVoltage] ?? Self.usualVoltage)
        // Milliwatts over millivolts are amperes.
        let current = power * 1000 / voltage
        context[Power.activePower] = power
        context[Power.apparentPower] = abs(power)
        context[Power.rmsPower] = power
        context[Power.reactivePower] = 0
        context[Power.activeCurrent] = current
        context[Power.apparentCurrent] = abs(current)
        context[Power.rmsCurrent] = abs(current)
        context[Power.reactiveCurrent] = 0
        if context.has(Power.frequency), context[Power.frequency] == nil { context[Power.frequency] = Self.frequency }
        guard StoredEnergy.isHere(context) else { return }
        StoredEnergy.follow(load, &context)
        if abs(load) > ElectricalLoad.standby {
            context.schedule(Timer.storage, of: cluster, after: Self.interval)
        } else {
            context.cancel(Timer.storage, of: cluster)
        }
    }
}

/// Electrical energy, which is counted from the power on the same endpoint (Matter Application Cluster Specification,
/// section 2.12).
struct ElectricalEnergyBehavior: Behavior {
    private typealias Energy = ElectricalEnergyMeasurementCluster
    private typealias Power = ElectricalPowerMeasurementCluster
    private typealias Measurement = ElectricalEnergyMeasurementCluster.EnergyMeasurementStruct

    private enum Timer { static let period: UInt32 = 0 }
    private enum Memory {
        /// When energy was counted last, in milliseconds, and when counting began, in Matter's seconds.
        static let counted: UInt32 = 0, began: UInt32 = 1
        /// What was taken in and given out so far, in milliwatt-milliseconds that make no milliwatt-hour yet.
        static let imported: UInt32 = 2, exported: UInt32 = 3
        /// The same since the last period ended.
        static let periodBegan: UInt32 = 4, periodImported: UInt32 = 5, periodExported: UInt32 = 6
    }

    private static let period = Duration.seconds(60)
    private static let perMilliwattHour: Double = 3_600_000

    var cluster: UInt32 { Energy.clusterID }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == Power.clusterID, attribute == Power.activePower.id else { return }
        let before = Int64(old) ?? 0
        count(before, &context)
        // A period that has begun goes on, however the power changes.
        if before == 0 { begin(&context) }
    }

    func start(_ context: inout EndpointContext) { begin(&context) }

    private func begin(_ context: inout EndpointContext) {
        guard let power = context[Power.activePower], power != 0 else { return }
        context.schedule(Timer.period, of: cluster, after: Self.period)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard let power = context[Power.activePower], power != 0 else { return }
        count(power, &context)
        note(&context)
        notePeriod(&context)
        context.schedule(Timer.period, of: cluster, after: Self.period)
    }

    func refresh(_ context: inout EndpointContext) {
        guard let power = context[Power.activePower], power != 0 else { return }
        count(power, &context)
        note(&context)
    }

    /// Adds what flowed since it was counted last.
    private func count(_ power: Int64, _ context: inout EndpointContext) {
        let now = context.milliseconds
        let counted: Int64 = context[memory: Memory.counted, of: cluster] ?? now
        context[memory: Memory.counted, of: cluster] = now
        if context[memory: Memory.began, of: cluster] as UInt32? == nil {
            context[memory: Memory.began, of: cluster] = context.now.matterSeconds
            context[memory: Memory.periodBegan, of: cluster] = context.now.matterSeconds
        }
        let energy = abs(Double(power)) * Double(max(0, now &- counted))
        guard energy > 0 else { return }
        for item in power > 0 ? [Memory.imported, Memory.periodImported] : [Memory.exported, Memory.periodExported] {
            context[memory: item, of: cluster] = (context[memory: item, of: cluster] ?? 0 as Double) + energy
        }
    }

    private func measurement(
        _ item: UInt32, since beginning: UInt32, plus first: Int64 = 0, _ context: EndpointContext
    ) -> Measurement {
        let energy: Double = context[memory: item, of: cluster] ?? 0
        let began: UInt32 = context[memory: beginning, of: cluster] ?? context.now.matterSeconds
        let whole = Int64(exactly: min(energy / Self.perMilliwattHour, 1e15).rounded(.down)) ?? 0
        return Measurement(
            energy: min(max(0, first), 1 << 60) + whole, startTimestamp: began,
            endTimestamp: max(began &+ 1, context.now.matterSeconds))
    }

    private func note(_ context: inout EndpointContext) {
        if context.has(Energy.cumulativeEnergyImported) {
            context[Energy.cumulativeEnergyImported] = measurement(
                Memory.imported, since: Memory.began, plus: first(Energy.cumulativeEnergyImported, context), context)
        }
        if context.has(Energy.cumulativeEnergyExported) {
            context[Energy.cumulativeEnergyExported] = measurement(
                Memory.exported, since: Memory.began, plus: first(Energy.cumulativeEnergyExported, context), context)
        }
        context.emit(
            Energy.CumulativeEnergyMeasuredEvent(
                energyImported: context[Energy.cumulativeEnergyImported],
                energyExported: context[Energy.cumulativeEnergyExported]))
    }

    /// A counter goes on from where the home file began it.
    private func first(_ key: AttributeKey<Measurement?>, _ context: EndpointContext) -> Int64 {
        let offset = context.trait(cluster)?.offset(ofAttribute: key.id)
        return offset.flatMap { Measurement(context.device.initialValues[$0]) }?.energy ?? 0
    }

    private func notePeriod(_ context: inout EndpointContext) {
        guard context.has(feature: "PERE", of: cluster) else { return }
        if context.has(Energy.periodicEnergyImported) {
            context[Energy.periodicEnergyImported] = measurement(
                Memory.periodImported, since: Memory.periodBegan, context)
        }
        if context.has(Energy.periodicEnergyExported) {
            context[Energy.periodicEnergyExported] = measurement(
                Memory.periodExported, since: Memory.periodBegan, context)
        }
        context.emit(
            Energy.PeriodicEnergyMeasuredEvent(
                energyImported: context[Energy.periodicEnergyImported],
                energyExported: context[Energy.periodicEnergyExported]))
        context[memory: Memory.periodImported, of: cluster] = Double?.none
        context[memory: Memory.periodExported, of: cluster] = Double?.none
        context[memory: Memory.periodBegan, of: cluster] = context.now.matterSeconds
    }
}
