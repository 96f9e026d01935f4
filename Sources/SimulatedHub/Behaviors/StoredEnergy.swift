import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// What a battery of a home takes and gives: taken above zero, as all power.
///
/// Where the device is autonomous it takes what the sun gives by day, and gives it back in the evening; otherwise it
/// charges while its PowerSource says so. An energy manager may order either.
enum StoredEnergy {
    private typealias Battery = PowerSourceCluster
    private typealias Power = ElectricalPowerMeasurementCluster

    /// What the measurement of power remembers of it.
    private enum Memory {
        /// When the charge was counted last, in milliseconds, and what makes no half percent yet.
        static let counted: UInt32 = 0, rest: UInt32 = 1
        /// What the battery is to do by itself.
        static let wanted: UInt32 = 2
    }

    /// In milliwatts: what it charges with, and what the sun brings and people use.
    private static let charging: Int64 = 2_500_000
    private static let sun: Double = 2_000_000, people: Double = 600_000
    /// In half percents: what is left in it.
    private static let full: UInt8 = 200, reserve: UInt8 = 10
    /// Of a battery that does not say: 10 kWh, in milliwatt-hours; and its voltage in millivolts.
    private static let usualCapacity: Double = 10_000_000, usualVoltage: UInt32 = 51_200
    private static let perMilliwattHour: Double = 3_600_000

    private static var owner: UInt32 { Power.clusterID }

    /// Whether the endpoint is a battery of a home that measures its power.
    static func isHere(_ context: EndpointContext) -> Bool {
        context.part.types.contains { $0.name == "BatteryStorage" } && context.trait(owner) != nil
            && context[Battery.batPercentRemaining] != nil
    }

    /// In milliwatt-hours.
    private static func capacity(_ context: EndpointContext) -> Double {
        guard let milliampereHours = context[Battery.batCapacity], milliampereHours > 0 else { return usualCapacity }
        let volts = Double(max(1, context[Battery.batVoltage] ?? usualVoltage)) / 1000
        return Double(milliampereHours) * volts
    }

    /// What it takes or gives by itself.
    static func load(_ context: EndpointContext) -> Int64 {
        guard context.device.isAutonomous else {
            let wanted: Battery.BatChargeStateEnum? =
                context[memory: Memory.wanted, of: owner] ?? context[Battery.batChargeState]
            return possible(wanted == .isCharging ? charging : ElectricalLoad.standby, context)
        }
        let course =
            DailyCourse.sun.value(at: context.timeOfDay) * sun
            - DailyCourse.people.value(at: context.timeOfDay) * people
        return possible(Int64(course.rounded()), context)
    }

    /// A full battery takes nothing, and an empty one gives nothing.
    static func possible(_ power: Int64, _ context: EndpointContext) -> Int64 {
        let left = context[Battery.batPercentRemaining] ?? 0
        let isPossible = power > 0 ? left < full : left > reserve
        return isPossible ? power : ElectricalLoad.standby
    }

    /// What the battery shall do by itself was said from outside.
    static func want(_ context: inout EndpointContext) {
        guard isHere(context), !context.isActing(as: owner) else { return }
        context[memory: Memory.wanted, of: owner] = context[Battery.batChargeState]
    }

    /// Counts the charge that flowed at a power until now.
    static func count(at power: Int64, _ context: inout EndpointContext) {
        guard isHere(context), let left = context[Battery.batPercentRemaining] else { return }
        let now = context.milliseconds
        let counted: Int64 = context[memory: Memory.counted, of: owner] ?? now
        // That nothing flows is no news.
        let flows = power.magnitude > ElectricalLoad.standby.magnitude
        context.remember(now, as: Memory.counted, of: owner, isNews: flows)
        guard flows else { return }
        let rest: Double = context[memory: Memory.rest, of: owner] ?? 0
        let energy = Double(power) * Double(max(0, now &- counted)) / perMilliwattHour
        let gained = energy / capacity(context) * Double(full) + (-1...1 ~= rest ? rest : 0)
        let whole = max(-Double(full), min(Double(full), gained.rounded(.towardZero)))
        context[memory: Memory.rest, of: owner] = max(-1, min(1, gained - whole))
        let next = UInt8(clamping: max(0, min(Int(full), Int(left) + Int(whole))))
        context.act(as: owner) { $0[Battery.batPercentRemaining] = next }
    }

    /// The battery says what it does at a power.
    static func follow(_ power: Int64, _ context: inout EndpointContext) {
        guard isHere(context), let left = context[Battery.batPercentRemaining] else { return }
        let takes = power > ElectricalLoad.standby
        let stored = Double(left) / Double(full) * capacity(context)
        context.act(as: owner) { context in
            context[Battery.batChargeState] =
                takes ? .isCharging : left >= full ? .isAtFullCharge : .isNotCharging
            context[Battery.batTimeToFullCharge] =
                takes ? seconds(of: capacity(context) - stored, at: power) : UInt32?.none
            context[Battery.batTimeRemaining] = power < 0 ? seconds(of: stored, at: power) : UInt32?.none
        }
    }

    private static func seconds(of energy: Double, at power: Int64) -> UInt32 {
        let seconds = energy * 3600 / Double(max(1, power.magnitude))
        return UInt32(exactly: max(0, min(seconds, 4e9)).rounded()) ?? 0
    }
}
