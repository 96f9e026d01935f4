import DataModel

/// A structure: a house with its rooms, devices and groups; a snapshot.
///
/// Source: the third seed.
public struct Structure: HomeObject {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points; several structures may share one.
    public let name: String
    let context: HomeContext

    init(_ record: StructureRecord, _ context: HomeContext) {
        id = record.id
        name = record.name
        self.context = context
    }

    /// The device groups of the structure.
    public var deviceGroups: Query<DeviceGroup> {
        let (id, context) = (id, context)
        return Query(context) { shape in
            shape.groups.filter { $0.structureID == id }.map { DeviceGroup($0, context) }
        }
    }

    /// The traits of the structure, such as `Google.GroupManagementTrait`.
    public var traits: StructureTraits { StructureTraits(context: context, structureID: id) }

    /// Names the structure otherwise; this snapshot stays as it is.
    ///
    /// - Parameter name: What is longer than 60 code points is cut.
    /// - Returns: The structure with its new name.
    /// - Throws: `invalidArgument` for a blank name, `notFound` where the structure is gone.
    @discardableResult
    public func setName(_ name: String) async throws(HomeError) -> Structure {
        Structure(try await context.perform(.renameStructure(id, to: name)) { $0.structure($1) }, context)
    }

    /// Makes a room in the structure; rooms may share a name.
    ///
    /// - Parameter name: What is longer than 60 code points is cut.
    /// - Returns: The room.
    /// - Throws: `invalidArgument` for a blank name, `notFound` where the structure is gone.
    @discardableResult
    public func createRoom(name: String) async throws(HomeError) -> Room {
        Room(try await context.perform(.createRoom(name: name, structure: id)) { $0.room($1) }, context)
    }

    /// Takes a room out of the structure; its devices stay, in no room.
    ///
    /// - Throws: `notFound` where it is no room of this structure.
    public func deleteRoom(_ room: Room) async throws(HomeError) {
        try await deleteRoom(room.id)
    }

    /// Takes a room out of the structure; its devices stay, in no room.
    ///
    /// - Parameter roomID: The room's id.
    /// - Throws: `notFound` where it is no room of this structure.
    public func deleteRoom(_ roomID: String) async throws(HomeError) {
        let (id, name) = (id, name)
        try await context.editor.perform { shape throws(HomeError) in
            guard shape.room(roomID)?.structureID == id else {
                let rooms = shape.rooms.filter { $0.structureID == id }.map(\.id)
                throw HomeError(
                    .notFound, "\(name) has no room '\(roomID)'; \(NearestName.hint(for: roomID, among: rooms))")
            }
            return .deleteRoom(roomID)
        }
    }

    /// Puts a device of the structure into one of its rooms.
    ///
    /// - Throws: `notFound` where one of them is gone, `failedPrecondition` where one is of another structure.
    public func move(device: HomeDevice, to room: Room) async throws(HomeError) {
        try await move(device: device.id, to: room.id)
    }

    /// Puts a device of the structure into one of its rooms.
    ///
    /// - Parameters:
    ///   - device: The device's id.
    ///   - room: The room's id.
    /// - Throws: `notFound` where there is none with this id, `failedPrecondition` where one is of another structure.
    public func move(device: String, to room: String) async throws(HomeError) {
        let (id, name) = (id, name)
        try await context.editor.perform { shape throws(HomeError) in
            let device = shape.deviceID(device)
            if let record = shape.device(device), record.structureID != id {
                throw HomeError(.failedPrecondition, "\(record.name) belongs to another structure than \(name)")
            }
            return .moveDevice(device, room: room)
        }
    }
}
