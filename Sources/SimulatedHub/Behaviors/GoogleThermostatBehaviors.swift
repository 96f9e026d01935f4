import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// The modes of Google's thermostats and those of Matter's that are the same.
private enum GoogleModes {
    typealias Matter = ThermostatCluster.SystemModeEnum
    typealias Extended = GoogleExtendedThermostatCluster.ExtendedThermostatMode
    typealias Simplified = GoogleSimplifiedThermostatCluster.SystemModeEnum

    /// The first of several is the one that is shown.
    static let extended: [(Extended, Matter)] = [
        (.off, .off), (.heat, .heat), (.cool, .cool), (.heatCool, .auto), (.auto, .auto), (.fanOnly, .fanOnly),
        (.dry, .dry),
    ]
    static let simplified: [(Simplified, Matter)] = [(.off, .off), (.auto, .auto), (.cool, .cool), (.heat, .heat)]

    /// The modes that the endpoint's Matter thermostat can be set to now; `nil` where it has none.
    static func known(_ context: EndpointContext) -> [Matter]? {
        guard context.trait(ThermostatCluster.clusterID) != nil else { return nil }
        return ThermostatBehavior().systemModes(context)
    }

    static func refusal<Mode: OpenEnum>(
        of mode: Mode, as field: String, _ table: [(Mode, Matter)], _ known: [Matter], _ context: EndpointContext
    ) -> HomeError {
        let names = table.filter { known.contains($0.1) }.map { "\($0.0) (\($0.0.rawValue))" }
        return HomeError(
            .outOfRange,
            "\(field): \(context.device.name) does not have \(mode); there are \(names.joined(separator: ", "))")
    }
}

/// What Google says of a thermostat beside Matter (trait ExtendedThermostat): the same mode, what runs, and the same
/// preset under other names.
///
/// Whichever is set, the other follows; a mode that the thermostat does not have is refused. The limits for safety bound
/// the setpoints, too.
struct ExtendedThermostatBehavior: Behavior {
    private typealias Extended = GoogleExtendedThermostatCluster
    private typealias Thermostat = ThermostatCluster

    var cluster: UInt32 { Extended.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context.trait(Thermostat.clusterID) != nil else { return }
        followModes(&context)
        followMode(&context)
        followRunning(&context)
        followTemperature(&context)
        followSource(&context)
        followPreset(&context)
    }

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        guard let known = GoogleModes.known(context) else { return }
        if attribute == Extended.extendedSystemMode.id, let mode = Extended.ExtendedThermostatMode(value) {
            let counterpart = GoogleModes.extended.first { $0.0 == mode }?.1
            guard let counterpart, known.contains(counterpart) else {
                throw GoogleModes.refusal(of: mode, as: "extendedSystemMode", GoogleModes.extended, known, context)
            }
        } else if attribute == Extended.activePresetHandle.id, let handle = String(value), !handle.isEmpty {
            let handles = presets(context)
            guard handles.contains(handle) else {
                throw .unknownName(handle, field: "activePresetHandle", known: handles)
            }
        }
    }

    /// The presets of both traits.
    private func presets(_ context: EndpointContext) -> [String] {
        let own = (context[Extended.presets] ?? []).map(\.handle)
        let matter = (context[Thermostat.presets] ?? []).compactMap { $0.presetHandle.map(Self.text) }
        return own + matter.filter { !own.contains($0) }
    }

    private static func text(_ handle: Data) -> String { String(decoding: handle, as: UTF8.self) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard context.trait(Thermostat.clusterID) != nil else { return }
        switch (changed, attribute) {
        case (cluster, Extended.extendedSystemMode.id): setMode(&context)
        case (cluster, Extended.activePresetHandle.id): setPreset(&context)
        case (Thermostat.clusterID, Thermostat.systemMode.id): followMode(&context)
        case (Thermostat.clusterID, Thermostat.controlSequenceOfOperation.id): followModes(&context)
        case (Thermostat.clusterID, Thermostat.thermostatRunningState.id): followRunning(&context)
        case (Thermostat.clusterID, Thermostat.localTemperature.id): followTemperature(&context)
        case (Thermostat.clusterID, Thermostat.setpointChangeSource.id): followSource(&context)
        case (Thermostat.clusterID, Thermostat.activePresetHandle.id): followPreset(&context)
        default: break
        }
    }

    // MARK: - To Matter

    private func setMode(_ context: inout EndpointContext) {
        guard let mode = context[Extended.extendedSystemMode],
            let counterpart = GoogleModes.extended.first(where: { $0.0 == mode })?.1,
            GoogleModes.known(context)?.contains(counterpart) == true
        else {
            followMode(&context)
            return
        }
        context[Thermostat.systemMode] = counterpart
    }

    private func setPreset(_ context: inout EndpointContext) {
        let handle = context[Extended.activePresetHandle]
        if let preset = context[Thermostat.presets]?.first(where: { $0.presetHandle.map(Self.text) == handle }) {
            ThermostatBehavior().activate(preset, &context)
        } else {
            // None, or one that Matter knows nothing of.
            context[Thermostat.activePresetHandle] = Data?.none
        }
    }

    // MARK: - From Matter

    private func followModes(_ context: inout EndpointContext) {
        let known = GoogleModes.known(context) ?? []
        context[Extended.extendedSupportedModes] = GoogleModes.extended.filter { known.contains($0.1) }.map(\.0)
    }

    private func followMode(_ context: inout EndpointContext) {
        guard let mode = context[Thermostat.systemMode] else { return }
        // One that means the same already stays.
        let now = GoogleModes.extended.first { $0.0 == context[Extended.extendedSystemMode] }
        guard now?.1 != mode else { return }
        context[Extended.extendedSystemMode] = GoogleModes.extended.first { $0.1 == mode }?.0 ?? .on
    }

    private func followRunning(_ context: inout EndpointContext) {
        guard let running = context[Thermostat.thermostatRunningState] else { return }
        context[Extended.extendedRunningMode] =
            running.contains(.heat) ? .heat : running.contains(.cool) ? .cool : running.isEmpty ? .off : .fanOnly
    }

    private func followTemperature(_ context: inout EndpointContext) {
        guard let temperature = context[Thermostat.localTemperature] else { return }
        context[Extended.averageLocalTemperature] = temperature
    }

    private func followSource(_ context: inout EndpointContext) {
        context[Extended.extendedSetpointChangeSource] =
            switch context[Thermostat.setpointChangeSource] {
            case .manual: .manual
            case .schedule: .schedule
            case .external: .external
            default: .unspecified
            }
    }

    private func followPreset(_ context: inout EndpointContext) {
        guard context.has(Thermostat.activePresetHandle) else { return }
        if let handle = context[Thermostat.activePresetHandle] {
            context[Extended.activePresetHandle] = Self.text(handle)
        } else if !isOwn(context[Extended.activePresetHandle], context) {
            context[Extended.activePresetHandle] = ""
        }
    }

    /// Whether only Google's trait has a preset.
    private func isOwn(_ handle: String?, _ context: EndpointContext) -> Bool {
        (context[Extended.presets] ?? []).contains { $0.handle == handle }
            && !(context[Thermostat.presets] ?? []).contains { $0.presetHandle.map(Self.text) == handle }
    }
}

