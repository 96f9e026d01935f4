import ClusterTypes
import DataModel

/// Batteries, which drain, and charge where they can (Matter Core Specification, section 11.7).
struct PowerSourceBehavior: Behavior {
    private typealias Power = PowerSourceCluster

    var cluster: UInt32 { Power.clusterID }

    /// A battery at rest loses half a percent about every ten minutes: one of 60 times that the device lives.
    private static let timesPerHalfPercent = 60
    /// In half percents.
    private static let full: UInt8 = 200
    private static let low: UInt8 = 40
    private static let empty: UInt8 = 20

    func start(_ context: inout EndpointContext) { followCharge(&context) }

    func live(_ context: inout EndpointContext) {
        guard let left = context[Power.batPercentRemaining] else { return }
        if context[Power.batChargeState] == .isCharging {
            context[Power.batPercentRemaining] = min(Self.full, left + 1)
        } else if left > 0, context[Power.batChargeState] != .isAtFullCharge,
            Int.random(in: 0..<Self.timesPerHalfPercent, using: &context.device.random) == 0
        {
            context[Power.batPercentRemaining] = left - 1
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == cluster, attribute == Power.batPercentRemaining.id { followCharge(&context) }
    }

    private func followCharge(_ context: inout EndpointContext) {
        guard let left = context[Power.batPercentRemaining] else { return }
        let level: Power.BatChargeLevelEnum = left < Self.empty ? .critical : left < Self.low ? .warning : .ok
        context[Power.batChargeLevel] = level
        context[Power.batReplacementNeeded] =
            level == .critical && context.has(feature: "REPLC", of: cluster)
        if left >= Self.full, context[Power.batChargeState] == .isCharging {
            context[Power.batChargeState] = .isAtFullCharge
        }
    }
}
