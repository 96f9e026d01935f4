import DataModel
import Foundation
import HomeGraph
import TestSupport
import Testing

@testable import SQLiteStore

/// A home with one of everything, as changes.
enum Sample {
    static let level = ValueKey(endpoint: 1, cluster: 8, attribute: 0)

    static func device(_ id: String, room: String? = nil, layout: String = "[]") -> SavedDevice {
        SavedDevice(id: id, name: "Lamp \(id)", structureID: "house", roomID: room, layout: layout)
    }

    static let changes: [StateChange] = [
        .structure(StructureRecord(id: "house", name: "House")),
        .room(RoomRecord(id: "kitchen", name: "Kitchen", structureID: "house")),
        .newDevice(device("b", room: "kitchen")), .newDevice(device("a")),
        .group(GroupRecord(id: "lights", name: "Lights", structureID: "house", deviceIDs: ["a", "b"])),
        .serviceGroup(
            ServiceGroupRecord(
                id: "away", name: "Away", structureID: "house",
                services: [ServiceID(deviceID: "b", name: "Outlet-2"), ServiceID(deviceID: "a", name: "Outlet")])),
        .serviceName(ServiceID(deviceID: "a", name: "Outlet"), "Kettle"),
        .associatedService(ServiceID(deviceID: "a", name: "Outlet"), "Fan"),
        .value(device: "a", level, .uint(7)), .hubState(device: "a", "{}"),
        .record(section: "topics", key: "house/device/a", "a"),
    ]
}

