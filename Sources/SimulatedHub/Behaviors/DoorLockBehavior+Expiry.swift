import ClusterTypes
import DataModel

/// Users who may come in once, or for a time (Matter Application Cluster Specification, section 5.2, UserTypeEnum).
extension DoorLockBehavior {
    /// When an expiring user's time is over is remembered under this number and their index, in seconds since 1970.
    private static let firstExpiry: UInt32 = 0x400_0000

    private func item(_ user: UInt16) -> UInt32 { Self.firstExpiry + UInt32(user) }

    /// Disables a user whose time is over.
    func expire(_ user: UInt16, _ context: inout EndpointContext) {
        guard let end: Int64 = context[memory: item(user), of: cluster], end <= context.now.seconds else { return }
        disable(user, &context)
    }

    /// A user came in: who may only once is disabled, and the time of who may for a while begins.
    func noteUse(of user: UInt16, _ context: inout EndpointContext) {
        guard let stored = storedUser(user, context) else { return }
        switch stored.userType {
        case .disposableUser: disable(user, &context)
        case .expiringUser:
            guard let minutes = context[Lock.expiringUserTimeout], minutes > 0,
                context[memory: item(user), of: cluster] as Int64? == nil
            else { return }
            context[memory: item(user), of: cluster] = context.now.seconds &+ Int64(minutes) * 60
        default: break
        }
    }

    /// Whoever is changed, or gone, begins anew.
    func forgetExpiry(of user: UInt16, _ context: inout EndpointContext) {
        context[memory: item(user), of: cluster] = Int64?.none
    }

    private func disable(_ index: UInt16, _ context: inout EndpointContext) {
        forgetExpiry(of: index, &context)
        guard var user = storedUser(index, context), user.userStatus != .occupiedDisabled else { return }
        user.userStatus = .occupiedDisabled
        store(user, .modify, &context)
    }
}
