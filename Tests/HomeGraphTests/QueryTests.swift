import DataModel
import HomeGraph
import TestSupport
import Testing

/// Queries: snapshots, changes, and a home that is not synchronised yet.
@Suite(.timeLimit(.minutes(1))) struct QueryTests {
    private func home(synchronization: Duration = .zero, time: ManualTime = ManualTime()) async throws -> Home {
        var configuration = HomeConfiguration()
        configuration.synchronization = synchronization
        return try await Home(
            hub: HandHub(SmallHome.contents(lamps: 2)), configuration: configuration, time: time)
    }

    @Test func `each batch is whole, and equal ones are not repeated`() async throws {
        let home = try await home()
        var batches = home.devices().batched().map { Set($0.map(\.name)) }.makeAsyncIterator()
        #expect(await batches.next() == ["Lamp 0", "Lamp 1"])
        // A room's name is nothing of a device's.
        try await home.rooms().list().first?.setName("Galley")
        try await home.devices().list().first { $0.id == "lamp-1" }?.setName("Moon")
        #expect(await batches.next() == ["Lamp 0", "Moon"])
    }

    @Test func `a stream tells what became of each object`() async throws {
        let home = try await home()
        let structure = try #require(try await home.structures().list().first)
        var updates = home.rooms().stream().makeAsyncIterator()
        let kitchen = try #require(try await home.rooms().list().first)
        #expect(await updates.next() == .initial(kitchen))
        let study = try await structure.createRoom(name: "Study")
        #expect(await updates.next() == .added(study))
        let library = try await study.setName("Library")
        #expect(await updates.next() == .changed(library))
        try await structure.deleteRoom(library)
        let deleted = await updates.next()
        #expect(deleted == .deleted(objectID: "study") && deleted?.object == nil)
    }

    @Test func `groups are told of with their names and members`() async throws {
        let home = try await home()
        let structure = try #require(try await home.structures().list().first)
        var batches = structure.deviceGroups.batched().makeAsyncIterator()
        #expect(await batches.next()?.map(\.name) == ["Pair"])
        try await structure.traits.get(ManagementTrait.self).remove(["lamp-0"], from: "pair")
        #expect(await batches.next()?.map(\.deviceIDs) == [["lamp-1"]])
    }

    @Test func `every object says what it is`() async throws {
        let home = try await home()
        func kinds(_ objects: some Sequence<any HomeObject>) -> Set<HomeObjectType> { Set(objects.map(\.objectType)) }
        let structures = try await home.structures().list()
        #expect(kinds(structures.map { $0 }) == [.structure])
        #expect(kinds(try await home.rooms().list().map { $0 }) == [.room])
        #expect(kinds(try await home.devices().list().map { $0 }) == [.device])
        #expect(kinds(try await #require(structures.first).deviceGroups.list().map { $0 }) == [.group])
    }

    @Test func `a watcher ends with its task`() async throws {
        let home = try await home()
        let task = Task {
            var count = 0
            for await _ in home.devices().batched() { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test func `a home that is not synchronised shows nothing, and its streams converge`() async throws {
        let time = ManualTime()
        let home = try await home(synchronization: .seconds(3), time: time)
        #expect(try await home.structures().list().isEmpty)
        var batches = home.structures().batched().map(\.count).makeAsyncIterator()
        var updates = home.devices().stream().makeAsyncIterator()
        #expect(await batches.next() == 0)
        await time.sleepers(atLeast: 1)
        time.advance(by: .seconds(3))
        #expect(await batches.next() == 1)
        #expect(try await home.structures().list().map(\.name) == ["Main House"])
        guard case .initial = await updates.next() else {
            Issue.record("a stream that began to be read now begins with what there is")
            return
        }
    }
}
