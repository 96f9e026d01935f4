import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

@Suite struct DeterminismTests {
    private static let types = ["TemperatureSensor", "HumiditySensor", "Thermostat", "OccupancySensor"]

    /// What an hour of autonomous life brings, in steps of so long.
    private static func live(
        _ type: String, seed: UInt64, step: Duration
    ) throws -> (happened: [String], values: [DataValue]) {
        var bench = try EngineBench(type, isAutonomous: true, seed: seed)
        var passed = Duration.zero
        while passed < .seconds(3600) {
            bench.pass(step)
            passed += step
        }
        return (bench.changes + bench.eventNames, bench.engine.devices[0].values)
    }

    @Test(arguments: types)
    func theSameSeedGivesTheSameRunHoweverTimePasses(_ type: String) throws {
        let first = try Self.live(type, seed: 7, step: .seconds(10))
        for step in [10, 60, 3600] {
            let again = try Self.live(type, seed: 7, step: .seconds(step))
            #expect(again.happened == first.happened)
            #expect(again.values == first.values)
        }
    }

    @Test(arguments: types)
    func valuesStayWithinTheirBounds(_ type: String) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var bench = try EngineBench(type, isAutonomous: true, seed: seed)
            bench.pass(.seconds(24 * 3600))
            for part in bench.engine.devices[0].layout.parts {
                for trait in part.traits {
                    for (position, attribute) in trait.attributes.enumerated() {
                        let values = bench.engine.devices[0].values
                        try attribute.value.check(values[trait.firstOffset + position]) { limit in
                            trait.cluster.limit(limit) { other in
                                trait.offset(ofAttribute: other.id).map { values[$0] }
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func withoutAutonomyNothingHappens() throws {
        var bench = try EngineBench("TemperatureSensor")
        bench.pass(.seconds(24 * 3600))
        #expect(bench.changes.isEmpty)
        #expect(bench.events.isEmpty)
    }
}
