import HomeGraph
import Synchronization

/// Keeps in the state store which retained topics may be at the broker.
///
/// What is to be published is kept together with the edit that calls for it; what the broker has let go of is taken out
/// soon after.
final class TopicRegistry: Sendable {
    private struct State {
        var table: RegistryTable
        var writing: Task<Void, Never>?
        var hasFailed = false
    }

    private let store: any StateStore
    private let log: BridgeLog
    private let state: Mutex<State>

    /// Takes over what a store keeps.
    init(_ saved: SavedTopics, in store: any StateStore, log: BridgeLog) {
        self.store = store
        self.log = log
        state = Mutex(State(table: RegistryTable(saved)))
    }

    /// All topics that may be at the broker, by root.
    var items: [ClearTable.Item] { state.withLock { $0.table.items } }

    /// What is to be kept before these branches are published.
    func propose(_ branches: [Branch]) -> [StateChange] { state.withLock { $0.table.propose(branches) } }

    /// These branches are about to be published; where what was proposed for them is not kept yet, it is kept soon.
    func adopt(_ branches: [Branch], areKept: Bool) { change { $0.adopt(branches, areKept: areKept) } }

    /// Topics are at the broker no more.
    func release(_ items: [ClearTable.Item]) {
        guard !items.isEmpty else { return }
        change { table in
            for item in items { table.release(item) }
        }
    }

    /// Waits until everything is written that can be.
    func finish() async {
        while let task = state.withLock({ $0.writing }) { await task.value }
    }

    private func change(_ body: (inout RegistryTable) -> Void) {
        state.withLock { state in
            body(&state.table)
            guard state.table.isDirty, state.writing == nil else { return }
            state.writing = Task { await self.write() }
        }
    }

    @concurrent
    private func write() async {
        while true {
            let changes = state.withLock { state -> [StateChange] in
                let changes = state.table.takeChanges()
                if changes.isEmpty { state.writing = nil }
                return changes
            }
            guard !changes.isEmpty else { return }
            do throws(HomeError) {
                try await store.commit(changes)
                state.withLock { state in
                    state.table.check(changes, areWritten: true)
                    state.hasFailed = false
                }
            } catch {
                return fail(changes, error)
            }
        }
    }

    /// Tries again with the next change; what is kept too long is only cleared once too often.
    private func fail(_ changes: [StateChange], _ error: HomeError) {
        let isFirst = state.withLock { state in
            state.table.check(changes, areWritten: false)
            state.writing = nil
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isFirst { log(.warning, "which topics were cleared could not be kept: \(error)") }
    }
}
