import ClusterTypes
import DataModel
import HomeGraph

/// Motion in the zones of a camera (Matter Application Cluster Specification, section 11.1).
///
/// Motion is somebody whom the endpoint's OccupancySensing sees, or an event `zoneTriggered` that comes with
/// `simulation/event`; where the device is autonomous somebody passes by now and then. A zone with a trigger says when
/// it begins, and that it is over as the trigger's times say; whoever is still seen then moves still.
struct ZoneManagementBehavior: Behavior {
    private typealias Zones = ZoneManagementCluster
    private typealias Trigger = ZoneManagementCluster.ZoneTriggerControlStruct

    /// What is remembered of a zone that is triggered, under these numbers and its own: when that began and ends, and
    /// until when it is blind after that, in milliseconds.
    private enum Memory {
        static let began: UInt32 = 0x1_0000, ends: UInt32 = 0x2_0000, blind: UInt32 = 0x3_0000
    }

    /// How likely somebody passes by day in the time between two looks.
    private static let passing = 0.03

    var cluster: UInt32 { Zones.clusterID }

    /// A reboot ends what was triggered.
    func start(_ context: inout EndpointContext) {
        for (item, _) in context.memories(in: Memory.began..<(4 * Memory.began), of: cluster) as [(UInt32, Int64)] {
            context[memory: item, of: cluster] = Int64?.none
        }
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        try CameraZones.table.invoke(command, fields, &context)
    }

    // MARK: - Motion

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == OccupancySensingCluster.clusterID, attribute == OccupancySensingCluster.occupancy.id,
            isOccupied(context)
        {
            for trigger in context[Zones.triggers] ?? [] { noteMotion(trigger, &context) }
        } else if changed == cluster, attribute == Zones.triggers.id {
            stopRemoved(&context)
        }
    }

    private func isOccupied(_ context: EndpointContext) -> Bool {
        context[OccupancySensingCluster.occupancy]?.contains(.occupied) == true
    }

    func live(_ context: inout EndpointContext) {
        for trigger in context[Zones.triggers] ?? [] {
            let chance = Double.random(in: 0..<1, using: &context.device.random)
            guard chance < Self.passing * DailyCourse.people.value(at: context.timeOfDay) else { continue }
            noteMotion(trigger, &context)
        }
    }

    func didHappen(_ event: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext) {
        guard let zone = fields[0].flatMap({ UInt16($0) }),
            let trigger = context[Zones.triggers]?.first(where: { $0.zoneId == zone })
        else { return }
        if event == Zones.ZoneTriggeredEvent.id { begin(trigger, &context) } else { rest(trigger, &context) }
    }

    /// More motion lengthens what is triggered, as far as the trigger lets it.
    private func noteMotion(_ trigger: Trigger, _ context: inout EndpointContext) {
        let now = context.milliseconds
        if let began = moment(Memory.began, of: trigger, context) {
            let longer = now + Int64(trigger.augmentationDuration) * 1000
            let most = began &+ Int64(trigger.maxDuration) * 1000
            set(
                Memory.ends, of: trigger, max(moment(Memory.ends, of: trigger, context) ?? 0, min(longer, most)),
                &context)
            return
        }
        guard isMotionZone(trigger.zoneId, context), now >= moment(Memory.blind, of: trigger, context) ?? 0 else {
            return
        }
        context.emit(Zones.ZoneTriggeredEvent(zone: trigger.zoneId, reason: .motion))
        begin(trigger, &context)
    }

    /// Zones for privacy or focus are not watched.
    private func isMotionZone(_ id: UInt16, _ context: EndpointContext) -> Bool {
        let zone = context[Zones.zones]?.first { $0.zoneId == id }
        return zone?.twoDCartesianZone.map { $0.use == .motion } ?? (zone != nil)
    }

    private func begin(_ trigger: Trigger, _ context: inout EndpointContext) {
        let now = context.milliseconds
        let length = Int64(min(trigger.initialDuration, max(1, trigger.maxDuration))) * 1000
        set(Memory.began, of: trigger, now, &context)
        set(Memory.ends, of: trigger, now + length, &context)
        context.schedule(UInt32(trigger.zoneId), of: cluster, after: .milliseconds(length))
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard let trigger = context[Zones.triggers]?.first(where: { UInt32($0.zoneId) == timer }) else { return }
        let isOccupied = isOccupied(context)
        guard let began = moment(Memory.began, of: trigger, context),
            var ends = moment(Memory.ends, of: trigger, context)
        else {
            // It sees again, and there is somebody still.
            if isOccupied { noteMotion(trigger, &context) }
            return
        }
        if isOccupied, ends <= context.milliseconds {
            noteMotion(trigger, &context)
            ends = moment(Memory.ends, of: trigger, context) ?? ends
        }
        let left = ends &- context.milliseconds
        guard left <= 0 else {
            context.schedule(timer, of: cluster, after: .milliseconds(left))
            return
        }
        let isLongest = ends &- began >= Int64(trigger.maxDuration) * 1000
        let wasLengthened = ends &- began > Int64(trigger.initialDuration) * 1000
        context.emit(
            Zones.ZoneStoppedEvent(
                zone: trigger.zoneId, reason: isLongest && (wasLengthened || isOccupied) ? .timeout : .actionStopped))
        rest(trigger, &context)
        if isOccupied {
            context.schedule(timer, of: cluster, after: .seconds(max(1, UInt32(trigger.blindDuration))))
        }
    }

    /// It is over, and the zone is blind for a while.
    private func rest(_ trigger: Trigger, _ context: inout EndpointContext) {
        context.cancel(UInt32(trigger.zoneId), of: cluster)
        set(Memory.began, of: trigger, nil, &context)
        set(Memory.ends, of: trigger, nil, &context)
        let blind = context.milliseconds + Int64(trigger.blindDuration) * 1000
        set(Memory.blind, of: trigger, trigger.blindDuration > 0 ? blind : nil, &context)
    }

    /// A zone whose trigger is gone is not triggered any more.
    private func stopRemoved(_ context: inout EndpointContext) {
        let known = Set((context[Zones.triggers] ?? []).map { UInt32($0.zoneId) })
        let began: [(UInt32, Int64)] = context.memories(in: Memory.began..<Memory.ends, of: cluster)
        for (item, _) in began where !known.contains(item - Memory.began) {
            let zone = item - Memory.began
            context.cancel(zone, of: cluster)
            for kind in [Memory.began, Memory.ends, Memory.blind] {
                context[memory: kind + zone, of: cluster] = Int64?.none
            }
            context.emit(Zones.ZoneStoppedEvent(zone: UInt16(clamping: zone), reason: .actionStopped))
        }
    }

    private func moment(
        _ kind: UInt32, of trigger: ZoneManagementCluster.ZoneTriggerControlStruct, _ context: EndpointContext
    ) -> Int64? {
        context[memory: kind + UInt32(trigger.zoneId), of: cluster]
    }

    private func set(
        _ kind: UInt32, of trigger: ZoneManagementCluster.ZoneTriggerControlStruct, _ moment: Int64?,
        _ context: inout EndpointContext
    ) {
        context[memory: kind + UInt32(trigger.zoneId), of: cluster] = moment
    }
}
