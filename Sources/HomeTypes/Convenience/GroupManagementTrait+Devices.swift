public import HomeGraph

/// The calls as the third seed spells them: with devices where the model has their ids, and with either label.
extension Google.GroupManagementTrait {
    /// Creates a group of devices.
    ///
    /// - Parameters:
    ///   - withName: At most 60 code points.
    ///   - withDevices: At most 100 devices of the structure.
    /// - Returns: The group's id.
    /// - Throws: `invalidArgument` for too many devices, `failedPrecondition` for one of another structure.
    @discardableResult
    public func createUserDefinedGroup(
        withName: String, withDevices: [HomeDevice]
    ) async throws(HomeError) -> String? {
        try await createUserDefinedGroup(withName: withName, withDevices: withDevices.map(\.id)).groupObjectId
    }

    /// Adds devices to a group; those that are in it already stay.
    ///
    /// - Parameters:
    ///   - groupObjectId: The group's id.
    ///   - memberDeviceObjectIdsArray: The devices' ids; the other spelling of `memberDeviceObjectIds`.
    /// - Throws: `notFound` for an unknown group or device; then none is added.
    public func addGroupMembers(
        groupObjectId: String, memberDeviceObjectIdsArray: [String]
    ) async throws(HomeError) {
        try await addGroupMembers(groupObjectId: groupObjectId, memberDeviceObjectIds: memberDeviceObjectIdsArray)
    }

    /// Removes devices from a group; those that are not in it do not matter.
    ///
    /// - Parameters:
    ///   - groupObjectId: The group's id.
    ///   - memberDeviceObjectIds: The devices' ids; the other spelling of `memberDeviceObjectIdsArray`.
    /// - Throws: `notFound` for an unknown group.
    public func removeGroupMembers(
        groupObjectId: String, memberDeviceObjectIds: [String]
    ) async throws(HomeError) {
        try await removeGroupMembers(groupObjectId: groupObjectId, memberDeviceObjectIdsArray: memberDeviceObjectIds)
    }
}
