import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Door locks: locking, users and credentials (Matter Application Cluster Specification, section 5.2).
///
/// Credentials stay in the device's memory; no message and no attribute says one. What happens at the door comes with
/// `simulation/report`: a hand at the bolt or one that jams (`lockState`), and the door itself (`doorState`).
struct DoorLockBehavior: Behavior {
    typealias Lock = DoorLockCluster

    enum Timer {
        static let relock: UInt32 = 0
        static let unlatch: UInt32 = 1
        /// Ends the time for which no codes are taken.
        static let lockout: UInt32 = 2
        /// A holiday begins or ends.
        static let holiday: UInt32 = 3
    }

    enum Memory {
        /// How many wrong codes came in a row.
        static let wrongCodes: UInt32 = 1
        /// Set while no codes are taken.
        static let isLockedOut: UInt32 = 2
        /// The operating mode that comes back once a holiday is over; set while one is on.
        static let modeBefore: UInt32 = 3
        /// Set while it is to lock by itself, and the door is open.
        static let waitsForDoor: UInt32 = 4
    }

    /// How long the latch is held open.
    private static let latchTime = Duration.seconds(2)
    /// How long a door that fell shut is given to settle before the bolt comes out.
    private static let settling = Duration.seconds(1)

    var cluster: UInt32 { Lock.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[memory: Memory.isLockedOut, of: cluster] == true { endLockout(&context) }
        if context[Lock.lockState] == .unlatched {
            context.schedule(Timer.unlatch, of: cluster, after: Self.latchTime)
        }
        scheduleRelock(&context)
        followHolidays(anew: false, &context)
    }

