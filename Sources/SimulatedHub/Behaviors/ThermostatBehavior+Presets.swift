import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Presets, schedules and suggestions of a thermostat (Matter Application Cluster Specification, section 4.3).
extension ThermostatBehavior {
    private typealias Thermostat = ThermostatCluster
    private typealias Suggestion = ThermostatCluster.ThermostatSuggestionStruct

    enum PresetTimer { static let schedule: UInt32 = 1, suggestion: UInt32 = 2 }
    /// What the behaviour does by itself: it follows a preset, or a schedule.
    private enum Action { static let preset: UInt32 = 1, schedule: UInt32 = 2 }
    /// What the behaviour remembers: the setpoints and the preset before a suggestion was followed.
    private enum Memory { static let heating: UInt32 = 4, cooling: UInt32 = 5, preset: UInt32 = 6 }

    /// Carries a command about presets, schedules and suggestions out; `nil` for any other.
    func preset(
        _ command: ThermostatCluster.Command?, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue]? {
        switch command {
        case .setActivePresetRequest:
            let handle = try context.read(fields, as: Thermostat.SetActivePresetRequestRequest.self).presetHandle
            if let handle {
                activate(try preset(handle, context), &context)
            } else {
                context[Thermostat.activePresetHandle] = Data?.none
            }
        case .setActiveScheduleRequest:
            let handle = try context.read(fields, as: Thermostat.SetActiveScheduleRequestRequest.self).scheduleHandle
            let known = (context[Thermostat.schedules] ?? []).compactMap(\.scheduleHandle)
            guard known.contains(handle) else {
                throw HomeError(.notFound, "scheduleHandle: \(context.device.name) has no such schedule")
            }
            context[Thermostat.activeScheduleHandle] = handle
            followSchedule(&context)
        case .addThermostatSuggestion: return try suggest(try context.read(fields), &context).fields
        case .removeThermostatSuggestion:
            let id = try context.read(fields, as: Thermostat.RemoveThermostatSuggestionRequest.self).uniqueId
            let suggestions = context[Thermostat.thermostatSuggestions] ?? []
            guard suggestions.contains(where: { $0.uniqueId == id }) else {
                throw HomeError(.notFound, "uniqueId: \(context.device.name) has no suggestion \(id)")
            }
            context[Thermostat.thermostatSuggestions] = suggestions.filter { $0.uniqueId != id }
            followSuggestions(&context)
        case .atomicRequest: return try atomic(try context.read(fields), &context).fields
        default: return nil
        }
        return [:]
    }

    // MARK: - Presets

    private func preset(
        _ handle: Data, _ context: EndpointContext
    ) throws(HomeError) -> ThermostatCluster.PresetStruct {
        if let preset = context[Thermostat.presets]?.first(where: { $0.presetHandle == handle }) { return preset }
        throw HomeError(.notFound, "presetHandle: \(context.device.name) has no such preset")
    }

    private func apply(_ preset: ThermostatCluster.PresetStruct, _ context: inout EndpointContext) {
        setpoints(heating: preset.heatingSetpoint, cooling: preset.coolingSetpoint, &context)
    }

    /// Makes a preset the active one.
    func activate(_ preset: ThermostatCluster.PresetStruct, _ context: inout EndpointContext) {
        apply(preset, &context)
        context[Thermostat.activePresetHandle] = preset.presetHandle
    }

    private func setpoints(heating: Int16?, cooling: Int16?, _ context: inout EndpointContext) {
        context.act(as: cluster, Action.preset) { context in
            if let heating { set(heating, of: .heating, &context) }
            if let cooling { set(cooling, of: .cooling, &context) }
        }
    }

    /// Whether a schedule changes the setpoints now.
    func isFollowingSchedule(_ context: EndpointContext) -> Bool { context.isActing(as: cluster, Action.schedule) }

    /// What somebody sets by hand is no preset any more.
    func leavePreset(_ context: inout EndpointContext) {
        guard !context.isActing(as: cluster, Action.preset) else { return }
        context[Thermostat.activePresetHandle] = Data?.none
    }

    // MARK: - Schedules

    /// Does what the active schedule says of this moment, and comes back at its next transition.
    func followSchedule(_ context: inout EndpointContext) {
        guard let handle = context[Thermostat.activeScheduleHandle],
            let schedule = context[Thermostat.schedules]?.first(where: { $0.scheduleHandle == handle })
        else {
            context.cancel(PresetTimer.schedule, of: cluster)
            return
        }
        let now = context.now
        // The transitions of the last and the next seven days, in their order.
        let moments = (-7...7 as ClosedRange<Int64>).flatMap { offset in
            let bit = now.weekdayBit(daysLater: offset)
            let midnight = now.midnight + offset * Timestamp.day
            return schedule.transitions.filter { $0.dayOfWeek.rawValue & bit != 0 }
                .map { (time: midnight + Int64($0.transitionTime) * 60, transition: $0) }
        }
        .sorted { $0.time < $1.time }
        if let current = moments.last(where: { $0.time <= now.seconds })?.transition {
            context.act(as: cluster, Action.schedule) { follow(current, of: schedule, &$0) }
        }
        if let next = moments.first(where: { $0.time > now.seconds }) {
            context.schedule(PresetTimer.schedule, of: cluster, after: .seconds(next.time - now.seconds))
        }
    }

