import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// What behaviours remember, damaged: whatever it says, the orders that read it trap on nothing.
@Suite struct DamagedMemoryTests {
    /// A value of the same kind that nobody would keep: so it is read, and not only put aside.
    private static func spoil(_ value: DataValue, _ random: inout SeededGenerator) -> DataValue {
        switch value {
        case .int: .int([.min, -1, 0, 1, 10_001, 1 << 40, .max].randomElement(using: &random) ?? 0)
        case .uint: .uint([0, 1, 23, 59, 255, 65_535, 1 << 32, .max].randomElement(using: &random) ?? 0)
        case .float: .float([-1e308, -1, 0, 0.5, 1e308, .infinity, .nan].randomElement(using: &random) ?? 0)
        case .bool(let bool): .bool(!bool)
        case .list(let values): .list(Bool.random(using: &random) ? [] : values.map { spoil($0, &random) })
        case .fields(let fields):
            .fields(fields.mapValues { Bool.random(using: &random) ? $0 : spoil($0, &random) })
        default: value
        }
    }

    @Test(arguments: ModelCatalog.standard.deviceTypes.map(\.name))
    func `whatever a behaviour remembers, a device lives on`(_ type: String) async throws {
        var random = SeededGenerator(seed: UInt64(type.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
        var bench = try EngineBench(type, isAutonomous: true)
        for _ in 0..<8 {
            for _ in 0..<15 { _ = bench.doSomething(&random) }
            for (key, value) in bench.engine.devices[0].memory.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                bench.engine.devices[0].memory[key] = Self.spoil(value, &random)
            }
            for _ in 0..<15 {
                _ = bench.doSomething(&random)
                await Task.yield()
            }
            _ = try bench.refresh()
            bench.pass(.seconds(100))
            if Bool.random(using: &random) { try bench.reboot() }
        }
        #expect(bench.faultyValues == [])
    }

    @Test(arguments: [Int64.min, -1, 10_001, .max])
    func `a gate that is kept where no gate can be moves all the same`(_ position: Int64) throws {
        for target: Literal in ["moveToFullyClosed", "moveToFullyOpen"] {
            var bench = try EngineBench("Closure")
            let key = try #require(ModelCatalog.standard.cluster(named: "ClosureControl")).id
            bench.engine.devices[0].memory[TimerKey(endpoint: 1, cluster: key, timer: 1)] = .int(position)
            try bench.invoke("ClosureControl.moveTo", ["position": target])
            bench.pass(.seconds(20))
            #expect(try bench.number("ClosureControl.mainState") == 0)
        }
    }

    @Test func `a schedule of a lock that is kept backwards lets nobody in`() throws {
        var bench = try ScheduleTests.lock()
        try bench.invoke("DoorLock.setWeekDaySchedule", ScheduleTests.week(3, 5))
        let memory = bench.engine.devices[0].memory
        let (key, kept) = try #require(memory.first { $0.key.timer >= 0x1000_0000 && $0.key.timer < 0x2000_0000 })
        guard case .fields(var fields) = kept else { throw HomeError(.internal, "no schedule is kept") }
        (fields[3], fields[5]) = (.uint(10), .uint(2))
        bench.engine.devices[0].memory[key] = .fields(fields)
        let refusal = try bench.refusal { try $0.invoke("DoorLock.unlockDoor", ["pinCode": "123456"]) }
        #expect(refusal?.code == .permissionDenied)
    }
}
