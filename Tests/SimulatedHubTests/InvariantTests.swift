import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// What holds of every device type, whatever is asked of it.
///
/// These tests take long; they yield, so that those that wait for something are not kept waiting.
@Suite struct InvariantTests {
    /// All of 91 Matter and 51 Google types.
    private static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    @Test(arguments: types)
    func `whatever happens, values stay as the model allows`(_ type: String) async throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = try EngineBench(type, isAutonomous: seed == 2, seed: seed)
            for step in 0..<150 {
                _ = bench.doSomething(&random)
                await Task.yield()
                if step % 50 == 49 { try bench.reboot() }
            }
            #expect(bench.faultyValues == [])
        }
    }

    @Test(arguments: types)
    func `an order that is refused changes nothing`(_ type: String) async throws {
        var random = SeededGenerator(seed: 21)
        var bench = try EngineBench(type)
        for _ in 0..<150 {
            await Task.yield()
            let before = bench.condition
            guard let refusal = bench.doSomething(&random) else { continue }
            #expect(bench.condition == before, "\(refusal.message)")
        }
    }

    @Test(arguments: ["Fan", "AirPurifier", "ExtractorHood", "RoomAirConditioner", "GoogleAirCooler"])
    func `percent and mode of a fan agree`(_ type: String) async throws {
        var random = SeededGenerator(seed: 5)
        var bench = try EngineBench(type)
        for _ in 0..<400 {
            _ = bench.doSomething(&random)
            await Task.yield()
            let (mode, percent) = (
                try bench.number("FanControl.fanMode"), try bench.number("FanControl.percentSetting")
            )
            let current = try #require(try bench.number("FanControl.percentCurrent"))
            if mode == 5 {
                #expect(percent == nil, "by itself, and not as it was set")
            } else {
                #expect((mode == 0) == (percent == 0), "mode \(mode ?? -1), \(percent ?? -1) %")
                #expect(current == 0 || current == percent)
            }
            guard bench.has("FanControl.speedSetting"), let most = try bench.number("FanControl.speedMax") else {
                continue
            }
            let speed = try bench.number("FanControl.speedSetting")
            #expect(speed == percent.map { (most * $0 + 99) / 100 }, "\(percent ?? -1) % of \(most)")
            #expect(try bench.number("FanControl.speedCurrent") == (most * current + 99) / 100)
        }
    }

    @Test(arguments: ["Thermostat", "RoomAirConditioner", "GoogleAirCooler"])
    func `heating stays below cooling`(_ type: String) async throws {
        var random = SeededGenerator(seed: 6)
        var bench = try EngineBench(
            type,
            features: [
                "Thermostat": [
                    "heating", "cooling", "autoMode", "presets", "matterScheduleConfiguration",
                    "thermostatSuggestions",
                ]
            ])
        for step in 0..<400 {
            if step.isMultiple(of: 3) {
                // Somebody turned a knob.
                let side = Bool.random(using: &random) ? "Heating" : "Cooling"
                let value = Int64.random(in: side == "Heating" ? 700...3000 : 1600...3200, using: &random)
                _ = try bench.refusal { try $0.report("Thermostat.occupied\(side)Setpoint", .integer(value)) }
            } else {
                _ = bench.doSomething(&random)
            }
            await Task.yield()
            let heat = try #require(try bench.number("Thermostat.occupiedHeatingSetpoint"))
            let cool = try #require(try bench.number("Thermostat.occupiedCoolingSetpoint"))
            let band = try bench.number("Thermostat.minSetpointDeadBand") ?? 20
            #expect(heat <= cool - band * 10)
        }
    }
}
