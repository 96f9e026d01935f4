public import HomeGraph
import Synchronization

/// Keeps a home in memory, and fails on request; what an SQLite file does, without one.
public final class MemoryStateStore: StateStore {
    private struct State {
        var home = SavedHome()
        var records: [String: [String: String]] = [:]
        var commits: [[StateChange]] = []
        var failure: HomeError?
    }

    private let state: Mutex<State>

    /// Each call of ``commit(_:)``, whether it failed or not.
    public let attempts = Recorder<Result<[StateChange], HomeError>>()

    /// A store that keeps a home already, or nothing yet.
    public init(_ home: SavedHome? = nil) { state = Mutex(State(home: home ?? SavedHome())) }

    /// What was committed, call by call.
    public var commits: [[StateChange]] { state.withLock { $0.commits } }
    /// What is kept.
    public var home: SavedHome? { state.withLock { $0.home.structures.isEmpty ? nil : $0.home } }
    /// Has each commit fail from now on; `nil` ends that.
    public func fail(_ error: HomeError?) { state.withLock { $0.failure = error } }

    /// Whether no home is kept.
    public var isEmpty: Bool { get async throws(HomeError) { home == nil } }

    /// What is kept.
    public func load() async throws(HomeError) -> SavedHome? { home }

    /// What a part of the program keeps for itself.
    public func records(in section: String) async throws(HomeError) -> [String: String] {
        state.withLock { $0.records[section] ?? [:] }
    }

    /// Keeps changes, unless it is to fail or they name what is not kept.
    public func commit(_ changes: [StateChange]) async throws(HomeError) {
        let failure = state.withLock { state -> HomeError? in
            if let failure = state.failure { return failure }
            var (home, records) = (state.home, state.records)
            for change in changes {
                if case .record(let section, let key, let value) = change {
                    records[section, default: [:]][key] = value
                } else {
                    home.take(change)
                }
            }
            guard home.isWhole else {
                return HomeError(.failedPrecondition, "something names an object that is not kept, or one twice")
            }
            state.commits.append(changes)
            (state.home, state.records) = (home, records)
            return nil
        }
        attempts.append(failure.map { .failure($0) } ?? .success(changes))
        if let failure { throw failure }
    }
}

extension SavedHome {
    /// Whether what is named is there.
    fileprivate var isWhole: Bool {
        let structureIDs = Set(structures.map(\.id))
        let roomIDs = Set(rooms.map(\.id))
        let deviceIDs = Set(devices.map(\.id))
        let named =
            rooms.map(\.structureID) + devices.map(\.structureID) + groups.map(\.structureID)
            + serviceGroups.map(\.structureID)
        return structureIDs.isSuperset(of: named) && roomIDs.isSuperset(of: devices.compactMap(\.roomID))
            && groups.allSatisfy { group in
                let members = Set(group.deviceIDs)
                return members.count == group.deviceIDs.count && deviceIDs.isSuperset(of: members)
            }
            && serviceGroups.allSatisfy { group in
                Set(group.services).count == group.services.count
                    && deviceIDs.isSuperset(of: group.services.map(\.deviceID))
            }
    }

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
            guard rooms.contains(where: { $0.id == id }) else { break }
            rooms.removeAll { $0.id == id }
            for index in devices.indices where devices[index].roomID == id { devices[index].roomID = nil }
        case .removedDevice(let id):
            guard devices.contains(where: { $0.id == id }) else { break }
            devices.removeAll { $0.id == id }
            for index in groups.indices { groups[index].deviceIDs.removeAll { $0 == id } }
            for index in serviceGroups.indices { serviceGroups[index].services.removeAll { $0.deviceID == id } }
            serviceNames = serviceNames.filter { $0.key.deviceID != id }
            associatedServices = associatedServices.filter { $0.key.deviceID != id }
        case .removedGroup(let id): groups.removeAll { $0.id == id }
        case .serviceGroup(let record): Self.put(record, into: &serviceGroups)
        case .removedServiceGroup(let id): serviceGroups.removeAll { $0.id == id }
        case .serviceName(let service, let name):
            if devices.contains(where: { $0.id == service.deviceID }) { serviceNames[service] = name }
        case .associatedService(let service, let type):
            if devices.contains(where: { $0.id == service.deviceID }) { associatedServices[service] = type }
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
