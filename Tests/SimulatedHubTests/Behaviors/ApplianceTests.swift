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

    @Test func `a vacuum cleans the areas that are selected, then goes home`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1, 9]])[0] == .uint(1))
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1, 1]])[0] == .uint(3))
        #expect(try bench.value("ServiceArea.selectedAreas") == .list([]))
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [2, 1]])[0] == .uint(0))
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 2])[0] == .uint(2), "it does not operate")
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.number("ServiceArea.currentArea") == 2)
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1]])[0] == .uint(2))
        bench.pass(.seconds(300))
        try bench.invoke("RvcOperationalState.pause")
        bench.pass(.seconds(3000))
        try bench.invoke("RvcOperationalState.resume")
        bench.pass(.seconds(299))
        #expect(try bench.number("ServiceArea.currentArea") == 2)
        bench.pass(.seconds(1))
        #expect(try bench.number("ServiceArea.currentArea") == 1)
        bench.pass(.seconds(600))
        #expect(try bench.number("RvcOperationalState.operationalState") == 64)
        #expect(try bench.number("ServiceArea.currentArea") == nil)
        bench.pass(.seconds(30))
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
        #expect(try bench.number("RvcRunMode.currentMode") == 0)
        #expect(bench.eventNames == ["operationCompletion"])
    }

    @Test func `an area that is skipped is left out`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 1])[0] == .uint(1), "none is selected")
        try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1, 2]])
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 9])[0] == .uint(3))
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 1])[0] == .uint(0))
        #expect(try bench.number("ServiceArea.currentArea") == 2)
        try bench.invoke("ServiceArea.skipArea", ["skippedArea": 2])
        #expect(try bench.number("RvcOperationalState.operationalState") == 64)
    }

    @Test func `a vacuum with a battery charges when it is home`() throws {
        var bench = try EngineBench(
            "RoboticVacuumCleaner", features: ["PowerSource": ["battery", "rechargeable"]],
            values: ["PowerSource.batPercentRemaining": 198], isAutonomous: true)
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.number("PowerSource.batChargeState") == 3)
        try bench.invoke("RvcOperationalState.goHome")
        bench.pass(.seconds(30))
        #expect(try bench.number("RvcOperationalState.operationalState") == 65)
        #expect(try bench.number("PowerSource.batChargeState") == 1)
        bench.pass(.seconds(60))
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
        #expect(try bench.number("PowerSource.batChargeState") == 2)
    }

    @Test func `a vacuum changes what it does while it is idle`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        #expect(try bench.invoke("RvcCleanMode.changeToMode", ["newMode": 1])[0] == .uint(0))
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.invoke("RvcCleanMode.changeToMode", ["newMode": 2])[0] == .uint(3))
        #expect(try bench.invoke("RvcRunMode.changeToMode", ["newMode": 2])[0] == .uint(3))
        #expect(try bench.number("RvcCleanMode.currentMode") == 1)
        #expect(try bench.number("RvcRunMode.currentMode") == 1)
        #expect(try bench.invoke("RvcRunMode.changeToMode", ["newMode": 0])[0] == .uint(0))
    }

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

    @Test func `a filter wears out while the fan turns`() throws {
        var bench = try EngineBench("AirPurifier", isAutonomous: true)
        bench.pass(.seconds(4 * 3600))
        #expect(try bench.number("HepaFilterMonitoring.condition") == 100, "the fan is off")
        try bench.write("FanControl.percentSetting", 100)
        bench.pass(.seconds(24 * 3600))
        let condition = try #require(try bench.number("HepaFilterMonitoring.condition"))
        #expect((50..<95).contains(condition))
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
        #expect(try bench.value("Google.OpenClose.targetOpenPercent") == .float(percent))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(50))
        bench.pass(.seconds(1))
        #expect(try bench.value("Google.OpenClose.openPercent") != .float(50))
        bench.pass(.seconds(15))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(percent))
    }

    @Test func aGateThatMeetsSomethingStandsThere() throws {
        var bench = try EngineBench("GoogleGarage")
        try bench.invoke("Google.OpenClose.open")
        bench.pass(.seconds(3))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(20))
        try bench.report("Google.OpenClose.openPercent", 25.0)
        bench.pass(.seconds(60))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(25))
        #expect(try bench.value("Google.OpenClose.targetOpenPercent") == .float(25))
        try bench.invoke("Google.OpenClose.close")
        bench.pass(.seconds(4))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(0))
    }

    @Test func whoComesInAndDoesNotDisarmSetsOffTheAlarm() throws {
        var bench = try EngineBench("GoogleSecuritySystem")
        func comeIn() throws {
            try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": true, "armLevel": "home"])
            #expect(try bench.number("Google.ArmDisarm.armState") == 2)
            try bench.report("Google.ArmDisarm.armState", "preAlarm")
            #expect(try bench.number("Google.ArmDisarm.entryAllowanceEndTimeSeconds") != 0)
            bench.pass(.seconds(29))
            #expect(try bench.number("Google.ArmDisarm.armState") == 4)
        }
        try comeIn()
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": false])
        bench.pass(.seconds(60))
        #expect(try bench.number("Google.ArmDisarm.armState") == 1)
        #expect(try bench.number("Google.ArmDisarm.entryAllowanceEndTimeSeconds") == 0)
        try comeIn()
        bench.pass(.seconds(1))
        #expect(try bench.number("Google.ArmDisarm.armState") == 5)
        // Arming is no way to silence it.
        let refusal = try bench.refusal { try $0.invoke("Google.ArmDisarm.armDisarm", ["arm": true]) }
        #expect(refusal?.code == .failedPrecondition)
        #expect(try bench.number("Google.ArmDisarm.armState") == 5)
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": false])
        #expect(try bench.number("Google.ArmDisarm.armState") == 1)
        #expect(bench.eventNames.count == 7)
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

    @Test("A pump turns while it is on, as fast as it is turned up")
    func pump() throws {
        var bench = try EngineBench("Pump")
        try bench.invoke("OnOff.on")
        #expect(try bench.number("PumpConfigurationAndControl.capacity") == 10_000)
        #expect(try bench.numbers(["speed", "pumpStatus"], of: "PumpConfigurationAndControl") == [3000, 32])
        try bench.write("PumpConfigurationAndControl.operationMode", "minimum")
        #expect(try bench.number("PumpConfigurationAndControl.effectiveOperationMode") == 1)
        #expect(try bench.number("PumpConfigurationAndControl.speed") == 900)
        try bench.invoke("OnOff.off")
        #expect(try bench.numbers(["speed", "pumpStatus"], of: "PumpConfigurationAndControl") == [0, 0])
    }
}
