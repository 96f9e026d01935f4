public import FoundationEssentials
import Synchronization

/// Commissions devices into the home: one session at a time, whoever asks for it.
///
/// Source: the second seed.
public final class Commissioning: Sendable {
    /// A session, from ``prepare(structureID:appGroup:root:)`` to ``complete(_:)`` or ``cancel(_:error:)``.
    public struct Session: Sendable, Hashable {
        /// Tells it from those before.
        let number: Int
        /// The structure that devices are to join.
        public let structureID: String
    }

    /// Takes how far commissioning is; called on any thread.
    public typealias Observer = @Sendable (CommissioningProgress) -> Void

    private struct State {
        var machine = CommissioningMachine()
        var observers: [Int: Observer] = [:]
        var nextObserver = 0
        /// What answers the extensions that take part in a session.
        var mailbox: (session: Session, mailbox: ExtensionMailbox)?
        /// What is at a device in a session.
        var running: (session: Session, task: Attempt.Work)?
    }

    private let store: HomeStore
    private let editor: HomeEditor
    private let hub: any Hub
    private let time: any TimeSource
    private let configuration: HomeConfiguration
    private let state = Mutex(State())

    /// Makes what commissions.
    ///
    /// - Parameters:
    ///   - store: The home.
    ///   - editor: Has devices join it.
    ///   - hub: Does the work.
    ///   - time: What deadlines are measured by, and by what extensions are answered.
    ///   - configuration: Who may commission, and who is told what goes wrong unseen.
    init(
        store: HomeStore, editor: HomeEditor, hub: any Hub, time: any TimeSource, configuration: HomeConfiguration
    ) {
        self.store = store
        self.editor = editor
        self.hub = hub
        self.time = time
        self.configuration = configuration
    }

    /// Hears of each step that is done, until what is returned is let go.
    public func observe(_ observer: @escaping Observer) -> Registration {
        let number = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = observer
            return state.nextObserver
        }
        return Registration { [self] in _ = state.withLock { $0.observers.removeValue(forKey: number) } }
    }

    private func tell(_ structureID: String, _ step: CommissioningStep) {
        let progress = CommissioningProgress(structureID: structureID, step: step)
        for observer in state.withLock({ $0.observers.sorted { $0.key < $1.key }.map(\.value) }) { observer(progress) }
    }
}

// MARK: - The session

extension Commissioning {
    /// Opens a session.
    ///
    /// - Parameters:
    ///   - structureID: The structure that devices are to join.
    ///   - appGroup: The app group through which extensions take part; `nil` without.
    ///   - root: The directory of all app groups.
    /// - Returns: The session.
    /// - Throws: `notFound` for an unknown structure, `permissionDenied` where the user may not, `unavailable` while the
    ///   hub is away, `failedPrecondition` while another session is open.
    @discardableResult
    public func prepare(
        structureID: String, appGroup: String? = nil, root: URL = AppGroups.root
    ) throws(HomeError) -> Session {
        let shape = store.shape
        guard shape.structure(structureID) != nil else {
            throw HomeError(.notFound, "there is no structure '\(structureID)'")
        }
        let isHubOnline = store.isHubOnline
        let isPermitted = configuration.permitsCommissioning(structureID)
        let session = try change { machine throws(HomeError) in
            try machine.prepare(structureID: structureID, isHubOnline: isHubOnline, isPermitted: isPermitted)
        }
        guard let appGroup else { return session }
        do throws(HomeError) {
            let rooms = shape.rooms.filter { $0.structureID == structureID }
            let mailbox = try ExtensionMailbox(
                AppGroupContainer(appGroup: appGroup, root: root), structureID: structureID, rooms: rooms, time: time,
                failed: configuration.keepingFailed
            ) { [weak self] request throws(HomeError) in try await self?.carryOut(request, in: session) }
            let isOpen = state.withLock { state in
                guard state.machine.isOpen(session) else { return false }
                state.mailbox = (session, mailbox)
                return true
            }
            if !isOpen { mailbox.close() }
        } catch {
            _ = state.withLock { $0.machine.cancel(session) }
            throw error
        }
        return session
    }

    private func carryOut(_ request: AppGroupContainer.Request, in session: Session) async throws(HomeError) {
        switch request {
        case .commission(let payload): try await commission(payload, in: session)
        case .configure(let name, let roomName): try await configure(name: name, roomName: roomName, in: session)
        }
    }