@Suite(.timeLimit(.minutes(1))) struct SQLiteStateStoreTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("home.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// Closes a store and opens its file again.
    private func reopen(_ store: SQLiteStateStore) async throws -> SQLiteStateStore {
        await store.close()
        return try await SQLiteStateStore.open(path)
    }

    @Test func `a new file is empty, belongs to its user alone, and leaves nothing beside it`() async throws {
        let store = try await SQLiteStateStore.open(path)
        #expect(try await store.isEmpty)
        #expect(try await store.load() == nil)
        #expect(try await store.records(in: "topics").isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try await store.commit(Sample.changes)
        await store.close()
        #expect(try folder.contents().keys.sorted() == ["home.sqlite"])
    }

    @Test func `what is kept is there again, in the order in which it was made`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        let again = try await reopen(store)
        let home = try #require(try await again.load())
        #expect(try await !again.isEmpty)
        #expect(home.structures == [StructureRecord(id: "house", name: "House")])
        #expect(home.devices.map(\.id) == ["b", "a"])
        #expect(home.devices.map(\.roomID) == ["kitchen", nil])
        #expect(home.devices.last?.values == [Sample.level: .uint(7)])
        #expect(home.devices.last?.hubState == "{}")
        #expect(home.groups.first?.deviceIDs == ["a", "b"])
        #expect(home.serviceGroups.first?.services.map(\.description) == ["b/Outlet-2", "a/Outlet"])
        #expect(home.serviceNames == [ServiceID(deviceID: "a", name: "Outlet"): "Kettle"])
        #expect(home.associatedServices == [ServiceID(deviceID: "a", name: "Outlet"): "Fan"])
        #expect(try await again.records(in: "topics") == ["house/device/a": "a"])
        #expect(try await again.records(in: "other").isEmpty)
    }

    @Test func `records alone are no home`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit([.record(section: "s", key: "k", "v")])
        #expect(try await store.isEmpty)
        #expect(try await store.load() == nil)
        #expect(try await store.records(in: "s") == ["k": "v"])
    }

    @Test func `an object that is kept again stays in its place`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        var device = Sample.device("b", layout: "[1]")
        device.values = [Sample.level: .null]
        try await store.commit([
            .newDevice(device), .structure(StructureRecord(id: "house", name: "Villa")),
            .group(GroupRecord(id: "lights", name: "Lamps", structureID: "house", deviceIDs: ["b"])),
        ])
        let home = try #require(try await store.load())
        #expect(home.structures.map(\.name) == ["Villa"])
        #expect(home.devices.map(\.id) == ["b", "a"])
        #expect(home.devices.first == device)
        #expect(home.groups == [GroupRecord(id: "lights", name: "Lamps", structureID: "house", deviceIDs: ["b"])])
    }

    @Test func `devices that are made alike share a layout, and one that nobody has goes`() async throws {
        let store = try await SQLiteStateStore.open(path)
        let devices = (0..<4).map { Sample.device("d\($0)", layout: $0 < 3 ? "[1]" : "[2]") }
        try await store.commit([.structure(StructureRecord(id: "house", name: "House"))])
        try await store.commit(devices.map { .newDevice($0) })
        try await store.commit([.removedDevice("d3"), .removedDevice("d0")])
        #expect(try await store.load()?.devices.map(\.layout) == ["[1]", "[1]"])
        await store.close()
        #expect(try count("layout", in: path) == 1)
    }

    @Test func `a room that goes leaves its devices, and a device leaves its groups and values`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        try await store.commit([.removedRoom("kitchen"), .removedDevice("a")])
        let home = try #require(try await store.load())
        #expect(home.rooms.isEmpty)
        #expect(home.devices.map(\.roomID) == [nil])
        #expect(home.groups.map(\.deviceIDs) == [["b"]])
        try await store.commit([.removedGroup("lights")])
        await store.close()
        for table in ["value", "group_member", "device_group", "room"] { #expect(try count(table, in: path) == 0) }
    }

    @Test func `changes of what is not kept are passed over`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        let before = try await store.load()
        try await store.commit([
            .value(device: "gone", Sample.level, .bool(true)), .hubState(device: "gone", "x"),
            .device(id: "gone", name: "x", roomID: nil), .removedDevice("gone"), .removedRoom("gone"),
            .removedGroup("gone"), .record(section: "gone", key: "gone", nil),
        ])
        #expect(try await store.load() == before)
    }

    @Test(arguments: [
        StateChange.room(RoomRecord(id: "r", name: "R", structureID: "gone")),
        .newDevice(SavedDevice(id: "d", name: "D", structureID: "house", roomID: "gone", layout: "[]")),
        .device(id: "a", name: "D", roomID: "gone"),
        .group(GroupRecord(id: "g", name: "G", structureID: "house", deviceIDs: ["gone"])),
    ])
    func `a change that names what is not kept is refused with all that came with it`(change: StateChange) async throws
    {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        let before = try await store.load()
        let error = await #expect(throws: HomeError.self) {
            try await store.commit([.removedRoom("kitchen"), change, .record(section: "s", key: "k", "v")])
        }
        #expect(error?.code == .failedPrecondition)
        #expect(try await store.load() == before)
        #expect(try await store.records(in: "s").isEmpty)
    }

    @Test func `every kind of value comes back, and so does every text`() async throws {
        let values: [DataValue] = [
            .null, .bool(false), .bool(true), .uint(0), .uint(.max), .int(.min), .int(.max), .float(0.1),
            .float(1e300), .float(-1e19), .float(5), .float(.infinity), .float(-.infinity), .string(""),
            .string("a\u{0}b\"\\\n🏠"), .octets([]), .octets([0, 255]), .list([]),
            .list([.list([.uint(1)]), .fields([0: .null, 4_294_967_295: .fields([:])])]),
        ]
        var device = Sample.device("d")
        device.name = "ß\u{0}đ '\"; DROP TABLE value; --"
        for (index, value) in values.enumerated() {
            device.values[ValueKey(endpoint: .max, cluster: .max, attribute: UInt32(index))] = value
        }
        let store = try await SQLiteStateStore.open(path)
        try await store.commit([.structure(StructureRecord(id: "house", name: "")), .newDevice(device)])
        try await store.commit([.value(device: "d", .lastReport, .float(.nan))])
        let again = try await reopen(store)
        var kept = try #require(try await again.load()?.devices.first)
        guard case .float(let number) = kept.values.removeValue(forKey: .lastReport) else {
            Issue.record("no number is kept as one")
            return
        }
        #expect(number.isNaN)
        #expect(kept == device)
    }

    @Test func `a store that is closed says so`() async throws {
        let store = try await SQLiteStateStore.open(path)
        await store.close()
        let error = await #expect(throws: HomeError.self) { try await store.commit([]) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains(path) == true)
    }

    @Test func `a file that is moved away while it is in use takes nothing more`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved"))
        let error = await #expect(throws: HomeError.self) { try await store.commit(Sample.changes) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("was moved or removed") == true)
    }

    @Test func `a commit for which there is no room leaves everything as it was`() async throws {
        let store = try await SQLiteStateStore.open(StateFile(path: path, largestSize: 60))
        try await store.commit(Sample.changes)
        let before = try await store.load()
        let large = String(repeating: "x", count: 10_000)
        let records = (0..<60).map { StateChange.record(section: "s", key: "\($0)", large) }
        let error = await #expect(throws: HomeError.self) {
            try await store.commit([.removedDevice("a")] + records)
        }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains(path) == true)
        #expect(try await store.load() == before)
        #expect(try await store.records(in: "s").isEmpty)
        try await store.commit([.device(id: "a", name: "Still kept", roomID: nil)])
        let again = try await reopen(store)
        #expect(try await again.load()?.devices.last?.name == "Still kept")
    }

    /// How many rows a table has; the store must be closed.
    private func count(_ table: String, in path: String) throws -> Int64 {
        try Database(path: path, for: .inspection).integer("SELECT count(*) FROM \(table)")
    }
}
