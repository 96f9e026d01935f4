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
                HubDevice(
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

/// What a home's graph in words says of a device, whoever knows it.
protocol PlacedDevice: Identifiable<String>, Sendable {
    var name: String { get }
    var structureID: String { get }
    var roomID: String? { get }
    var bridgeID: String? { get }
}

extension DeviceRecord: PlacedDevice {}
extension SavedDevice: PlacedDevice {}

/// A home's graph in words, so that what is kept and what is shown can be compared.
func graph(_ home: HomeRecords<some PlacedDevice>) -> [String] {
    var lines = home.structures.map { "structure \($0.id) \($0.name)" }
    lines += home.rooms.map { "room \($0.id) \($0.name) in \($0.structureID)" }
    lines += home.devices.map {
        "device \($0.id) \($0.name) in \($0.structureID)/\($0.roomID ?? "") \($0.bridgeID ?? "")"
    }
    lines += home.groups.map { "group \($0.id) \($0.name) in \($0.structureID): \($0.deviceIDs)" }
    lines += home.serviceGroups.map { "service group \($0.id) \($0.name) in \($0.structureID): \($0.services)" }
    lines += home.serviceNames.map { "service \($0) \($1)" }.sorted()
    return lines + home.associatedServices.map { "\($0) stands for \($1)" }.sorted()
}

/// A home's graph in words, as it is shown.
func graph(_ shape: HomeShape) -> [String] { graph(shape.records) }