    // MARK: - Commands

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Lock.Command(rawValue: command) {
        case .lockDoor:
            try lock(pin: try context.read(fields, as: Lock.LockDoorRequest.self).pinCode, &context)
        case .unlockDoor:
            try unlock(pin: try context.read(fields, as: Lock.UnlockDoorRequest.self).pinCode, &context)
        case .unlockWithTimeout:
            let request = try context.read(fields, as: Lock.UnlockWithTimeoutRequest.self)
            try unlock(pin: request.pinCode, &context)
            context.schedule(Timer.relock, of: cluster, after: .seconds(request.timeout))
        case .unboltDoor:
            let pin = try context.read(fields, as: Lock.UnboltDoorRequest.self).pinCode
            operate(.unlock, to: .unlocked, by: try authorize(pin, for: .unlock, &context), &context)
        case .setUser: try setUser(try context.read(fields), &context)
        case .getUser:
            return try user(at: try context.read(fields, as: Lock.GetUserRequest.self).userIndex, context).fields
        case .clearUser: try clearUser(try context.read(fields, as: Lock.ClearUserRequest.self).userIndex, &context)
        case .setCredential: return setCredential(try context.read(fields), &context).fields
        case .getCredentialStatus:
            let request = try context.read(fields, as: Lock.GetCredentialStatusRequest.self)
            return credentialStatus(of: request.credential, context).fields
        case .clearCredential:
            clearCredential(try context.read(fields, as: Lock.ClearCredentialRequest.self).credential, &context)
        case let other:
            guard let response = try schedule(other, fields, &context) else {
                throw context.unimplemented(command, of: cluster)
            }
            return response
        }
        return [:]
    }

    /// The bolt does not come out while the door is open, whoever wants it to.
    private func lock(pin: Data?, _ context: inout EndpointContext) throws(HomeError) {
        let credential = try authorize(pin, for: .lock, &context)
        guard !isDoorOpen(context) else {
            deny(.lock, .unspecified, &context)
            throw HomeError(.failedPrecondition, "\(context.device.name) is open; close it first")
        }
        operate(.lock, to: .locked, by: credential, &context)
    }

    /// Unlocks; a lock that has a bolt and a latch pulls the latch, too, for a moment.
    private func unlock(pin: Data?, _ context: inout EndpointContext) throws(HomeError) {
        let credential = try authorize(pin, for: .unlock, &context)
        if context.has(feature: "UBOLT", of: cluster) {
            operate(.unlatch, to: .unlatched, by: credential, &context)
            context.schedule(Timer.unlatch, of: cluster, after: Self.latchTime)
        } else {
            operate(.unlock, to: .unlocked, by: credential, &context)
        }
    }

    private func operate(
        _ operation: Lock.LockOperationTypeEnum, to state: Lock.LockStateEnum,
        by credential: Lock.SetCredentialRequest?, source: Lock.OperationSourceEnum = .remote,
        _ context: inout EndpointContext
    ) {
        context.cancel(Timer.unlatch, of: cluster)
        context[memory: Memory.waitsForDoor, of: cluster] = Bool?.none
        // So the change is not taken for somebody's hand.
        context.act(as: cluster) { $0[Lock.lockState] = state }
        let isRemote = source == .remote
        context.emit(
            Lock.LockOperationEvent(
                lockOperationType: operation, operationSource: source, userIndex: credential?.userIndex,
                fabricIndex: isRemote ? Fabric.hub : nil, sourceNode: nil,
                credentials: credential.map { [$0.credential] }))
        scheduleRelock(&context)
    }

    // MARK: - Who may

    /// Checks the state of the lock and a code that came along.
    ///
    /// - Returns: The credential that was used; `nil` where none came and none is needed.
    private func authorize(
        _ pin: Data?, for operation: Lock.LockOperationTypeEnum, _ context: inout EndpointContext
    ) throws(HomeError) -> Lock.SetCredentialRequest? {
        if let mode = context[Lock.operatingMode], [.noRemoteLockUnlock, .privacy].contains(mode) {
            deny(operation, .unspecified, &context)
            throw HomeError(
                .failedPrecondition,
                "\(context.device.name) takes no orders from afar while DoorLock.operatingMode is \(mode)")
        }
        guard context[Lock.actuatorEnabled] != false else {
            deny(operation, .unspecified, &context)
            throw HomeError(
                .failedPrecondition, "\(context.device.name) does not move: DoorLock.actuatorEnabled is false")
        }
        // Codes over the air are a matter of two features.
        guard context.has(feature: "PIN", of: cluster), context.has(feature: "COTA", of: cluster) else { return nil }
        guard let pin else {
            guard context[Lock.requirePinForRemoteOperation] == true else { return nil }
            deny(operation, .invalidCredential, &context)
            throw HomeError(.permissionDenied, "pinCode: \(context.device.name) wants a PIN")
        }
        guard context[memory: Memory.isLockedOut, of: cluster] != true else {
            deny(operation, .invalidCredential, &context)
            throw HomeError(
                .permissionDenied,
                "pinCode: \(context.device.name) takes no PIN for a while, after too many wrong ones")
        }
        guard
            let credential = credentials(context).first(where: {
                $0.credential.credentialType == .pin && $0.credentialData == pin
            })
        else {
            deny(operation, .invalidCredential, &context)
            countWrongCode(&context)
            throw HomeError(.permissionDenied, "pinCode: \(context.device.name) does not know this PIN")
        }
        if let user = credential.userIndex { expire(user, &context) }
        let status = credential.userIndex.flatMap { storedUser($0, context) }?.userStatus
        guard status != .occupiedDisabled else {
            deny(operation, .disabledUserDenied, &context)
            throw HomeError(.permissionDenied, "pinCode: the user of this PIN is disabled")
        }
        context[memory: Memory.wrongCodes, of: cluster] = UInt8?.none
        if let user = credential.userIndex.flatMap({ storedUser($0, context) }), !isScheduled(user, context) {
            if user.userType == .nonAccessUser { note(.nonAccessUserEvent, by: credential, &context) }
            deny(operation, .restricted, &context)
            throw HomeError(.permissionDenied, "pinCode: the user of this PIN may not come in now")
        }
        if operation != .lock, let user = credential.userIndex { noteUse(of: user, &context) }
        if credential.userIndex.flatMap({ storedUser($0, context) })?.userType == .forcedUser {
            note(.forcedUserEvent, by: credential, &context)
            alarm(.forcedUser, &context)
        }
        return credential
    }

    /// Whoever is known by this code came (UserTypeEnum).
    private func note(
        _ operation: Lock.LockOperationTypeEnum, by credential: Lock.SetCredentialRequest,
        _ context: inout EndpointContext
    ) {
        context.emit(
            Lock.LockOperationEvent(
                lockOperationType: operation, operationSource: .remote, userIndex: credential.userIndex,
                fabricIndex: Fabric.hub, sourceNode: nil, credentials: [credential.credential]))
    }

    private func alarm(_ code: Lock.AlarmCodeEnum, _ context: inout EndpointContext) {
        context.emit(Lock.DoorLockAlarmEvent(alarmCode: code))
    }

    private func deny(
        _ operation: Lock.LockOperationTypeEnum, _ error: Lock.OperationErrorEnum, _ context: inout EndpointContext
    ) {
        context.emit(
            Lock.LockOperationErrorEvent(
                lockOperationType: operation, operationSource: .remote, operationError: error, userIndex: nil,
                fabricIndex: Fabric.hub, sourceNode: nil))
    }

    private func countWrongCode(_ context: inout EndpointContext) {
        let count: UInt8 = (context[memory: Memory.wrongCodes, of: cluster] ?? 0) &+ 1
        context[memory: Memory.wrongCodes, of: cluster] = count
        guard let limit = context[Lock.wrongCodeEntryLimit], count >= limit else { return }
        alarm(.wrongCodeEntryLimit, &context)
        context[memory: Memory.isLockedOut, of: cluster] = true
        context.schedule(
            Timer.lockout, of: cluster, after: .seconds(context[Lock.userCodeTemporaryDisableTime] ?? 60))
    }

    private func endLockout(_ context: inout EndpointContext) {
        context[memory: Memory.isLockedOut, of: cluster] = Bool?.none
        context[memory: Memory.wrongCodes, of: cluster] = UInt8?.none
    }

    // MARK: - Time

    /// An unlocked lock locks by itself after its time, where it has one; what it waited for before is over.
    private func scheduleRelock(_ context: inout EndpointContext) {
        context[memory: Memory.waitsForDoor, of: cluster] = Bool?.none
        let isOpen = [.unlocked, .unlatched].contains(context[Lock.lockState] ?? .locked)
        if isOpen, let time = context[Lock.autoRelockTime], time > 0 {
            context.schedule(Timer.relock, of: cluster, after: .seconds(time))
        } else {
            context.cancel(Timer.relock, of: cluster)
        }
    }

    /// The bolt does not come out while the door is open: it waits until the door is closed.
    private func relock(_ context: inout EndpointContext) {
        if isDoorOpen(context) {
            context[memory: Memory.waitsForDoor, of: cluster] = true
        } else {
            operate(.lock, to: .locked, by: nil, source: .auto, &context)
        }
    }

    /// What the door's sensor says, where the lock has one, or the door itself.
    private func isDoorOpen(_ context: EndpointContext) -> Bool {
        if let percent = context.current(GoogleOpenCloseCluster.openPercent), percent > 0 { return true }
        return [.doorOpen, .doorAjar, .doorForcedOpen].contains(context[Lock.doorState] ?? .doorClosed)
    }

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        guard attribute == Lock.operatingMode.id, let mode = Lock.OperatingModeEnum(value) else { return }
        try check(mode, context)
    }

    /// Looks whether it has an operating mode.
    func check(_ mode: Lock.OperatingModeEnum, _ context: EndpointContext) throws(HomeError) {
        // In this bitmap a bit that is set is a mode that is not there (SupportedOperatingModes).
        guard let missing = context[Lock.supportedOperatingModes]?.rawValue, mode.rawValue < 16,
            missing & (1 << UInt16(mode.rawValue)) != 0
        else { return }
        let known = Lock.OperatingModeEnum.allCases.filter { missing & (1 << UInt16($0.rawValue)) == 0 }
        throw HomeError(
            .outOfRange,
            "operatingMode: \(context.device.name) has no mode \(mode); there are "
                + known.map { "\($0)" }.joined(separator: ", "))
    }

    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) {
        if attribute == Lock.operatingMode.id { noteChosenMode(&context) }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        switch timer {
        case Timer.relock: relock(&context)
        case Timer.holiday: followHolidays(anew: true, &context)
        case Timer.unlatch: context.act(as: cluster) { $0[Lock.lockState] = .unlocked }
        case Timer.lockout: endLockout(&context)
        default: break
        }
    }

    // MARK: - By hand

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Lock.lockState.id, !context.isActing(as: cluster) {
            followHand(&context)
        } else if attribute == Lock.autoRelockTime.id {
            scheduleRelock(&context)
        } else if attribute == Lock.doorState.id, let state = context[Lock.doorState] {
            noteDoor(state, &context)
        }
    }

    /// A bolt that is reported to be neither in nor out is jammed.
    private func followHand(_ context: inout EndpointContext) {
        let operation: Lock.LockOperationTypeEnum
        context[memory: Memory.waitsForDoor, of: cluster] = Bool?.none
        switch context[Lock.lockState] {
        case .locked: operation = .lock
        case .unlocked: operation = .unlock
        case .unlatched: operation = .unlatch
        case .notFullyLocked:
            context.cancel(Timer.relock, of: cluster)
            alarm(.lockJammed, &context)
            return
        default: return
        }
        context.emit(
            Lock.LockOperationEvent(
                lockOperationType: operation, operationSource: .manual, userIndex: nil, fabricIndex: nil,
                sourceNode: nil))
        if operation == .unlatch { context.schedule(Timer.unlatch, of: cluster, after: Self.latchTime) }
        scheduleRelock(&context)
    }

    /// A door that opens while the bolt is out was forced.
    private func noteDoor(_ state: Lock.DoorStateEnum, _ context: inout EndpointContext) {
        context.emit(Lock.DoorStateChangeEvent(doorState: state))
        switch state {
        case .doorOpen:
            context[Lock.doorOpenEvents] = (context[Lock.doorOpenEvents] ?? 0) &+ 1
            if context[Lock.lockState] == .locked { alarm(.doorForcedOpen, &context) }
        case .doorClosed:
            context[Lock.doorClosedEvents] = (context[Lock.doorClosedEvents] ?? 0) &+ 1
            if context[memory: Memory.waitsForDoor, of: cluster] == true {
                context.schedule(Timer.relock, of: cluster, after: Self.settling)
            }
        case .doorForcedOpen: alarm(.doorForcedOpen, &context)
        case .doorAjar: alarm(.doorAjar, &context)
        default: break
        }
    }
}
