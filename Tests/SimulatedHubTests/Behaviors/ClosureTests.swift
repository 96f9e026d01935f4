import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Closures and their panels (Matter Application Cluster Specification, sections 5.4 and 5.5).
@Suite struct ClosureTests {
    private static let move = "ClosureControl.moveTo"

    /// A field of the closure's state, or of its target.
    private static func state(
        _ bench: EngineBench, _ field: UInt32, of attribute: String = "ClosureControl.overallCurrentState"
    ) throws -> DataValue? {
        guard case .fields(let fields) = try bench.value(attribute) else { return nil }
        return fields[field]
    }

    @Test func `a gate opens in its time`() throws {
        var bench = try EngineBench("Closure")
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        #expect(try bench.number("ClosureControl.mainState") == 1)
        #expect(try Self.state(bench, 3) == .bool(true), "it has not moved yet")
        bench.pass(.seconds(20))
        #expect(try bench.number("ClosureControl.mainState") == 0)
        #expect(try Self.state(bench, 0) == .uint(1))
        #expect(try Self.state(bench, 3) == .bool(false))
        #expect(bench.story == ["secureStateChanged false", "movementCompleted"])
    }

    @Test func `a gate that is stopped is partly open, and goes on from there`() throws {
        var bench = try EngineBench("Closure")
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        bench.pass(.seconds(8))
        try bench.invoke("ClosureControl.stop")
        #expect(try bench.number("ClosureControl.mainState") == 0)
        #expect(try Self.state(bench, 0) == .uint(2))
        try bench.invoke(Self.move, ["position": "moveToFullyClosed"])
        bench.pass(.milliseconds(7999))
        #expect(try bench.number("ClosureControl.mainState") == 1)
        bench.pass(.milliseconds(1))
        #expect(try Self.state(bench, 0) == .uint(0))
        #expect(try Self.state(bench, 3) == .bool(true))
    }

    @Test func `an obstruction halts a gate until it is gone`() throws {
        var bench = try EngineBench("Closure")
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        bench.pass(.seconds(5))
        try bench.report("ClosureControl.currentErrorList", [1])
        #expect(try bench.number("ClosureControl.mainState") == 3)
        #expect(bench.eventNames.contains("operationalError"))
        let refusal = try bench.refusal { try $0.invoke(Self.move, ["position": "moveToFullyOpen"]) }
        #expect(refusal?.code == .failedPrecondition)
        bench.pass(.seconds(60))
        #expect(try Self.state(bench, 0) == .uint(2))
        try bench.report("ClosureControl.currentErrorList", [])
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        bench.pass(.seconds(15))
        #expect(try Self.state(bench, 0) == .uint(1))
    }

    @Test(
        arguments: [
            ([:], .invalidArgument), (["position": "moveToPedestrianPosition"], .outOfRange),
        ] as [([String: Literal], HomeError.Code)])
    func `a gate refuses what it cannot`(_ fields: [String: Literal], _ code: HomeError.Code) throws {
        var bench = try EngineBench("Closure")
        let before = bench.engine.devices[0].values
        #expect(try bench.refusal { try $0.invoke(Self.move, fields) }?.code == code)
        #expect(bench.engine.devices[0].values == before)
    }

    @Test func `a latched gate is unlatched before it moves`() throws {
        var bench = try EngineBench(
            "Closure", features: ["ClosureControl": ["positioning", "motionLatching"]],
            values: [
                "ClosureControl.overallCurrentState": ["position": "fullyClosed", "latch": true, "secureState": true]
            ])
        let refusal = try bench.refusal { try $0.invoke(Self.move, ["position": "moveToFullyOpen"]) }
        #expect(refusal?.code == .failedPrecondition)
        try bench.invoke(Self.move, ["position": "moveToFullyOpen", "latch": false])
        #expect(try Self.state(bench, 1) == .bool(false))
        bench.pass(.seconds(20))
        try bench.invoke(Self.move, ["position": "moveToFullyClosed", "latch": true])
        bench.pass(.seconds(19))
        #expect(try Self.state(bench, 1) == .bool(false))
        bench.pass(.seconds(1))
        #expect(try Self.state(bench, 1) == .bool(true))
        #expect(try Self.state(bench, 3) == .bool(true))
    }

    @Test func `a panel goes where it is told to, by steps and within its limits`() throws {
        var bench = try EngineBench("ClosurePanel")
        let current = "ClosureDimension.currentState"
        try bench.invoke("ClosureDimension.setTarget", ["position": 5000])
        bench.pass(.seconds(5))
        #expect(try Self.state(bench, 0, of: current) == .uint(2500))
        bench.pass(.seconds(5))
        #expect(try Self.state(bench, 0, of: current) == .uint(5000))
        try bench.invoke("ClosureDimension.step", ["direction": "increase", "numberOfSteps": 2])
        bench.pass(.seconds(10))
        let more = try Self.state(bench, 0, of: current)
        #expect(more != .uint(5000))
        try bench.invoke("ClosureDimension.step", ["direction": "increase", "numberOfSteps": 65_535])
        bench.pass(.seconds(20))
        #expect(try Self.state(bench, 0, of: current) == .uint(10_000))
        let refusal = try bench.refusal { try $0.invoke("ClosureDimension.setTarget") }
        #expect(refusal?.code == .invalidArgument)
    }
}
