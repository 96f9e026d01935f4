import HomeGraph
import Synchronization
import TestSupport
import Testing

/// Eight clients that edit and four that watch, all at once.
@Suite(.timeLimit(.minutes(1))) struct ManyClientsTests {
    /// One watcher's view of one kind of objects: their names by id, each name with a number that only rises.
    private struct View: Sendable {
        var names: [String: String] = [:]
        private var latest: [String: Int] = [:]
        private(set) var faults: [String] = []

        static func number(_ name: String) -> Int { Int(name.split(separator: "#").last ?? "") ?? 0 }

        mutating func put(_ id: String, _ name: String, new isNew: Bool? = nil) {
            if let isNew, isNew == (names[id] != nil) { faults.append("\(id) is \(isNew ? "" : "not ")there already") }
            let number = Self.number(name)
            if number < latest[id] ?? 0 { faults.append("\(id) was at \(latest[id] ?? 0) and is at \(number)") }
            latest[id] = number
            names[id] = name
        }

        func hasName(_ start: String) -> Bool { names.values.contains { $0.hasPrefix(start) } }

        mutating func remove(_ id: String) {
            if names.removeValue(forKey: id) == nil { faults.append("\(id) went twice") }
        }
    }

    /// What is common to the objects that are watched.
    private struct Kind<Element: HomeObject>: Sendable {
        let name: String
        let query: Query<Element>
        let words: @Sendable (Element) -> String
    }

    private static let time = ManualTime()

    private static func home() async throws -> Home {
        try await Home(hub: HandHub(SmallHome.twoHouses()), store: MemoryStateStore(), time: time)
    }

    /// Follows whole snapshots until an object is called `last`.
    private static func followBatches<Element>(
        _ kind: Kind<Element>, watcher: Int, _ notices: Recorder<String>
    ) async -> View {
        var view = View()
        for await batch in kind.query.batched() {
            let ids = Set(batch.map(\.id))
            for id in view.names.keys where !ids.contains(id) { view.remove(id) }
            for element in batch { view.put(element.id, kind.words(element)) }
            if view.hasName("nearly") { notices.append("\(kind.name) \(watcher)") }
            if view.hasName("last") { break }
        }
        return view
    }

    /// Follows one change after another until an object is called `last`.
    private static func followUpdates<Element>(
        _ kind: Kind<Element>, watcher: Int, _ notices: Recorder<String>
    ) async -> View {
        var view = View()
        for await update in kind.query.stream() {
            switch update {
            case .initial(let element), .added(let element):
                view.put(element.id, kind.words(element), new: true)
            case .changed(let element): view.put(element.id, kind.words(element), new: false)
            case .deleted(let id): view.remove(id)
            }
            if view.hasName("nearly") { notices.append("\(kind.name) \(watcher)") }
            if view.hasName("last") { break }
        }
        return view
    }

    private static func watch<Element>(
        _ kind: Kind<Element>, watcher: Int, _ notices: Recorder<String>
    ) async -> (kind: String, view: View) {
        let view =
            watcher < 2
            ? await followBatches(kind, watcher: watcher, notices)
            : await followUpdates(kind, watcher: watcher, notices)
        return (kind.name, view)
    }

    /// Edits at random; every name has a number greater than all before it.
    private static func edit(_ home: Home, _ count: Count, client: Int) async {
        var random = SeededGenerator(seed: UInt64(client))
        for _ in 0..<60 {
            let seed = random.next()
            _ = try? await home.editor.perform { shape throws(HomeError) in
                var random = SeededGenerator(seed: seed)
                let name = "client \(client) #\(count.value.add(1, ordering: .relaxed).newValue)"
                return numbered(EditPropertyTests.edits.next(shape, using: &random), name)
            }
        }
    }

    /// The same edit with another name; devices stay.
    private static func numbered(_ edit: HomeEdit, _ name: String) -> HomeEdit {
        switch edit {
        case .renameStructure(let id, _): .renameStructure(id, to: name)
        case .createRoom(_, let structure): .createRoom(name: name, structure: structure)
        case .renameRoom(let id, _): .renameRoom(id, to: name)
        case .renameDevice(let id, _): .renameDevice(id, to: name)
        case .createGroup(_, let structure, let devices):
            .createGroup(name: name, structure: structure, devices: devices)
        case .renameGroup(let id, _): .renameGroup(id, to: name)
        case .removeDevice(let id): .renameDevice(id, to: name)
        default: edit
        }
    }

    @Test func `each watcher comes to see the same home, and nothing out of order`() async throws {
        let home = try await Self.home()
        let structure = try #require(try await home.structures().list().first { $0.id == "main" })
        let rooms = Kind(name: "rooms", query: home.rooms()) { $0.name }
        let devices = Kind(name: "devices", query: home.devices()) { $0.name }
        let groups = Kind(name: "groups", query: structure.deviceGroups) { $0.name }
        let notices = Recorder<String>()
        let count = Count()
        let views = try await withThrowingTaskGroup(of: (kind: String, view: View)?.self) { tasks in
            for watcher in 0..<4 {
                tasks.addTask { await Self.watch(rooms, watcher: watcher, notices) }
                tasks.addTask { await Self.watch(devices, watcher: watcher, notices) }
                tasks.addTask { await Self.watch(groups, watcher: watcher, notices) }
            }
            tasks.addTask {
                await withTaskGroup(of: Void.self) { clients in
                    for client in 0..<8 { clients.addTask { await Self.edit(home, count, client: client) } }
                }
                // The last change comes alone, so that whoever sees it has seen all others.
                let room = try await structure.createRoom(name: "nearly #1000000")
                let group = try await home.editor.perform(
                    .createGroup(name: "nearly #1000000", structure: "main", devices: []))
                try await home.editor.perform(.renameDevice("lamp-0", to: "nearly #1000000"))
                for kind in ["rooms", "devices", "groups"] {
                    for watcher in 0..<4 {
                        _ = try await notices.first("word of \(kind)") { $0 == "\(kind) \(watcher)" }
                    }
                }
                try await room.setName("last #1000001")
                try await home.editor.perform(.renameGroup(group, to: "last #1000001"))
                try await home.editor.perform(.renameDevice("lamp-0", to: "last #1000001"))
                return nil
            }
            var views: [(kind: String, view: View)] = []
            for try await view in tasks { if let view { views.append(view) } }
            return views
        }
        #expect(views.count == 12)
        let shape = home.store.shape
        let names = [
            "rooms": shape.rooms.map { ($0.id, $0.name) }, "devices": shape.devices.map { ($0.id, $0.name) },
            "groups": shape.groups.filter { $0.structureID == "main" }.map { ($0.id, $0.name) },
        ]
        for (kind, view) in views {
            #expect(view.faults == [])
            #expect(view.names == Dictionary(uniqueKeysWithValues: try #require(names[kind])))
        }
        #expect(count.value.load(ordering: .relaxed) == 480)
        #expect(EditPropertyTests.faults(of: shape) == [])
    }

    /// Counts edits.
    private final class Count: Sendable {
        let value = Atomic(0)
    }
}
