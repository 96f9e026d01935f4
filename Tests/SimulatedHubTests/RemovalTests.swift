import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// A device that is taken out of the home, and one that is named otherwise.
@Suite(.timeLimit(.minutes(1))) struct RemovalTests {
    private static let first = DeviceIndex(rawValue: 0)
    private static let gone = HomeError(.notFound, "the hub has no such device")
    /// To level 1 at once.
    private static let lowest: [UInt32: DataValue] = [0: .uint(1), 1: .uint(0), 2: .uint(0), 3: .uint(0)]
    /// To level 200 in 60 seconds.
    private static let fade: [UInt32: DataValue] = [0: .uint(200), 1: .uint(600), 2: .uint(0), 3: .uint(0)]

    private static func devices(_ bench: HubBench) -> Set<Int> { Set(bench.recorder.changes.map(\.device.rawValue)) }

    @Test func `what it was at ends, and the others go on`() async throws {
        let bench = try await HubBench("DimmableLight", "DimmableLight")
        for device in 0...1 {
            for fields in [Self.lowest, Self.fade] {
                try await bench.invoke("LevelControl.moveToLevelWithOnOff", fields, device: device)
            }
        }
        await bench.hub.remove(Self.first)
        bench.recorder.clear()
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .seconds(60))
        try await bench.wait(for: "LevelControl.currentLevel", count: 60, device: 1)
        #expect(Self.devices(bench) == [1])
        #expect(try bench.reported("LevelControl.currentLevel", device: 1).last == .uint(200))
    }

    @Test func `nothing can be done with it any more`() async throws {
        let bench = try await HubBench("GenericSwitch", "OnOffLight")
        let hub = bench.hub
        let (cluster, _) = try HubBench.split("Switch.currentPosition")
        await hub.remove(Self.first)
        await hub.remove(Self.first)
        await hub.remove(DeviceIndex(rawValue: 9))
        bench.recorder.clear()
        await #expect(throws: Self.gone) { try await bench.invoke("Identify.identify", [0: .uint(1)]) }
        await #expect(throws: Self.gone) { try await bench.write("Identify.identifyTime", .uint(1)) }
        await #expect(throws: Self.gone) { try await hub.refresh(Self.first) }
        #expect(throws: Self.gone) {
            try hub.report(
                .uint(1), attribute: cluster.attributes[1], of: cluster, endpoint: 1, device: Self.first)
        }
        #expect(throws: Self.gone) {
            try hub.emit(cluster.events[0], fields: [:], of: cluster, endpoint: 1, device: Self.first)
        }
        #expect(throws: Self.gone) { try hub.setOnline(true, device: Self.first) }
        #expect(throws: Self.gone) { try hub.setFault(SimulatedFault(errorRate: 1), device: Self.first) }
        #expect(throws: Self.gone) { try hub.reboot(Self.first) }
        hub.setHubOnline(false)
        hub.setHubOnline(true)
        #expect(Self.devices(bench) == [])
        #expect(await hub.states(changedOnly: true).keys.contains(Self.first) == false)
        #expect(await Set(hub.states(changedOnly: false).keys) == [DeviceIndex(rawValue: 1)])
        try await bench.invoke("OnOff.on", device: 1)
        #expect(Self.devices(bench) == [1])
    }

    @Test func `an order that it was slow with finds nobody`() async throws {
        let bench = try await HubBench("OnOffLight")
        try bench.hub.setFault(SimulatedFault(latency: .seconds(2)), device: Self.first)
        let order = Task { _ = try await bench.invoke("OnOff.on") }
        await bench.time.sleepers(atLeast: 1)
        await bench.hub.remove(Self.first)
        bench.time.advance(by: .seconds(2))
        await #expect(throws: Self.gone) { try await order.value }
        #expect(Self.devices(bench) == [])
    }

    @Test func `what it would have reported late is left out`() async throws {
        let bench = try await HubBench("OnOffLight", "OnOffLight")
        for device in [1, 0] {
            try bench.hub.setFault(SimulatedFault(reportDelay: .seconds(5)), device: DeviceIndex(rawValue: device))
            try await bench.invoke("OnOff.on", device: device)
        }
        await bench.hub.remove(Self.first)
        await bench.time.sleepers(atLeast: 2)
        bench.recorder.clear()
        bench.time.advance(by: .seconds(5))
        try await bench.wait(for: "OnOff.onOff", count: 1, device: 1)
        #expect(Self.devices(bench) == [1])
    }

    @Test func `what it owed while it was away is never reported`() async throws {
        let bench = try await HubBench("OnOffLight")
        try await bench.invoke("OnOff.onWithTimedOff", [0: .uint(0), 1: .uint(20), 2: .uint(0)])
        bench.hub.setHubOnline(false)
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .seconds(60))
        await bench.hub.remove(Self.first)
        bench.recorder.clear()
        bench.hub.setHubOnline(true)
        #expect(Self.devices(bench) == [])
    }

    @Test func `the dispatcher's orders to it end, one and all`() async throws {
        let bench = try await HubBench("OnOffLight")
        await bench.hub.stop()
        let home = try await Home(hub: bench.hub, time: bench.time)
        try bench.hub.setFault(SimulatedFault(latency: .seconds(2)), device: Self.first)
        let command = try bench.invocation("OnOff.on")
        let step = Order.Step.invoke(endpoint: 1, cluster: command.cluster, command: command.command, fields: [:])
        let outcomes = Recorder<OrderOutcome>()
        for _ in 0..<5 {
            home.dispatcher.submit(Order(device: Self.first, steps: [step], deadline: .seconds(60))) {
                outcomes.append($0)
            }
        }
        await bench.time.sleepers(atLeast: 2)
        try await home.editor.perform(.removeDevice("device-0"))
        bench.time.advance(by: .seconds(2))
        for _ in 0..<5 {
            let outcome = try await outcomes.first("an outcome") { _ in true }
            #expect(outcome.error == Self.gone)
        }
    }

    @Test func `messages call a device by its new name`() async throws {
        let bench = try await HubBench("OnOffLight")
        await bench.hub.stop()
        let home = try await Home(hub: bench.hub, time: bench.time)
        try await home.editor.perform(.renameDevice("device-0", to: "Đèn"))
        try bench.hub.setOnline(false, device: Self.first)
        await #expect(throws: HomeError(.unavailable, "Đèn is offline")) { try await bench.invoke("OnOff.on") }
    }
}
