/// A room of a structure; a snapshot.
///
/// Source: the third seed.
public struct Room: HomeObject {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public let name: String
    /// The structure that the room belongs to.
    public let structureID: String
    private let context: HomeContext

    init(_ record: RoomRecord, _ context: HomeContext) {
        id = record.id
        name = record.name
        structureID = record.structureID
        self.context = context
    }

    /// Names the room otherwise; this snapshot stays as it is.
    ///
    /// - Parameter name: What is longer than 60 code points is cut.
    /// - Returns: The room with its new name.
    /// - Throws: `invalidArgument` for a blank name, `notFound` where the room is gone.
    @discardableResult
    public func setName(_ name: String) async throws(HomeError) -> Room {
        Room(try await context.perform(.renameRoom(id, to: name)) { $0.room($1) }, context)
    }
}
