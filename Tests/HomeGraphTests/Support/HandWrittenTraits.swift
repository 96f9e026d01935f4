import DataModel
import HomeGraph

// Written by hand as the generator writes them, so that the graph's own tests need no generated code.

/// The management of groups, as far as these tests call it.
struct ManagementTrait: CommandTrait, StructureTrait {
    static var identifier: String { "home.matter.6006.traits.FD26" }
    static var traitName: String { "Google.GroupManagement" }
    let handle: TraitHandle

    enum Command: UInt32, Sendable {
        case createUserDefinedGroup = 0
        case createGroup = 1
        case createCastSpeakerGroup = 2
        case addGroupMembers = 4
        case removeGroupMembers = 5
        case removeAllGroupMembers = 6
        case deleteGroup = 7
    }

    init(_ handle: TraitHandle) { self.handle = handle }

    func create(_ name: String, _ devices: [String]) async throws(HomeError) -> DataValue? {
        try await handle.invoke(0, [0: .string(name), 1: .list(devices.map { .string($0) })])[0]
    }
    func add(_ devices: [String], to group: String) async throws(HomeError) {
        try await handle.invoke(4, [0: .string(group), 1: .list(devices.map { .string($0) })])
    }
    func remove(_ devices: [String], from group: String) async throws(HomeError) {
        try await handle.invoke(5, [0: .string(group), 1: .list(devices.map { .string($0) })])
    }
    func empty(_ group: String) async throws(HomeError) { try await handle.invoke(6, [0: .string(group)]) }
    func delete(_ group: String) async throws(HomeError) { try await handle.invoke(7, [0: .string(group)]) }
}

/// A group's name.
struct NameTrait: UpdatableTrait, GroupPlatformTrait {
    static var identifier: String { "home.matter.6006.traits.FD25" }
    static var traitName: String { "Google.Group" }
    let handle: TraitHandle
    @TraitAttribute var name: String?

    struct Updater: TraitUpdater {
        var name: String?
        init() {}
        var attributesToUpdate: [(id: UInt32, value: DataValue)] { name.map { [(0, .string($0))] } ?? [] }
    }

    init(_ handle: TraitHandle) {
        self.handle = handle
        _name = handle.snapshot[0, nullable: false]
    }
}
