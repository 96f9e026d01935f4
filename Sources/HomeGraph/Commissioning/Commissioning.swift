public import FoundationEssentials
import Glibc
import Synchronization

/// Commissions devices into the home: one session at a time, whoever asks for it.
///
/// Source: the second seed.
public final class Commissioning: Sendable {
    /// Takes how far commissioning is; called on any thread.
    public typealias Observer = @Sendable (CommissioningProgress) -> Void

    private struct State {
        var machine = CommissioningMachine()
        var observers: [Int: Observer] = [:]
        var nextObserver = 0
        /// The task that answers extensions, and the directory that it shares with them.
        var mailbox: (container: AppGroupContainer, task: Task<Void, Never>)?
        /// The task that is at a device.
        var running: Task<Result<[String], HomeError>, Never>?
    }

    private let store: HomeStore
    private let editor: HomeEditor
    private let hub: any Hub
    private let time: any TimeSource
    private let state = Mutex(State())

    /// Makes what commissions.
    ///
    /// - Parameters:
    ///   - store: The home.
    ///   - editor: Has devices join it.
    ///   - hub: Does the work.
    ///   - time: By what extensions are answered.
    init(store: HomeStore, editor: HomeEditor, hub: any Hub, time: any TimeSource) {
        self.store = store
        self.editor = editor
        self.hub = hub
        self.time = time
    }

