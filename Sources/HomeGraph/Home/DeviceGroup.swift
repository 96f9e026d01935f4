/// A group of devices of one structure; a snapshot.
///
/// Source: the third seed.
public struct DeviceGroup: HomeObject {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public let name: String
    /// The structure that the group belongs to.
    public let structureID: String
    /// The members' ids, in the order in which they joined.
    public let deviceIDs: [String]
    let context: HomeContext

    init(_ record: GroupRecord, _ context: HomeContext) {
        id = record.id
        name = record.name
        structureID = record.structureID
        deviceIDs = record.deviceIDs
        self.context = context
    }

    /// The traits of the group itself, such as `Google.GroupTrait`; those of its members are reached by its parts.
    public var traits: GroupTraits { GroupTraits(context: context, groupID: id) }

    /// Names the group otherwise; this snapshot stays as it is.
    ///
    /// - Parameter name: What is longer than 60 code points is cut.
    /// - Returns: The group with its new name.
    /// - Throws: `invalidArgument` for a blank name, `notFound` where the group is gone.
    @discardableResult
    public func setName(_ name: String) async throws(HomeError) -> DeviceGroup {
        DeviceGroup(try await context.perform(.renameGroup(id, to: name)) { $0.group($1) }, context)
    }

    /// Whether the members can be reached now: online where all can, offline where none can.
    public var sourceConnectivity: SourceConnectivity {
        SourceConnectivity(context.store.connectivity(of: members))
    }

    /// Whether a device, or the one that it is an endpoint of, was in the group.
    public func contains(_ device: HomeDevice) -> Bool { deviceIDs.contains(device.types.device.id) }

    /// The devices that are in the group now.
    var members: [DeviceRecord] {
        let shape = context.store.shape
        return (shape.group(id)?.deviceIDs ?? []).compactMap { shape.device($0) }
    }
}

/// The name that the third seed has for a ``DeviceGroup``.
public typealias Group = DeviceGroup
