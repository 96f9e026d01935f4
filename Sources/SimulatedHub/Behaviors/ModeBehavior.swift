import ClusterTypes
import DataModel
import HomeGraph

/// A choice among modes that the device lists: ModeSelect and the clusters derived from ModeBase (Matter Application
/// Cluster Specification, sections 1.9 and 1.10).
struct ModeBehavior: Behavior {
    let cluster: UInt32
    private let supportedModes: AttributeKey<[ModeOption]>
    private let currentMode: AttributeKey<UInt8>
    private let startUpMode: AttributeKey<UInt8?>
    private let onMode: AttributeKey<UInt8?>
    /// Whether a mode that is not there is said in the response, or refused.
    private let answersWithStatus: Bool

    /// What all modes have in common, whatever tags the cluster gives them.
    private struct ModeOption: DataStructure {
        let label: String
        let mode: UInt8

        init?(fields: [UInt32: DataValue]) {
            guard let label = fields[0].flatMap({ String($0) }), let mode = fields[1].flatMap({ UInt8($0) })
            else { return nil }
            self.label = label
            self.mode = mode
        }

        var fields: [UInt32: DataValue] { [0: label.dataValue, 1: mode.dataValue] }
    }

    /// ModeSelect, and what is derived from ModeBase.
    static let all: [ModeBehavior] =
        [ModeBehavior(cluster: ModeSelectCluster.clusterID, firstAttribute: 2, answersWithStatus: false)]
        + [
            DeviceEnergyManagementModeCluster.clusterID, DishwasherModeCluster.clusterID,
            EnergyEvseModeCluster.clusterID, LaundryWasherModeCluster.clusterID, MicrowaveOvenModeCluster.clusterID,
            OvenModeCluster.clusterID, RefrigeratorAndTemperatureControlledCabinetModeCluster.clusterID,
            RvcCleanModeCluster.clusterID, RvcRunModeCluster.clusterID, WaterHeaterModeCluster.clusterID,
        ]
        .map { ModeBehavior(cluster: $0, firstAttribute: 0, answersWithStatus: true) }

    /// The attributes follow each other in both families, from different numbers on; so do the commands.
    private init(cluster: UInt32, firstAttribute: UInt32, answersWithStatus: Bool) {
        self.cluster = cluster
        supportedModes = AttributeKey(cluster: cluster, id: firstAttribute)
        currentMode = AttributeKey(cluster: cluster, id: firstAttribute + 1)
        startUpMode = AttributeKey(cluster: cluster, id: firstAttribute + 2)
        onMode = AttributeKey(cluster: cluster, id: firstAttribute + 3)
        self.answersWithStatus = answersWithStatus
    }

    func start(_ context: inout EndpointContext) {
        guard context.device.boots > 1 else { return }
        follow(startUpMode, &context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == ModeSelectCluster.Command.changeToMode.rawValue else {
            throw context.unimplemented(command, of: cluster)
        }
        // Both families number the field alike, and the status of those that answer with one.
        let mode = try context.read(fields, as: ModeSelectCluster.ChangeToModeRequest.self).newMode
        if let refusal = refusal(of: mode, as: "newMode", context) {
            guard answersWithStatus else { throw refusal }
            return RvcRunModeCluster.ChangeToModeResponse(
                status: .unsupportedMode, statusText: "there is no mode \(mode)"
            ).fields
        }
        if mode != context[currentMode], let refusal = Self.conflict(of: mode, in: cluster, context) {
            return RvcRunModeCluster.ChangeToModeResponse(status: .invalidInMode, statusText: refusal).fields
        }
        context[currentMode] = mode
        guard answersWithStatus else { return [:] }
        return RvcRunModeCluster.ChangeToModeResponse(status: .success, statusText: "").fields
    }

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        let names = [currentMode.id: "currentMode", startUpMode.id: "startUpMode", onMode.id: "onMode"]
        guard let mode = UInt8(value), let name = names[attribute] else { return }
        if let refusal = refusal(of: mode, as: name, context) { throw refusal }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == OnOffCluster.clusterID, attribute == OnOffCluster.onOff.id, context[OnOffCluster.onOff] == true {
            follow(onMode, &context)
        }
    }

    /// Why a mode cannot be chosen now; `nil` where it can.
    ///
    /// A vacuum changes how or what it cleans while it is idle, unless it says that it can otherwise (feature
    /// `DIRECTMODECH` of RvcRunMode and RvcCleanMode); a microwave oven chooses while it is stopped (MicrowaveOvenMode).
    private static func conflict(of mode: UInt8, in cluster: UInt32, _ context: EndpointContext) -> String? {
        typealias Run = RvcRunModeCluster
        switch cluster {
        case Run.clusterID, RvcCleanModeCluster.clusterID:
            let goesIdle = cluster == Run.clusterID && isVacuumIdle(context, in: mode)
            if isVacuumIdle(context) || goesIdle || context.has(feature: "DIRECTMODECH", of: cluster) { return nil }
            return "the device is not idle"
        case OvenModeCluster.clusterID, DishwasherModeCluster.clusterID, LaundryWasherModeCluster.clusterID,
            MicrowaveOvenModeCluster.clusterID:
            let isRunning =
                context[OperationalStateCluster.operationalState] == .running
                || context[OvenCavityOperationalStateCluster.operationalState] == .running
            return isRunning ? "the device is running" : nil
        default: return nil
        }
    }

    /// Whether a vacuum's run mode, or the one that it goes to, is to be idle.
    static func isVacuumIdle(_ context: EndpointContext, in mode: UInt8? = nil) -> Bool {
        typealias Run = RvcRunModeCluster
        guard let wanted = mode ?? context[Run.currentMode] else { return true }
        let option = context[Run.supportedModes]?.first { $0.mode == wanted }
        return option?.modeTags.contains { $0.value == .idle } ?? true
    }

    private func follow(_ key: AttributeKey<UInt8?>, _ context: inout EndpointContext) {
        guard let mode = context[key], refusal(of: mode, as: "", context) == nil else { return }
        context[currentMode] = mode
    }

    /// Why a mode cannot be chosen; `nil` where it can.
    private func refusal(of mode: UInt8, as name: String, _ context: EndpointContext) -> HomeError? {
        let options = context[supportedModes] ?? []
        if options.contains(where: { $0.mode == mode }) { return nil }
        let known = options.map { "\($0.mode) (\($0.label))" }.joined(separator: ", ")
        return HomeError(
            .invalidArgument, "\(name): \(context.device.name) has no mode \(mode); there are \(known)")
    }
}
