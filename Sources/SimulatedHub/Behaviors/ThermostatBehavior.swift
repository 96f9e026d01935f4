import ClusterTypes
import DataModel
import Foundation
import HomeGraph
import ModelReader

/// Thermostats: setpoints within limits and apart from each other, modes, and what runs (Matter Application Cluster
/// Specification, section 4.3).
struct ThermostatBehavior: Behavior {
    private typealias Thermostat = ThermostatCluster

    var cluster: UInt32 { Thermostat.clusterID }

    func start(_ context: inout EndpointContext) {
        clampSetpoints(&context)
        control(&context)
        rollBack(&context)
        followSchedule(&context)
        followSuggestions(&context)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == PresetTimer.schedule { followSchedule(&context) }
        if timer == PresetTimer.suggestion { followSuggestions(&context) }
        if timer == EditTimer.atomic { rollBack(&context) }
    }

    // MARK: - Commands

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == Thermostat.Command.setpointRaiseLower.rawValue else {
            guard let response = try preset(Thermostat.Command(rawValue: command), fields, &context) else {
                throw context.unimplemented(command, of: cluster)
            }
            return response
        }
        let request = try context.read(fields, as: Thermostat.SetpointRaiseLowerRequest.self)
        let sides: [ThermostatSide] =
            switch request.mode {
            case .heat: [.heating]
            case .cool: [.cooling]
            default: ThermostatSide.allCases
            }
        let isOccupied = isOccupied(context)
        // Each moves from where it was before the other made way for it.
        let moves = sides.filter { has($0, context) }.map { side in
            (side, context[side.setpoint(occupied: isOccupied)])
        }
        for (side, current) in moves {
            guard let current else { continue }
            let key = side.setpoint(occupied: isOccupied)
            let range = reach(of: side, context)
            // The amount is in tenths of a degree.
            let wanted = Int(current) + Int(request.amount) * 10
            context[key] = Int16(clamping: min(max(wanted, Int(range.lowerBound)), Int(range.upperBound)))
            pushOther(than: side, occupied: isOccupied, &context)
        }
        return [:]
    }

    // MARK: - Writes

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        let name = context.trait(cluster)?.attributes.first { $0.id == attribute }?.name ?? "attribute \(attribute)"
        if let (side, _) = ThermostatSide.of(setpoint: attribute) {
            try check(Int16(value), within: reach(of: side, context), name, context)
        } else if attribute == Thermostat.minSetpointDeadBand.id {
            try checkDeadBand(Int(Int8(value) ?? 0), name, context)
        } else if attribute == Thermostat.systemMode.id {
            try check(Thermostat.SystemModeEnum(value), among: systemModes(context), name, context)
        }
        for side in ThermostatSide.allCases {
            let limits = [
                (side.minimum, minimums), (side.maximum, maximums), (side.absoluteMinimum, builtMinimums),
                (side.absoluteMaximum, builtMaximums),
            ]
            for (limit, range) in limits where limit.id == attribute {
                try check(Int16(value), within: range(side, context), name, context)
            }
        }
    }

    func willWrite(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        try checkEdit(attribute, value, context)
    }

    /// Looks whether something can be heated to a temperature.
    func checkHeating(_ value: Int16, as name: String, _ context: EndpointContext) throws(HomeError) {
        try check(value, within: limits(of: .heating, context), name, context)
    }

    func check(
        _ value: Int16?, within range: ClosedRange<Int16>, _ name: String, _ context: EndpointContext
    ) throws(HomeError) {
        guard let value, !range.contains(value) else { return }
        throw HomeError(
            .outOfRange,
            "\(name): \(value) is beyond what \(context.device.name) can be set to now; allowed are "
                + "\(range.lowerBound) to \(range.upperBound) (in 0.01 °C)")
    }

    /// The dead band, in tenths of a degree, fits between the limits of both sides as they are built.
    private func checkDeadBand(_ value: Int, _ name: String, _ context: EndpointContext) throws(HomeError) {
        guard context.has(feature: "AUTO", of: cluster) else { return }
        let (heating, cooling) = (built(.heating, context), built(.cooling, context))
        let most =
            min(
                Int(cooling.lowerBound) - Int(heating.lowerBound),
                Int(cooling.upperBound) - Int(heating.upperBound)) / 10
        guard value > most else { return }
        throw HomeError(
            .outOfRange,
            "\(name): the limits of heating and cooling on \(context.device.name) are not \(value) apart; at most \(max(0, most)) is allowed (in 0.1 °C)"
        )
    }

    func check<Value: OpenEnum>(
        _ value: Value?, among allowed: [Value], _ name: String, _ context: EndpointContext
    ) throws(HomeError) {
        guard let value, !allowed.contains(value) else { return }
        let names = allowed.map { "\($0) (\($0.rawValue))" }.joined(separator: ", ")
        throw HomeError(
            .outOfRange, "\(name): \(context.device.name) does not have \(value); there are \(names)")
    }

    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) { completeEdit(attribute, &context) }

    // MARK: - Setpoints

    func has(_ side: ThermostatSide, _ context: EndpointContext) -> Bool {
        context.has(feature: side.feature, of: cluster)
    }

    /// What is heated to now; `nil` where the thermostat does not heat.
    func heatingSetpoint(_ context: EndpointContext) -> Int16? {
        has(.heating, context) ? context[ThermostatSide.heating.setpoint(occupied: isOccupied(context))] : nil
    }

    func isOccupied(_ context: EndpointContext) -> Bool {
        context[Thermostat.occupancy]?.contains(.occupied) ?? true
    }

    private func built(_ side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        // Google's limits for safety come on top of those that it was built with.
        let lower = max(
            context[side.absoluteMinimum] ?? side.usualLimits.lowerBound, context[side.safetyMinimum] ?? .min)
        let upper = min(
            context[side.absoluteMaximum] ?? side.usualLimits.upperBound, context[side.safetyMaximum] ?? .max)
        return lower...max(lower, upper)
    }

    /// What the lower limit as built can be: below the upper one, and apart from the other side's.
    private func builtMinimums(of side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        let range = .min...(context[side.absoluteMaximum] ?? side.usualLimits.upperBound)
        return part(of: range, side, apartFrom: built(side.other, context).lowerBound, context)
    }

    /// What the upper limit as built can be: above the lower one, and apart from the other side's.
    private func builtMaximums(of side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        let range = (context[side.absoluteMinimum] ?? side.usualLimits.lowerBound)...Int16.max
        return part(of: range, side, apartFrom: built(side.other, context).upperBound, context)
    }

    func limits(of side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        let built = built(side, context)
        let lower = max(built.lowerBound, context[side.minimum] ?? built.lowerBound)
        return lower...max(lower, min(built.upperBound, context[side.maximum] ?? built.upperBound))
    }

    /// What the lower limit can be: as built, below the upper limit, and apart from the other side's.
    private func minimums(of side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        let range = built(side, context).lowerBound...limits(of: side, context).upperBound
        return part(of: range, side, apartFrom: limits(of: side.other, context).lowerBound, context)
    }

    /// What the upper limit can be: as built, above the lower limit, and apart from the other side's.
    private func maximums(of side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        let lower = limits(of: side, context).lowerBound
        let range = lower...max(lower, built(side, context).upperBound)
        return part(of: range, side, apartFrom: limits(of: side.other, context).upperBound, context)
    }

    /// How far heating stays below cooling, in hundredths of a degree; `nil` without automatic changeover.
    private func deadBand(_ context: EndpointContext) -> Int16? {
        guard context.has(feature: "AUTO", of: cluster) else { return nil }
        // The attribute is in tenths.
        return Int16(max(0, context[Thermostat.minSetpointDeadBand] ?? 20)) * 10
    }

    /// Where a setpoint can be when the other side makes way as far as it can.
    private func reach(of side: ThermostatSide, _ context: EndpointContext) -> ClosedRange<Int16> {
        let other = limits(of: side.other, context)
        return part(
            of: limits(of: side, context), side,
            apartFrom: side == .heating ? other.upperBound : other.lowerBound, context)
    }

    /// The part of a range that keeps the dead band to a temperature of the other side.
    private func part(
        of range: ClosedRange<Int16>, _ side: ThermostatSide, apartFrom other: Int16, _ context: EndpointContext
    ) -> ClosedRange<Int16> {
        guard let deadBand = deadBand(context) else { return range }
        switch side {
        case .heating:
            let upper = min(range.upperBound, Int16(clamping: Int(other) - Int(deadBand)))
            return range.lowerBound...max(range.lowerBound, upper)
        case .cooling:
            let lower = max(range.lowerBound, Int16(clamping: Int(other) + Int(deadBand)))
            return min(range.upperBound, lower)...range.upperBound
        }
    }

    /// Moves the other side's setpoint out of the way, as far as the dead band asks (MinSetpointDeadBand).
    private func pushOther(than side: ThermostatSide, occupied: Bool, _ context: inout EndpointContext) {
        let otherKey = side.other.setpoint(occupied: occupied)
        guard let deadBand = deadBand(context), let setpoint = context[side.setpoint(occupied: occupied)],
            let other = context[otherKey]
        else { return }
        let limit = Int(setpoint) + (side == .heating ? Int(deadBand) : -Int(deadBand))
        let wanted = Int16(clamping: side == .heating ? max(Int(other), limit) : min(Int(other), limit))
        // No dead band is worth a setpoint that the other side cannot have.
        let range = limits(of: side.other, context)
        context[otherKey] = min(max(wanted, range.lowerBound), range.upperBound)
    }

    /// Sets a setpoint, as far as it can be set, and moves the other one out of its way.
    func set(_ setpoint: Int16, of side: ThermostatSide, _ context: inout EndpointContext) {
        guard has(side, context) else { return }
        let range = reach(of: side, context)
        let occupied = isOccupied(context)
        context[side.setpoint(occupied: occupied)] = min(max(setpoint, range.lowerBound), range.upperBound)
        pushOther(than: side, occupied: occupied, &context)
    }

    /// Limits as set stay within those as built, and setpoints within both.
    private func clampSetpoints(_ context: inout EndpointContext) {
        for side in ThermostatSide.allCases where has(side, context) {
            let built = built(side, context)
            for limit in [side.minimum, side.maximum] {
                guard let value = context[limit] else { continue }
                context[limit] = min(max(value, built.lowerBound), built.upperBound)
            }
        }
        for side in ThermostatSide.allCases where has(side, context) {
            for occupied in [true, false] {
                clamp(side, occupied, &context)
            }
        }
    }

    /// A setpoint is within its limits and apart from the other one.
    private func clamp(_ side: ThermostatSide, _ occupied: Bool, _ context: inout EndpointContext) {
        let key = side.setpoint(occupied: occupied)
        guard has(side, context), let setpoint = context[key] else { return }
        let range = reach(of: side, context)
        context[key] = min(max(setpoint, range.lowerBound), range.upperBound)
        pushOther(than: side, occupied: occupied, &context)
    }

    // MARK: - Modes

    /// The modes that the thermostat has and its sequence of operation allows.
    func systemModes(_ context: EndpointContext) -> [ThermostatCluster.SystemModeEnum] {
        let excluded: [Thermostat.SystemModeEnum] =
            switch context[Thermostat.controlSequenceOfOperation] {
            case .heatingOnly, .heatingWithReheat: [.cool, .precooling]
            case .coolingOnly, .coolingWithReheat: [.heat, .emergencyHeat]
            default: []
            }
        return context.members(of: Thermostat.systemMode).filter { !excluded.contains($0) }
    }

    // MARK: - Changes

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == WaterHeaterManagementCluster.clusterID { showRunning(&context) }
        if ThermostatSide.isLimit(attribute, of: changed) { clampSetpoints(&context) }
        guard changed == cluster else { return }
        announce(attribute, from: old, &context)
        if let (side, occupied) = ThermostatSide.of(setpoint: attribute) {
            noteSetpointChange(side, occupied, from: old, &context)
            leavePreset(&context)
            // Whoever turned it by hand turned it no further than it goes.
            clamp(side, occupied, &context)
            control(&context)
        } else if attribute == Thermostat.controlSequenceOfOperation.id, let mode = context[Thermostat.systemMode],
            !systemModes(context).contains(mode)
        {
            context[Thermostat.systemMode] = .off
        } else if [Thermostat.localTemperature.id, Thermostat.systemMode.id, Thermostat.occupancy.id]
            .contains(attribute)
        {
            control(&context)
        }
    }

    private func noteSetpointChange(
        _ side: ThermostatSide, _ occupied: Bool, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard let previous = Int16(old), let current = context[side.setpoint(occupied: occupied)] else { return }
        context[Thermostat.setpointChangeSource] = isFollowingSchedule(context) ? .schedule : .external
        context[Thermostat.setpointChangeAmount] = Int16(clamping: Int(current) - Int(previous))
        context[Thermostat.setpointChangeSourceTimestamp] = context.now.matterSeconds
        context.emit(
            Thermostat.SetpointChangeEvent(
                systemMode: side == .heating ? .heat : .cool,
                occupancy: context.has(Thermostat.occupancy) ? (occupied ? .occupied : []) : nil,
                previousSetpoint: previous, currentSetpoint: current))
    }

    /// The event that goes with a new value, where the thermostat has events.
    private func announce(_ attribute: UInt32, from old: DataValue, _ context: inout EndpointContext) {
        switch attribute {
        case Thermostat.systemMode.id:
            guard let mode = context[Thermostat.systemMode] else { return }
            context.emit(
                Thermostat.SystemModeChangeEvent(
                    previousSystemMode: Thermostat.SystemModeEnum(old), currentSystemMode: mode))
        case Thermostat.localTemperature.id:
            context.emit(
                Thermostat.LocalTemperatureChangeEvent(
                    currentLocalTemperature: context[Thermostat.localTemperature]))
        case Thermostat.occupancy.id:
            guard let occupancy = context[Thermostat.occupancy] else { return }
            context.emit(
                Thermostat.OccupancyChangeEvent(
                    previousOccupancy: Thermostat.OccupancyBitmap(old), currentOccupancy: occupancy))
        case Thermostat.thermostatRunningState.id:
            guard let state = context[Thermostat.thermostatRunningState] else { return }
            context.emit(
                Thermostat.RunningStateChangeEvent(
                    previousRunningState: Thermostat.RelayStateBitmap(old), currentRunningState: state))
        case Thermostat.thermostatRunningMode.id:
            guard let mode = context[Thermostat.thermostatRunningMode] else { return }
            context.emit(
                Thermostat.RunningModeChangeEvent(
                    previousRunningMode: Thermostat.ThermostatRunningModeEnum(old), currentRunningMode: mode))
        case Thermostat.activePresetHandle.id:
            context.emit(
                Thermostat.ActivePresetChangeEvent(
                    previousPresetHandle: Data(old), currentPresetHandle: context[Thermostat.activePresetHandle]))
        case Thermostat.activeScheduleHandle.id:
            context.emit(
                Thermostat.ActiveScheduleChangeEvent(
                    previousScheduleHandle: Data(old), currentScheduleHandle: context[Thermostat.activeScheduleHandle]))
        default: break
        }
    }
}
