import ClusterTypes
import DataModel
import HomeGraph

/// Zones of a camera's picture, and what triggers on them (Matter Application Cluster Specification, section 11.1).
enum CameraZones {
    private typealias Zones = ZoneManagementCluster
    private typealias Table = CommandTable

    private static let zones = NumberedList(
        key: Zones.zones, number: { $0.zoneId }, noun: "zone", field: "zoneId")
    private static let triggers = NumberedList(
        key: Zones.triggers, number: { $0.zoneId }, noun: "trigger", field: "zoneId")

    /// Its commands; the rest is ``ZoneManagementBehavior``.
    static let table = CommandTable(
        ZoneManagementCluster.clusterID,
        [
            Zones.Command.createTwoDCartesianZone.rawValue: { fields, context throws(HomeError) in
                let zone = try context.read(fields, as: Zones.CreateTwoDCartesianZoneRequest.self).zone
                try check(zone, context)
                let id = try zones.add(atMost: Int(context[Zones.maxZones] ?? 1), &context) { id in
                    Zones.ZoneInformationStruct(
                        zoneId: id, zoneType: .twoDcartZone, zoneSource: .user, twoDCartesianZone: zone)
                }
                return Zones.CreateTwoDCartesianZoneResponse(zoneId: id).fields
            },
            Zones.Command.updateTwoDCartesianZone.rawValue: Table.take(Zones.UpdateTwoDCartesianZoneRequest.self) {
                request, context throws(HomeError) in
                try check(request.zone, context)
                try checkOwn(request.zoneId, context)
                try zones.change(request.zoneId, &context) { $0.twoDCartesianZone = request.zone }
            },
            Zones.Command.removeZone.rawValue: Table.take(Zones.RemoveZoneRequest.self) {
                request, context throws(HomeError) in
                try checkOwn(request.zoneId, context)
                try zones.remove(request.zoneId, &context)
                context[Zones.triggers] = context[Zones.triggers]?.filter { $0.zoneId != request.zoneId }
            },
            Zones.Command.createOrUpdateTrigger.rawValue: Table.take(Zones.CreateOrUpdateTriggerRequest.self) {
                request, context throws(HomeError) in
                _ = try zones.find(request.trigger.zoneId, context)
                let others = triggers.entries(context).filter { $0.zoneId != request.trigger.zoneId }
                context[Zones.triggers] = others + [request.trigger]
            },
            Zones.Command.removeTrigger.rawValue: Table.take(Zones.RemoveTriggerRequest.self) {
                request, context throws(HomeError) in
                try triggers.remove(request.zoneId, &context)
            },
        ])

    private static func check(_ zone: Zones.TwoDCartesianZoneStruct, _ context: EndpointContext) throws(HomeError) {
        guard let most = context[Zones.twoDCartesianMax] else { return }
        guard zone.vertices.allSatisfy({ $0.x <= most.x && $0.y <= most.y }) else {
            throw HomeError(.outOfRange, "vertices: a corner is beyond \(most.x), \(most.y)")
        }
    }

    /// Only zones that users made are changed.
    private static func checkOwn(_ id: UInt16, _ context: EndpointContext) throws(HomeError) {
        guard try zones.find(id, context).zoneSource == .user else {
            throw HomeError(.failedPrecondition, "zoneId: the zone \(id) was built in and does not change")
        }
    }
}
