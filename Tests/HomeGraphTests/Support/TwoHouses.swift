import HomeGraph

extension SmallHome {
    /// Three lamps in the main house, of which two are a pair and two in the kitchen; a torch and a bridge with a lamp
    /// behind it in the cottage's attic, and all of the cottage in a group.
    static func twoHouses() -> HomeContents {
        var contents = contents(lamps: 3)
        contents.structures.append(StructureRecord(id: "cottage", name: "Guest Cottage"))
        contents.rooms.append(RoomRecord(id: "attic", name: "Attic", structureID: "cottage"))
        let devices = [("torch", "Torch", nil), ("bridge", "Bridge", nil), ("bridged", "Bridged", "bridge")]
        for (id, name, bridge) in devices as [(String, String, String?)] {
            contents.devices.append(
                HomeContents.Device(
                    id: id, name: name, structureID: "cottage", roomID: "attic", bridgeID: bridge,
                    layout: lamp,
                    values: contents.devices[0].values))
        }
        contents.groups.append(
            GroupRecord(
                id: "all", name: "All", structureID: "cottage", deviceIDs: ["torch", "bridged", "bridge"]))
        return contents
    }
}

/// A home's graph in words, so that what is kept and what is shown can be compared.
func graph(_ shape: HomeShape) -> [String] {
    graph(
        shape.structures, shape.rooms, shape.groups,
        shape.devices.map { "device \($0.id) \($0.name) in \($0.structureID)/\($0.roomID ?? "") \($0.bridgeID ?? "")" })
        + services(shape.serviceGroups, shape.serviceNames)
        + shape.associatedServices.map { "\($0) stands for \($1)" }.sorted()
}

/// A home's graph in words, as it is kept.
func graph(_ home: SavedHome) -> [String] {
    graph(
        home.structures, home.rooms, home.groups,
        home.devices.map { "device \($0.id) \($0.name) in \($0.structureID)/\($0.roomID ?? "") \($0.bridgeID ?? "")" })
        + services(home.serviceGroups, home.serviceNames)
        + home.associatedServices.map { "\($0) stands for \($1)" }.sorted()
}

private func graph(
    _ structures: [StructureRecord], _ rooms: [RoomRecord], _ groups: [GroupRecord], _ devices: [String]
) -> [String] {
    structures.map { "structure \($0.id) \($0.name)" } + rooms.map { "room \($0.id) \($0.name) in \($0.structureID)" }
        + devices + groups.map { "group \($0.id) \($0.name) in \($0.structureID): \($0.deviceIDs)" }
}

private func services(_ groups: [ServiceGroupRecord], _ names: [ServiceID: String]) -> [String] {
    groups.map { "service group \($0.id) \($0.name) in \($0.structureID): \($0.services)" }
        + names.map { "service \($0) \($1)" }.sorted()
}