/// The mode of a thermostat in a word (Google trait SimplifiedThermostat).
struct SimplifiedThermostatBehavior: Behavior {
    private typealias Simplified = GoogleSimplifiedThermostatCluster

    var cluster: UInt32 { Simplified.clusterID }

    func start(_ context: inout EndpointContext) { follow(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == Simplified.Command.setSystemMode.rawValue else {
            throw context.unimplemented(command, of: cluster)
        }
        let mode = try context.read(fields, as: Simplified.SetSystemModeRequest.self).systemMode
        if let known = GoogleModes.known(context) {
            guard let counterpart = GoogleModes.simplified.first(where: { $0.0 == mode })?.1,
                known.contains(counterpart)
            else { throw GoogleModes.refusal(of: mode, as: "systemMode", GoogleModes.simplified, known, context) }
            context[ThermostatCluster.systemMode] = counterpart
        }
        context[Simplified.systemMode] = mode
        return [:]
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == ThermostatCluster.clusterID, attribute == ThermostatCluster.systemMode.id { follow(&context) }
        if changed == cluster, attribute == Simplified.systemMode.id, !context.isActing(as: cluster) {
            setMode(&context)
        }
    }

    /// What is reported here the thermostat does, if it can.
    private func setMode(_ context: inout EndpointContext) {
        guard let known = GoogleModes.known(context) else { return }
        let own = context[Simplified.systemMode]
        if let mode = GoogleModes.simplified.first(where: { $0.0 == own })?.1, known.contains(mode) {
            context[ThermostatCluster.systemMode] = mode
        } else {
            follow(&context)
        }
    }

    /// What neither heats nor cools, and has no word of its own here, is off.
    private func follow(_ context: inout EndpointContext) {
        guard let mode = context[ThermostatCluster.systemMode] else { return }
        let own: Simplified.SystemModeEnum =
            switch mode {
            case .emergencyHeat: .heat
            case .precooling: .cool
            default: GoogleModes.simplified.first { $0.1 == mode }?.0 ?? .off
            }
        context.act(as: cluster) { $0[Simplified.systemMode] = own }
    }
}
