import DataModel
import Foundation
import HomeGraph
import ModelReader
import SimulatedHub
import TestSupport
import Testing

@testable import Conversions
@testable import HomeKitView

/// What is written here and what others do meanwhile: each is told apart, however the two come together.
@Suite(.timeLimit(.minutes(1))) @MainActor struct OwnWriteTests {
    private static let light =
        "{name: Device, type: DimmableLight, traits: {OnOff: {onOff: false}, LevelControl: {currentLevel: 64}}}"

    private static func brightness(_ bench: HomeKitBench) throws -> HMCharacteristic {
        try bench.characteristic(HMCharacteristicTypeBrightness, of: HMServiceTypeLightbulb)
    }

    private static func level(_ bench: HomeKitBench) throws -> DataValue {
        let device = try #require(bench.graph.store.shape.devices.first)
        let level = AttributeID(cluster: 8, id: 0)
        return bench.graph.store.value(of: level, endpoint: 1, of: device)
    }

    private static func toldOfBrightness(_ delegate: NotingDelegate) -> [String] {
        delegate.told.filter { $0.hasPrefix("Brightness") }
    }

    @Test(arguments: [HomeError.Code.aborted, .deadlineExceeded, .unavailable])
    func `what others do during a write that fails is told`(_ code: HomeError.Code) async throws {
        let bench = try await HomeKitBench(Self.light)
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        bench.hub.meanwhile { _ throws(HomeError) in
            await Self.report(127, on: bench, awaiting: delegate)
            throw HomeError(code, "no")
        }
        await #expect(throws: HMError.self) { try await brightness.writeValue(80) }
        await delegate.wait { $0.contains("Brightness 50") }
        #expect(brightness.value as? Int == 50)
        #expect(Self.toldOfBrightness(delegate) == ["Brightness 50"])
    }

    @Test func `what others do during a write that succeeds is told, and the write itself is not`() async throws {
        let bench = try await HomeKitBench(Self.light)
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        try await brightness.writeValue(80)
        #expect(Self.toldOfBrightness(delegate).isEmpty)
        bench.hub.meanwhile(insteadOfSending: true) { _ throws(HomeError) in
            await Self.report(254, on: bench, awaiting: delegate)
        }
        try await brightness.writeValue(20)
        await delegate.wait { $0.contains("Brightness 100") }
        #expect(brightness.value as? Int == 100)
    }

    /// Has the light report a level, and another value that shows when that was heard.
    private static func report(_ level: UInt64, on bench: HomeKitBench, awaiting delegate: NotingDelegate) async {
        let isOn = delegate.told.last { $0.hasPrefix("PowerState") } == "PowerState true"
        let count = delegate.told.count
        do {
            try bench.report("LevelControl", "currentLevel", .uint(level))
            try bench.report("OnOff", "onOff", .bool(!isOn))
        } catch {
            Issue.record(error)
        }
        await delegate.wait { $0.dropFirst(count).contains("PowerState \(!isOn)") }
    }

    @Test func `writes that overlap are nobody else's`() async throws {
        let bench = try await HomeKitBench(Self.light)
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        for round in 0..<10 {
            let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
            for percent in [20 + round, 50 - round, 80 + round] {
                brightness.writeValue(percent) { continuation.yield($0 == nil) }
            }
            var iterator = ends.makeAsyncIterator()
            for _ in 0..<3 { #expect(await iterator.next() == true) }
            #expect(brightness.value as? Int == 80 + round)
        }
        try bench.report("LevelControl", "currentLevel", .uint(1))
        await delegate.wait { $0.contains("Brightness 1") }
        #expect(Self.toldOfBrightness(delegate) == ["Brightness 1"])
    }

    @Test func `a light that fades is on its way to what was written`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: DimmableLight, traits: {OnOff: {onOff: true}, LevelControl: {currentLevel: 64, onOffTransitionTime: 40}}}"
        )
        try bench.hub.simulated.setSpeed(10)
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        try await brightness.writeValue(80)
        var levels: Set<String> = []
        while try Self.level(bench) != .uint(203) {
            levels.insert("\(try Self.level(bench))")
            #expect(brightness.value as? Int == 80)
            await Task.yield()
        }
        #expect(levels.count > 1)
        try bench.report("LevelControl", "currentLevel", .uint(254))
        await delegate.wait { $0.contains("Brightness 100") }
        #expect(Self.toldOfBrightness(delegate) == ["Brightness 100"])
    }

    @Test func `a light that stands still on its way is told, in time`() async throws {
        let bench = try await HomeKitBench(Self.light)
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        bench.hub.meanwhile(insteadOfSending: true) { _ throws(HomeError) in }
        try await brightness.writeValue(80)
        #expect(brightness.value as? Int == 80)
        try bench.report("LevelControl", "currentLevel", .uint(127))
        await delegate.wait { $0.contains("Brightness 50") }
        #expect(brightness.value as? Int == 50)
    }

    @Test func `a hue of eight bits that comes late is the one that was written`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: ExtendedColorLight, features: {ColorControl: [hueSaturation, xy, colorTemperature]}}")
        let hue = try bench.characteristic(HMCharacteristicTypeHue, of: HMServiceTypeLightbulb)
        let delegate = try await NotingDelegate(try bench.home)
        let device = try #require(bench.graph.store.shape.devices.first)
        try bench.hub.simulated.setFault(SimulatedFault(reportDelay: .milliseconds(100)), device: device.index)
        try await hue.writeValue(100)
        #expect(hue.value as? Double == 100)
        while hue.value as? Double != 101 { await Task.yield() }
        #expect(!delegate.told.contains { $0.hasPrefix("Hue") })
    }

    @Test func `a way to a target only leads there`() {
        func target(_ value: Int, past passed: Int...) -> OwnTarget {
            OwnTarget(.int(value), past: passed.map { .int($0) }, tolerance: 1)
        }
        for (from, to) in [(20, 80), (80, 20)] {
            let step = from < to ? 1 : -1
            var there = target(to, past: from)
            for number in stride(from: from, to: to - step, by: step) {
                #expect(there.judge(.int(number)) == .onTheWay)
            }
            #expect(there.judge(.int(to - step)) == .arrived)
            var back = target(to, past: from)
            #expect(back.judge(.int(50)) == .onTheWay)
            #expect(back.judge(.int(50 - step)) == .elsewhere)
            var beyond = target(to, past: from)
            #expect(beyond.judge(.int(to + 2 * step)) == .elsewhere)
            #expect(beyond.judge(nil) == .elsewhere)
        }
        var overlapping = target(80, past: 50, 20)
        #expect(overlapping.judge(.int(30)) == .onTheWay)
        var name = OwnTarget(.int(2), past: [.int(0)], tolerance: nil)
        #expect(name.judge(.int(1)) == .elsewhere)
        #expect(name.judge(.int(2)) == .arrived)
    }

    @Test func `switching a light off by its brightness leaves the brightness`() async throws {
        let bench = try await HomeKitBench(Self.light)
        let brightness = try Self.brightness(bench)
        try await brightness.writeValue(50)
        try await brightness.writeValue(0)
        #expect(brightness.value as? Int == 50)
        try await brightness.readValue()
        #expect(brightness.value as? Int == 50)
    }

    @Test func `less than a light can is the least that it can`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: DimmableLight, traits: {OnOff: {onOff: true}, LevelControl: {minLevel: 26}}}")
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        let power = try bench.characteristic(HMCharacteristicTypePowerState, of: HMServiceTypeLightbulb)
        try await brightness.writeValue(5)
        #expect(brightness.value as? Int == 11)
        try await power.readValue()
        #expect(power.value as? Bool == true)
        #expect(bench.hub.orders.last?.contains("level 27") == true)
        #expect(Self.toldOfBrightness(delegate).isEmpty)
    }

    @Test func `a read takes no news from who listens`() async throws {
        let bench = try await HomeKitBench(Self.light)
        let brightness = try Self.brightness(bench)
        let delegate = try await NotingDelegate(try bench.home)
        for percent in [70, 30, 90, 10] {
            try bench.report("LevelControl", "currentLevel", .uint(UInt64((Double(percent) * 2.54).rounded())))
            try await brightness.readValue()
            await delegate.wait { $0.contains("Brightness \(percent)") }
        }
        #expect(Self.toldOfBrightness(delegate).count == 4)
    }

    @Test func `what is wrong once it is a write's turn has the code that it has at once`() async throws {
        let bench = try await HomeKitBench(
            "{name: Device, type: Thermostat, traits: {Thermostat: {systemMode: heat, absMinCoolSetpointLimit: 1600}}}")
        let mode = try bench.characteristic(HMCharacteristicTypeTargetHeatingCooling, of: HMServiceTypeThermostat)
        let target = try bench.characteristic(HMCharacteristicTypeTargetTemperature, of: HMServiceTypeThermostat)
        // Handlers, since what is asked for one after another is done so; of two tasks either may be first.
        let (codes, ended) = AsyncStream.makeStream(of: HMError.Code?.self)
        mode.writeValue(2) { ended.yield(($0 as? HMError)?.code) }
        target.writeValue(12) { ended.yield(($0 as? HMError)?.code) }
        var seen: [HMError.Code?] = []
        for await code in codes {
            seen.append(code)
            if seen.count == 2 { break }
        }
        #expect(seen.compactMap(\.self) == [.valueLowerThanMinimum])
    }
}
