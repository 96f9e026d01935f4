import Synchronization

/// Changes the home's shape: one edit after another, in the order in which they were given.
///
/// An edit is planned, kept on disk, and only then made: who watches sees it when nothing can undo it any more.
public final class HomeEditor: Sendable {
    /// Takes the id of the object that was made or changed, or why nothing was; called once, on any thread.
    public typealias Completion = @Sendable (Result<String, HomeError>) -> Void
    /// Makes the edit once its turn has come, for the home as it is then.
    public typealias Proposal = @Sendable (HomeShape) throws(HomeError) -> HomeEdit

    /// What is done when its turn has come.
    private typealias Job = @Sendable () async -> Void

    private struct State {
        var waiting = RingBuffer<Job>()
        var isRunning = false
        /// In the order in which they came.
        var companions: [(number: Int, companion: any StateCompanion)] = []
        var lastCompanion = 0
    }

    private let store: HomeStore
    private let stateStore: (any StateStore)?
    private let hub: any Hub
    private let state = Mutex(State())

    /// Makes an editor.
    ///
    /// - Parameters:
    ///   - store: The home.
    ///   - stateStore: Where it is kept; `nil` only in memory.
    ///   - hub: Who is told of devices that are named otherwise or gone.
    public init(store: HomeStore, stateStore: (any StateStore)?, hub: any Hub) {
        self.store = store
        self.stateStore = stateStore
        self.hub = hub
    }

    /// Has a part of the program keep something together with the home, until what is returned is let go.
    public func add(_ companion: any StateCompanion) -> Registration {
        let number = state.withLock { state in
            state.lastCompanion += 1
            state.companions.append((state.lastCompanion, companion))
            return state.lastCompanion
        }
        return Registration { [self] in state.withLock { $0.companions.removeAll { $0.number == number } } }
    }

    /// Takes an edit in; the order of calls is the order of edits.
    public func submit(_ proposal: @escaping Proposal, completion: @escaping Completion) {
        enqueue { [self] in
            do throws(HomeError) {
                completion(.success(try await carryOut(proposal)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Does something once all edits that were given before are made; the next one waits until it is done.
    ///
    /// - Parameter body: What is done; it gives no edit and waits for none.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    package func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(HomeError) -> Value
    ) async throws(HomeError) -> Value {
        let result: Result<Value, HomeError> = await withCheckedContinuation { continuation in
            enqueue {
                do throws(HomeError) {
                    continuation.resume(returning: .success(try await body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private func enqueue(_ job: @escaping Job) {
        let starts = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { Task { await run() } }
    }

    /// Makes an edit.
    ///
    /// - Returns: The id of the object that was made or changed.
    /// - Throws: Why nothing was changed: `notFound`, `invalidArgument`, `failedPrecondition`, and what keeps the home
    ///   from being written.
    @discardableResult
    public func perform(_ edit: HomeEdit) async throws(HomeError) -> String {
        try await perform { _ throws(HomeError) in edit }
    }

    /// Makes an edit that depends on the home as it is once the edit's turn has come.
    ///
    /// - Returns: The id of the object that was made or changed.
    /// - Throws: As ``perform(_:)-(HomeEdit)``, and what the proposal throws.
    @discardableResult
    public func perform(_ proposal: @escaping Proposal) async throws(HomeError) -> String {
        try await perform(proposal) { _, _ in }
    }

    /// Makes an edit that depends on the home as it is once the edit's turn has come.
    ///
    /// - Parameters:
    ///   - proposal: Makes the edit.
    ///   - made: Called once it is made, before any other edit, with the home before and after.
    /// - Returns: The id of the object that was made or changed.
    /// - Throws: As ``perform(_:)-(HomeEdit)``, and what the proposal throws.
    @discardableResult
    package func perform(
        _ proposal: @escaping Proposal, made: @escaping @Sendable (_ before: HomeShape, _ after: HomeShape) -> Void
    ) async throws(HomeError) -> String {
        try await inTurn { [self] () throws(HomeError) in try await carryOut(proposal, made: made) }
    }

    @concurrent
    private func run() async {
        while true {
            let next = state.withLock { state in
                let next = state.waiting.popFirst()
                if next == nil { state.isRunning = false }
                return next
            }
            guard let next else { return }
            await next()
        }
    }

    private func carryOut(
        _ proposal: Proposal, made: (HomeShape, HomeShape) -> Void = { _, _ in }
    ) async throws(HomeError) -> String {
        let before = store.shape
        let edit = try proposal(before)
        var draft = HomeDraft(before)
        let id = try draft.take(edit)
        let next = draft.shape
        try await keep(draft, as: next)
        store.apply(next)
        made(before, next)
        for device in draft.removed { await hub.remove(device.index) }
        if case .renameDevice(let id, _) = edit, let device = next.device(id) {
            await hub.rename(device.index, to: device.name)
        }
        return id
    }

    private func keep(_ draft: HomeDraft, as shape: HomeShape) async throws(HomeError) {
        guard let stateStore else { return }
        let companions = state.withLock { $0.companions.map(\.companion) }
        try await stateStore.commit(draft.changes + companions.flatMap { $0.changes(for: shape) })
    }
}

// MARK: - Devices that join

extension HomeEditor {
    /// Where devices that join are put, and what the first of them is called.
    public struct Place: Sendable, Hashable {
        /// The structure that they join.
        public var structureID: String
        /// The name of the first; `nil` leaves what it calls itself.
        public var name: String?
        /// A room of the structure; `nil` for none.
        public var roomID: String?

        /// Describes a place.
        public init(structureID: String, name: String? = nil, roomID: String? = nil) {
            self.structureID = structureID
            self.name = name
            self.roomID = roomID
        }
    }

    /// Has devices that the hub commissioned join the home.
    ///
    /// - Parameters:
    ///   - joining: The devices; the hub is told under what they report.
    ///   - place: Where they are put.
    /// - Returns: Their ids.
    /// - Throws: As ``perform(_:)-(HomeEdit)``; the devices have not joined then.
    public func join(_ joining: JoiningDevices, at place: Place) async throws(HomeError) -> [String] {
        try await inTurn { [self] () throws(HomeError) in try await take(joining, place) }
    }

    private func take(_ joining: JoiningDevices, _ place: Place) async throws(HomeError) -> [String] {
        var draft = HomeDraft(store.shape)
        let joined = try draft.join(joining, at: place, from: store.end)
        let next = draft.shape
        try await keep(draft, as: next)
        store.apply(next, newcomers: joining.devices.map(\.values))
        await hub.join(joining.token, as: joined.map(\.index))
        for (device, own) in zip(joined, joining.devices) where device.name != own.name {
            await hub.rename(device.index, to: device.name)
        }
        return joined.map(\.id)
    }
}
