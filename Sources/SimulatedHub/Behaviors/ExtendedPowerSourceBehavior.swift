import ClusterTypes
import DataModel
import HomeGraph

/// Batteries that are charged (Google trait ExtendedPowerSource).
///
/// A device that has the Matter trait PowerSource, too, says the same there.
struct ExtendedPowerSourceBehavior: Behavior {
    private typealias Source = GoogleExtendedPowerSourceCluster

    private enum Timer { static let percent: UInt32 = 0 }
    /// A percent takes half a minute.
    private static let timeOfPercent = Duration.seconds(30)
    private static let full = 100.0

    /// A battery in use loses a percent in about twenty minutes, one of 120 times that the device lives.
    private static let timesPerPercent = 120

    var cluster: UInt32 { Source.clusterID }

    /// A battery that charged goes on with it once the device is on again.
    func start(_ context: inout EndpointContext) {
        followCapacity(&context)
        followDock(&context)
        if isCharging(context) { context.schedule(Timer.percent, of: cluster, after: Self.timeOfPercent) }
    }

    private func isCharging(_ context: EndpointContext) -> Bool {
        ![nil, .unspecified].contains(context[Source.chargeSpeed])
    }

    func live(_ context: inout EndpointContext) {
        let percent = percent(context)
        guard !isCharging(context), context[Source.isPluggedIn] != true, percent > 0,
            Int.random(in: 0..<Self.timesPerPercent, using: &context.device.random) == 0
        else { return }
        context[Source.capacityRemaining] = [Source.Capacity(rawValue: max(0, percent - 1), unit: .percentage)]
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Source.Command(rawValue: command) == .charge else { throw context.unimplemented(command, of: cluster) }
        let request = try context.read(fields, as: Source.ChargeRequest.self)
        guard request.charge else {
            end(&context)
            return [:]
        }
        guard context[Source.isPluggedIn] == true else {
            throw HomeError(.failedPrecondition, "\(context.device.name) is not plugged in")
        }
        guard percent(context) < Self.full else { return [:] }
        begin(&context)
        return [:]
    }

    private func percent(_ context: EndpointContext) -> Double {
        let percent = context[Source.capacityRemaining]?.first { $0.unit == .percentage }?.rawValue ?? 0
        return percent.isFinite ? max(0, min(Self.full, percent)) : 0
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard context[Source.isPluggedIn] == true else { return }
        let percent = min(Self.full, percent(context) + 1)
        context[Source.capacityRemaining] = [Source.Capacity(rawValue: percent, unit: .percentage)]
        if percent < Self.full {
            context.schedule(Timer.percent, of: cluster, after: Self.timeOfPercent)
        } else {
            end(&context)
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else {
            if changed == PowerSourceCluster.clusterID { followMatter(attribute, &context) }
            if changed == GoogleDockCluster.clusterID { followDock(&context) }
            return
        }
        if attribute == Source.isPluggedIn.id, context[Source.isPluggedIn] == false {
            end(&context)
        } else if attribute == Source.capacityRemaining.id {
            followCapacity(&context)
            // One that is reported to be full charges no more.
            if percent(context) >= Self.full {
                if isCharging(context) { end(&context) }
            } else if context[GoogleDockCluster.isDocked] == true, context[Source.isPluggedIn] == true,
                !isCharging(context)
            {
                begin(&context)
            }
        }
    }

    private func followCapacity(_ context: inout EndpointContext) {
        guard context[Source.capacityRemaining]?.contains(where: { $0.unit == .percentage }) == true else { return }
        let percent = percent(context)
        context[Source.capacityUntilFull] = [
            Source.Capacity(rawValue: Self.full - percent, unit: .percentage)
        ]
        context[Source.descriptiveCapacityRemaining] =
            switch percent {
            case ..<10: .criticallyLow
            case ..<20: .low
            case ..<60: .medium
            case ..<95: .high
            default: .full
            }
        context[PowerSourceCluster.batPercentRemaining] = halfPercents(percent)
    }

    private func halfPercents(_ percent: Double) -> UInt8 { UInt8(clamping: Int((percent * 2).rounded())) }

    /// What the Matter trait says of the battery is so here, too.
    private func followMatter(_ attribute: UInt32, _ context: inout EndpointContext) {
        typealias Power = PowerSourceCluster
        if attribute == Power.batPercentRemaining.id, let left = context[Power.batPercentRemaining],
            left != halfPercents(percent(context)), context.has(Source.capacityRemaining)
        {
            context[Source.capacityRemaining] = [Source.Capacity(rawValue: Double(left) / 2, unit: .percentage)]
        } else if attribute == Power.batChargeState.id, context.has(Source.chargeSpeed) {
            let charges = context[Power.batChargeState] == .isCharging
            guard charges != isCharging(context) else { return }
            if charges {
                context[Source.isPluggedIn] = true
                begin(&context)
            } else {
                end(&context)
            }
        }
    }

    /// What has a dock is plugged in there, and charges; away from it, it is not.
    private func followDock(_ context: inout EndpointContext) {
        guard let isDocked = context[GoogleDockCluster.isDocked] else { return }
        context[Source.isPluggedIn] = isDocked
        if isDocked, percent(context) < Self.full, !isCharging(context) { begin(&context) }
    }

    private func begin(_ context: inout EndpointContext) {
        context[Source.chargeSpeed] = .medium
        context[PowerSourceCluster.batChargeState] = .isCharging
        context.schedule(Timer.percent, of: cluster, after: Self.timeOfPercent)
    }

    private func end(_ context: inout EndpointContext) {
        context.cancel(Timer.percent, of: cluster)
        context[Source.chargeSpeed] = .unspecified
        context[PowerSourceCluster.batChargeState] =
            percent(context) >= Self.full ? .isAtFullCharge : .isNotCharging
    }
}
