import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Power, energy, charging and hot water (Matter Application Cluster Specification, chapters 2 and 9).
@Suite struct EnergyTests {
    /// The energy that a counter says, in milliwatt-hours.
    private static func energy(_ bench: EngineBench, _ attribute: String) throws -> Int64? {
        guard case .fields(let fields) = try bench.value("ElectricalEnergyMeasurement.\(attribute)"),
            case .int(let energy)? = fields[0]
        else { return nil }
        return energy
    }

    private static func plug(
        _ type: String = "OnOffPluginUnit", values: [String: Literal] = [:]
    ) throws -> EngineBench {
        try EngineBench(
            type, features: ["ElectricalPowerMeasurement": ["alternatingCurrent"]],
            values: [
                "ElectricalPowerMeasurement.voltage": 230_000, "ElectricalPowerMeasurement.activeCurrent": 0,
                "ElectricalEnergyMeasurement.cumulativeEnergyImported": nil,
            ].merging(values) { $1 })
    }

    @Test func `power follows the load, and energy is counted from it`() throws {
        var bench = try Self.plug()
        try bench.invoke("OnOff.on")
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 60_000)
        #expect(try bench.number("ElectricalPowerMeasurement.activeCurrent") == 260)
        bench.pass(.seconds(1800))
        #expect(try Self.energy(bench, "cumulativeEnergyImported") == 30_000)
        try bench.invoke("OnOff.off")
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 0, "nothing is behind it that runs")
        bench.pass(.seconds(3600))
        #expect(try Self.energy(bench, "cumulativeEnergyImported") == 30_000)
    }

    @Test func `a light that is dimmed takes less`() throws {
        var bench = try Self.plug("DimmableLight")
        try bench.invoke("OnOff.on")
        try bench.invoke("LevelControl.moveToLevel", ["level": 127, "transitionTime": 0])
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 4500)
    }

    @Test func `the sun shines by day`() throws {
        var bench = try EngineBench("SolarPower", isAutonomous: true)
        let power = "ElectricalPowerMeasurement.activePower"
        // The bench begins at four minutes past three.
        bench.pass(.seconds(8 * 3600 + 56 * 60))
        let noon = try #require(try bench.number(power))
        #expect((-4_100_000 ... -3_900_000).contains(noon))
        bench.pass(.seconds(12 * 3600))
        #expect(try bench.number(power) == 0)
        let given = try #require(try Self.energy(bench, "cumulativeEnergyExported"))
        #expect((30_000_000...31_000_000).contains(given), "from sunrise to sunset")
    }

    @Test func `a meter counts what people use`() throws {
        var bench = try EngineBench("ElectricalMeter", isAutonomous: true)
        #expect(
            try bench.number("ElectricalPowerMeasurement.activePower") == 163_000, "at night, and from the beginning")
        bench.pass(.seconds(6 * 3600))
        let day = try #require(try bench.number("ElectricalPowerMeasurement.activePower"))
        bench.pass(.seconds(18 * 3600))
        let night = try #require(try bench.number("ElectricalPowerMeasurement.activePower"))
        #expect(day > 700_000 && (100_000..<200_000).contains(night))
        #expect(try #require(try Self.energy(bench, "cumulativeEnergyImported")) > 10_000_000)
    }

    // MARK: - Charging

    private static func charger() throws -> EngineBench { try EngineBench("EnergyEvse") }
    private static let charge: [String: Literal] = [
        "chargingEnabledUntil": nil, "minimumChargeCurrent": 6000, "maximumChargeCurrent": 16_000,
    ]

    @Test func `a vehicle with demand charges while charging is enabled`() throws {
        var bench = try Self.charger()
        try bench.invoke("EnergyEvse.enableCharging", Self.charge)
        #expect(try bench.number("EnergyEvse.supplyState") == 1)
        try bench.report("EnergyEvse.state", "pluggedInDemand")
        #expect(try bench.number("EnergyEvse.state") == 3)
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 3_680_000)
        bench.pass(.seconds(3600))
        #expect(try bench.number("EnergyEvse.sessionEnergyCharged") == 3_680_000)
        #expect(try bench.number("EnergyEvse.sessionDuration") == 3600)
        try bench.invoke("EnergyEvse.disable")
        #expect(try bench.number("EnergyEvse.state") == 2)
        try bench.report("EnergyEvse.state", "notPluggedIn")
        #expect(
            bench.eventNames.filter { $0 != "cumulativeEnergyMeasured" }
                == ["evConnected", "energyTransferStarted", "energyTransferStopped", "evNotDetected"])
    }

    @Test func `charging ends at its time`() throws {
        var bench = try Self.charger()
        try bench.report("EnergyEvse.state", "pluggedInDemand")
        #expect(try bench.number("EnergyEvse.state") == 2)
        // 2026-01-02 03:04:05 is the beginning of the bench's time.
        let until: Literal = .integer(1_767_323_045 - 946_684_800 + 600)
        try bench.invoke("EnergyEvse.enableCharging", Self.charge.merging(["chargingEnabledUntil": until]) { $1 })
        #expect(try bench.number("EnergyEvse.state") == 3)
        bench.pass(.seconds(599))
        #expect(try bench.number("EnergyEvse.state") == 3)
        bench.pass(.seconds(1))
        #expect(try bench.number("EnergyEvse.state") == 2)
        #expect(try bench.number("EnergyEvse.supplyState") == 0)
    }

    @Test func `a charger refuses what it cannot`() throws {
        var bench = try Self.charger()
        let wrong = Self.charge.merging(["minimumChargeCurrent": 20_000]) { $1 }
        #expect(try bench.refusal { try $0.invoke("EnergyEvse.enableCharging", wrong) }?.code == .outOfRange)
        #expect(try bench.number("EnergyEvse.supplyState") == 0)
        try bench.report("EnergyEvse.faultState", "groundFault")
        #expect(try bench.number("EnergyEvse.supplyState") == 3)
        let refusal = try bench.refusal { try $0.invoke("EnergyEvse.enableCharging", Self.charge) }
        #expect(refusal?.code == .failedPrecondition)
        try bench.report("EnergyEvse.faultState", "noError")
        try bench.invoke("EnergyEvse.enableCharging", Self.charge)
        #expect(try bench.number("EnergyEvse.maximumChargeCurrent") == 16_000)
    }

    @Test func `targets are kept by day, and the next one is said`() throws {
        var bench = try Self.charger()
        // A Friday: at 07:00 the vehicle is to be full.
        let friday: [String: Literal] = [
            "chargingTargetSchedules": [
                [
                    "dayOfWeekForSequence": ["friday", "monday"],
                    "chargingTargets": [["targetTimeMinutesPastMidnight": 420, "targetSoC": 100]],
                ]
            ]
        ]
        try bench.invoke("EnergyEvse.setTargets", friday)
        #expect(try bench.number("EnergyEvse.nextChargeTargetTime") == nil, "no vehicle is there")
        try bench.report("EnergyEvse.state", "pluggedInNoDemand")
        #expect(try bench.number("EnergyEvse.nextChargeTargetTime") == 1_767_337_200 - 946_684_800)
        guard case .list(let kept)? = try bench.invoke("EnergyEvse.getTargets")[0] else {
            throw HomeError(.internal, "there are no targets")
        }
        #expect(kept.count == 1)
        try bench.invoke("EnergyEvse.clearTargets")
        #expect(try bench.number("EnergyEvse.nextChargeTargetTime") == nil)
        #expect(try bench.invoke("EnergyEvse.getTargets")[0] == .list([]))
    }

    // MARK: - Hot water

    @Test func `a boost heats water for its time`() throws {
        var bench = try EngineBench("WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 50])
        let boost = "WaterHeaterManagement.boost"
        #expect(
            try bench.refusal { try $0.invoke("WaterHeaterManagement.cancelBoost") }?.code == .failedPrecondition)
        try bench.invoke(boost, ["boostInfo": ["duration": 600]])
        #expect(try bench.number("WaterHeaterManagement.boostState") == 1)
        #expect(try bench.number("WaterHeaterManagement.heatDemand") == 1)
        bench.pass(.seconds(600))
        #expect(try bench.number("WaterHeaterManagement.boostState") == 0)
        #expect(bench.eventNames.filter { $0.hasPrefix("boost") } == ["boostStarted", "boostEnded"])
        let refusals: [([String: Literal], HomeError.Code)] = [
            (["duration": 600, "targetPercentage": 50, "targetReheat": 60], .outOfRange),
            (["duration": 600, "temporarySetpoint": 20_000], .outOfRange),
        ]
        for (info, code) in refusals {
            #expect(try bench.refusal { try $0.invoke(boost, ["boostInfo": .fields(info)]) }?.code == code)
            #expect(try bench.number("WaterHeaterManagement.boostState") == 0)
        }
    }

    @Test func `a boost of one shot ends when the tank is as full as it shall be`() throws {
        var bench = try EngineBench(
            "WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 50, "Thermostat.systemMode": "off"])
        let power = "ElectricalPowerMeasurement.activePower"
        #expect(try bench.number(power) == 500)
        try bench.invoke(
            "WaterHeaterManagement.boost", ["boostInfo": ["duration": 86_400, "oneShot": true, "targetPercentage": 60]])
        #expect(try bench.number(power) == 3_000_000)
        // With 3 kW a percent of 105 Wh takes 126 seconds.
        bench.pass(.seconds(1190))
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") == 59)
        #expect(try bench.number("WaterHeaterManagement.boostState") == 1)
        bench.pass(.seconds(70))
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") == 60)
        #expect(try bench.number("WaterHeaterManagement.boostState") == 0)
        #expect(try bench.number(power) == 500)
        bench.pass(.seconds(3600))
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") == 60)
        #expect((1_049_000...1_052_000).contains(try #require(try Self.energy(bench, "cumulativeEnergyImported"))))
    }

    @Test func `a battery drains, is charged when it is low, and is used again when it is full`() throws {
        var bench = try EngineBench(
            "PowerSource", features: ["PowerSource": ["battery", "rechargeable"]],
            values: ["PowerSource.batPercentRemaining": 60], isAutonomous: true)
        var states: [Int64?] = []
        for _ in 0..<200 {
            bench.pass(.seconds(600))
            let state = try bench.number("PowerSource.batChargeState")
            if states.last != state { states.append(state) }
        }
        // 3 is not charging, 1 is charging.
        #expect(states.prefix(3) == [3, 1, 3])
        #expect(try #require(try bench.number("PowerSource.batPercentRemaining")) > 0)
    }

    @Test func `a vacuum wears its battery at work, and charges when it is home`() throws {
        var bench = try EngineBench(
            "RoboticVacuumCleaner", features: ["PowerSource": ["battery", "rechargeable"]],
            values: ["PowerSource.batPercentRemaining": 200], isAutonomous: true)
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        bench.pass(.seconds(1000))
        let left = try #require(try bench.number("PowerSource.batPercentRemaining"))
        #expect((120..<190).contains(left))
        try bench.invoke("RvcOperationalState.goHome")
        bench.pass(.seconds(40))
        #expect(try bench.number("PowerSource.batChargeState") == 1)
        bench.pass(.seconds(3600))
        #expect(try bench.number("PowerSource.batPercentRemaining") == 200)
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
    }

    @Test func `a battery charges while it is plugged in`() throws {
        var bench = try EngineBench("GoogleCharger")
        let charge = "Google.ExtendedPowerSource.charge"
        try bench.invoke(charge, ["charge": true])
        bench.pass(.seconds(600))
        #expect(
            try bench.value("Google.ExtendedPowerSource.capacityRemaining")
                == .list([.fields([0: .float(100), 1: .uint(4)])]))
        #expect(try bench.number("Google.ExtendedPowerSource.descriptiveCapacityRemaining") == 5)
        try bench.report("Google.ExtendedPowerSource.isPluggedIn", false)
        #expect(try bench.refusal { try $0.invoke(charge, ["charge": true]) }?.code == .failedPrecondition)
    }

    // MARK: - From the beginning

    @Test func `a plug that is on takes power from the beginning, and after a reboot`() throws {
        var bench = try Self.plug(values: ["OnOff.onOff": true])
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 60_000)
        try bench.reboot()
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 60_000)
    }

    @Test func `a boost heats to its target, and again once the tank has cooled to where it says`() throws {
        var bench = try EngineBench(
            "WaterHeater",
            values: [
                "WaterHeaterManagement.tankPercentage": 50, "Thermostat.systemMode": "off",
            ])
        let demand = "WaterHeaterManagement.heatDemand", tank = "WaterHeaterManagement.tankPercentage"
        try bench.invoke(
            "WaterHeaterManagement.boost",
            ["boostInfo": ["duration": 86_400, "targetPercentage": 80, "targetReheat": 60]])
        #expect(try bench.number(demand) != 0)
        for (percent, heats) in [(79, true), (80, false), (70, false), (61, false), (60, true), (75, true)] {
            try bench.report(tank, .integer(Int64(percent)))
            #expect(try (bench.number(demand) != 0) == heats, "\(percent) %")
        }
        #expect(try bench.number("WaterHeaterManagement.boostState") == 1)
    }

    @Test func `a boost of one shot on a tank that is full already is over at once`() throws {
        var bench = try EngineBench("WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 100])
        try bench.invoke("WaterHeaterManagement.boost", ["boostInfo": ["duration": 600, "oneShot": true]])
        #expect(try bench.number("WaterHeaterManagement.boostState") == 0)
        #expect(bench.eventNames == ["boostStarted", "boostEnded"])
    }

    @Test func `both traits of a battery say the same, and one of them drains it`() throws {
        var bench = try EngineBench("GoogleMower", isAutonomous: true)
        try bench.report("Google.Dock.isDocked", false)
        for _ in 0..<20 {
            bench.pass(.seconds(3600))
            guard case .list(let list) = try bench.value("Google.ExtendedPowerSource.capacityRemaining"),
                case .fields(let fields)? = list.first, case .float(let percent)? = fields[0]
            else { throw HomeError(.internal, "the battery says nothing") }
            #expect(try bench.number("PowerSource.batPercentRemaining") == Int64((percent * 2).rounded()))
            #expect(percent < 80)
        }
    }

    private static func percent(_ bench: EngineBench) throws -> Double {
        guard case .list(let list) = try bench.value("Google.ExtendedPowerSource.capacityRemaining"),
            case .fields(let fields)? = list.first, case .float(let percent)? = fields[0]
        else { throw HomeError(.internal, "the battery says nothing") }
        return percent
    }

    @Test(arguments: ["GoogleMower", "GoogleMop"]) func `what stands in its dock does not drain`(_ type: String) throws
    {
        var bench = try EngineBench(type, isAutonomous: true)
        bench.pass(.seconds(3600))
        #expect(try Self.percent(bench) == 100)
        for _ in 0..<40 {
            bench.pass(.seconds(3600))
            #expect(try Self.percent(bench) == 100)
        }
        // It was used, and nobody saw it.
        try bench.report(
            "Google.ExtendedPowerSource.capacityRemaining", [["rawValue": 50.0, "unit": "percentage"]])
        bench.pass(.seconds(600))
        #expect(try Self.percent(bench) == 70)
        try bench.report("Google.Dock.isDocked", false)
        bench.pass(.seconds(10 * 3600))
        let away = try Self.percent(bench)
        #expect(away < 70)
        try bench.report("Google.Dock.isDocked", true)
        bench.pass(.seconds(3600))
        #expect(try Self.percent(bench) == 100)
    }
}
