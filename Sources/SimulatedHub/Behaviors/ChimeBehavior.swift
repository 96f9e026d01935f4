import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// Plays a sound (Matter Application Cluster Specification, section 11.8), also where a button of the same device rings.
struct ChimeBehavior: Behavior {
    private typealias Chime = ChimeCluster

    var cluster: UInt32 { Chime.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let request = try context.read(fields, as: Chime.PlayChimeSoundRequest.self)
        let sound = request.chimeId ?? context[Chime.selectedChime] ?? 0
        try check(sound, "chimeId", context)
        play(sound, &context)
        return [:]
    }

    /// One that is not enabled is silent.
    private func play(_ sound: UInt8, _ context: inout EndpointContext) {
        if context[Chime.enabled] != false { context.emit(Chime.ChimeStartedPlayingEvent(chimeId: sound)) }
    }

    /// Somebody rings at the device: its chimes play, on whatever endpoint they are.
    static func ring(_ context: inout EndpointContext) {
        for part in context.device.layout.parts where part.traits.contains(where: { $0.cluster.id == Chime.clusterID })
        {
            context.on(part) { ChimeBehavior().play($0[Chime.selectedChime] ?? 0, &$0) }
        }
    }

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
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

/// The button of a doorbell (Google trait DoorbellPress), which shows as an event alone.
///
/// Somebody rings with `simulation/event`; where the device is autonomous, now and then by day.
struct DoorbellPressBehavior: Behavior {
    private typealias Doorbell = GoogleDoorbellPressCluster

    /// How likely somebody rings by day in the time between two looks: about twice a day.
    private static let ringing = 0.0004

    var cluster: UInt32 { Doorbell.clusterID }

    func didHappen(_ event: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext) {
        ChimeBehavior.ring(&context)
    }

    func live(_ context: inout EndpointContext) {
        let chance = Double.random(in: 0..<1, using: &context.device.random)
        guard chance < Self.ringing * DailyCourse.people.value(at: context.timeOfDay) else { return }
        context.emit(Doorbell.DoorbellPressedEvent())
        ChimeBehavior.ring(&context)
    }
}
