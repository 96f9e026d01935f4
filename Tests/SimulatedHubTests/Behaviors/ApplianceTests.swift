import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

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

    @Test func aVacuumCleansAndGoesHome() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        let state = "RvcOperationalState.operationalState"
        #expect(try bench.number(state) == 66)
        #expect(Self.failure(try bench.invoke("RvcOperationalState.goHome")) == .uint(3))
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.number(state) == 1)
        try bench.invoke("RvcOperationalState.pause")
        #expect(try bench.number(state) == 2)
        try bench.invoke("RvcOperationalState.resume")
        try bench.invoke("RvcOperationalState.goHome")
        #expect(try bench.number(state) == 64)
        bench.pass(.seconds(30))
        #expect(try bench.number(state) == 66)
        #expect(bench.eventNames == ["operationCompletion"])
    }

    @Test(
        arguments: [(400, nil), (200, .outOfRange), (6100, .outOfRange), (450, .outOfRange), (6000, nil)]
            as [(Int64, HomeError.Code?)])
    func aTemperatureIsWithinItsLimitsAndSteps(_ target: Int64, _ code: HomeError.Code?) throws {
        var bench = try EngineBench("TemperatureControlledCabinet")
        let refusal = try bench.refusal {
            try $0.invoke("TemperatureControl.setTemperature", ["targetTemperature": .integer(target)])
        }
        #expect(refusal?.code == code)
        if code == nil { #expect(try bench.number("TemperatureControl.temperatureSetpoint") == target) }
    }

    @Test func aFilterIsNewAfterItsReset() throws {
        var bench = try EngineBench("AirPurifier", values: ["HepaFilterMonitoring.condition": 3])
        try bench.report("HepaFilterMonitoring.changeIndication", "critical")
        try bench.invoke("HepaFilterMonitoring.resetCondition")
        #expect(try bench.number("HepaFilterMonitoring.condition") == 100)
        #expect(try bench.number("HepaFilterMonitoring.changeIndication") == 0)
    }

    @Test func aPlayerPlays() throws {
        var bench = try EngineBench("BasicVideoPlayer")
        #expect(try bench.invoke("MediaPlayback.pause")[0] == .uint(1))
        try bench.invoke("MediaPlayback.play")
        try bench.invoke("MediaPlayback.pause")
        #expect(try bench.number("MediaPlayback.currentState") == 1)
        try bench.invoke("MediaPlayback.stop")
        #expect(try bench.number("MediaPlayback.currentState") == 2)
    }

    @Test func aChimePlaysWhatItHas() throws {
        var bench = try EngineBench("Chime")
        try bench.invoke("Chime.playChimeSound", ["chimeId": 2])
        #expect(bench.eventNames == ["chimeStartedPlaying"])
        let refusal = try bench.refusal { try $0.invoke("Chime.playChimeSound", ["chimeId": 9]) }
        #expect(refusal?.message.contains("Ding Dong") == true)
    }
}

@Suite struct GoogleTests {
    @Test(
        arguments: [("open", [:], 100), ("close", [:], 0), ("goToOpenPercentage", ["openPercent": 30.0], 30)]
            as [(String, [String: Literal], Double)])
    func aGateOpens(_ command: String, _ fields: [String: Literal], _ percent: Double) throws {
        var bench = try EngineBench("GoogleGate", values: ["Google.OpenClose.openPercent": 50.0])
        try bench.invoke("Google.OpenClose.\(command)", fields)
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(percent))
    }

    @Test func whatIsLockedDoesNotOpen() throws {
        var bench = try EngineBench("GoogleGate")
        try bench.invoke("Google.LockUnlock.lock", ["followUpToken": "x"])
        let refusal = try bench.refusal { try $0.invoke("Google.OpenClose.open") }
        #expect(refusal?.code == .failedPrecondition)
        try bench.invoke("Google.LockUnlock.unlock", ["followUpToken": "x"])
        try bench.invoke("Google.OpenClose.open")
    }

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

    @Test func anAlarmLeavesTimeToLeave() throws {
        var bench = try EngineBench("GoogleSecuritySystem")
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": true, "armLevel": "away"])
        #expect(try bench.number("Google.ArmDisarm.armState") == 3)
        bench.pass(.seconds(60))
        #expect(try bench.number("Google.ArmDisarm.armState") == 2)
        #expect(try bench.value("Google.ArmDisarm.currentArmLevel") == .string("away"))
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": false])
        #expect(try bench.value("Google.ArmDisarm.isArmed") == .bool(false))
        #expect(bench.eventNames == ["armStateChanged", "armStateChanged", "armStateChanged"])
        let refusal = try bench.refusal {
            try $0.invoke("Google.ArmDisarm.armDisarm", ["arm": true, "armLevel": "moon"])
        }
        #expect(refusal?.message.contains("away") == true)
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
}
