import ClusterTypes
import DataModel
import HomeGraph

/// A temperature, or one of several levels, that an appliance is set to (Matter Application Cluster Specification,
/// section 8.2).
struct TemperatureControlBehavior: Behavior {
    private typealias Control = TemperatureControlCluster

    var cluster: UInt32 { Control.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let request = try context.read(fields, as: Control.SetTemperatureRequest.self)
        if context.has(Control.temperatureSetpoint) {
            guard let target = request.targetTemperature else {
                throw HomeError(.invalidArgument, "targetTemperature is missing")
            }
            let least = context[Control.minTemperature] ?? .min
            let greatest = context[Control.maxTemperature] ?? .max
            guard least <= target, target <= greatest else {
                throw HomeError(.outOfRange, "targetTemperature: \(target) is not between \(least) and \(greatest)")
            }
            if let step = context[Control.step], step > 0, (Int(target) - Int(least)) % Int(step) != 0 {
                throw HomeError(
                    .outOfRange, "targetTemperature: \(target) is no whole number of steps of \(step) above \(least)")
            }
            context[Control.temperatureSetpoint] = target
        } else {
            guard let level = request.targetTemperatureLevel else {
                throw HomeError(.invalidArgument, "targetTemperatureLevel is missing")
            }
            let levels = context[Control.supportedTemperatureLevels] ?? []
            guard levels.indices.contains(Int(level)) else {
                let known = levels.enumerated().map { "\($0) (\($1))" }.joined(separator: ", ")
                throw HomeError(.outOfRange, "targetTemperatureLevel: there is no level \(level); there are \(known)")
            }
            context[Control.selectedTemperatureLevel] = level
        }
        return [:]
    }
}

/// How worn a filter, or how full a tank, is (Matter Application Cluster Specification, section 2.8).
struct ResourceMonitoringBehavior: Behavior {
    private typealias Monitoring = HepaFilterMonitoringCluster

    let cluster: UInt32
    private let condition: AttributeKey<UInt8>
    private let direction: AttributeKey<Monitoring.DegradationDirectionEnum>
    private let indication: AttributeKey<Monitoring.ChangeIndicationEnum>

    /// The three clusters; they number their members alike.
    static let all = [
        HepaFilterMonitoringCluster.clusterID, ActivatedCarbonFilterMonitoringCluster.clusterID,
        WaterTankLevelMonitoringCluster.clusterID,
    ].map(ResourceMonitoringBehavior.init)

    private init(cluster: UInt32) {
        self.cluster = cluster
        condition = AttributeKey(cluster: cluster, id: Monitoring.condition.id)
        direction = AttributeKey(cluster: cluster, id: Monitoring.degradationDirection.id)
        indication = AttributeKey(cluster: cluster, id: Monitoring.changeIndication.id)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        context[condition] = context[direction] == .up ? 0 : 100
        context[indication] = .ok
        return [:]
    }
}

/// Play, pause, stop (Matter Application Cluster Specification, section 6.10).
struct MediaPlaybackBehavior: Behavior {
    private typealias Playback = MediaPlaybackCluster

    var cluster: UInt32 { Playback.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let isActive = context[Playback.currentState] != .notPlaying
        switch Playback.Command(rawValue: command) {
        case .play: set(.playing, &context)
        case .pause:
            guard isActive else { return Playback.PlaybackResponse(status: .invalidStateForCommand).fields }
            set(.paused, &context)
        case .stop: set(.notPlaying, &context)
        case .startOver, .previous, .next:
            guard isActive else { return Playback.PlaybackResponse(status: .invalidStateForCommand).fields }
            set(.playing, &context)
        default: throw context.unimplemented(command, of: cluster)
        }
        return Playback.PlaybackResponse(status: .success).fields
    }

    private func set(_ state: Playback.PlaybackStateEnum, _ context: inout EndpointContext) {
        guard context[Playback.currentState] != state else { return }
        context[Playback.currentState] = state
        context.emit(Playback.StateChangedEvent(currentState: state))
    }
}

/// Plays a sound (Matter Application Cluster Specification, section 11.8).
struct ChimeBehavior: Behavior {
    private typealias Chime = ChimeCluster

    var cluster: UInt32 { Chime.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let request = try context.read(fields, as: Chime.PlayChimeSoundRequest.self)
        let sound = request.chimeId ?? context[Chime.selectedChime] ?? 0
        try check(sound, "chimeId", context)
        if context[Chime.enabled] != false { context.emit(Chime.ChimeStartedPlayingEvent(chimeId: sound)) }
        return [:]
    }

    func willWrite(_ attribute: UInt32, _ value: DataValue, _ context: inout EndpointContext) throws(HomeError) {
        guard attribute == Chime.selectedChime.id, let sound = UInt8(value) else { return }
        try check(sound, "selectedChime", context)
    }

    private func check(_ sound: UInt8, _ name: String, _ context: EndpointContext) throws(HomeError) {
        let installed = context[Chime.installedChimeSounds] ?? []
        guard !installed.contains(where: { $0.chimeId == sound }) else { return }
        let known = installed.map { "\($0.chimeId) (\($0.name))" }.joined(separator: ", ")
        throw HomeError(.invalidArgument, "\(name): there is no sound \(sound); there are \(known)")
    }
}
