import DataModel
import HomeGraph
import Synchronization
import TestSupport
import Testing

/// Commands that are sent together.
@MainActor struct BatchTests {
    private typealias BatcherError = CommandBatcher.CommandBatcherError

    private let hub: HandHub
    private let home: Home

    /// Two lights that can be dimmed and a plain one, in one group.
    init() async throws {
        let dimmable = LightHome.Light(levels: 1...254)
        hub = HandHub(LightHome.contents([dimmable, dimmable, LightHome.Light()]))
        home = try await Home(hub: hub, time: ManualTime())
    }

    private func light(_ number: Int) async throws -> any DeviceType {
        let device = try #require(try await home.devices().list().first { $0.id == "light-\(number)" })
        if let type = await device.types.get(DimmableType.self) { return type }
        return try #require(await device.types.get(PlainLightType.self))
    }

    private func switching(_ number: Int) async throws -> SwitchingTrait {
        try #require(try await light(number).traits[SwitchingTrait.self])
    }

    private func level(_ number: Int) async throws -> LevelTrait {
        try #require(try await light(number).traits[LevelTrait.self])
    }

    private func group() async throws -> DeviceGroup {
        let structure = try #require(try await home.structures().list().first)
        return try #require(try await structure.deviceGroups.list().first)
    }

    @Test func `a device gets its commands in order, with nothing between them`() async throws {
        let (first, second, level) = (try await switching(0), try await switching(1), try await level(0))
        hub.hold()
        async let batch: Void = home.sendBatchedCommands { batcher in
            batcher.add(first.onBatchable())
            batcher.add(second.onBatchable())
            batcher.add(level.moveBatchable(to: 5))
            batcher.add(first.offBatchable())
        }
        await hub.held(2)
        async let other: Void = first.on()
        hub.letGo()
        try await batch
        try await other
        #expect(hub.log.filter { $0.hasPrefix("0") } == ["0 on", "0 moveToLevel", "0 off", "0 on"])
        #expect(hub.log.filter { $0.hasPrefix("1") } == ["1 on"])
    }

    @Test func `results are typed, and there once all are answered`() async throws {
        let (level, switching) = (try await level(0), try await switching(1))
        hub.answer([0: .uint(42)])
        var early: (any Error)?
        let (answer, done) = try await home.sendBatchedCommands { batcher in
            let answer = batcher.add(level.askBatchable())
            do { _ = try answer.getOrThrow() } catch { early = error }
            return (answer, batcher.add(switching.onBatchable()))
        }
        #expect(early as? BatcherError == .notCommitted)
        #expect(try answer.getOrThrow().level == 42)
        #expect(answer.isSuccessful && done.isSuccessful)
        #expect(try await level.ask().level == 42)
    }

    @Test func `at a device it stops at the first that fails, and at others it does not`() async throws {
        let (first, second) = (try await switching(0), try await switching(1))
        hub.fail(0, with: HomeError(.aborted, "busy"))
        let results = try await home.sendBatchedCommands { batcher in
            [first.onBatchable(), second.onBatchable(), first.offBatchable()].map { batcher.add($0) }
        }
        #expect(results.map(\.isSuccessful) == [false, true, false])
        #expect(throws: HomeError(.aborted, "busy")) { try results[0].getOrThrow() }
        #expect(throws: HomeError(.aborted, "busy")) { try results[2].getOrThrow() }
        #expect(hub.log.sorted() == ["0 on", "1 on"])
    }

