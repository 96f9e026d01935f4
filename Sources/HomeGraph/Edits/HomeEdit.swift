/// Something that people change in the home graph.
public enum HomeEdit: Sendable, Hashable {
    /// Names a structure otherwise.
    case renameStructure(String, to: String)
    /// Makes a room in a structure.
    case createRoom(name: String, structure: String)
    /// Names a room otherwise.
    case renameRoom(String, to: String)
    /// Takes a room out; its devices stay, in no room.
    case deleteRoom(String)
    /// Names a device otherwise.
    case renameDevice(String, to: String)
    /// Puts a device into a room of its structure, or into none.
    case moveDevice(String, room: String?)
    /// Takes a device out, also of its groups; with a bridge go the devices behind it.
    case removeDevice(String)
    /// Makes a group of devices of one structure.
    case createGroup(name: String, structure: String, devices: [String])
    /// Names a group otherwise.
    case renameGroup(String, to: String)
    /// Takes a group out; its devices stay.
    case deleteGroup(String)
    /// Adds devices to a group; those that are in it stay where they are.
    case addGroupMembers(String, devices: [String])
    /// Takes devices out of a group; those that are not in it do not matter.
    case removeGroupMembers(String, devices: [String])
    /// Changes something about services and their groups.
    case services(ServiceEdit)
}

extension HomeEdit {
    /// Whether rooms, devices or services come, go, or are called otherwise.
    var isOfNames: Bool {
        switch self {
        case .createRoom, .renameRoom, .deleteRoom, .renameDevice, .removeDevice, .services(.rename): true
        case .renameStructure, .moveDevice, .createGroup, .renameGroup, .deleteGroup, .addGroupMembers,
            .removeGroupMembers, .services:
            false
        }
    }
}
