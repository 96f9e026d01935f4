import ClusterTypes
import DataModel

/// Whether somebody is there (Matter Application Cluster Specification, section 2.7).
///
/// With a hold time, somebody noticed is gone again that long after, as with a motion sensor. Where the device is
/// autonomous somebody passes by now and then, by day more often than at night.
struct OccupancySensingBehavior: Behavior {
    private typealias Occupancy = OccupancySensingCluster
    private enum Timer { static let hold: UInt32 = 0 }

    var cluster: UInt32 { Occupancy.clusterID }

    /// The delays that older clients use instead of the hold time; they have the same value.
    private static var delays: [AttributeKey<UInt16>] {
        [
            Occupancy.pirOccupiedToUnoccupiedDelay, Occupancy.ultrasonicOccupiedToUnoccupiedDelay,
            Occupancy.physicalContactOccupiedToUnoccupiedDelay,
        ]
    }

    func start(_ context: inout EndpointContext) { hold(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Occupancy.occupancy.id, let occupancy = context[Occupancy.occupancy] {
            context.emit(Occupancy.OccupancyChangedEvent(occupancy: occupancy))
            hold(&context)
        } else if attribute == Occupancy.holdTime.id {
            for delay in Self.delays { context[delay] = context[Occupancy.holdTime] }
            hold(&context)
        } else if let delay = Self.delays.first(where: { $0.id == attribute }) {
            context[Occupancy.holdTime] = context[delay]
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { context[Occupancy.occupancy] = [] }

    /// How likely somebody passes by day, and leaves where nothing holds, in the time between two looks.
    private static let passing = 0.03, leaving = 0.1

    func live(_ context: inout EndpointContext) {
        let chance = Double.random(in: 0..<1, using: &context.device.random)
        if chance < Self.passing * DailyCourse.people.value(at: context.timeOfDay) {
            context[Occupancy.occupancy] = .occupied
            hold(&context)
        } else if context[Occupancy.holdTime] == nil, chance > 1 - Self.leaving {
            context[Occupancy.occupancy] = []
        }
    }

    private func hold(_ context: inout EndpointContext) {
        if let time = context[Occupancy.holdTime], context[Occupancy.occupancy]?.contains(.occupied) == true {
            context.schedule(Timer.hold, of: cluster, after: .seconds(time))
        } else {
            context.cancel(Timer.hold, of: cluster)
        }
    }
}
