import DataModel
import ModelReader
import Synchronization
import TestSupport
import Testing

@testable import HomeGraph

/// The order of edits, and what becomes of one that cannot be kept.
@Suite(.timeLimit(.minutes(1))) struct HomeEditorTests {
    private let stateStore = MemoryStateStore()
    private let hub = HandHub(SmallHome.twoHouses())

    private func home() async throws -> Home { try await Home(hub: hub, store: stateStore, time: ManualTime()) }

    /// Keeps a count of shapes together with the home, and notes for which shapes it was asked.
    private final class Companion: StateCompanion {
        private let shapes = Mutex<[[String]]>([])
        var asked: [[String]] { shapes.withLock { $0 } }

        func changes(for shape: HomeShape) -> [StateChange] {
            let count = shapes.withLock { shapes in
                shapes.append(shape.rooms.map(\.name))
                return shapes.count
            }
            return [.record(section: "companion", key: "count", "\(count)")]
        }
    }

    @Test func `edits are made in the order in which they were given, each on the home that the last one left`()
        async throws
    {
        let home = try await home()
        let outcomes = Recorder<Result<String, HomeError>>()
        for number in 0..<200 {
            home.editor.submit { shape throws(HomeError) in
                // Each reads what the one before it wrote.
                guard let room = shape.rooms.first(where: { $0.name == "\(number - 1)" }) ?? shape.rooms.first else {
                    throw HomeError(.notFound, "\(number)")
                }
                return .renameRoom(room.id, to: "\(number)")
            } completion: {
                outcomes.append($0)
            }
        }
        try await home.editor.perform(.renameStructure("main", to: "Villa"))
        #expect(outcomes.elements.count == 200)
        #expect(outcomes.elements.allSatisfy { $0 == .success("kitchen") })
        #expect(home.store.shape.room("kitchen")?.name == "199")
        let names = stateStore.commits.dropFirst().dropLast().map { changes in
            changes.compactMap { if case .room(let room) = $0 { room.name } else { nil } }
        }
        #expect(names == (0..<200).map { ["\($0)"] })
    }

    @Test func `an edit builds on the result of another`() async throws {
        let home = try await home()
        let attic = try await home.editor.perform(.createRoom(name: "Den", structure: "main"))
        async let moved = home.editor.perform(.moveDevice("lamp-1", room: attic))
        async let named = home.editor.perform { shape throws(HomeError) in
            guard let room = shape.rooms.last else { throw HomeError(.notFound, "no room") }
            return .renameRoom(room.id, to: "Study")
        }
        #expect(try await (moved, named) == ("lamp-1", attic))
        #expect(home.store.shape.device("lamp-1")?.roomID == attic)
    }

    @Test func `what is kept is on disk before anybody sees it, and seen before it is answered`() async throws {
        let home = try await home()
        let watcher = home.store.watch(slots: 0..<0) {}
        let attempts = stateStore.commits.count
        home.editor.submit { shape throws(HomeError) in
            #expect(shape.structure("main")?.name == "Main House")
            return .renameStructure("main", to: "Villa")
        } completion: { [stateStore] result in
            #expect(result == .success("main"))
            #expect(stateStore.home?.structures.first?.name == "Villa")
            #expect(home.store.shape.structure("main")?.name == "Villa")
            var observations: [Observation] = []
            watcher.drain(into: &observations)
            #expect(observations.count == 1)
        }
        try await home.editor.perform(.renameRoom("attic", to: "Loft"))
        #expect(stateStore.commits.count == attempts + 2)
    }

    @Test func `an edit that cannot be kept changes nothing, and the next one is made`() async throws {
        let home = try await home()
        let companion = Companion()
        let companionship = home.editor.add(companion)
        defer { withExtendedLifetime(companionship) {} }
        let before = graph(home.store.shape)
        let failure = HomeError(.resourceExhausted, "the disk is full")
        stateStore.fail(failure)
        for edit in [.createRoom(name: "Den", structure: "main"), .removeDevice("lamp-0"), .deleteGroup("pair")]
            as [HomeEdit]
        {
            await #expect(throws: failure) { try await home.editor.perform(edit) }
        }
        #expect(graph(home.store.shape) == before)
        #expect(graph(try #require(stateStore.home)) == before)
        #expect(try await stateStore.records(in: "companion") == [:])
        #expect(hub.log.isEmpty, "the hub lets nothing go")
        stateStore.fail(nil)
        let den = try await home.editor.perform(.createRoom(name: "Den", structure: "main"))
        #expect(den == "den")
        #expect(try await stateStore.records(in: "companion") == ["count": "4"])
        #expect(graph(try #require(stateStore.home)) == graph(home.store.shape))
    }

    @Test func `a companion is asked for the home as it will be, and kept in the same commit`() async throws {
        let home = try await home()
        let companion = Companion()
        let companionship = home.editor.add(companion)
        defer { withExtendedLifetime(companionship) {} }
        try await home.editor.perform(.createRoom(name: "Den", structure: "main"))
        await #expect(throws: HomeError.self) { try await home.editor.perform(.deleteRoom("no")) }
        try await home.editor.perform(.deleteRoom("kitchen"))
        #expect(companion.asked == [["Kitchen", "Attic", "Den"], ["Attic", "Den"]])
        #expect(stateStore.commits.last == [.removedRoom("kitchen"), .record(section: "companion", key: "count", "2")])
    }

    @Test func `a companion is asked and held as long as what it was given is, and another goes on`() async throws {
        let home = try await home()
        let staying = Companion()
        let companionship = home.editor.add(staying)
        defer { withExtendedLifetime(companionship) {} }
        weak var gone: Companion?
        do {
            let leaving = Companion()
            gone = leaving
            let companionship = home.editor.add(leaving)
            defer { withExtendedLifetime(companionship) {} }
            try await home.editor.perform(.createRoom(name: "Den", structure: "main"))
            #expect(leaving.asked.count == 1)
        }
        #expect(gone == nil)
        try await home.editor.perform(.deleteRoom("den"))
        #expect(staying.asked.count == 2)
    }

    @Test func `the hub hears of names and of devices that go`() async throws {
        let home = try await home()
        try await home.editor.perform(.renameDevice("lamp-1", to: String(repeating: "é", count: 70)))
        try await home.editor.perform(.renameRoom("attic", to: "Loft"))
        try await home.editor.perform(.removeDevice("bridge"))
        await #expect(throws: HomeError.self) { try await home.editor.perform(.removeDevice("bridge")) }
        let name = String(repeating: "é", count: 60)
        #expect(hub.log == ["1 is \(name)", "4 removed", "5 removed"])
    }

    @Test func `orders that run at a device when it goes end as the device ends them, waiting ones too`() async throws {
        let home = try await home()
        let lamp = try #require(home.store.shape.device("lamp-0"))
        let step = Order.Step.invoke(
            endpoint: 1, cluster: SmallHome.onOff, command: SmallHome.onOff.commands[1], fields: [:])
        let outcomes = Recorder<OrderOutcome>()
        hub.hold()
        for _ in 0..<3 {
            home.dispatcher.submit(Order(device: lamp.index, steps: [step], deadline: .seconds(60))) {
                outcomes.append($0)
            }
        }
        await hub.held(1)
        try await home.editor.perform(.removeDevice("lamp-0"))
        hub.fail(with: HomeError(.notFound, "the hub has no such device"))
        hub.letGo()
        for _ in 0..<3 {
            let outcome = try await outcomes.first("an outcome") { _ in true }
            #expect(outcome.error == HomeError(.notFound, "the hub has no such device"))
        }
    }

    @Test func `without a state store edits are made in memory`() async throws {
        let home = try await Home(hub: hub, time: ManualTime())
        let companion = Companion()
        let companionship = home.editor.add(companion)
        defer { withExtendedLifetime(companionship) {} }
        #expect(try await home.editor.perform(.createRoom(name: "Den", structure: "main")) == "den")
        #expect(home.store.shape.room("den") != nil && companion.asked.isEmpty)
    }
}
