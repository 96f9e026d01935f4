/// Something that people change about services.
///
/// Source: the fourth seed.
public enum ServiceEdit: Sendable, Hashable {
    /// Names a service otherwise than by its device.
    case rename(ServiceID, to: String)
    /// Says what an outlet or a switch stands for, such as a `Fan` that is plugged in; `nil` for nothing else.
    case associate(ServiceID, with: String?)
    /// Makes a group of services of one structure.
    case createGroup(name: String, structure: String, services: [ServiceID])
    /// Names a service group otherwise.
    case renameGroup(String, to: String)
    /// Takes a service group out; its services stay.
    case deleteGroup(String)
    /// Adds services to a group; those that are in it stay where they are. At most 100 are in one.
    case addMembers(String, services: [ServiceID])
    /// Takes services out of a group; those that are not in it do not matter.
    case removeMembers(String, services: [ServiceID])
}
