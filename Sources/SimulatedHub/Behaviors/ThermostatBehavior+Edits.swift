import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Writing presets and schedules, each at once or both as one atomic write (Matter Application Cluster Specification,
/// section 4.3; Matter Core Specification, section 7.15).
///
/// Without an atomic write a write counts at once: whoever writes over MQTT needs no second command.
extension ThermostatBehavior {
    private typealias Thermostat = ThermostatCluster

    enum EditTimer { static let atomic: UInt32 = 3 }
    /// What the behaviour remembers: presets and schedules as they were before the atomic write that is open.
    private enum Memory { static let presets: UInt32 = 2, schedules: UInt32 = 3 }

    // MARK: - What may be written

    /// Looks at a list of presets or schedules that is to be written.
    func checkEdit(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        if attribute == Thermostat.presets.id, let presets = [Thermostat.PresetStruct](value) {
            try check(
                presets.map { ($0.presetHandle, $0.builtIn) },
                (context[Thermostat.presets] ?? []).map { ($0.presetHandle, $0.builtIn) },
                active: context[Thermostat.activePresetHandle], "presets", context)
            try check(scenariosOf: presets, context)
        } else if attribute == Thermostat.schedules.id, let schedules = [Thermostat.ScheduleStruct](value) {
            try check(
                schedules.map { ($0.scheduleHandle, $0.builtIn) },
                (context[Thermostat.schedules] ?? []).map { ($0.scheduleHandle, $0.builtIn) },
                active: context[Thermostat.activeScheduleHandle], "schedules", context)
            try check(transitionsOf: schedules, context)
        }
    }

    /// What is built in stays, what is active stays, and only the device gives handles.
    private func check(
        _ new: [(handle: Data?, builtIn: Bool?)], _ old: [(handle: Data?, builtIn: Bool?)], active: Data?,
        _ name: String, _ context: EndpointContext
    ) throws(HomeError) {
        let handles = new.compactMap(\.handle)
        guard Set(handles).count == handles.count else {
            throw HomeError(.outOfRange, "\(name): a handle stands there twice")
        }
        guard handles.allSatisfy({ handle in old.contains { $0.handle == handle } }) else {
            throw HomeError(
                .notFound, "\(name): \(context.device.name) has no such handle; a new entry has the handle null")
        }
        for entry in old where entry.builtIn == true {
            guard new.contains(where: { $0.handle == entry.handle && $0.builtIn != false }) else {
                throw HomeError(.outOfRange, "\(name): what is built in stays, and stays built in")
            }
        }
        for entry in new where entry.builtIn == true {
            guard old.contains(where: { $0.handle == entry.handle && $0.builtIn == true }) else {
                throw HomeError(.outOfRange, "\(name): an entry that is written is not built in")
            }
        }
        guard active.map(handles.contains) ?? true else {
            throw HomeError(.failedPrecondition, "\(name): the active one stays; make another one active first")
        }
    }

    private func check(
        scenariosOf presets: [ThermostatCluster.PresetStruct], _ context: EndpointContext
    ) throws(HomeError) {
        let types = context[Thermostat.presetTypes] ?? []
        for (scenario, group) in Dictionary(grouping: presets, by: \.presetScenario) {
            guard let type = types.first(where: { $0.presetScenario == scenario }) else {
                throw .unknownName(
                    "\(scenario)", field: "presets.presetScenario", known: types.map { "\($0.presetScenario)" })
            }
            guard group.count <= type.numberOfPresets else {
                throw HomeError(
                    .resourceExhausted,
                    "presets: \(context.device.name) keeps \(type.numberOfPresets) presets for \(scenario)")
            }
        }
        for preset in presets {
            for (side, setpoint) in [
                (ThermostatSide.heating, preset.heatingSetpoint), (.cooling, preset.coolingSetpoint),
            ] {
                guard has(side, context), let setpoint else { continue }
                try check(setpoint, within: limits(of: side, context), "presets", context)
            }
        }
    }

    private func check(
        transitionsOf schedules: [ThermostatCluster.ScheduleStruct], _ context: EndpointContext
    ) throws(HomeError) {
        let modes = context.members(of: Thermostat.systemMode)
        let presets = (context[Thermostat.presets] ?? []).compactMap(\.presetHandle)
        for schedule in schedules {
            let transitions = schedule.transitions
            for mode in [schedule.systemMode] + transitions.compactMap(\.systemMode) {
                try check(mode, among: modes, "schedules.systemMode", context)
            }
            let handles = ([schedule.presetHandle] + transitions.map(\.presetHandle)).compactMap(\.self)
            guard handles.allSatisfy(presets.contains) else {
                throw HomeError(.outOfRange, "schedules.presetHandle: \(context.device.name) has no such preset")
            }
        }
    }

    // MARK: - What was written

    /// Gives handles to new presets or schedules; a schedule that is followed may say something else now.
    func completeEdit(_ attribute: UInt32, _ context: inout EndpointContext) {
        if attribute == Thermostat.presets.id, var presets = context[Thermostat.presets] {
            for index in presets.indices where presets[index].presetHandle == nil {
                presets[index].presetHandle = Self.free("preset", presets.compactMap(\.presetHandle))
                presets[index].builtIn = false
            }
            context[Thermostat.presets] = presets
        } else if attribute == Thermostat.schedules.id, var schedules = context[Thermostat.schedules] {
            for index in schedules.indices where schedules[index].scheduleHandle == nil {
                schedules[index].scheduleHandle = Self.free("schedule", schedules.compactMap(\.scheduleHandle))
                schedules[index].builtIn = false
            }
            context[Thermostat.schedules] = schedules
            followSchedule(&context)
        }
    }

    private static func free(_ name: String, _ used: [Data]) -> Data? {
        (1...UInt16.max).lazy.map { Data("\(name)-\($0)".utf8) }.first { !used.contains($0) }
    }

    // MARK: - Atomic writes

    /// Carries `atomicRequest` out.
    func atomic(
        _ request: ThermostatCluster.AtomicRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) -> ThermostatCluster.AtomicResponse {
        let ids = request.attributeRequests
        guard !ids.isEmpty, Set(ids).count == ids.count else {
            throw HomeError(.invalidArgument, "attributeRequests: name each of presets (80) and schedules (81) once")
        }
        switch request.requestType {
        case .beginWrite: return try begin(request, &context)
        case .commitWrite, .rollbackWrite:
            guard isOpen(context) else {
                throw HomeError(.failedPrecondition, "\(context.device.name) has no atomic write open; begin one first")
            }
            if request.requestType == .rollbackWrite { rollBack(&context) } else { close(&context) }
            return response(to: ids, .success, nil)
        case let other: throw HomeError(.invalidArgument, "requestType: there is no \(other)")
        }
    }

    private func begin(
        _ request: ThermostatCluster.AtomicRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) -> ThermostatCluster.AtomicResponse {
        guard let timeout = request.timeout, timeout > 0 else {
            throw HomeError(.invalidArgument, "timeout: an atomic write needs one, in milliseconds")
        }
        let known = [
            context.has(Thermostat.presets) ? Thermostat.presets.id : nil,
            context.has(Thermostat.schedules) ? Thermostat.schedules.id : nil,
        ]
        guard request.attributeRequests.allSatisfy(known.contains) else {
            return response(to: request.attributeRequests, .unsupportedAttribute, nil)
        }
        guard !isOpen(context) else { return response(to: request.attributeRequests, .busy, nil) }
        if request.attributeRequests.contains(Thermostat.presets.id) {
            context[memory: Memory.presets, of: cluster] = context[Thermostat.presets]
        }
        if request.attributeRequests.contains(Thermostat.schedules.id) {
            context[memory: Memory.schedules, of: cluster] = context[Thermostat.schedules]
        }
        context.schedule(EditTimer.atomic, of: cluster, after: .milliseconds(timeout))
        return response(to: request.attributeRequests, .success, timeout)
    }

    private func response(
        to ids: [UInt32], _ status: SharedTypes.Status, _ timeout: UInt16?
    ) -> ThermostatCluster.AtomicResponse {
        ThermostatCluster.AtomicResponse(
            statusCode: status == .success ? .success : .failure,
            attributeStatus: ids.map { SharedTypes.AtomicAttributeStatusStruct(attributeId: $0, statusCode: status) },
            timeout: timeout)
    }

    private func isOpen(_ context: EndpointContext) -> Bool {
        context[memory: Memory.presets, of: cluster] as [ThermostatCluster.PresetStruct]? != nil
            || context[memory: Memory.schedules, of: cluster] as [ThermostatCluster.ScheduleStruct]? != nil
    }

    private func close(_ context: inout EndpointContext) {
        context.cancel(EditTimer.atomic, of: cluster)
        context[memory: Memory.presets, of: cluster] = [ThermostatCluster.PresetStruct]?.none
        context[memory: Memory.schedules, of: cluster] = [ThermostatCluster.ScheduleStruct]?.none
    }

    /// What an atomic write that is open wrote is taken back.
    func rollBack(_ context: inout EndpointContext) {
        if let presets: [ThermostatCluster.PresetStruct] = context[memory: Memory.presets, of: cluster] {
            context[Thermostat.presets] = presets
        }
        if let schedules: [ThermostatCluster.ScheduleStruct] = context[memory: Memory.schedules, of: cluster] {
            context[Thermostat.schedules] = schedules
            followSchedule(&context)
        }
        close(&context)
    }
}