    /// The open session of a structure.
    ///
    /// - Throws: `failedPrecondition` where none is open, or one for another structure.
    public func session(structureID: String) throws(HomeError) -> Session {
        try change { machine throws(HomeError) in try machine.session(structureID: structureID) }
    }

    /// Gives the devices that joined last a name and a room.
    ///
    /// - Parameters:
    ///   - name: What the first of them is called.
    ///   - roomName: The name of a room of the structure; `nil` for none.
    ///   - session: The session in which they joined.
    /// - Throws: `failedPrecondition` before a device joined, `notFound` for an unknown room.
    public func configure(name: String, roomName: String?, in session: Session) async throws(HomeError) {
        let ids = try change { machine throws(HomeError) in try machine.configurable(session) }
        var roomID: String?
        if let roomName {
            let rooms = store.shape.rooms.filter { $0.structureID == session.structureID }
            guard let room = rooms.first(where: { $0.name == roomName }) else {
                throw HomeError(.notFound, "the structure has no room '\(roomName)'")
            }
            roomID = room.id
        }
        if let first = ids.first { try await editor.perform(.renameDevice(first, to: name)) }
        for id in ids { try await editor.perform(.moveDevice(id, room: roomID)) }
    }

    /// Ends a session.
    ///
    /// - Returns: The ids of the devices that joined in it.
    /// - Throws: `failedPrecondition` where it is over, or where no device joined.
    @discardableResult
    public func complete(_ session: Session) throws(HomeError) -> [String] {
        let ids = try change { machine throws(HomeError) in try machine.complete(session) }
        closeMailbox(of: session)
        return ids
    }

    /// Gives a session up: a device that is being commissioned is let go, those that joined leave again.
    ///
    /// Nothing happens where it is over.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - error: What went wrong; `nil` where nobody knows.
    /// - Returns: What is known of it, and a way to wait until nothing is left of it.
    @discardableResult
    public func cancel(_ session: Session, error: (any Error)? = nil) -> Cancellation {
        let (open, running) = state.withLock { state in
            (state.machine.cancel(session), state.running?.session == session ? state.running?.task : nil)
        }
        running?.cancel()
        closeMailbox(of: session)
        let ids = open?.deviceIDs ?? []
        let departure = Task {
            if let running { _ = await running.value }
            return await self.remove(ids)
        }
        return Cancellation(
            result: MatterUnsuccessfulCommissioningResult(error: error, session: open), departure: departure)
    }

    /// A session that was given up.
    public struct Cancellation: Sendable {
        /// What is known of it, and what can be tried.
        public let result: MatterUnsuccessfulCommissioningResult
        fileprivate let departure: Task<HomeError?, Never>

        /// Waits until the devices that joined have left again.
        ///
        /// - Throws: What keeps one of them from leaving.
        public func finish() async throws(HomeError) {
            if let error = await departure.value { throw error }
        }
    }

    /// Gives up whatever is open, and waits until nothing is left of it: the home ends.
    ///
    /// - Throws: What keeps a device from leaving again.
    func end() async throws(HomeError) {
        if let session = state.withLock({ $0.machine.open?.session }) { try await cancel(session).finish() }
    }

    private func closeMailbox(of session: Session) {
        let mailbox = state.withLock { state -> ExtensionMailbox? in
            guard state.mailbox?.session == session else { return nil }
            defer { state.mailbox = nil }
            return state.mailbox?.mailbox
        }
        mailbox?.close()
    }

    private func change<Result: Sendable>(
        _ body: (inout CommissioningMachine) throws(HomeError) -> Result
    ) throws(HomeError) -> Result {
        try state.withLock { state throws(HomeError) in try body(&state.machine) }
    }
}

// MARK: - A device

extension Commissioning {
    /// A device that is being commissioned.
    public struct Attempt: Sendable {
        typealias Work = Task<Result<[String], HomeError>, Never>
        fileprivate let work: Work
        fileprivate let deadline: Duration?
        fileprivate let time: any TimeSource

        /// Waits until it has joined; where the task is cancelled or the deadline passes, everything is undone.
        ///
        /// - Returns: The ids of the devices that joined.
        /// - Throws: What the hub says, `deadlineExceeded`, or `cancelled` where the session was given up.
        public func devices() async throws(HomeError) -> [String] {
            let timer = deadline.map { deadline in
                Task { [time, work] in
                    guard (try? await time.sleep(until: deadline)) != nil else { return }
                    work.cancel()
                }
            }
            let result = await withTaskCancellationHandler {
                await work.value
            } onCancel: {
                work.cancel()
            }
            timer?.cancel()
            if case .failure(let error) = result, error.code == .cancelled, let deadline, time.uptime >= deadline {
                throw HomeError(.deadlineExceeded, "the device was not commissioned in time; everything was undone")
            }
            return try result.get()
        }
    }

