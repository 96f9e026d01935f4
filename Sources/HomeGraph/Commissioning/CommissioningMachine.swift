/// The states of commissioning: one session at a time for the whole home, from `prepare` to `complete` or `cancel`.
///
/// A value: it is told what is asked and what happened, and says what is allowed.
///
/// Source: the second seed.
struct CommissioningMachine: Sendable {
    /// What a session is at.
    enum Phase: Sendable, Hashable {
        /// Nothing is commissioned yet.
        case waiting
        /// The hub is at a device.
        case commissioning
        /// The last devices joined.
        case commissioned
        /// The last device did not join.
        case failed(HomeError)
    }

    /// The session that is open, and what it is at.
    struct Open: Sendable, Hashable {
        let session: Commissioning.Session
        fileprivate(set) var phase = Phase.waiting
        /// The devices that joined in it, attempt by attempt.
        fileprivate(set) var joined: [[String]] = []

        /// The ids of all devices that joined in it.
        var deviceIDs: [String] { joined.flatMap { $0 } }
    }

    private(set) var open: Open?
    private var count = 0

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - structureID: The structure that devices are to join.
    ///   - isHubOnline: Whether the hub can be reached.
    ///   - isPermitted: Whether the user may.
    /// - Returns: The session.
    /// - Throws: `permissionDenied`; `unavailable` while the hub is away; `failedPrecondition` while another session is
    ///   open.
    mutating func prepare(
        structureID: String, isHubOnline: Bool, isPermitted: Bool = true
    ) throws(HomeError) -> Commissioning.Session {
        guard isPermitted else {
            throw HomeError(.permissionDenied, "commissioning is not permitted in the structure '\(structureID)'")
        }
        guard isHubOnline else {
            throw HomeError(.unavailable, "the hub is offline; commissioning a device needs it")
        }
        if let open {
            throw HomeError(
                .failedPrecondition,
                "a commissioning session is open already, for the structure '\(open.session.structureID)'; complete or cancel it first"
            )
        }
        count += 1
        let session = Commissioning.Session(number: count, structureID: structureID)
        open = Open(session: session)
        return session
    }

    /// The open session of a structure.
    ///
    /// - Throws: `failedPrecondition` where none is open, or one for another structure.
    func session(structureID: String) throws(HomeError) -> Commissioning.Session {
        guard let open else {
            throw HomeError(.failedPrecondition, "no commissioning session is open; prepare one first")
        }
        guard open.session.structureID == structureID else {
            throw HomeError(
                .failedPrecondition,
                "the open session is for the structure '\(open.session.structureID)', not '\(structureID)'")
        }
        return open.session
    }

    /// A device is about to be commissioned.
    ///
    /// - Throws: `failedPrecondition` where the session is over; `aborted` while a device is being commissioned.
    mutating func begin(_ session: Commissioning.Session) throws(HomeError) {
        guard try current(session).phase != .commissioning else {
            throw HomeError(.aborted, "another device is being commissioned; wait until it has joined")
        }
        open?.phase = .commissioning
    }

    /// The hub is done with a device.
    ///
    /// - Parameters:
    ///   - session: The session in which it began.
    ///   - result: The ids of the devices that joined, or why none did.
    /// - Returns: `false` where the session was given up meanwhile, so that nothing is to join.
    mutating func end(_ session: Commissioning.Session, _ result: Result<[String], HomeError>) -> Bool {
        guard open?.session == session, open?.phase == .commissioning else { return false }
        switch result {
        case .success(let ids):
            open?.joined.append(ids)
            open?.phase = .commissioned
        case .failure(let error): open?.phase = .failed(error)
        }
        return true
    }

    /// Whether a session is the open one.
    func isOpen(_ session: Commissioning.Session) -> Bool { open?.session == session }

    /// The devices that joined last, whose name and room are to be set now.
    ///
    /// - Throws: `failedPrecondition` where the session is over, or the last device did not join.
    func configurable(_ session: Commissioning.Session) throws(HomeError) -> [String] {
        let open = try current(session)
        guard case .commissioned = open.phase, let ids = open.joined.last else { throw Self.nothingJoined(open) }
        return ids
    }

    /// Ends a session.
    ///
    /// - Returns: The ids of the devices that joined.
    /// - Throws: `failedPrecondition` where the session is over, while a device is being commissioned, or where none
    ///   joined.
    mutating func complete(_ session: Commissioning.Session) throws(HomeError) -> [String] {
        let open = try current(session)
        guard open.phase != .commissioning, !open.joined.isEmpty else { throw Self.nothingJoined(open) }
        self.open = nil
        return open.deviceIDs
    }

    /// Gives a session up, whatever it is at; nothing happens where it is over.
    ///
    /// - Returns: What it was at.
    mutating func cancel(_ session: Commissioning.Session) -> Open? {
        guard isOpen(session) else { return nil }
        defer { open = nil }
        return open
    }

    private func current(_ session: Commissioning.Session) throws(HomeError) -> Open {
        guard let open, open.session == session else {
            throw HomeError(.failedPrecondition, "the commissioning session is over; prepare another one")
        }
        return open
    }

    private static func nothingJoined(_ open: Open) -> HomeError {
        switch open.phase {
        case .waiting: HomeError(.failedPrecondition, "no device was commissioned in this session yet")
        case .commissioning: HomeError(.failedPrecondition, "a device is still being commissioned")
        case .failed(let error):
            HomeError(.failedPrecondition, "the device could not be commissioned: \(error.message)")
        case .commissioned: HomeError(.internal, "devices joined, and yet none did")
        }
    }
}