    @Test func `where all fail it throws, with the errors of all`() async throws {
        let (first, second) = (try await switching(0), try await switching(1))
        let (busy, away) = (HomeError(.aborted, "busy"), HomeError(.unavailable, "away"))
        hub.fail(0, with: busy)
        hub.fail(1, with: away)
        let all = HomeError(
            .aborted, "all 2 commands failed, the first with: busy", subtype: .bulk(errors: [busy, away]))
        await #expect(throws: all) {
            try await home.sendBatchedCommands { batcher in
                batcher.add(first.onBatchable())
                batcher.add(second.onBatchable())
            }
        }
        await #expect(throws: busy) { try await home.sendBatchedCommands { _ = $0.add(first.onBatchable()) } }
    }

    @Test func `what is refused here is refused before anything is sent`() async throws {
        let (first, level) = (try await switching(0), try await level(1))
        await #expect(throws: HomeError(.unimplemented, "Light 0 does not support OnOff.toggle")) {
            try await home.sendBatchedCommands { batcher in
                batcher.add(level.moveBatchable(to: 5))
                batcher.add(first.toggleBatchable())
            }
        }
        let management = try #require(try await home.structures().list().first).traits.get(ManagementTrait.self)
        await #expect(throws: HomeError.self) {
            try await home.sendBatchedCommands { _ = $0.add(BatchableCommand<Void>(management.handle, 7)) }
        }
        #expect(hub.log.isEmpty)
    }

    @Test func `where a command is refused no result can be had, for that reason`() async throws {
        let (first, level) = (try await switching(0), try await level(1))
        let refusal = HomeError(.unimplemented, "Light 0 does not support OnOff.toggle")
        let added = Mutex<(CommandBatcher, [CommandBatcher.ResultProvider<Void>])?>(nil)
        await #expect(throws: refusal) {
            try await home.sendBatchedCommands { batcher in
                let results = [level.moveBatchable(to: 5), first.toggleBatchable(), first.onBatchable()]
                    .map { batcher.add($0) }
                added.withLock { $0 = (batcher, results) }
            }
        }
        let (batcher, results) = try #require(added.withLock { $0 })
        for result in results { #expect(throws: refusal) { try result.getOrThrow() } }
        #expect(throws: BatcherError.alreadyCommitted) { try batcher.add(first.onBatchable()).getOrThrow() }
        #expect(hub.log.isEmpty)
    }

    /// What a member of a group refuses is among its other commands, before them, between them or after them.
    @Test(arguments: 0...3) func `a member that refuses a group's command carries out what comes before it`(
        position: Int
    ) async throws {
        let hub = HandHub(
            LightHome.contents([LightHome.Light(levels: 1...254), LightHome.Light(levels: 1...100)]))
        let home = try await Home(hub: hub, time: ManualTime())
        let structure = try #require(try await home.structures().list().first)
        let group = try #require(try await structure.deviceGroups.list().first)
        let part = try #require(await group.part(DimmableType.self)?.traits[LevelTrait.self])
        var lights: [SwitchingTrait] = []
        for device in try await home.devices().list().sorted(by: { $0.id < $1.id }) {
            lights.append(try #require(await device.types.get(DimmableType.self)?.traits[SwitchingTrait.self]))
        }
        let commands = [lights[1].onBatchable(), lights[0].onBatchable(), lights[1].offBatchable()]
        let (own, together) = try await home.sendBatchedCommands { batcher in
            let before = commands.prefix(position).map { batcher.add($0) }
            let together = batcher.add(part.moveBatchable(to: 200))
            return (before + commands.dropFirst(position).map { batcher.add($0) }, together)
        }
        #expect(together.isSuccessful, "the other member takes it")
        let isCarriedOut = [position > 0, true, position > 2]
        #expect(own.map(\.isSuccessful) == isCarriedOut)
        for (result, isCarriedOut) in zip(own, isCarriedOut) where !isCarriedOut {
            let error = #expect(throws: HomeError.self) { try result.getOrThrow() }
            #expect(error?.code == .outOfRange)
        }
        let sent = zip(["1 on", nil, "1 off"], isCarriedOut).compactMap { $1 ? $0 : nil }
        #expect(hub.log.filter { $0.hasPrefix("1") } == sent)
        #expect(Set(hub.log.filter { $0.hasPrefix("0") }) == ["0 on", "0 moveToLevel"])
    }

    @Test func `a command of another home is refused`() async throws {
        let other = try await Home(hub: HandHub(LightHome.contents([LightHome.Light()])), time: ManualTime())
        let device = try #require(try await other.devices().list().first)
        let trait = try #require(await device.types.get(PlainLightType.self)?.traits[SwitchingTrait.self])
        await #expect(throws: HomeError(.invalidArgument, "OnOff.on is a command of another home")) {
            try await home.sendBatchedCommands { _ = $0.add(trait.onBatchable()) }
        }
    }

    @Test func `a command that is added too late has no result, and one that does not fit neither`() async throws {
        let (level, switching) = (try await level(0), try await switching(0))
        hub.answer([0: .string("not a level")])
        let (batcher, answer) = try await home.sendBatchedCommands { ($0, $0.add(level.askBatchable())) }
        #expect(throws: BatcherError.failedToTransformResponse) { try answer.getOrThrow() }
        let late = batcher.add(switching.onBatchable())
        #expect(throws: BatcherError.alreadyCommitted) { try late.getOrThrow() }
        #expect(hub.log == ["0 askLevel"])
        #expect(try await home.sendBatchedCommands { _ in "nothing" } == "nothing")
    }

    @Test func `a group's part is one of the commands`() async throws {
        let part = try #require(await group().part(PlainLightType.self)?.traits[SwitchingTrait.self])
        let level = try await level(0)
        hub.fail(1, with: HomeError(.aborted, "busy"))
        let (on, move) = try await home.sendBatchedCommands { batcher in
            (batcher.add(part.onBatchable()), batcher.add(level.moveBatchable(to: 7)))
        }
        #expect(on.isSuccessful && move.isSuccessful)
        #expect(hub.log.filter { $0.hasPrefix("0") } == ["0 on", "0 moveToLevel"])
        #expect(hub.log.count == 4)
    }

    @Test func `what the body throws is thrown, and nothing is sent`() async throws {
        let switching = try await switching(0)
        await #expect(throws: HomeError(.cancelled, "never mind")) {
            try await home.sendBatchedCommands { batcher in
                batcher.add(switching.onBatchable())
                throw HomeError(.cancelled, "never mind")
            }
        }
        #expect(hub.log.isEmpty)
    }
}
