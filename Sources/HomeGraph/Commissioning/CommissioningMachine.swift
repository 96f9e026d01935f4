/// The states of commissioning: one session at a time for the whole home, from `prepare` to `complete` or `cancel`.
///
/// A value: it is told what is asked and what happened, and says what is allowed.
///
/// Source: the second seed.
struct CommissioningMachine: Sendable {
    /// One session.
    struct Session: Sendable, Hashable {
        /// Tells it from those before.
        let number: Int
        /// The structure that devices are to join.
        let structureID: String
        /// What it is at.
        fileprivate(set) var phase = Phase.waiting
        /// The devices that joined in it.
        fileprivate(set) var deviceIDs: [String] = []
    }

    /// What a session is at.
    enum Phase: Sendable, Hashable {
        /// Nothing is commissioned yet.
        case waiting
        /// The hub is at a device.
        case commissioning
        /// The last device joined.
        case commissioned
        /// The last device did not join.
        case failed(HomeError)
    }

    private(set) var session: Session?
    private var count = 0

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - structureID: The structure that devices are to join.
    ///   - isHubOnline: Whether the hub can be reached; `nil` where there is none.
    ///   - isPermitted: Whether the user may.
    /// - Throws: `permissionDenied`; `unavailable` while the hub is away, `failedPrecondition` without one, or while
    ///   another session is open.
    mutating func prepare(structureID: String, isHubOnline: Bool?, isPermitted: Bool = true) throws(HomeError) {
        guard isPermitted else {
            throw HomeError(.permissionDenied, "commissioning is not permitted in this structure")
        }
        guard let isHubOnline else {
            throw HomeError(.failedPrecondition, "there is no hub; commissioning a device needs one")
        }
        guard isHubOnline else {
            throw HomeError(.unavailable, "the hub is offline; commissioning a device needs it")
        }
        if let session {
            throw HomeError(
                .failedPrecondition,
                "a commissioning session is open already, for the structure '\(session.structureID)'; complete or cancel it first"
            )
        }
        count += 1
        session = Session(number: count, structureID: structureID)
    }

    /// A device is about to be commissioned.
    ///
    /// - Parameter structureID: The structure that the session is for; `nil` for any.
    /// - Returns: The session's number, to be given back when the device joined or failed to.
    /// - Throws: `failedPrecondition` without a session for the structure; `aborted` while a device is being
    ///   commissioned.
    mutating func begin(structureID: String? = nil) throws(HomeError) -> Int {
        let session = try open(for: structureID)
        guard session.phase != .commissioning else {
            throw HomeError(.aborted, "another device is being commissioned; wait until it has joined")
        }
        self.session?.phase = .commissioning
        return session.number
    }

    /// The hub is done with a device.
    ///
    /// - Parameters:
    ///   - number: What ``begin()`` gave.
    ///   - result: The ids of the devices that joined, or why none did.
    /// - Returns: `false` where the session was cancelled meanwhile, so that nothing is to join.
    mutating func end(_ number: Int, _ result: Result<[String], HomeError>) -> Bool {
        guard session?.number == number, session?.phase == .commissioning else { return false }
        switch result {
        case .success(let ids):
            session?.deviceIDs += ids
            session?.phase = .commissioned
        case .failure(let error): session?.phase = .failed(error)
        }
        return true
    }

    /// Whether a session is still the open one.
    func isOpen(_ number: Int) -> Bool { session?.number == number }

    /// The devices whose name and room are to be set now.
    ///
    /// - Throws: `failedPrecondition` without a session, or before a device joined.
    func configurable() throws(HomeError) -> [String] {
        let session = try open()
        guard case .commissioned = session.phase else { throw Self.nothingJoined(session) }
        return session.deviceIDs
    }

    /// Ends the session.
    ///
    /// - Returns: The ids of the devices that joined.
    /// - Throws: `failedPrecondition` without a session, while a device is being commissioned, or where none joined.
    mutating func complete(structureID: String) throws(HomeError) -> [String] {
        let session = try open(for: structureID)
        guard case .commissioned = session.phase else { throw Self.nothingJoined(session) }
        self.session = nil
        return session.deviceIDs
    }

    /// Gives the session up, whatever it is at; without one nothing happens.
    ///
    /// - Parameter structureID: Only a session for this structure; `nil` for any.
    /// - Returns: The session that was open.
    mutating func cancel(structureID: String? = nil) -> Session? {
        guard structureID == nil || structureID == session?.structureID else { return nil }
        defer { session = nil }
        return session
    }

    private func open(for structureID: String? = nil) throws(HomeError) -> Session {
        guard let session else {
            throw HomeError(.failedPrecondition, "no commissioning session is open; prepare one first")
        }
        if let structureID, session.structureID != structureID {
            throw HomeError(
                .failedPrecondition,
                "the open session is for the structure '\(session.structureID)', not '\(structureID)'")
        }
        return session
    }

    private static func nothingJoined(_ session: Session) -> HomeError {
        switch session.phase {
        case .waiting:
            HomeError(.failedPrecondition, "no device was commissioned in this session yet")
        case .commissioning:
            HomeError(.failedPrecondition, "a device is still being commissioned")
        case .failed(let error):
            HomeError(.failedPrecondition, "the device could not be commissioned: \(error.message)")
        case .commissioned:
            HomeError(.internal, "devices joined, and yet none did")
        }
    }
}
