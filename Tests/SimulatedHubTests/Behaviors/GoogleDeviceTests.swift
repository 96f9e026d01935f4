import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Timers, humidity, docks and what they belong to (Google traits Timer, RelativeHumidityControl and Dock).
@Suite struct GoogleDeviceTests {
    @Test func aTimerRunsPausesAndEnds() throws {
        var bench = try EngineBench("GoogleBlender")
        let left = "Google.Timer.timerRemainingSeconds"
        #expect(try bench.number(left) == -1)
        #expect(try bench.refusal { try $0.invoke("Google.Timer.timerPause") }?.code == .failedPrecondition)
        try bench.invoke("Google.Timer.timerStart", ["timerTimeSeconds": 60])
        bench.pass(.seconds(20))
        #expect(try bench.number(left) == 40)
        try bench.invoke("Google.Timer.timerPause")
        bench.pass(.seconds(20))
        #expect(try bench.number(left) == 40)
        try bench.invoke("Google.Timer.timerAdjust", ["adjustmentTimeSeconds": -10])
        try bench.invoke("Google.Timer.timerResume")
        bench.pass(.seconds(30))
        #expect(try bench.number(left) == -1)
    }

    @Test func humidityStaysWithinItsLimits() throws {
        var bench = try EngineBench("GoogleAirCooler")
        let setpoint = "Google.RelativeHumidityControl.relativeHumiditySetpoint"
        try bench.invoke("Google.RelativeHumidityControl.setRelativeHumidity", ["relativeHumidityPercent": 60])
        #expect(try bench.number(setpoint) == 60)
        let refusal = try bench.refusal {
            try $0.invoke("Google.RelativeHumidityControl.setRelativeHumidity", ["relativeHumidityPercent": 95])
        }
        #expect(refusal?.code == .outOfRange)
        try bench.invoke(
            "Google.RelativeHumidityControl.stepRelativeHumidity",
            ["relativeHumidityPercent": 90, "relativeHumidityWeight": 0, "stepMode": "up"])
        #expect(try bench.number(setpoint) == 80)
    }

    @Test("A mower that runs is away from its dock, and back when its run is over")
    func docking() throws {
        var bench = try EngineBench("GoogleMower")
        try bench.invoke("OperationalState.start")
        #expect(try bench.number("Google.Dock.isDocked") == 0)
        try bench.invoke("Google.Dock.dock")
        #expect(try bench.number("Google.Dock.isDocked") == 1)
        #expect(try bench.number("OperationalState.operationalState") == 0)
        try bench.invoke("OperationalState.start")
        bench.pass(.seconds(86_400))
        #expect(try bench.number("Google.Dock.isDocked") == 1)
    }
}
