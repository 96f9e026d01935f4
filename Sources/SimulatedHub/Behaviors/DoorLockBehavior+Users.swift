import ClusterTypes
import DataModel
import HomeGraph

/// The users of a lock (Matter Application Cluster Specification, section 5.2).
extension DoorLockBehavior {
    /// Users are remembered under this number and their index.
    private static let firstUser: UInt32 = 0x1_0000
    /// Stands for all users.
    private static let all: UInt16 = 0xfffe

    /// The user at an index; `nil` where the place is free.
    func storedUser(_ index: UInt16, _ context: EndpointContext) -> Lock.GetUserResponse? {
        context[memory: Self.firstUser + UInt32(index), of: cluster]
    }

    private func users(_ context: EndpointContext) -> [Lock.GetUserResponse] {
        context.memories(in: Self.firstUser..<(2 * Self.firstUser), of: cluster).map(\.1)
    }

    /// The first place that is free; `nil` where there is none.
    func freeUserIndex(_ context: EndpointContext) -> UInt16? {
        let places = context[Lock.numberOfTotalUsersSupported] ?? 0
        guard places > 0 else { return nil }
        return (1...places).first { storedUser($0, context) == nil }
    }

    /// Checks the number of a place.
    private func check(_ index: UInt16, _ context: EndpointContext) throws(HomeError) {
        let places = context[Lock.numberOfTotalUsersSupported] ?? 0
        guard index >= 1, index <= places else {
            throw HomeError(
                .outOfRange, "userIndex: \(index) is no place of \(context.device.name); there are 1 to \(places)")
        }
    }

    func setUser(_ request: Lock.SetUserRequest, _ context: inout EndpointContext) throws(HomeError) {
        try check(request.userIndex, context)
        let known = storedUser(request.userIndex, context)
        switch (request.operationType, known) {
        case (.add, nil), (.modify, .some): break
        case (.add, .some):
            throw HomeError(
                .alreadyExists, "userIndex: there is a user at \(request.userIndex); modify or clear that one")
        case (.modify, nil):
            throw HomeError(
                .failedPrecondition, "userIndex: there is no user at \(request.userIndex); add one first")
        default:
            throw HomeError(
                .invalidArgument, "operationType: \(request.operationType) does not set a user; use add or modify")
        }
        let user = Lock.GetUserResponse(
            userIndex: request.userIndex, userName: request.userName ?? known?.userName ?? "",
            userUniqueId: request.userUniqueId ?? known?.userUniqueId,
            userStatus: request.userStatus ?? known?.userStatus ?? .occupiedEnabled,
            userType: request.userType ?? known?.userType ?? .unrestrictedUser,
            credentialRule: request.credentialRule ?? known?.credentialRule ?? .single, credentials: nil,
            creatorFabricIndex: Fabric.hub, lastModifiedFabricIndex: Fabric.hub, nextUserIndex: nil)
        forgetExpiry(of: request.userIndex, &context)
        store(user, request.operationType, &context)
    }

    /// Keeps a user and says so.
    func store(
        _ user: Lock.GetUserResponse, _ operation: Lock.DataOperationTypeEnum, _ context: inout EndpointContext
    ) {
        context[memory: Self.firstUser + UInt32(user.userIndex), of: cluster] = user
        announce(.userIndex, operation, user: user.userIndex, data: user.userIndex, &context)
    }

    /// Who is at a place; the fields are null where it is free.
    func user(at index: UInt16, _ context: EndpointContext) throws(HomeError) -> Lock.GetUserResponse {
        try check(index, context)
        var user =
            storedUser(index, context)
            ?? Lock.GetUserResponse(
                userIndex: index, userName: nil, userUniqueId: nil, userStatus: nil, userType: nil,
                credentialRule: nil, credentials: nil, creatorFabricIndex: nil, lastModifiedFabricIndex: nil,
                nextUserIndex: nil)
        let own = credentials(context).filter { $0.userIndex == index }.map(\.credential)
        user.credentials = own.isEmpty ? nil : own
        user.nextUserIndex = users(context).map(\.userIndex).first { $0 > index }
        return user
    }

    func clearUser(_ index: UInt16, _ context: inout EndpointContext) throws(HomeError) {
        if index != Self.all { try check(index, context) }
        for user in users(context) where index == Self.all || user.userIndex == index {
            for credential in credentials(context) where credential.userIndex == user.userIndex {
                forget(credential.credential, &context)
            }
            remove(user: user.userIndex, &context)
        }
    }

    /// Frees a user's place and says so.
    func remove(user index: UInt16, _ context: inout EndpointContext) {
        context[memory: Self.firstUser + UInt32(index), of: cluster] = Lock.GetUserResponse?.none
        forgetSchedules(of: index, &context)
        forgetExpiry(of: index, &context)
        announce(.userIndex, .clear, user: index, data: index, &context)
    }

    /// Says that a user or credential changed.
    func announce(
        _ type: Lock.LockDataTypeEnum, _ operation: Lock.DataOperationTypeEnum, user: UInt16?, data: UInt16?,
        _ context: inout EndpointContext
    ) {
        context.emit(
            Lock.LockUserChangeEvent(
                lockDataType: type, dataOperationType: operation, operationSource: .remote, userIndex: user,
                fabricIndex: Fabric.hub, sourceNode: nil, dataIndex: data))
    }
}
