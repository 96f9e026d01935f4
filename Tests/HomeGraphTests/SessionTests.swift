import DataModel
import Synchronization
import TestSupport
import Testing

@testable import HomeGraph

/// Configuring and connecting; there is one session in a process, so one test after another.
///
/// Other suites may configure an app group meanwhile: nothing is configured here that would be in their way.
@Suite(.serialized) @MainActor struct SessionTests {
    /// Says what a hub is made of, and counts how often one was.
    private final class Factory: Sendable {
        let count = Mutex(0)

        func make() -> any Hub {
            count.withLock { $0 += 1 }
            return HandHub(SmallHome.contents(lamps: 2))
        }
    }

    private struct Fault: Error, CustomStringConvertible {
        var description: String { "line 3 is wrong" }
    }

    private let factory = Factory()

    init() {
        let factory = factory
        Home.configure {
            $0 = HomeClientConfiguration()
            $0.hub = { factory.make() }
            $0.time = ManualTime()
        }
    }

    @Test func `connecting gives one home until it is disconnected`() async throws {
        async let first = Home.connect()
        async let second = Home.connect()
        let (home, same) = (try await first, try await second)
        #expect(home === same)
        #expect(try await Home.connect() === home)
        #expect(await Home.restoreSession() === home)
        #expect(factory.count.withLock { $0 } == 1)
        #expect(try await home.devices().list().count == 2)
        await home.disconnect()
        #expect(await Home.restoreSession() == nil)
        let next = try await Home.connect()
        #expect(next !== home && factory.count.withLock { $0 } == 2)
        await home.disconnect()
        #expect(await Home.restoreSession() === next, "another home's end is not the session's")
        await next.disconnect()
    }

    /// A hub during whose end something else happens.
    private final class SlowHub: Hub {
        private let hub = HandHub(SmallHome.contents(lamps: 1))
        private let whileEnding: @Sendable () async -> Void

        init(whileEnding: @escaping @Sendable () async -> Void) { self.whileEnding = whileEnding }

        var simulation: (any SimulationControl)? { nil }
        func contents() async throws(HomeError) -> HomeContents { try await hub.contents() }
        func start(reportingTo receiver: any HubReceiver) async throws(HomeError) {
            try await hub.start(reportingTo: receiver)
        }
        func stop() async {
            await whileEnding()
            await hub.stop()
        }
        func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue] {
            try await hub.invoke(invocation)
        }
        func write(_ write: AttributeWrite) async throws(HomeError) { try await hub.write(write) }
        func refresh(_ device: DeviceIndex) async throws(HomeError) { try await hub.refresh(device) }
        func remove(_ device: DeviceIndex) async { await hub.remove(device) }
        func rename(_ device: DeviceIndex, to name: String) async { await hub.rename(device, to: name) }
        func states(changedOnly: Bool) async -> [DeviceIndex: String] { await hub.states(changedOnly: changedOnly) }
    }

    @Test func `who connects while a home ends gets another one, once that has ended`() async throws {
        let events = Recorder<String>()
        let next = Recorder<Task<Home, any Error>>()
        let factory = factory
        Home.configure { configuration in
            configuration.hub = {
                SlowHub {
                    next.append(
                        Task { @MainActor in
                            events.append("connecting")
                            return try await Home.connect()
                        })
                    _ = try? await events.first("that somebody connects") { $0 == "connecting" }
                    // The main actor goes on once whoever connects waits.
                    await MainActor.run {}
                    events.append("ended")
                }
            }
        }
        let home = try await Home.connect()
        Home.configure { configuration in
            configuration.hub = {
                events.append("made")
                return factory.make()
            }
        }
        await home.disconnect()
        let other = try await next.first("who connects") { _ in true }.value
        #expect(other !== home)
        #expect(events.elements == ["ended", "made"])
        #expect(try await Home.connect() === other, "the end of the first is not the end of the second")
        await other.disconnect()
    }

    @Test func `a home that a store keeps is a session to restore`() async throws {
        let store = MemoryStateStore()
        Home.configure { $0.store = store }
        #expect(await Home.restoreSession() == nil)
        await (try Home.connect()).disconnect()
        let restored = try #require(await Home.restoreSession())
        await restored.disconnect()
    }

    @Test func `without a hub there is no home`() async throws {
        Home.configure { $0.hub = nil }
        let error = HomeError(
            .failedPrecondition, "no hub is configured; write Home.configure { $0.hub = … } first")
        await #expect(throws: error) { try await Home.connect() }
        #expect(await Home.restoreSession() == nil)
    }

    @Test func `a hub that cannot be made says why, and the next attempt is a new one`() async throws {
        Home.configure { $0.hub = { throw Fault() } }
        await #expect(throws: HomeError(.failedPrecondition, "the hub cannot be made: line 3 is wrong")) {
            try await Home.connect()
        }
        Home.configure { $0.hub = { throw HomeError(.unavailable, "no hub answers") } }
        await #expect(throws: HomeError(.unavailable, "no hub answers")) { try await Home.connect() }
        let factory = factory
        Home.configure { $0.hub = { factory.make() } }
        await (try Home.connect()).disconnect()
    }

    @Test(arguments: [true, false]) func `what is not supported is refused here, or by the device`(
        isStrict: Bool
    ) async throws {
        Home.configure { $0.strictOperationValidation = isStrict }
        let home = try await Home.connect()
        let hub = try #require(home.hub as? HandHub)
        hub.fail(with: HomeError(.unimplemented, "the device says no"))
        let lamp = try #require(try await home.devices().list().first { $0.id == "lamp-0" })
        let trait = try #require(await lamp.types.get(PlainLightType.self)?.traits[SwitchingTrait.self])
        let message = isStrict ? "Lamp 0 does not support OnOff.toggle" : "the device says no"
        await #expect(throws: HomeError(.unimplemented, message)) { try await trait.toggle() }
        #expect(hub.log == (isStrict ? [] : ["0 toggle"]))
        await home.disconnect()
    }

    @Test func `how the home behaves is configured, too`() {
        var configuration = HomeClientConfiguration()
        #expect(configuration.homeConfiguration.appGroup == nil)
        #expect(configuration.homeConfiguration.strictOperationValidation)
        configuration.behavior.timeout = .seconds(3)
        configuration.behavior.strictOperationValidation = true
        configuration.strictOperationValidation = false
        configuration.sharedAppGroup = "group.example"
        #expect(configuration.homeConfiguration.timeout == .seconds(3))
        #expect(configuration.homeConfiguration.appGroup == "group.example")
        #expect(!configuration.homeConfiguration.strictOperationValidation)
        #expect(Home.version.split(separator: ".").count == 3)
    }
}