    /// Begins to commission the device of a code.
    ///
    /// - Parameters:
    ///   - code: The QR text, also of several devices, or the manual code.
    ///   - session: The open session.
    ///   - name: What the first device is called; `nil` leaves what it calls itself.
    ///   - roomID: A room of the structure; `nil` for none.
    ///   - deadline: The uptime by which it must be done; `nil` leaves the hub its time.
    /// - Returns: What is to be waited for.
    /// - Throws: `invalidArgument` for what is no code, `notFound` for an unknown room, `failedPrecondition` where the
    ///   session is over, `aborted` while another device is being commissioned.
    public func begin(
        _ code: String, in session: Session, name: String? = nil, roomID: String? = nil, by deadline: Duration? = nil
    ) throws(HomeError) -> Attempt {
        let payloads: [OnboardingPayload]
        do throws(OnboardingFault) { payloads = try OnboardingPayload.read(code) } catch { throw HomeError(error) }
        let place = HomeEditor.Place(structureID: session.structureID, name: name, roomID: roomID)
        _ = try HomeDraft(store.shape).structure(of: place)
        try change { machine throws(HomeError) in try machine.begin(session) }
        let task = Task { await self.finish(await self.join(payloads, at: place, in: session), session) }
        let isOpen = state.withLock { state in
            guard state.machine.isOpen(session) else { return false }
            // The work may be over already, and something else may have begun.
            if state.machine.open?.phase == .commissioning { state.running = (session, task) }
            return true
        }
        if !isOpen { task.cancel() }
        return Attempt(work: task, deadline: deadline, time: time)
    }

    /// Commissions the device of a code, and waits until it has joined.
    ///
    /// - Parameters:
    ///   - code: As in ``begin(_:in:name:roomID:by:)``.
    ///   - session: The open session.
    ///   - name: What the first device is called; `nil` leaves what it calls itself.
    ///   - roomID: A room of the structure; `nil` for none.
    /// - Returns: The ids of the devices that joined.
    /// - Throws: As ``begin(_:in:name:roomID:by:)`` and ``Attempt/devices()``.
    @discardableResult
    public func commission(
        _ code: String, in session: Session, name: String? = nil, roomID: String? = nil
    ) async throws(HomeError) -> [String] {
        try await begin(code, in: session, name: name, roomID: roomID).devices()
    }

    /// Has the hub commission each device of a code, and has them join.
    private func join(
        _ payloads: [OnboardingPayload], at place: HomeEditor.Place, in session: Session
    ) async -> Result<[String], HomeError> {
        var ids: [String] = []
        do throws(HomeError) {
            for payload in payloads {
                let joining = try await hub.commission(payload, structureID: place.structureID) { [weak self] step in
                    // It is complete once it is kept that the device has joined.
                    if step != .complete { self?.tell(place.structureID, step) }
                }
                var place = place
                if !ids.isEmpty { place.name = nil }
                do throws(HomeError) {
                    guard state.withLock({ $0.machine.isOpen(session) }) else { throw Self.givenUp }
                    ids += try await editor.join(joining, at: place)
                } catch {
                    await hub.abandon(joining.token)
                    throw error
                }
                tell(place.structureID, .complete)
            }
            return .success(ids)
        } catch {
            return .failure(await remove(ids) ?? error)
        }
    }

    /// Notes how it went; what joined although the session was given up meanwhile leaves again.
    private func finish(_ result: Result<[String], HomeError>, _ session: Session) async -> Result<[String], HomeError>
    {
        let isOpen = state.withLock { state in
            if state.running?.session == session { state.running = nil }
            return state.machine.end(session, result)
        }
        if isOpen { return result }
        if case .success(let ids) = result, let error = await remove(ids) { return .failure(error) }
        return .failure(Self.givenUp)
    }

    private static let givenUp = HomeError(.cancelled, "the commissioning session was given up")

    /// Takes devices out again; those that went already, with their bridge for one, do not matter.
    ///
    /// - Returns: Why one of them stays.
    private func remove(_ ids: [String]) async -> HomeError? {
        var failure: HomeError?
        for id in ids {
            do throws(HomeError) {
                try await editor.perform(.removeDevice(id))
            } catch {
                if error.code != .notFound { failure = error }
            }
        }
        return failure
    }
}
