import ClusterTypes
import DataModel

/// Batteries, which drain, and charge where they can (Matter Core Specification, section 11.7).
///
/// Where the device is autonomous, one that can be charged is so when it is low, and is used again when it is full;
/// a vacuum, or a device that is plugged in, has its own ways.
struct PowerSourceBehavior: Behavior {
    private typealias Power = PowerSourceCluster

    var cluster: UInt32 { Power.clusterID }

    /// A battery at rest loses half a percent about every ten minutes, one of 60 times that the device lives; that of a
    /// vacuum at work about every half a minute.
    private static let timesPerHalfPercent = 60, timesAtWork = 3
    /// In half percents.
    private static let full: UInt8 = 200
    private static let low: UInt8 = 40
    private static let empty: UInt8 = 20

    private enum Timer { static let charge: UInt32 = 0 }
    /// What charges gains half a percent in this time.
    private static let timeOfHalfPercent = Duration.seconds(10)

    func start(_ context: inout EndpointContext) {
        followCharge(&context)
        scheduleCharge(&context)
    }

    /// One that Google's trait tells of is that trait's, and says the same here; that of a home counts what flows.
    private func isItself(_ context: EndpointContext) -> Bool {
        context.trait(GoogleExtendedPowerSourceCluster.clusterID) == nil && !StoredEnergy.isHere(context)
    }

    private func scheduleCharge(_ context: inout EndpointContext) {
        if context[Power.batChargeState] == .isCharging, isItself(context), context.has(Power.batPercentRemaining) {
            context.schedule(Timer.charge, of: cluster, after: Self.timeOfHalfPercent)
        } else {
            context.cancel(Timer.charge, of: cluster)
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard context[Power.batChargeState] == .isCharging, let left = context[Power.batPercentRemaining] else {
            return
        }
        context[Power.batPercentRemaining] = min(Self.full, left &+ 1)
        scheduleCharge(&context)
    }

    func live(_ context: inout EndpointContext) {
        guard let left = context[Power.batPercentRemaining], isItself(context) else { return }
        let isOnItsOwn =
            context.has(feature: "RECHG", of: cluster) && context.trait(RvcOperationalStateCluster.clusterID) == nil
        switch context[Power.batChargeState] {
        case .isCharging: break
        case .isAtFullCharge where context.has(Power.batChargeState):
            if isOnItsOwn { context[Power.batChargeState] = .isNotCharging }
        default:
            let isAtWork = context[RvcOperationalStateCluster.operationalState] == .running
            let times = isAtWork ? Self.timesAtWork : Self.timesPerHalfPercent
            guard left > 0, Int.random(in: 0..<times, using: &context.device.random) == 0 else { return }
            context[Power.batPercentRemaining] = left - 1
            if isOnItsOwn, left <= Self.low { context[Power.batChargeState] = .isCharging }
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Power.batPercentRemaining.id { followCharge(&context) }
        if attribute == Power.batChargeState.id {
            // It says that it is full: so it is.
            if context[Power.batChargeState] == .isAtFullCharge, context[Power.batPercentRemaining] != nil,
                isItself(context)
            {
                context[Power.batPercentRemaining] = Self.full
            }
            followCharge(&context)
            scheduleCharge(&context)
        }
    }

    private func followCharge(_ context: inout EndpointContext) {
        guard let left = context[Power.batPercentRemaining] else { return }
        let level: Power.BatChargeLevelEnum = left < Self.empty ? .critical : left < Self.low ? .warning : .ok
        context[Power.batChargeLevel] = level
        context[Power.batReplacementNeeded] =
            level == .critical && context.has(feature: "REPLC", of: cluster)
        if left >= Self.full, context[Power.batChargeState] == .isCharging {
            context[Power.batChargeState] = .isAtFullCharge
        } else if left < Self.full, context[Power.batChargeState] == .isAtFullCharge, !StoredEnergy.isHere(context) {
            context[Power.batChargeState] = .isNotCharging
        }
    }
}
