import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// What a device is after the program ended and began again: what it would have been anyway.
@Suite struct RestartTests {
    /// All of 91 Matter and 51 Google types.
    fileprivate static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    @Test(arguments: types)
    func `a device of each type goes on as if nothing had happened`(_ type: String) async throws {
        var random = SeededGenerator(seed: UInt64(type.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) }))
        var steady = try EngineBench(type, isAutonomous: Bool.random(using: &random))
        for _ in 0..<4 {
            for _ in 0..<20 { _ = steady.doSomething(&random) }
            var restarted = steady
            try restarted.restart()
            for _ in 0..<20 {
                await Task.yield()
                var same = random
                let refusal = steady.doSomething(&random)
                #expect(restarted.doSomething(&same) == refusal)
                #expect(restarted.engine.devices[0].values == steady.engine.devices[0].values)
                #expect(restarted.changes == steady.changes)
                #expect(restarted.events.map(\.number) == steady.events.map(\.number))
            }
            try steady.reboot()
            try restarted.reboot()
            #expect(restarted.engine.devices[0].values == steady.engine.devices[0].values)
        }
    }

    @Test(arguments: types)
    func `what is kept of a device of each type is read as it was written`(_ type: String) throws {
        var random = SeededGenerator(seed: 5)
        var bench = try EngineBench(type, isAutonomous: true)
        for _ in 0..<40 { _ = bench.doSomething(&random) }
        let state = DeviceState(of: bench.engine.devices[0], at: bench.moment)
        let read = try DeviceState(text: state.text)
        #expect(read.text == state.text)
        #expect(read.memory == state.memory)
        #expect(read.initialValues == state.initialValues)
        #expect(read.timers.map(\.key) == state.timers.map(\.key))
        #expect(read.transitions.keys == state.transitions.keys)
    }
}

extension RestartTests {
    @Test(arguments: types)
    func `the first values of each type are known after a restart, too`(_ type: String) throws {
        var random = SeededGenerator(seed: 3)
        var bench = try EngineBench(type)
        let first = bench.engine.devices[0].initialValues
        for _ in 0..<30 { _ = bench.doSomething(&random) }
        try bench.restart()
        let offsets = DeviceLayout.firstAttributeOffset..<first.count
        #expect(bench.engine.devices[0].initialValues[offsets] == first[offsets])
    }

    @Test func `hours of operation are counted over reboots and restarts, from where they stood`() throws {
        var bench = try EngineBench("OnOffLight")
        bench.pass(.seconds(2 * 3600))
        try bench.reboot()
        try bench.restart()
        bench.pass(.seconds(3600 + 5))
        _ = try bench.refresh()
        #expect(try bench.number("GeneralDiagnostics.totalOperationalHours") == 3)
        #expect(try bench.number("GeneralDiagnostics.upTime") == 3605)
    }

    @Test func `a device that is off while the program begins again is off until it is on`() throws {
        var bench = try EngineBench("OnOffLight")
        _ = try bench.engine.reboot(DeviceIndex(rawValue: 0), at: bench.moment, now: Timestamp(rawValue: 0))
        func connectivity(_ bench: EngineBench) -> DataValue {
            bench.engine.devices[0].values[DeviceLayout.connectivityOffset]
        }
        let off = connectivity(bench)
        try bench.restart()
        #expect(connectivity(bench) == off)
        let index = DeviceIndex(rawValue: 0)
        #expect(try bench.refusal { try $0.engine.rollFault(index) }?.code == .unavailable)
        bench.pass(Engine.bootTime)
        #expect(connectivity(bench) == .uint(UInt64(ConnectivityState.online.rawValue)))
        #expect(try bench.refusal { try $0.engine.rollFault(index) } == nil)
    }
}
