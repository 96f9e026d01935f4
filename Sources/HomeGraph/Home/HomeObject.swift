/// Something in the home that has an id and a name.
///
/// Source: `HomeObject` of the Home APIs.
public protocol HomeObject: Identifiable, Hashable, Sendable where ID == String {
    /// Unique in the home among its kind.
    var id: String { get }
    /// At most 60 code points.
    var name: String { get }
    /// What it is.
    var objectType: HomeObjectType { get }
}

/// What a ``HomeObject`` is.
public enum HomeObjectType: Sendable, Hashable {
    case structure, room, device, group
}

extension Structure {
    /// A structure.
    public var objectType: HomeObjectType { .structure }
}

extension Room {
    /// A room.
    public var objectType: HomeObjectType { .room }
}

extension HomeDevice {
    /// A device, also where it is one of several endpoints.
    public var objectType: HomeObjectType { .device }
}

extension DeviceGroup {
    /// A group.
    public var objectType: HomeObjectType { .group }
}
