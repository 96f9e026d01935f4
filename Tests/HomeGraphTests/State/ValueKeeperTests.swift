import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

/// What of the values is kept, and when.
@Suite(.timeLimit(.minutes(1))) struct ValueKeeperTests {
    private let time = ManualTime()
    private let store = MemoryStateStore()
    private let hub = HandHub(SmallHome.contents(lamps: 3))
    private let failures = Recorder<HomeError>()

    private func home() async throws -> Home {
        var configuration = HomeConfiguration()
        configuration.lastReportInterval = nil
        configuration.keepingFailed = { [failures] in failures.append($0) }
        let home = try await Home(hub: hub, store: store, configuration: configuration, time: time)
        _ = try await nextAttempt()
        return home
    }

    private func nextAttempt() async throws -> Result<[StateChange], HomeError> {
        try await store.attempts.first("an attempt to keep something") { _ in true }
    }

    /// Lets the time go by for which changes are collected, once somebody collects.
    private func pass(_ duration: Duration = .seconds(1)) async {
        await time.sleepers(atLeast: 1)
        time.advance(by: duration)
    }

    private static func key(_ attribute: UInt32) -> ValueKey { ValueKey(endpoint: 1, cluster: 6, attribute: attribute) }
    private static let startUp = key(0x4003)

    @Test func `a home that was never kept is kept whole before anything else`() async throws {
        hub.setState("made", of: 1)
        let home = try await home()
        defer { withExtendedLifetime(home) {} }
        let kept = try #require(store.home)
        #expect(kept.structures.map(\.id) == ["main"] && kept.rooms.map(\.id) == ["kitchen"])
        #expect(kept.groups.map(\.deviceIDs) == [["lamp-0", "lamp-1"]])
        #expect(kept.devices.map(\.hubState) == [nil, "made", nil])
        #expect(kept.devices[2].layout == SmallHome.lamp.savedText)
        #expect(kept.devices[2].values[Self.key(0)] == .bool(false))
        #expect(store.commits.count == 1)
    }

    @Test func `a non-volatile value is kept once its interval is over, as it is then`() async throws {
        let home = try await home()
        defer { withExtendedLifetime(home) {} }
        hub.report(1, SmallHome.startUpOffset, .uint(1))
        await time.sleepers(atLeast: 1)
        hub.report(1, SmallHome.startUpOffset, .uint(2))
        hub.report(0, SmallHome.startUpOffset, .uint(0))
        hub.report(0, SmallHome.onOffOffset, .bool(true))
        #expect(store.commits.count == 1)
        await pass()
        let changes = try await nextAttempt().get()
        #expect(
            changes == [
                .value(device: "lamp-0", Self.startUp, .uint(0)), .value(device: "lamp-1", Self.startUp, .uint(2)),
            ])
    }

    @Test func `what is lost by a loss of power wakes nobody`() async throws {
        let home = try await home()
        for round in 0..<20 { hub.report(round % 3, SmallHome.onOffOffset, .bool(round.isMultiple(of: 2))) }
        hub.report(2, SmallHome.startUpOffset, .uint(1))
        await pass()
        #expect(try await nextAttempt().get().count == 1)
        for round in 0..<20 { hub.report(round % 3, SmallHome.onOffOffset, .bool(round.isMultiple(of: 2))) }
        #expect(time.sleeperCount == 0)
        #expect(store.commits.count == 2)
        await home.disconnect()
    }

    @Test func `what the hub has to keep is kept as soon as values are`() async throws {
        let home = try await home()
        defer { withExtendedLifetime(home) {} }
        hub.setState("first", of: 2)
        await time.sleepers(atLeast: 1)
        hub.setState("second", of: 2)
        await pass()
        #expect(try await nextAttempt().get() == [.hubState(device: "lamp-2", "second")])
        hub.setState("third", of: 0)
        await pass()
        #expect(try await nextAttempt().get() == [.hubState(device: "lamp-0", "third")])
    }

    @Test func `a store that fails is tried again, later each time, and loses nothing`() async throws {
        let home = try await home()
        defer { withExtendedLifetime(home) {} }
        let failure = HomeError(.unavailable, "the disk is gone")
        store.fail(failure)
        hub.report(0, SmallHome.startUpOffset, .uint(1))
        hub.setState("lost?", of: 1)
        await pass()
        #expect(try await nextAttempt() == .failure(failure))
        for seconds in [2, 4, 8] {
            await time.sleepers(atLeast: 1)
            time.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(store.attempts.elements.isEmpty)
            time.advance(by: .milliseconds(1))
            #expect(try await nextAttempt() == .failure(failure))
        }
        hub.report(0, SmallHome.startUpOffset, .uint(2))
        hub.report(2, SmallHome.startUpOffset, .uint(2))
        store.fail(nil)
        await pass(.seconds(16))
        #expect(
            try await nextAttempt().get() == [
                .value(device: "lamp-0", Self.startUp, .uint(2)), .value(device: "lamp-2", Self.startUp, .uint(2)),
                .hubState(device: "lamp-1", "lost?"),
            ])
        #expect(failures.elements == [failure], "said once")
        store.fail(failure)
        hub.report(0, SmallHome.startUpOffset, .uint(0))
        await pass()
        #expect(try await nextAttempt() == .failure(failure))
        await time.sleepers(atLeast: 1)
        #expect(failures.elements == [failure, failure], "said again, as it had worked in between")
    }

    @Test func `at the end all that changed is kept, and nothing else`() async throws {
        let home = try await home()
        hub.report(2, SmallHome.onOffOffset, .bool(true))
        hub.report(2, SmallHome.startUpOffset, .uint(1))
        hub.report(0, DeviceLayout.connectivityOffset, .uint(2))
        hub.report(1, SmallHome.onOffOffset, .bool(false))
        hub.setState("at the end", of: 1)
        await home.disconnect()
        #expect(
            store.commits.dropFirst() == [
                [
                    .value(device: "lamp-0", .connectivity, .uint(2)), .hubState(device: "lamp-1", "at the end"),
                    .value(device: "lamp-2", Self.key(0), .bool(true)),
                    .value(device: "lamp-2", Self.startUp, .uint(1)),
                ]
            ])
        #expect(failures.elements.isEmpty)
    }

    @Test func `where nothing changed nothing is written, also at the end`() async throws {
        let home = try await home()
        await home.disconnect()
        #expect(store.commits.count == 1)
        #expect(time.sleeperCount == 0)
    }

    @Test func `what cannot be kept at the end is said`() async throws {
        let home = try await home()
        hub.report(2, SmallHome.onOffOffset, .bool(true))
        store.fail(HomeError(.resourceExhausted, "the disk is full"))
        await home.disconnect()
        #expect(failures.elements == [HomeError(.resourceExhausted, "the disk is full")])
    }

    @Test func `what could not be kept at the end is kept when the home is ended again`() async throws {
        let home = try await home()
        hub.report(2, SmallHome.onOffOffset, .bool(true))
        hub.report(0, SmallHome.startUpOffset, .uint(1))
        store.fail(HomeError(.resourceExhausted, "the disk is full"))
        await home.disconnect()
        #expect(store.commits.count == 1)
        store.fail(nil)
        await home.disconnect()
        #expect(
            store.commits.dropFirst() == [
                [.value(device: "lamp-0", Self.startUp, .uint(1)), .value(device: "lamp-2", Self.key(0), .bool(true))]
            ])
        await home.disconnect()
        #expect(store.commits.count == 2, "what is kept is not kept again")
    }

    @Test(arguments: [false, true]) func `a home that is let go without an end leaves nothing behind`(
        whileKeeping isKeeping: Bool
    ) async throws {
        let gone = Recorder<String>()
        do {
            let hub = HandHub(SmallHome.contents(lamps: 2), gone: gone)
            let home = try await Home(hub: hub, store: store, time: time)
            _ = try await nextAttempt()
            if isKeeping {
                hub.report(0, SmallHome.startUpOffset, .uint(1))
                await time.sleepers(atLeast: 1)
            }
            #expect(gone.elements.isEmpty)
            withExtendedLifetime(home) {}
        }
        _ = try await gone.first("the end of the hub") { _ in true }
    }

    @Test func `of a device that went meanwhile nothing is kept`() async throws {
        let home = try await home()
        hub.report(1, SmallHome.startUpOffset, .uint(1))
        hub.setState("gone", of: 1)
        hub.report(2, SmallHome.startUpOffset, .uint(1))
        try await home.editor.perform(.removeDevice("lamp-1"))
        _ = try await nextAttempt()
        hub.report(1, SmallHome.startUpOffset, .uint(2))
        await pass()
        #expect(try await nextAttempt().get() == [.value(device: "lamp-2", Self.startUp, .uint(1))])
        await home.disconnect()
        #expect(store.home?.devices.map(\.id) == ["lamp-0", "lamp-2"])
    }
}

extension ValueKeeperTests {
    @Test func `what is kept is what a home was at its end, whatever happened`() async throws {
        var random = SeededGenerator(seed: 21)
        let home = try await home()
        for _ in 0..<300 {
            let device = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: hub.report(device, SmallHome.startUpOffset, .uint(UInt64.random(in: 0...2, using: &random)))
            case 1: hub.setState("\(Int.random(in: 0...9, using: &random))", of: device)
            case 2: time.advance(by: .seconds(1))
            case 3: store.fail(Bool.random(using: &random) ? HomeError(.unavailable, "away") : nil)
            default: hub.report(device, SmallHome.onTimeOffset, .uint(UInt64.random(in: 0...9, using: &random)))
            }
        }
        store.fail(nil)
        let states = await hub.states(changedOnly: false)
        let values = home.store.shape.devices.map { home.store.values(in: $0.slots) }
        await home.disconnect()
        let kept = try #require(store.home)
        for (index, device) in kept.devices.enumerated() {
            #expect(SmallHome.lamp.valueKeys.map { device.values[$0] } == values[index])
            #expect(device.hubState == states[DeviceIndex(rawValue: index)])
        }
    }
}
