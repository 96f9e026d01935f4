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

    @Test func `a latch needs the feature, and latches what stands`() throws {
        var gate = try EngineBench("Closure", features: ["ClosureControl": ["positioning"]])
        try gate.invoke(Self.move, ["position": "moveToFullyOpen", "latch": true])
        #expect(try Self.state(gate, 1, of: "ClosureControl.overallTargetState") ?? .null == .null)
        gate.pass(.seconds(20))
        #expect(try Self.state(gate, 1) ?? .null == .null)
        gate = try EngineBench("Closure", features: ["ClosureControl": ["positioning", "motionLatching"]])
        try gate.invoke(Self.move, ["position": "moveToFullyOpen", "latch": false])
        gate.pass(.seconds(20))
        try gate.invoke(Self.move, ["position": "moveToFullyClosed"])
        gate.pass(.seconds(5))
        try gate.invoke(Self.move, ["latch": true])
        #expect(try Self.state(gate, 1) == .bool(false), "it moves")
        gate.pass(.seconds(15))
        #expect(try Self.state(gate, 1) == .bool(true))
    }

    @Test func `a panel latches once it stands`() throws {
        var bench = try EngineBench(
            "ClosurePanel", features: ["ClosureDimension": ["positioning", "motionLatching"]])
        let current = "ClosureDimension.currentState"
        try bench.invoke("ClosureDimension.setTarget", ["position": 5000, "latch": false])
        bench.pass(.seconds(20))
        try bench.invoke("ClosureDimension.setTarget", ["position": 0, "latch": true])
        bench.pass(.seconds(5))
        #expect(try Self.state(bench, 1, of: current) == .bool(false))
        bench.pass(.seconds(5))
        #expect(try Self.state(bench, 0, of: current) == .uint(0))
        #expect(try Self.state(bench, 1, of: current) == .bool(true))
    }

    @Test func `another speed keeps where a panel goes, and steps begin where it is`() throws {
        var bench = try EngineBench("ClosurePanel", features: ["ClosureDimension": ["positioning", "speed"]])
        let target = "ClosureDimension.targetState"
        try bench.invoke("ClosureDimension.setTarget", ["position": 10_000])
        bench.pass(.seconds(2))
        try bench.invoke("ClosureDimension.setTarget", ["speed": "high"])
        #expect(try Self.state(bench, 0, of: target) == .uint(10_000))
        bench.pass(.seconds(9))
        #expect(try Self.state(bench, 0, of: "ClosureDimension.currentState") == .uint(10_000), "it is faster now")
        try bench.invoke("ClosureDimension.setTarget", ["position": 0])
        bench.pass(.seconds(10))
        let here = try Self.state(bench, 0, of: "ClosureDimension.currentState")
        try bench.invoke("ClosureDimension.step", ["direction": "increase", "numberOfSteps": 1])
        guard case .uint(let from)? = here, case .uint(let to)? = try Self.state(bench, 0, of: target) else {
            throw HomeError(.internal, "the panel is nowhere")
        }
        #expect(to > from)
    }

    @Test func `a gate that was opened by hand is open, also after a reboot`() throws {
        var bench = try EngineBench("Closure")
        try bench.report("ClosureControl.overallCurrentState", ["position": "fullyOpened", "secureState": false])
        try bench.reboot()
        #expect(try Self.state(bench, 0) == .uint(1))
        try bench.invoke(Self.move, ["position": "moveToFullyClosed"])
        bench.pass(.seconds(19))
        #expect(try bench.number("ClosureControl.mainState") == 1, "it has all of its way to go")
        bench.pass(.seconds(1))
        #expect(try Self.state(bench, 0) == .uint(0))
    }

    // MARK: - A closure and its panels

    private static let current = "ClosureDimension.currentState"

    /// A gate with two wings, on endpoints 2 and 3.
    private static func gate(
        _ features: [String] = ["positioning"], wings: [String] = ["positioning", "translation"]
    ) throws -> EngineBench {
        let wing = (type: "ClosurePanel", features: ["ClosureDimension": wings])
        return try EngineBench("Closure", features: ["ClosureControl": features], parts: [wing, wing])
    }

    private static func field(_ bench: EngineBench, _ path: String, _ field: UInt32, on endpoint: UInt16) throws
        -> DataValue?
    {
        guard case .fields(let fields) = try bench.value(path, on: endpoint) else { return nil }
        return fields[field]
    }

    private static func wings(_ bench: EngineBench, _ field: UInt32 = 0, of path: String = current) throws
        -> [DataValue?]
    {
        [try Self.field(bench, path, field, on: 2), try Self.field(bench, path, field, on: 3)]
    }

    /// MoveTo sets the targets of the panels, and they go there over time.
    @Test func `a gate moves its wings`() throws {
        var bench = try Self.gate()
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        #expect(try Self.wings(bench, of: "ClosureDimension.targetState") == [.uint(10_000), .uint(10_000)])
        bench.pass(.seconds(5))
        #expect(try Self.wings(bench) == [.uint(2500), .uint(2500)])
        #expect(try Self.state(bench, 0) == .uint(2))
        try bench.invoke("ClosureControl.stop")
        bench.pass(.seconds(60))
        #expect(try Self.wings(bench) == [.uint(2500), .uint(2500)])
        #expect(try Self.wings(bench, of: "ClosureDimension.targetState") == [.uint(2500), .uint(2500)])
        #expect(try Self.state(bench, 0, of: "ClosureControl.overallTargetState") ?? .null == .null)
        try bench.invoke(Self.move, ["position": "moveToFullyClosed"])
        bench.pass(.seconds(5))
        #expect(try Self.wings(bench) == [.uint(0), .uint(0)])
        #expect(try Self.state(bench, 0) == .uint(0))
        #expect(try bench.number("ClosureControl.mainState") == 0)
        #expect(bench.story == ["secureStateChanged false", "secureStateChanged true", "movementCompleted"])
    }

    /// The overall state follows the panels (OverallCurrentState).
    @Test func `a wing that moves by itself moves the gate`() throws {
        var bench = try Self.gate()
        try bench.invoke("ClosureDimension.setTarget", ["position": 10_000], on: 3)
        #expect(try bench.number("ClosureControl.mainState") == 1)
        #expect(try bench.number("ClosureControl.countdownTime") == 20)
        bench.pass(.seconds(20))
        #expect(try Self.wings(bench) == [.uint(0), .uint(10_000)])
        #expect(try bench.number("ClosureControl.mainState") == 0)
        #expect(try Self.state(bench, 0) == .uint(2), "one wing is open")
        #expect(try Self.state(bench, 3) == .bool(false))
        try bench.invoke("ClosureDimension.setTarget", ["position": 10_000], on: 2)
        bench.pass(.seconds(20))
        #expect(try Self.state(bench, 0) == .uint(1), "both are")
        #expect(bench.eventNames.count { $0 == "movementCompleted" } == 2)
    }

    @Test func `a gate is open once its slower wing is`() throws {
        var bench = try Self.gate()
        try bench.invoke("ClosureDimension.setTarget", ["position": 5000], on: 2)
        bench.pass(.seconds(10))
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        bench.pass(.seconds(10))
        #expect(try Self.wings(bench) == [.uint(10_000), .uint(5000)])
        #expect(try bench.number("ClosureControl.mainState") == 1)
        bench.pass(.seconds(10))
        #expect(try Self.state(bench, 0) == .uint(1))
        #expect(try bench.number("ClosureControl.mainState") == 0)
    }

    /// Latch and speed are passed on (MoveTo).
    @Test func `latches and speeds are those of the wings`() throws {
        var bench = try Self.gate(
            ["positioning", "motionLatching", "speed"],
            wings: ["positioning", "motionLatching", "speed", "translation"])
        try bench.invoke(Self.move, ["position": "moveToFullyOpen", "speed": "high"])
        #expect(try Self.wings(bench, 2, of: "ClosureDimension.targetState") == [.uint(3), .uint(3)])
        bench.pass(.seconds(10))
        #expect(try Self.state(bench, 0) == .uint(1), "it is faster")
        try bench.invoke(Self.move, ["position": "moveToFullyClosed", "latch": true, "speed": "low"])
        bench.pass(.seconds(39))
        #expect(try Self.wings(bench, 1) != [.bool(true), .bool(true)])
        bench.pass(.seconds(1))
        #expect(try Self.wings(bench, 1) == [.bool(true), .bool(true)])
        #expect(try Self.state(bench, 1) == .bool(true))
        #expect(try Self.state(bench, 3) == .bool(true))
        let before = bench.engine.devices[0].values
        for endpoint in [2, 3] as [UInt16] {
            let refusal = try bench.refusal {
                try $0.invoke("ClosureDimension.setTarget", ["position": 5000], on: endpoint)
            }
            #expect(refusal?.code == .failedPrecondition)
        }
        #expect(try bench.refusal { try $0.invoke(Self.move, ["position": "moveToFullyOpen"]) } != nil)
        #expect(bench.engine.devices[0].values == before)
        try bench.invoke("ClosureDimension.setTarget", ["latch": false], on: 2)
        #expect(try Self.state(bench, 1) == .bool(false), "one wing is free")
        #expect(try Self.state(bench, 3) == .bool(false))
    }

    /// Calibrate finds both ends.
    @Test func `a calibration goes to both ends`() throws {
        var bench = try Self.gate(["positioning", "calibration"])
        try bench.invoke("ClosureControl.calibrate")
        #expect(try bench.number("ClosureControl.mainState") == 4)
        #expect(try bench.refusal { try $0.invoke(Self.move, ["position": "moveToFullyOpen"]) } != nil)
        let alone = try bench.refusal { try $0.invoke("ClosureDimension.setTarget", ["position": 1000], on: 2) }
        #expect(alone?.code == .failedPrecondition)
        bench.pass(.seconds(20))
        #expect(try Self.wings(bench) == [.uint(10_000), .uint(10_000)])
        bench.pass(.seconds(19))
        #expect(try bench.number("ClosureControl.mainState") == 4)
        bench.pass(.seconds(1))
        #expect(try bench.number("ClosureControl.mainState") == 0)
        #expect(try Self.state(bench, 0) == .uint(0))
    }

    @Test func `a hand moves the gate with its wings, and a wing alone`() throws {
        var bench = try Self.gate()
        try bench.report("ClosureControl.overallCurrentState", ["position": "fullyOpened", "secureState": false])
        #expect(try Self.wings(bench) == [.uint(10_000), .uint(10_000)])
        try bench.invoke(Self.move, ["position": "moveToFullyClosed"])
        bench.pass(.seconds(5))
        try bench.report(Self.current, ["position": 8000])
        bench.pass(.seconds(60))
        #expect(try Self.wings(bench) == [.uint(8000), .uint(0)], "a hand holds one")
        #expect(try Self.state(bench, 0) == .uint(2))
        #expect(try bench.number("ClosureControl.mainState") == 0)
    }

    @Test func `an obstruction halts the wings, and a reboot does`() throws {
        var bench = try Self.gate()
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        bench.pass(.milliseconds(2500))
        try bench.report("ClosureControl.currentErrorList", ["blockedBySensor"])
        bench.pass(.seconds(60))
        #expect(try Self.wings(bench) == [.uint(1250), .uint(1250)])
        #expect(
            try bench.refusal { try $0.invoke("ClosureDimension.step", ["direction": 0, "numberOfSteps": 1]) } != nil)
        try bench.report("ClosureControl.currentErrorList", [])
        try bench.invoke(Self.move, ["position": "moveToFullyOpen"])
        bench.pass(.milliseconds(2500))
        try bench.reboot()
        bench.pass(.seconds(60))
        #expect(try Self.wings(bench) == [.uint(2500), .uint(2500)])
        #expect(try bench.number("ClosureControl.mainState") == 0)
        #expect(try Self.state(bench, 0) == .uint(2))
    }

    @Test func `a closure begins where the home file says, with its panel`() throws {
        let bench = try EngineBench(
            "Closure",
            values: ["ClosureControl.overallCurrentState": ["position": "fullyOpened", "secureState": false]])
        #expect(try Self.field(bench, Self.current, 0, on: 2) == .uint(10_000))
        #expect(try Self.state(bench, 0) == .uint(1))
    }
}
