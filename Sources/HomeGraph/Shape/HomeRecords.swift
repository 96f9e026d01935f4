/// What a home consists of, in order of creation; what is known of a device depends on who holds the records.
public struct HomeRecords<Device: Sendable>: Sendable {
    /// In order of creation.
    public var structures: [StructureRecord]
    /// In order of creation.
    public var rooms: [RoomRecord]
    /// In order of creation.
    public var devices: [Device]
    /// In order of creation.
    public var groups: [GroupRecord]
    /// In order of creation.
    public var serviceGroups: [ServiceGroupRecord]
    /// The names that people gave to services; others are called after their devices.
    public var serviceNames: [ServiceID: String]
    /// What people say that outlets and switches stand for: names of kinds of services, such as `Fan`.
    public var associatedServices: [ServiceID: String]

    /// Describes a home.
    public init(
        structures: [StructureRecord] = [], rooms: [RoomRecord] = [], devices: [Device] = [],
        groups: [GroupRecord] = [], serviceGroups: [ServiceGroupRecord] = [], serviceNames: [ServiceID: String] = [:],
        associatedServices: [ServiceID: String] = [:]
    ) {
        self.structures = structures
        self.rooms = rooms
        self.devices = devices
        self.groups = groups
        self.serviceGroups = serviceGroups
        self.serviceNames = serviceNames
        self.associatedServices = associatedServices
    }

    /// The same home with what somebody else knows of its devices.
    public func with<Other>(devices: [Other]) -> HomeRecords<Other> {
        HomeRecords<Other>(
            structures: structures, rooms: rooms, devices: devices, groups: groups, serviceGroups: serviceGroups,
            serviceNames: serviceNames, associatedServices: associatedServices)
    }
}

extension HomeRecords: Equatable where Device: Equatable {}
