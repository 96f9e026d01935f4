import HomeGraph

/// What the home consists of.
enum ObjectKind: String, Sendable, Hashable, CaseIterable {
    case structure, room, device, group
    case serviceGroup = "service-group"

    /// What the types of its events begin with.
    var eventName: String { self == .serviceGroup ? "serviceGroup" : rawValue }
    /// What people call it.
    var title: String { self == .serviceGroup ? "service group" : rawValue }
}

/// Something of the home that has topics.
protocol TopicObject: Sendable {
    associatedtype Record: HomeRecord
    /// What the store knows of it.
    var record: Record { get }
    /// `B/S`, `B/S/room/R`, `B/S/device/D`, `B/S/group/G` or `B/S/service-group/G`.
    var topic: String { get }
}

extension TopicObject {
    static var kind: ObjectKind { Record.kind }
    var id: String { record.id }
    var name: String { record.name }
}

extension HomeTopics.Structure: TopicObject {}
extension HomeTopics.Room: TopicObject {}
extension HomeTopics.Device: TopicObject {}
extension HomeTopics.Group: TopicObject {}
extension HomeTopics.ServiceGroup: TopicObject {}

extension HomeTopics {
    /// The object of a kind with this id.
    func object(_ kind: ObjectKind, id: String) -> (any TopicObject)? {
        guard let position = position(kind, id: id) else { return nil }
        switch kind {
        case .structure: return structures[position]
        case .room: return rooms[position]
        case .device: return devices[position]
        case .group: return groups[position]
        case .serviceGroup: return serviceGroups[position]
        }
    }

    /// The position of the object of a kind with this id, among those of its kind.
    func position(_ kind: ObjectKind, id: String) -> Int? {
        switch kind {
        case .structure: structures.firstIndex { $0.id == id }
        case .room: rooms.firstIndex { $0.id == id }
        case .device: indexes.byID[id]
        case .group: groups.firstIndex { $0.id == id }
        case .serviceGroup: serviceGroups.firstIndex { $0.id == id }
        }
    }
}
