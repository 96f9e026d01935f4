public import HomeGraph
import Synchronization

/// Keeps a home in memory, and fails on request; what an SQLite file does, without one.
public final class MemoryStateStore: StateStore {
    private struct State {
        var home: SavedHome?
        var records: [String: [String: String]] = [:]
        var commits: [[StateChange]] = []
        var failure: HomeError?
    }

    private let state: Mutex<State>

    /// A store that keeps a home already, or nothing yet.
    public init(_ home: SavedHome? = nil) { state = Mutex(State(home: home)) }

    /// What was committed, call by call.
    public var commits: [[StateChange]] { state.withLock { $0.commits } }
    /// What is kept.
    public var home: SavedHome? { state.withLock { $0.home } }
    /// Has each commit fail from now on; `nil` ends that.
    public func fail(_ error: HomeError?) { state.withLock { $0.failure = error } }

    /// Whether nothing was committed yet.
    public var isEmpty: Bool { get async throws(HomeError) { state.withLock { $0.home == nil } } }

    /// What is kept.
    public func load() async throws(HomeError) -> SavedHome? { home }

    /// The records of a section.
    public func records(in section: String) async throws(HomeError) -> [String: String] {
        state.withLock { $0.records[section] ?? [:] }
    }

    /// Keeps changes, or fails as it was told to.
    public func commit(_ changes: [StateChange]) async throws(HomeError) {
        let failure = state.withLock { state -> HomeError? in
            if let failure = state.failure { return failure }
            state.commits.append(changes)
            var home = state.home ?? SavedHome()
            for change in changes {
                if case .record(let section, let key, let value) = change {
                    state.records[section, default: [:]][key] = value
                } else {
                    home.take(change)
                }
            }
            state.home = home
            return nil
        }
        if let failure { throw failure }
    }
}

extension SavedHome {
    fileprivate mutating func take(_ change: StateChange) {
        switch change {
        case .structure(let record): Self.put(record, into: &structures)
        case .room(let record): Self.put(record, into: &rooms)
        case .group(let record): Self.put(record, into: &groups)
        case .newDevice(let device): Self.put(device, into: &devices)
        case .device(let id, let name, let roomID):
            edit(id) { device in
                device.name = name
                device.roomID = roomID
            }
        case .removedRoom(let id):
            rooms.removeAll { $0.id == id }
            for index in devices.indices where devices[index].roomID == id { devices[index].roomID = nil }
        case .removedDevice(let id):
            devices.removeAll { $0.id == id }
            for index in groups.indices { groups[index].deviceIDs.removeAll { $0 == id } }
        case .removedGroup(let id): groups.removeAll { $0.id == id }
        case .value(let id, let key, let value): edit(id) { $0.values[key] = value }
        case .hubState(let id, let text): edit(id) { $0.hubState = text }
        case .record: break
        }
    }

    private mutating func edit(_ id: String, _ body: (inout SavedDevice) -> Void) {
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
        body(&devices[index])
    }

    private static func put<Record: Identifiable>(_ record: Record, into records: inout [Record])
    where Record.ID == String {
        if let index = records.firstIndex(where: { $0.id == record.id }) {
            records[index] = record
        } else {
            records.append(record)
        }
    }
}
