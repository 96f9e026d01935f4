import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Appliances that run: washers, dryers, dishwashers, cabinets (Matter Application Cluster Specification, section 1.14 and
/// chapter 8).
@Suite struct ApplianceTests {
    private static let washer = "LaundryWasher", state = "OperationalState.operationalState"

    private static let countdown = "OperationalState.countdownTime"

    /// The error of an operational command's response.
    private static func failure(_ response: [UInt32: DataValue]) -> DataValue? {
        if case .fields(let state)? = response[0] { state[0] } else { nil }
    }

    @Test(
        arguments: [
            (["start"], 1, 0), (["start", "pause"], 2, 0), (["start", "pause", "resume"], 1, 0),
            (["start", "stop"], 0, 0),
            (["pause"], 0, 3), (["resume"], 0, 3), (["stop"], 0, 0), (["start", "start"], 1, 0),
            (["start", "pause", "pause"], 2, 0), (["start", "pause", "stop"], 0, 0),
        ] as [([String], Int64, UInt64)])
    func commandsLeadFromStateToState(_ commands: [String], _ state: Int64, _ failure: UInt64) throws {
        var bench = try EngineBench(Self.washer)
        var last: [UInt32: DataValue] = [:]
        for command in commands { last = try bench.invoke("OperationalState.\(command)") }
        #expect(try bench.number(Self.state) == state)
        #expect(Self.failure(last) == .uint(failure))
    }

    @Test func aRunCountsDownAndCompletes() throws {
        var bench = try EngineBench(Self.washer, values: [Self.countdown: 600])
        try bench.invoke("OperationalState.start")
        #expect(try bench.number(Self.countdown) == 600)
        bench.pass(.seconds(100))
        #expect(try bench.number(Self.countdown) == 500)
        try bench.invoke("OperationalState.pause")
        bench.pass(.seconds(1000))
        #expect(try bench.number(Self.countdown) == 500)
        try bench.invoke("OperationalState.resume")
        bench.pass(.seconds(499))
        #expect(try bench.number(Self.state) == 1)
        bench.pass(.seconds(1))
        #expect(try bench.number(Self.state) == 0)
        #expect(try bench.value(Self.countdown) == .null)
        #expect(bench.eventNames == ["operationCompletion"])
        #expect(bench.events.first?.fields == [0: .uint(0), 1: .uint(1600), 2: .uint(1000)])
    }

    @Test func `each phase has its share of the run`() throws {
        var bench = try EngineBench(Self.washer, values: [Self.countdown: 600])
        var phases: [Int64?] = []
        try bench.invoke("OperationalState.start")
        for _ in 0..<3 {
            bench.pass(.seconds(190))
            phases.append(try bench.number("OperationalState.currentPhase"))
        }
        #expect(phases == [0, 1, 2])
        bench.pass(.seconds(30))
        #expect(try bench.number(Self.state) == 0)
        #expect(try bench.number("OperationalState.currentPhase") == 0)
    }

    @Test func `an error stops an appliance until it is gone`() throws {
        var bench = try EngineBench(Self.washer)
        try bench.invoke("OperationalState.start")
        try bench.report("OperationalState.operationalError", ["errorStateId": 2])
        #expect(try bench.number(Self.state) == 3)
        #expect(bench.eventNames == ["operationalError"])
        #expect(Self.failure(try bench.invoke("OperationalState.start")) == .uint(3))
        bench.pass(.seconds(7200))
        #expect(try bench.number(Self.state) == 3)
        try bench.report("OperationalState.operationalError", ["errorStateId": 0])
        #expect(try bench.number(Self.state) == 0)
        #expect(Self.failure(try bench.invoke("OperationalState.start")) == .uint(0))
    }

    @Test func `zones run until they are stopped, or for a time`() throws {
        var bench = try EngineBench("GoogleSprinkler")
        let zones = "Google.ExtendedOperationalState.activeOperationZones"
        try bench.invoke(
            "Google.ExtendedOperationalState.startWithDuration", ["operationZones": ["front"], "durationSeconds": 300])
        #expect(try bench.value(zones) == .list([.string("front")]))
        #expect(try bench.number(Self.state) == 1)
        bench.pass(.seconds(300))
        #expect(try bench.number(Self.state) == 0)
        #expect(try bench.value(zones) == .list([]))
        let refusal = try bench.refusal {
            try $0.invoke("Google.ExtendedOperationalState.startWithOperationZones", ["operationZones": ["moon"]])
        }
        #expect(refusal?.code == .invalidArgument)
        #expect(try bench.number(Self.state) == 0)
        try bench.invoke("Google.ExtendedOperationalState.startWithOperationZones", ["operationZones": []])
        #expect(try bench.value(zones) == .list([.string("front"), .string("back")]))
        try bench.invoke("OperationalState.stop")
        #expect(try bench.value(zones) == .list([]))
    }

    @Test func `a washer spins and rinses as it can`() throws {
        var bench = try EngineBench(Self.washer)
        try bench.write("LaundryWasherControls.spinSpeedCurrent", 3)
        #expect(try bench.refusal { try $0.write("LaundryWasherControls.spinSpeedCurrent", 4) }?.code == .outOfRange)
        let rinses = try bench.refusal { try $0.write("LaundryWasherControls.numberOfRinses", "max") }
        #expect(rinses?.code == .invalidArgument)
        #expect(try bench.number("LaundryWasherControls.spinSpeedCurrent") == 3)
    }

    @Test(
        arguments: [(500, nil), (0, .outOfRange), (900, .outOfRange), (450, .outOfRange), (800, nil)]
            as [(Int64, HomeError.Code?)])
    func aTemperatureIsWithinItsLimitsAndSteps(_ target: Int64, _ code: HomeError.Code?) throws {
        var bench = try EngineBench("TemperatureControlledCabinet")
        let refusal = try bench.refusal {
            try $0.invoke("TemperatureControl.setTemperature", ["targetTemperature": .integer(target)])
        }
        #expect(refusal?.code == code)
        if code == nil { #expect(try bench.number("TemperatureControl.temperatureSetpoint") == target) }
    }

    @Test(
        arguments: [
            ("LaundryWasher", "LaundryWasherControls.spinSpeedCurrent", 1),
            ("LaundryWasher", "LaundryWasherControls.numberOfRinses", "extra"),
            ("LaundryDryer", "LaundryDryerControls.selectedDrynessLevel", "max"),
        ] as [(String, String, Literal)])
    func `a cycle that is on keeps what it began with`(_ type: String, _ path: String, _ value: Literal) throws {
        var bench = try EngineBench(type)
        try bench.invoke("OperationalState.start")
        let before = bench.condition
        #expect(try bench.refusal { try $0.write(path, value) }?.code == .failedPrecondition)
        #expect(bench.condition == before)
        try bench.invoke("OperationalState.stop")
        try bench.write(path, value)
        #expect(bench.condition != before)
    }
}