    /// Hears of each step that is done, until what is returned is let go.
    public func observe(_ observer: @escaping Observer) -> Observation {
        let number = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = observer
            return state.nextObserver
        }
        return Observation(commissioning: self, number: number)
    }

    /// Ends an observer once it is let go.
    public final class Observation: Sendable {
        private let commissioning: Commissioning
        private let number: Int

        fileprivate init(commissioning: Commissioning, number: Int) {
            self.commissioning = commissioning
            self.number = number
        }

        deinit { _ = commissioning.state.withLock { $0.observers.removeValue(forKey: number) } }
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
    /// - Throws: `notFound` for an unknown structure, `unavailable` while the hub is away, `failedPrecondition` while
    ///   another session is open.
    public func prepare(
        structureID: String, appGroup: String? = nil, root: URL = AppGroups.root
    ) throws(HomeError) {
        let shape = store.shape
        guard shape.structure(structureID) != nil else {
            throw HomeError(.notFound, "there is no structure '\(structureID)'")
        }
        let isHubOnline = store.isHubOnline
        try change { machine throws(HomeError) in
            try machine.prepare(structureID: structureID, isHubOnline: isHubOnline)
        }
        guard let appGroup else { return }
        do throws(HomeError) {
            let container = try AppGroupContainer(appGroup: appGroup, root: root)
            try container.open(
                AppGroupContainer.Session(
                    id: UUID(), process: getpid(), structureID: structureID,
                    rooms: shape.rooms.filter { $0.structureID == structureID }.map {
                        AppGroupContainer.Session.Room(id: $0.id, name: $0.name)
                    }))
            let task = Task { [weak self] in await Self.answerExtensions(through: container, by: { self }) }
            state.withLock { $0.mailbox = (container, task) }
        } catch {
            _ = state.withLock { $0.machine.cancel(structureID: structureID) }
            throw error
        }
    }

    /// Has the hub commission the device of a code, and has it join the home.
    ///
    /// - Parameters:
    ///   - code: The QR text, also of several devices, or the manual code.
    ///   - structureID: The structure that the open session is for; `nil` for whichever it is for.
    ///   - name: What the first is called; `nil` leaves what it calls itself.
    ///   - roomID: A room of the structure; `nil` for none.
    ///   - deadline: The uptime by which it must be done; what is not is undone. `nil` leaves the hub its time.
    /// - Returns: The ids of the devices that joined.
    /// - Throws: `invalidArgument` for what is no code, `failedPrecondition` without a session, and what the hub says.
    @discardableResult
    public func commission(
        _ code: String, structureID: String? = nil, name: String? = nil, roomID: String? = nil,
        by deadline: Duration? = nil
    ) async throws(HomeError) -> [String] {
        let payloads: [OnboardingPayload]
        do throws(OnboardingFault) { payloads = try OnboardingPayload.read(code) } catch { throw HomeError(error) }
        let (number, structureID) = try change { machine throws(HomeError) in
            (try machine.begin(structureID: structureID), machine.session?.structureID ?? "")
        }
        let place = HomeEditor.Place(structureID: structureID, name: name, roomID: roomID)
        do throws(HomeError) {
            _ = try HomeDraft(store.shape).structure(of: place)
        } catch {
            _ = state.withLock { $0.machine.end(number, .failure(error)) }
            throw error
        }
        let task = Task { await self.finish(await self.commission(payloads, at: place, session: number), number) }
        state.withLock { if $0.machine.isOpen(number) { $0.running = task } }
        let timer = deadline.map { deadline in
            Task { [time] in
                guard (try? await time.sleep(until: deadline)) != nil else { return }
                task.cancel()
            }
        }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        timer?.cancel()
        if case .failure(let error) = result, error.code == .cancelled, let deadline, time.uptime >= deadline {
            throw HomeError(.deadlineExceeded, "the device was not commissioned in time; everything was undone")
        }
        return try result.get()
    }

    /// Notes how it went; what joined although the session was given up meanwhile leaves again.
    private func finish(_ result: Result<[String], HomeError>, _ session: Int) async -> Result<[String], HomeError> {
        let isOpen = state.withLock { state in
            state.running = nil
            return state.machine.end(session, result)
        }
        if isOpen { return result }
        if case .success(let ids) = result, let error = await remove(ids) { return .failure(error) }
        return .failure(Self.givenUp)
    }

    private static let givenUp = HomeError(.cancelled, "the commissioning session was given up")

    private func commission(
        _ payloads: [OnboardingPayload], at place: HomeEditor.Place, session: Int
    ) async -> Result<[String], HomeError> {
        var ids: [String] = []
        do throws(HomeError) {
            for payload in payloads {
                let joining = try await hub.commission(payload, structureID: place.structureID) { [weak self] step in
                    self?.tell(CommissioningProgress(structureID: place.structureID, step: step))
                }
                guard state.withLock({ $0.machine.isOpen(session) }) else {
                    await hub.abandon(joining.token)
                    throw Self.givenUp
                }
                var place = place
                if !ids.isEmpty { place.name = nil }
                do throws(HomeError) {
                    ids += try await editor.join(joining, at: place)
                } catch {
                    await hub.abandon(joining.token)
                    throw error
                }
            }
            return .success(ids)
        } catch {
            return .failure(await remove(ids) ?? error)
        }
    }

    /// Gives the devices that joined in this session a name and a room.
    ///
    /// - Parameters:
    ///   - name: What the first is called.
    ///   - roomName: The name of a room of the structure; `nil` for none.
    /// - Throws: `failedPrecondition` before a device joined, `notFound` for an unknown room.
    public func configure(name: String, roomName: String?) async throws(HomeError) {
        let (ids, structureID) = try change { machine throws(HomeError) in
            (try machine.configurable(), machine.session?.structureID ?? "")
        }
        var roomID: String?
        if let roomName {
            let rooms = store.shape.rooms.filter { $0.structureID == structureID }
            guard let room = rooms.first(where: { $0.name == roomName }) else {
                throw HomeError(.notFound, "the structure has no room '\(roomName)'")
            }
            roomID = room.id
        }
        if let first = ids.first { try await editor.perform(.renameDevice(first, to: name)) }
        for id in ids { try await editor.perform(.moveDevice(id, room: roomID)) }
    }

    /// Ends the session.
    ///
    /// - Returns: The ids of the devices that joined in it.
    /// - Throws: `failedPrecondition` without a session, or where no device joined.
    @discardableResult
    public func complete(structureID: String) throws(HomeError) -> [String] {
        let ids = try change { machine throws(HomeError) in try machine.complete(structureID: structureID) }
        closeMailbox()
        return ids
    }

    /// Gives the session up: a device that is being commissioned is let go, one that joined leaves again.
    ///
    /// - Parameters:
    ///   - structureID: Only a session for this structure; `nil` for any.
    ///   - error: What went wrong; `nil` where nobody knows.
    /// - Returns: What is known of it, and a task that ends once the devices have left, with what keeps them from it.
    @discardableResult
    public func cancel(
        structureID: String? = nil, error: (any Error)? = nil
    ) -> (result: MatterUnsuccessfulCommissioningResult, departure: Task<HomeError?, Never>) {
        let (session, running) = state.withLock { state in
            let session = state.machine.cancel(structureID: structureID)
            return (session, session == nil ? nil : state.running)
        }
        running?.cancel()
        if session != nil { closeMailbox() }
        let ids = session?.deviceIDs ?? []
        return (
            MatterUnsuccessfulCommissioningResult(error: error, session: session),
            Task {
                if let running { _ = await running.value }
                return await remove(ids)
            }
        )
    }

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

    private func change<Result: Sendable>(
        _ body: (inout CommissioningMachine) throws(HomeError) -> Result
    ) throws(HomeError) -> Result {
        let outcome = state.withLock { state -> Swift.Result<Result, HomeError> in
            do throws(HomeError) {
                return .success(try body(&state.machine))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func tell(_ progress: CommissioningProgress) {
        for observer in state.withLock({ $0.observers.sorted { $0.key < $1.key }.map(\.value) }) { observer(progress) }
    }
}

// MARK: - Extensions

extension Commissioning {
    /// How often extensions are looked for while a session is open.
    private static let interval: Duration = .milliseconds(20)

    private func closeMailbox() {
        let mailbox = state.withLock { state in
            defer { state.mailbox = nil }
            return state.mailbox
        }
        mailbox?.task.cancel()
        do throws(HomeError) {
            try mailbox?.container.close()
        } catch {
            // Extensions still see a session; whatever they ask for is answered by none, and the next session clears it.
        }
    }

    private static func answerExtensions(
        through container: AppGroupContainer, by commissioning: () -> Commissioning?
    ) async {
        while !Task.isCancelled, let commissioning = commissioning() {
            do throws(HomeError) {
                for (id, request) in try container.takeRequests() {
                    try container.answer(await commissioning.answer(request), to: id)
                }
            } catch {
                // The directory cannot be used for now; extensions run into their deadline if that stays.
            }
            guard (try? await commissioning.time.sleep(until: commissioning.time.uptime + interval)) != nil else {
                return
            }
        }
    }

    private func answer(_ request: AppGroupContainer.Request) async -> AppGroupContainer.Answer {
        do throws(HomeError) {
            switch request {
            case .commission(let payload): try await commission(payload)
            case .configure(let name, let roomName): try await configure(name: name, roomName: roomName)
            }
            return .done
        } catch {
            return .failed(code: error.code.rawValue, message: error.message)
        }
    }
}
