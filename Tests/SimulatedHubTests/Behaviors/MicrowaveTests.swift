import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Microwave ovens (Matter Application Cluster Specification, section 8.13).
@Suite struct MicrowaveTests {
    private static let state = "OperationalState.operationalState", countdown = "OperationalState.countdownTime"

    @Test func `a microwave cooks with what it was set to`() throws {
        var bench = try EngineBench("MicrowaveOven")
        let set = "MicrowaveOvenControl.setCookingParameters"
        try bench.invoke(set, ["cookTime": 60, "powerSetting": 50, "startAfterSetting": true])
        #expect(try bench.number("MicrowaveOvenControl.powerSetting") == 50)
        #expect(try bench.number(Self.state) == 1)
        #expect(try bench.number(Self.countdown) == 60)
        #expect(try bench.refusal { try $0.invoke(set, ["cookTime": 5]) }?.code == .failedPrecondition)
        bench.pass(.seconds(30))
        try bench.invoke("MicrowaveOvenControl.addMoreTime", ["timeToAdd": 30])
        #expect(try bench.number(Self.countdown) == 60)
        #expect(try bench.number("MicrowaveOvenControl.cookTime") == 90)
        bench.pass(.seconds(59))
        #expect(try bench.number(Self.state) == 1)
        bench.pass(.seconds(1))
        #expect(try bench.number(Self.state) == 0)
    }

    @Test(
        arguments: [
            (["cookTime": 3601], .outOfRange), (["cookTime": 0], .outOfRange), (["powerSetting": 5], .outOfRange),
            (["powerSetting": 55], .outOfRange), (["cookMode": 9], .invalidArgument), ([:], .invalidArgument),
        ] as [([String: Literal], HomeError.Code)])
    func `a microwave refuses what it cannot`(_ fields: [String: Literal], _ code: HomeError.Code) throws {
        var bench = try EngineBench("MicrowaveOven")
        let before = bench.engine.devices[0].values
        let refusal = try bench.refusal { try $0.invoke("MicrowaveOvenControl.setCookingParameters", fields) }
        #expect(refusal?.code == code)
        #expect(bench.engine.devices[0].values == before)
    }
}
