import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

@Suite struct DeterminismTests {
    private static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    /// What some time of autonomous life brings, in steps of so long.
    private static func live(
        _ type: String, seed: UInt64, step: Duration
    ) async throws -> (happened: [String], values: [DataValue]) {
        var bench = try EngineBench(type, isAutonomous: true, seed: seed)
        var passed = Duration.zero
        while passed < .seconds(1200) {
            bench.pass(step)
            passed += step
            await Task.yield()
        }
        return (bench.changes + bench.eventNames, bench.engine.devices[0].values)
    }

    @Test(arguments: types)
    func theSameSeedGivesTheSameRunHoweverTimePasses(_ type: String) async throws {
        let first = try await Self.live(type, seed: 7, step: .seconds(10))
        for step in [40, 1200] {
            let again = try await Self.live(type, seed: 7, step: .seconds(step))
            #expect(again.happened == first.happened)
            #expect(again.values == first.values)
        }
    }

    @Test func withoutAutonomyNothingHappens() throws {
        var bench = try EngineBench("TemperatureSensor")
        bench.pass(.seconds(24 * 3600))
        #expect(bench.changes.isEmpty)
        #expect(bench.events.isEmpty)
    }
}
