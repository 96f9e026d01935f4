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

/// On and off, as far as these tests call them.
struct SwitchingTrait: CommandTrait {
    static var identifier: String { "home.matter.0000.traits.0006" }
    static var traitName: String { "OnOff" }
    let handle: TraitHandle
    @TraitAttribute var onOff: Bool?

    enum Command: UInt32, Sendable { case off, on, toggle }

    init(_ handle: TraitHandle) {
        self.handle = handle
        _onOff = handle.snapshot[0, nullable: false]
    }

    func on() async throws(HomeError) { try await onBatchable().send() }
    func toggle() async throws(HomeError) { try await toggleBatchable().send() }
    func offBatchable() -> BatchableCommand<Void> { BatchableCommand(handle, 0) }
    func onBatchable() -> BatchableCommand<Void> { BatchableCommand(handle, 1) }
    func toggleBatchable() -> BatchableCommand<Void> { BatchableCommand(handle, 2) }
}

/// A light's level, as far as these tests use it.
struct LevelTrait: CommandTrait, UpdatableTrait {
    static var identifier: String { "home.matter.0000.traits.0008" }
    static var traitName: String { "LevelControl" }
    let handle: TraitHandle
    @TraitAttribute var currentLevel: UInt8?
    @TraitAttribute var minLevel: UInt8?
    @TraitAttribute var maxLevel: UInt8?
    @TraitAttribute var onLevel: UInt8?

    enum Command: UInt32, Sendable { case moveToLevel = 0, askLevel = 9 }

    struct Updater: TraitUpdater {
        var onLevel: UInt8?
        init() {}
        var attributesToUpdate: [(id: UInt32, value: DataValue)] {
            guard let onLevel else { return [] }
            return [(17, .uint(UInt64(onLevel)))]
        }
    }

    init(_ handle: TraitHandle) {
        self.handle = handle
        _currentLevel = handle.snapshot[0, nullable: false]
        _minLevel = handle.snapshot[2, nullable: false]
        _maxLevel = handle.snapshot[3, nullable: false]
        _onLevel = handle.snapshot[17, nullable: false]
    }

    func move(to level: UInt8) async throws(HomeError) { try await moveBatchable(to: level).send() }
    func moveBatchable(to level: UInt8) -> BatchableCommand<Void> {
        BatchableCommand(handle, 0, [0: level.dataValue])
    }
    func ask() async throws(HomeError) -> LevelAnswer { try await askBatchable().send() }
    func askBatchable() -> BatchableCommand<LevelAnswer> { BatchableCommand(handle, 9) }
}

/// What a light answers that is asked for its level.
struct LevelAnswer: ClusterResponse, Equatable {
    static var cluster: UInt32 { 8 }
    static var id: UInt32 { 9 }
    let level: UInt8

    init?(fields: [UInt32: DataValue]) {
        guard case .uint(let level) = fields[0] else { return nil }
        self.level = UInt8(truncatingIfNeeded: level)
    }
    var fields: [UInt32: DataValue] { [0: level.dataValue] }
}

/// A plain light.
struct PlainLightType: DeviceType {
    static var identifier: String { "home.matter.0000.types.0100" }
    static var typeName: String { "OnOffLight" }
    static var requiredTraits: [String] { ["OnOff"] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

/// A light that can be dimmed.
struct DimmableType: DeviceType {
    static var identifier: String { "home.matter.0000.types.0101" }
    static var typeName: String { "DimmableLight" }
    static var requiredTraits: [String] { ["OnOff", "LevelControl"] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}
