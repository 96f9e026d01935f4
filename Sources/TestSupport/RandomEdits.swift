public import HomeGraph

/// Edits that may or may not make sense for a home; the same for the same home and the same randomness.
public struct RandomEdits: Sendable {
    private let names: [String]

    /// Makes edits that give these names.
    public init(names: [String]) { self.names = names }

    /// An edit that fits a home of this shape more often than not.
    public func next(_ shape: HomeShape, using random: inout SeededGenerator) -> HomeEdit {
        func pick(_ ids: [String]) -> String {
            Int.random(in: 0..<12, using: &random) == 0 ? "nobody" : ids.randomElement(using: &random) ?? "nobody"
        }
        let structures = shape.structures.map(\.id)
        let rooms = shape.rooms.map(\.id)
        let devices = shape.devices.map(\.id)
        let groups = shape.groups.map(\.id)
        let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(devices) }
        let name = names.randomElement(using: &random) ?? ""
        let services = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            ServiceID(deviceID: pick(devices), name: ["Lightbulb", "Outlet-2"].randomElement(using: &random) ?? "")
        }
        let serviceGroups = shape.serviceGroups.map(\.id)
        switch Int.random(in: 0..<18, using: &random) {
        case 0: return .renameStructure(pick(structures), to: name)
        case 1, 2: return .createRoom(name: name, structure: pick(structures))
        case 3: return .renameRoom(pick(rooms), to: name)
        case 4: return .deleteRoom(pick(rooms))
        case 5: return .renameDevice(pick(devices), to: name)
        case 6, 7: return .moveDevice(pick(devices), room: Bool.random(using: &random) ? pick(rooms) : nil)
        case 8:
            guard Int.random(in: 0..<8, using: &random) == 0 else { return .renameDevice(pick(devices), to: name) }
            return .removeDevice(pick(devices))
        case 9: return .createGroup(name: name, structure: pick(structures), devices: members)
        case 10: return .renameGroup(pick(groups), to: name)
        case 11:
            return Bool.random(using: &random)
                ? .deleteGroup(pick(groups)) : .addGroupMembers(pick(groups), devices: devices)
        case 12: return .addGroupMembers(pick(groups), devices: members)
        case 13: return .services(.createGroup(name: name, structure: pick(structures), services: services))
        case 14: return .services(.addMembers(pick(serviceGroups), services: services))
        case 15:
            return .services(
                [
                    .renameGroup(pick(serviceGroups), to: name), .deleteGroup(pick(serviceGroups)),
                    .removeMembers(pick(serviceGroups), services: services),
                ].randomElement(using: &random) ?? .deleteGroup(""))
        case 16: return .services(.rename(ServiceID(deviceID: pick(devices), name: "Lightbulb"), to: name))
        default: return .removeGroupMembers(pick(groups), devices: members)
        }
    }
}
