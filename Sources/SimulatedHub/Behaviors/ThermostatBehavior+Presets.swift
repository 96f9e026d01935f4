import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Presets, schedules and suggestions of a thermostat (Matter Application Cluster Specification, sections 4.3.8.6 on).
extension ThermostatBehavior {
    private typealias Thermostat = ThermostatCluster
    private typealias Suggestion = ThermostatCluster.ThermostatSuggestionStruct

    enum PresetTimer { static let schedule: UInt32 = 1, suggestion: UInt32 = 2 }
    /// What the behaviour remembers: that a preset or schedule changes the setpoints now.
    private enum Memory { static let isFollowing: UInt32 = 1 }

    /// Carries a command about presets, schedules and suggestions out; `nil` for any other.
    func preset(
        _ command: ThermostatCluster.Command?, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue]? {
        switch command {
        case .setActivePresetRequest:
            let handle = try context.read(fields, as: Thermostat.SetActivePresetRequestRequest.self).presetHandle
            if let handle {
                apply(try preset(handle, context), &context)
            }
            context[Thermostat.activePresetHandle] = handle
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

    private func setpoints(heating: Int16?, cooling: Int16?, _ context: inout EndpointContext) {
        context[memory: Memory.isFollowing, of: cluster] = true
        if let heating { set(heating, of: .heating, &context) }
        if let cooling { set(cooling, of: .cooling, &context) }
        context[memory: Memory.isFollowing, of: cluster] = Bool?.none
    }

    /// What somebody sets by hand is no preset any more.
    func leavePreset(_ context: inout EndpointContext) {
        guard context[memory: Memory.isFollowing, of: cluster] != true else { return }
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
            let handle = current.presetHandle ?? schedule.presetHandle
            if current.heatingSetpoint == nil, current.coolingSetpoint == nil, let handle,
                let preset = try? preset(handle, context)
            {
                apply(preset, &context)
            } else {
                setpoints(heating: current.heatingSetpoint, cooling: current.coolingSetpoint, &context)
            }
            let mode = current.systemMode ?? schedule.systemMode
            if systemModes(context).contains(mode) { context[Thermostat.systemMode] = mode }
        }
        if let next = moments.first(where: { $0.time > now.seconds }) {
            context.schedule(PresetTimer.schedule, of: cluster, after: .seconds(next.time - now.seconds))
        }
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
        if current != context[Thermostat.currentThermostatSuggestion] {
            context[Thermostat.currentThermostatSuggestion] = current
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
}
