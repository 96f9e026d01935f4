public import DataModel

/// Keeps the home over restarts.
///
/// What it is told in one call is kept whole or not at all, and is on disk when the call returns.
public protocol StateStore: Sendable {
    /// Whether no home was kept yet: there is no structure, and so nothing else of a home; records do not count.
    /// - Throws: As ``load()``.
    var isEmpty: Bool { get async throws(HomeError) }

    /// What is kept; `nil` where ``isEmpty``.
    /// - Throws: `dataLoss` where it cannot be read, `unavailable` where it cannot be reached.
    func load() async throws(HomeError) -> SavedHome?

    /// What a part of the program keeps for itself, by key.
    ///
    /// - Parameter section: Whose records; each part of the program has a name of its own.
    /// - Returns: The records by key.
    /// - Throws: As ``load()``.
    func records(in section: String) async throws(HomeError) -> [String: String]

    /// Keeps changes: all of them, or, where it throws, none.
    ///
    /// Changes of an object that is not kept are passed over: it may have been removed since the change was seen.
    /// - Throws: `resourceExhausted` where there is no room left, `unavailable` where it cannot be written,
    ///   `failedPrecondition` where something would name a structure, room or device that is not kept.
    func commit(_ changes: [StateChange]) async throws(HomeError)
}

/// A change of what is kept.
public enum StateChange: Sendable, Equatable {
    /// A structure came, or is named otherwise.
    case structure(StructureRecord)
    /// A room came, or is named otherwise.
    case room(RoomRecord)
    /// A device came.
    case newDevice(SavedDevice)
    /// A device is named otherwise, or in another room.
    case device(id: String, name: String, roomID: String?)
    /// A group came, is named otherwise, or has other members.
    case group(GroupRecord)
    /// A room went; devices that were in it are in none.
    case removedRoom(String)
    /// A device went, with its values, its services' names, and its places in groups.
    case removedDevice(String)
    /// A group went.
    case removedGroup(String)
    /// A service group came, is named otherwise, or has other members.
    case serviceGroup(ServiceGroupRecord)
    /// A service group went.
    case removedServiceGroup(String)
    /// People named a service.
    case serviceName(ServiceID, String)
    /// People said what a service stands for; `nil` takes it back.
    case associatedService(ServiceID, String?)
    /// A device's value.
    case value(device: String, ValueKey, DataValue)
    /// What the hub keeps of a device.
    case hubState(device: String, String)
    /// A record of a part of the program; `nil` takes it out.
    case record(section: String, key: String, String?)
}

/// A part of the program that keeps something together with the home: topics and their segments, for one.
public protocol StateCompanion: Sendable {
    /// What it wants kept once the home has this shape; kept in the same transaction, before the home has it.
    ///
    /// Called for one shape after another. Where keeping fails, the home stays as it was, and the next call is for
    /// another shape.
    func changes(for shape: HomeShape) -> [StateChange]
}
