import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Alarms of appliances and filters that wear out (Matter Application Cluster Specification, sections 1.15 and 2.8).
@Suite struct ApplianceAlarmTests {
    @Test func `an alarm that latches stays until it is reset`() throws {
        var bench = try EngineBench("Dishwasher")
        let state = "DishwasherAlarm.state"
        try bench.report(state, ["inflowError", "doorError"])
        try bench.report(state, [])
        #expect(try bench.number(state) == 1, "the door is closed, the inflow is to be reset")
        try bench.invoke("DishwasherAlarm.reset", ["alarms": ["inflowError"]])
        #expect(try bench.number(state) == 0)
        #expect(bench.story == ["notify 5 0 5 7", "notify 0 4 1 7", "notify 0 1 0 7"])
    }

    @Test func `an alarm that is masked does not show`() throws {
        var bench = try EngineBench("Dishwasher")
        try bench.report("DishwasherAlarm.state", ["doorError"])
        try bench.invoke("DishwasherAlarm.modifyEnabledAlarms", ["mask": ["inflowError"]])
        #expect(try bench.number("DishwasherAlarm.state") == 0)
        try bench.report("DishwasherAlarm.state", ["doorError"])
        #expect(try bench.number("DishwasherAlarm.state") == 0)
        let refusal = try bench.refusal {
            try $0.invoke("DishwasherAlarm.modifyEnabledAlarms", ["mask": ["tempTooLow"]])
        }
        #expect(refusal?.code == .invalidArgument)
        #expect(try bench.number("DishwasherAlarm.mask") == 1)
    }

    @Test func `a filter wears out while the fan turns`() throws {
        var bench = try EngineBench("AirPurifier", isAutonomous: true)
        bench.pass(.seconds(4 * 3600))
        #expect(try bench.number("HepaFilterMonitoring.condition") == 100, "the fan is off")
        try bench.write("FanControl.percentSetting", 100)
        bench.pass(.seconds(24 * 3600))
        let condition = try #require(try bench.number("HepaFilterMonitoring.condition"))
        #expect((50..<95).contains(condition))
    }

    @Test func aFilterIsNewAfterItsReset() throws {
        var bench = try EngineBench("AirPurifier", values: ["HepaFilterMonitoring.condition": 3])
        try bench.report("HepaFilterMonitoring.changeIndication", "critical")
        try bench.invoke("HepaFilterMonitoring.resetCondition")
        #expect(try bench.number("HepaFilterMonitoring.condition") == 100)
        #expect(try bench.number("HepaFilterMonitoring.changeIndication") == 0)
    }

    @Test(arguments: [(100, 0), (11, 0), (10, 1), (1, 1), (0, 2)] as [(Int64, Int64)])
    func `a filter that is worn says so from the beginning`(_ condition: Int64, _ indication: Int64) throws {
        var bench = try EngineBench(
            "AirPurifier", features: ["HepaFilterMonitoring": ["condition", "warning"]],
            values: ["HepaFilterMonitoring.condition": .integer(condition)])
        #expect(try bench.number("HepaFilterMonitoring.changeIndication") == indication)
        try bench.report("HepaFilterMonitoring.condition", 50)
        #expect(try bench.number("HepaFilterMonitoring.changeIndication") == 0)
    }
}
