import ClusterTypes
import DataModel
import Foundation

/// The codes and tags that open a lock (Matter Application Cluster Specification, section 5.2).
extension DoorLockBehavior {
    /// Credentials are remembered under this number, their type and their index.
    private static let firstCredential: UInt32 = 0x100_0000
    /// Stands for all credentials of a type.
    private static let all: UInt16 = 0xfffe

    /// A kind of credential that a lock may have.
    private struct Kind {
        let dataType: Lock.LockDataTypeEnum
        let places: UInt16
        let lengths: ClosedRange<Int>
    }

    /// What the lock says of a kind of credential; `nil` where it has none of it.
    private func kind(_ type: Lock.CredentialTypeEnum, _ context: EndpointContext) -> Kind? {
        let isPin = type == .pin
        guard isPin || type == .rfid, context.has(feature: isPin ? "PIN" : "RID", of: cluster) else { return nil }
        let shortest = Int(context[isPin ? Lock.minPinCodeLength : Lock.minRfidCodeLength] ?? 1)
        let longest = Int(context[isPin ? Lock.maxPinCodeLength : Lock.maxRfidCodeLength] ?? .max)
        return Kind(
            dataType: isPin ? .pin : .rfid,
            places: context[isPin ? Lock.numberOfPinUsersSupported : Lock.numberOfRfidUsersSupported] ?? 0,
            lengths: shortest...max(shortest, longest))
    }

    /// The credentials as they were set, by type and index.
    func credentials(_ context: EndpointContext) -> [Lock.SetCredentialRequest] {
        context.memories(in: Self.firstCredential..<(2 * Self.firstCredential), of: cluster).map(\.1)
    }

    private func item(_ credential: Lock.CredentialStruct) -> UInt32 {
        Self.firstCredential + UInt32(credential.credentialType.rawValue) << 16 + UInt32(credential.credentialIndex)
    }

    private func stored(
        _ credential: Lock.CredentialStruct, _ context: EndpointContext
    ) -> Lock.SetCredentialRequest? {
        context[memory: item(credential), of: cluster]
    }

    /// Adds or replaces a credential; what is wrong is said as a status, as Matter does.
    func setCredential(
        _ request: Lock.SetCredentialRequest, _ context: inout EndpointContext
    ) -> Lock.SetCredentialResponse {
        let (status, user) = set(request, &context)
        return Lock.SetCredentialResponse(
            status: status, userIndex: user,
            nextCredentialIndex: nextFree(after: request.credential, context))
    }

    /// - Returns: How it went, and the user that was made for the credential.
    private func set(
        _ request: Lock.SetCredentialRequest, _ context: inout EndpointContext
    ) -> (SharedTypes.Status, newUser: UInt16?) {
        let credential = request.credential
        guard let kind = kind(credential.credentialType, context), credential.credentialIndex >= 1,
            credential.credentialIndex <= kind.places, kind.lengths.contains(request.credentialData.count)
        else { return (.invalidCommand, nil) }
        let isTaken = credentials(context).contains {
            $0.credential.credentialType == credential.credentialType && $0.credential != credential
                && $0.credentialData == request.credentialData
        }
        if isTaken { return (Self.duplicate, nil) }
        var kept = request
        switch (request.operationType, stored(credential, context)) {
        case (.add, nil): break
        case (.add, .some): return (Self.occupied, nil)
        case (.modify, let known?):
            guard request.userIndex == nil || request.userIndex == known.userIndex else {
                return (.invalidCommand, nil)
            }
            kept.userIndex = known.userIndex
            keep(kept, kind, &context)
            return (.success, nil)
        default: return (.invalidCommand, nil)
        }
        if let user = request.userIndex {
            guard storedUser(user, context) != nil else { return (.invalidCommand, nil) }
            let own = credentials(context).count { $0.userIndex == user }
            guard own < Int(context[Lock.numberOfCredentialsSupportedPerUser] ?? .max) else {
                return (.resourceExhausted, nil)
            }
            keep(kept, kind, &context)
            return (.success, nil)
        }
        guard let user = freeUserIndex(context) else { return (.resourceExhausted, nil) }
        store(
            Lock.GetUserResponse(
                userIndex: user, userName: "", userUniqueId: .max,
                userStatus: request.userStatus ?? .occupiedEnabled, userType: request.userType ?? .unrestrictedUser,
                credentialRule: .single, credentials: nil, creatorFabricIndex: Fabric.hub,
                lastModifiedFabricIndex: Fabric.hub, nextUserIndex: nil), .add, &context)
        kept.userIndex = user
        keep(kept, kind, &context)
        return (.success, user)
    }

    /// The cluster's own statuses.
    private static var duplicate: SharedTypes.Status { .init(rawValue: Lock.StatusCodeEnum.duplicate.rawValue) }
    private static var occupied: SharedTypes.Status { .init(rawValue: Lock.StatusCodeEnum.occupied.rawValue) }

    private func keep(_ request: Lock.SetCredentialRequest, _ kind: Kind, _ context: inout EndpointContext) {
        context[memory: item(request.credential), of: cluster] = request
        announce(
            kind.dataType, request.operationType, user: request.userIndex, data: request.credential.credentialIndex,
            &context)
    }

    /// The first free place after a credential's.
    private func nextFree(after credential: Lock.CredentialStruct, _ context: EndpointContext) -> UInt16? {
        guard let places = kind(credential.credentialType, context)?.places, credential.credentialIndex < places
        else { return nil }
        return (credential.credentialIndex + 1...places).first { index in
            stored(
                Lock.CredentialStruct(credentialType: credential.credentialType, credentialIndex: index), context)
                == nil
        }
    }

    /// Whether there is such a credential, and whose it is.
    func credentialStatus(
        of credential: Lock.CredentialStruct, _ context: EndpointContext
    ) -> Lock.GetCredentialStatusResponse {
        let known = stored(credential, context)
        let fabric = known == nil ? nil : Fabric.hub
        let next = credentials(context).map(\.credential).first {
            $0.credentialType == credential.credentialType && $0.credentialIndex > credential.credentialIndex
        }
        return Lock.GetCredentialStatusResponse(
            credentialExists: known != nil, userIndex: known?.userIndex, creatorFabricIndex: fabric,
            lastModifiedFabricIndex: fabric, nextCredentialIndex: next?.credentialIndex)
    }

    /// Clears one credential, all of a type, or all; a user that has none left goes, too.
    func clearCredential(_ credential: Lock.CredentialStruct?, _ context: inout EndpointContext) {
        for known in credentials(context) {
            guard
                credential == nil || credential == known.credential
                    || credential?.credentialType == known.credential.credentialType
                        && credential?.credentialIndex == Self.all
            else { continue }
            forget(known.credential, &context)
            if let user = known.userIndex, !credentials(context).contains(where: { $0.userIndex == user }) {
                remove(user: user, &context)
            }
        }
    }

    /// Clears a credential and says so.
    func forget(_ credential: Lock.CredentialStruct, _ context: inout EndpointContext) {
        guard let known = stored(credential, context) else { return }
        context[memory: item(credential), of: cluster] = Lock.SetCredentialRequest?.none
        let type = kind(credential.credentialType, context)?.dataType ?? .unspecified
        announce(type, .clear, user: known.userIndex, data: credential.credentialIndex, &context)
    }
}