    private func follow(
        _ transition: ThermostatCluster.ScheduleTransitionStruct, of schedule: ThermostatCluster.ScheduleStruct,
        _ context: inout EndpointContext
    ) {
        let handle = transition.presetHandle ?? schedule.presetHandle
        if transition.heatingSetpoint == nil, transition.coolingSetpoint == nil, let handle,
            let preset = try? preset(handle, context)
        {
            apply(preset, &context)
            context[Thermostat.activePresetHandle] = handle
        } else {
            setpoints(heating: transition.heatingSetpoint, cooling: transition.coolingSetpoint, &context)
            context[Thermostat.activePresetHandle] = Data?.none
        }
        let mode = transition.systemMode ?? schedule.systemMode
        if systemModes(context).contains(mode) { context[Thermostat.systemMode] = mode }
    }

    // MARK: - Suggestions

    private func suggest(
        _ request: ThermostatCluster.AddThermostatSuggestionRequest, _ context: inout EndpointContext
    ) throws(HomeError) -> ThermostatCluster.AddThermostatSuggestionResponse {
        _ = try preset(request.presetHandle, context)
        let suggestions = context[Thermostat.thermostatSuggestions] ?? []
        guard suggestions.count < Int(context[Thermostat.maxThermostatSuggestions] ?? 5) else {
            throw HomeError(.resourceExhausted, "\(context.device.name) takes no more suggestions; remove one")
        }
        let now = context.now.matterSeconds
        let begins = request.effectiveTime ?? now
        guard begins <= now &+ UInt32(Timestamp.day) else {
            throw HomeError(.invalidArgument, "effectiveTime: it is more than a day ahead")
        }
        let id = (0...UInt8.max).first { id in !suggestions.contains { $0.uniqueId == id } } ?? 0
        let (ends, _) = max(begins, now).addingReportingOverflow(UInt32(request.expirationInMinutes) * 60)
        context[Thermostat.thermostatSuggestions] =
            suggestions + [
                Suggestion(
                    uniqueId: id, presetHandle: request.presetHandle, effectiveTime: begins, expirationTime: ends)
            ]
        followSuggestions(&context)
        return ThermostatCluster.AddThermostatSuggestionResponse(uniqueId: id)
    }

    /// Follows the suggestion that counts now, drops those that are over, and comes back when that changes.
    func followSuggestions(_ context: inout EndpointContext) {
        guard let all = context[Thermostat.thermostatSuggestions] else { return }
        let now = context.now.matterSeconds
        let left = all.filter { $0.expirationTime > now }
        context[Thermostat.thermostatSuggestions] = left
        let current = left.filter { $0.effectiveTime <= now }.min { $0.effectiveTime < $1.effectiveTime }
        let last = context[Thermostat.currentThermostatSuggestion]
        if current != last {
            context[Thermostat.currentThermostatSuggestion] = current
            if last == nil { rememberSetpoints(&context) }
            if current == nil, let last { endSuggestion(last, &context) }
            if let current, let preset = try? preset(current.presetHandle, context) {
                apply(preset, &context)
                context[Thermostat.activePresetHandle] = current.presetHandle
            }
        }
        let moments = left.flatMap { [$0.effectiveTime, $0.expirationTime] }.filter { $0 > now }
        if let next = moments.min() {
            context.schedule(PresetTimer.suggestion, of: cluster, after: .seconds(next - now))
        } else {
            context.cancel(PresetTimer.suggestion, of: cluster)
        }
    }

    private func rememberSetpoints(_ context: inout EndpointContext) {
        let occupied = isOccupied(context)
        context[memory: Memory.heating, of: cluster] = context[ThermostatSide.heating.setpoint(occupied: occupied)]
        context[memory: Memory.cooling, of: cluster] = context[ThermostatSide.cooling.setpoint(occupied: occupied)]
        context[memory: Memory.preset, of: cluster] = context[Thermostat.activePresetHandle]
    }

    /// After a suggestion the schedule counts again, or what was set before; what somebody set meanwhile stays.
    private func endSuggestion(_ last: ThermostatCluster.ThermostatSuggestionStruct, _ context: inout EndpointContext) {
        let heating: Int16? = context[memory: Memory.heating, of: cluster]
        let cooling: Int16? = context[memory: Memory.cooling, of: cluster]
        let handle: Data? = context[memory: Memory.preset, of: cluster]
        context[memory: Memory.heating, of: cluster] = Int16?.none
        context[memory: Memory.cooling, of: cluster] = Int16?.none
        context[memory: Memory.preset, of: cluster] = Data?.none
        guard context[Thermostat.activePresetHandle] == last.presetHandle else { return }
        guard context[Thermostat.activeScheduleHandle] == nil else {
            followSchedule(&context)
            return
        }
        setpoints(heating: heating, cooling: cooling, &context)
        let isKnown = (context[Thermostat.presets] ?? []).contains { $0.presetHandle == handle }
        context[Thermostat.activePresetHandle] = isKnown ? handle : nil
    }
}
