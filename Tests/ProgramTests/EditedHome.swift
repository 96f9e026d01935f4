import HomeGraph
import TestSupport

/// What a home is to be after edits, computed beside the program.
struct EditedHome {
    /// Structures, rooms, devices and groups; nothing of what devices keep.
    private(set) var home: SavedHome
    /// How many edits were made.
    private(set) var edits = 0
    private var names = 0

    init(home: SavedHome) { self.home = home }

    /// A home without what devices keep.
    static func shape(of home: SavedHome) -> SavedHome {
        var home = home
        for index in home.devices.indices {
            home.devices[index].layout = ""
            home.devices[index].hubState = nil
            home.devices[index].values = [:]
        }
        return home
    }

    /// An edit that the home allows, of a name that nothing has.
    mutating func nextEdit(using random: inout SeededGenerator) -> HomeEdit {
        names += 1
        let name = "Name \(names)"
        let structure = home.structures[0].id
        let device = home.devices.randomElement(using: &random)?.id ?? ""
        let devices = home.devices.map(\.id).filter { _ in Bool.random(using: &random) }
        let room = home.rooms.randomElement(using: &random)?.id
        let group = home.groups.randomElement(using: &random)?.id
        switch (Int.random(in: 0..<10, using: &random), room, group) {
        case (0, _, _): return .renameStructure(structure, to: name)
        case (1, let room?, _): return .renameRoom(room, to: name)
        case (2, let room?, _): return .deleteRoom(room)
        case (3, _, _): return .renameDevice(device, to: name)
        case (4, _, _): return .moveDevice(device, room: Bool.random(using: &random) ? room : nil)
        case (5, _, let group?): return .renameGroup(group, to: name)
        case (6, _, let group?): return .deleteGroup(group)
        case (7, _, let group?): return .addGroupMembers(group, devices: devices)
        case (8, _, let group?): return .removeGroupMembers(group, devices: devices)
        case (9, _, _): return .createGroup(name: name, structure: structure, devices: devices)
        default: return .createRoom(name: name, structure: structure)
        }
    }

    /// Makes an edit.
    mutating func apply(_ edit: HomeEdit) {
        edits += 1
        switch edit {
        case .renameStructure(let id, let name): change(\.structures, id) { $0.name = name }
        case .createRoom(let name, let structure):
            home.rooms.append(RoomRecord(id: Self.id(name), name: name, structureID: structure))
        case .renameRoom(let id, let name): change(\.rooms, id) { $0.name = name }
        case .deleteRoom(let id):
            home.rooms.removeAll { $0.id == id }
            for index in home.devices.indices where home.devices[index].roomID == id {
                home.devices[index].roomID = nil
            }
        case .renameDevice(let id, let name): change(\.devices, id) { $0.name = name }
        case .moveDevice(let id, let room): change(\.devices, id) { $0.roomID = room }
        case .removeDevice(let id):
            home.devices.removeAll { $0.id == id }
            for index in home.groups.indices { home.groups[index].deviceIDs.removeAll { $0 == id } }
        case .createGroup(let name, let structure, let devices):
            home.groups.append(
                GroupRecord(id: Self.id(name), name: name, structureID: structure, deviceIDs: devices))
        case .renameGroup(let id, let name): change(\.groups, id) { $0.name = name }
        case .deleteGroup(let id): home.groups.removeAll { $0.id == id }
        case .addGroupMembers(let id, let devices):
            change(\.groups, id) { group in
                group.deviceIDs += devices.filter { !group.deviceIDs.contains($0) }
            }
        case .removeGroupMembers(let id, let devices):
            change(\.groups, id) { group in group.deviceIDs.removeAll { devices.contains($0) } }
        case .services(let edit): apply(edit)
        }
    }

    private mutating func apply(_ edit: ServiceEdit) {
        switch edit {
        case .rename(let service, let name): home.serviceNames[service] = name
        case .associate(let service, let type): home.associatedServices[service] = type
        case .createGroup(let name, let structure, let services):
            home.serviceGroups.append(
                ServiceGroupRecord(id: Self.id(name), name: name, structureID: structure, services: services))
        case .renameGroup(let id, let name): change(\.serviceGroups, id) { $0.name = name }
        case .deleteGroup(let id): home.serviceGroups.removeAll { $0.id == id }
        case .addMembers(let id, let services):
            change(\.serviceGroups, id) { group in
                group.services += services.filter { !group.services.contains($0) }
            }
        case .removeMembers(let id, let services):
            change(\.serviceGroups, id) { group in group.services.removeAll { services.contains($0) } }
        }
    }

    /// The id that is made of a name; no two have the same.
    private static func id(_ name: String) -> String { name.lowercased().replacing(" ", with: "-") }

    private mutating func change<Record: Identifiable>(
        _ records: WritableKeyPath<SavedHome, [Record]>, _ id: String, _ body: (inout Record) -> Void
    ) where Record.ID == String {
        guard let index = home[keyPath: records].firstIndex(where: { $0.id == id }) else { return }
        body(&home[keyPath: records][index])
    }
}
