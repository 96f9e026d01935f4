import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// The power of heat pumps, batteries and chargers, and what an energy manager makes of it (Matter Application Cluster
/// Specification, sections 2.12, 2.13 and 9.2).
@Suite struct EnergyFlowTests {
    private static let power = "ElectricalPowerMeasurement.activePower"
    private static let charge = "PowerSource.batPercentRemaining"

    private static func energy(_ bench: inout EngineBench, _ attribute: String) throws -> Int64 {
        _ = try bench.refresh()
        guard case .fields(let fields) = try bench.value("ElectricalEnergyMeasurement.\(attribute)"),
            case .int(let energy)? = fields[0]
        else { return 0 }
        return energy
    }

    private static func adjust(
        _ bench: inout EngineBench, to power: Int64, for seconds: Int64, cause: Literal = "localOptimization"
    ) throws {
        try bench.invoke(
            "DeviceEnergyManagement.powerAdjustRequest",
            ["power": .integer(power), "duration": .integer(seconds), "cause": cause])
    }

    // MARK: - Heat

    @Test func `a heat pump takes power while its thermostat asks for heat`() throws {
        var bench = try EngineBench("HeatPump")
        #expect(try bench.number(Self.power) == 500)
        try bench.report("Thermostat.localTemperature", 1200)
        #expect(try bench.number(Self.power) == 2_000_000)
        bench.pass(.seconds(3600))
        #expect(try Self.energy(&bench, "cumulativeEnergyImported") == 2_000_000)
        try bench.report("Thermostat.localTemperature", 2900)
        #expect(try bench.number(Self.power) == 500)
    }

    @Test func `an oven takes the power of its cavity`() throws {
        var bench = try EngineBench(
            "Oven", features: ["ElectricalPowerMeasurement": ["alternatingCurrent"]],
            values: ["ElectricalPowerMeasurement.voltage": 230_000])
        try bench.invoke("OvenCavityOperationalState.start")
        #expect(try bench.number(Self.power) == 2_500_000)
        try bench.invoke("OvenCavityOperationalState.stop")
        #expect(try bench.number(Self.power) == 500)
    }

    @Test func `a tank warms as fast as the power that is ordered allows, and takes none when it is full`() throws {
        var bench = try EngineBench(
            "WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40, "Thermostat.systemMode": "off"])
        try Self.adjust(&bench, to: 1_500_000, for: 14_400)
        #expect(try bench.number(Self.power) == 1_500_000)
        #expect(try bench.number("WaterHeaterManagement.heatDemand") != 0)
        bench.pass(.seconds(2520))
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") == 50)
        // From now on twice as fast.
        try Self.adjust(&bench, to: 3_000_000, for: 14_400)
        bench.pass(.seconds(1260))
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") == 60)
        bench.pass(.seconds(40 * 126))
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") == 100)
        #expect(try bench.number(Self.power) == 500)
        try bench.invoke("DeviceEnergyManagement.cancelPowerAdjustRequest")
        #expect(try bench.number("WaterHeaterManagement.heatDemand") == 0)
    }

    // MARK: - Batteries

    @Test func `a battery takes power while it charges, and gives it where it is ordered to`() throws {
        var bench = try EngineBench("BatteryStorage")
        #expect(try bench.number(Self.power) == 500)
        try bench.report("PowerSource.batChargeState", "isCharging")
        #expect(try bench.number(Self.power) == 2_500_000)
        bench.pass(.seconds(3600))
        // Of 10.24 kWh.
        #expect((147...149).contains(try #require(try bench.number(Self.charge))))
        #expect(try Self.energy(&bench, "cumulativeEnergyImported") == 2_500_000)
        try Self.adjust(&bench, to: -2_000_000, for: 3600)
        #expect(try bench.number(Self.power) == -2_000_000)
        #expect(try bench.number("PowerSource.batChargeState") == 3)
        #expect(try #require(try bench.number("PowerSource.batTimeRemaining")) > 3600)
        bench.pass(.seconds(3600))
        #expect((108...110).contains(try #require(try bench.number(Self.charge))))
        #expect(try Self.energy(&bench, "cumulativeEnergyExported") == 2_000_000)
        // Afterwards it goes on with what it was at.
        #expect(try bench.number(Self.power) == 2_500_000)
        #expect(bench.story.filter { $0.hasPrefix("power") } == ["powerAdjustStart", "powerAdjustEnd 0 3600 -2000000"])
    }

    @Test(arguments: [(200, 2_000_000), (10, -2_000_000)] as [(Int64, Int64)])
    func `a full battery takes nothing, and an empty one gives nothing`(_ left: Int64, _ order: Int64) throws {
        var bench = try EngineBench("BatteryStorage", values: [Self.charge: .integer(left)])
        try Self.adjust(&bench, to: order, for: 3600)
        #expect(try bench.number(Self.power) == 500)
        try bench.report(Self.charge, 100)
        #expect(try bench.number(Self.power) == order)
    }

    @Test func `a battery keeps what the sun gives for the evening`() throws {
        var bench = try EngineBench("BatteryStorage", isAutonomous: true)
        // The bench begins at four minutes past three: to noon, and to nine in the evening.
        bench.pass(.seconds(9 * 3600))
        #expect(try #require(try bench.number(Self.power)) > 1_000_000)
        let noon = try #require(try bench.number(Self.charge))
        bench.pass(.seconds(5 * 3600))
        let afternoon = try #require(try bench.number(Self.charge))
        #expect(afternoon > noon || afternoon == 200)
        bench.pass(.seconds(4 * 3600))
        #expect(try #require(try bench.number(Self.power)) < -400_000)
        #expect(try #require(try bench.number(Self.charge)) < afternoon)
    }

    // MARK: - Vehicles and panels

    @Test func `a vehicle charges with the power that is ordered`() throws {
        var bench = try EngineBench("EnergyEvse")
        try Self.adjust(&bench, to: 2_000_000, for: 60)
        #expect(try bench.number(Self.power) == 500, "nobody is there")
        try bench.invoke("DeviceEnergyManagement.cancelPowerAdjustRequest")
        try bench.invoke(
            "EnergyEvse.enableCharging",
            ["chargingEnabledUntil": nil, "minimumChargeCurrent": 6000, "maximumChargeCurrent": 16_000])
        try bench.report("EnergyEvse.state", "pluggedInDemand")
        bench.pass(.seconds(1800))
        try Self.adjust(&bench, to: 2_000_000, for: 3600)
        #expect(try bench.number(Self.power) == 2_000_000)
        bench.pass(.seconds(3600))
        #expect(try bench.number(Self.power) == 3_680_000)
        let charged = try #require(try bench.number("EnergyEvse.sessionEnergyCharged"))
        #expect(abs(charged - 1_840_000 - 2_000_000) <= 1)
        #expect(try Self.energy(&bench, "cumulativeEnergyImported") == 1_840_000 + 2_000_000)
    }

    @Test func `panels can be made to give less, and no more than the sun does`() throws {
        var bench = try EngineBench("SolarPower", isAutonomous: true)
        bench.pass(.seconds(9 * 3600))
        try Self.adjust(&bench, to: -1_000_000, for: 3600)
        #expect(try bench.number(Self.power) == -1_000_000)
        try Self.adjust(&bench, to: -4_000_000, for: 14_400)
        bench.pass(.seconds(3 * 3600))
        let power = try #require(try bench.number(Self.power))
        #expect((-3_200_000 ... -2_500_000).contains(power))
    }

    // MARK: - Whatever is ordered

    /// Power and capabilities are whole numbers of 64 bits without a bound in the model (DeviceEnergyManagement).
    @Test(
        arguments: ["BatteryStorage", "EnergyEvse", "HeatPump", "SolarPower", "WaterHeater"],
        [Int64.min, .min / 2, -10_000_000_000_000_000, 10_000_000_000_000_000, .max / 2, .max])
    func `no order is too great`(_ type: String, _ order: Int64) throws {
        var bench = try EngineBench(type, isAutonomous: type == "SolarPower")
        if bench.has("Thermostat.localTemperature") { try bench.report("Thermostat.localTemperature", 1200) }
        if type == "EnergyEvse" {
            try bench.invoke(
                "EnergyEvse.enableCharging",
                ["chargingEnabledUntil": nil, "minimumChargeCurrent": 6000, "maximumChargeCurrent": 16_000])
            try bench.report("EnergyEvse.state", "pluggedInDemand")
        }
        try bench.report(
            "DeviceEnergyManagement.powerAdjustmentCapability",
            [
                "powerAdjustCapability": [
                    ["minPower": .integer(.min), "maxPower": .integer(.max), "minDuration": 0, "maxDuration": 86_400]
                ], "cause": "noAdjustment",
            ])
        try Self.adjust(&bench, to: order, for: 3600)
        for _ in 0..<10 {
            bench.pass(.seconds(300))
            _ = try bench.refresh()
            let power = try #require(try bench.number(Self.power))
            let current = try #require(try bench.number("ElectricalPowerMeasurement.activeCurrent"))
            #expect(power.signum() * current.signum() >= 0, "\(power) mW and \(current) mA")
            #expect(power == 0 || power.signum() == order.signum() || power == 500)
        }
        #expect(bench.faultyValues == [])
    }

    @Test(arguments: [7_360_000, 2_400_000, 2_300_000, 2_000_000, 0, -1_000_000] as [Int64])
    func `no order makes a charger take more than its limits of current`(_ order: Int64) throws {
        var bench = try EngineBench("EnergyEvse")
        try bench.report(
            "DeviceEnergyManagement.powerAdjustmentCapability",
            [
                "powerAdjustCapability": [
                    ["minPower": -8_000_000, "maxPower": 8_000_000, "minDuration": 0, "maxDuration": 86_400]
                ], "cause": "noAdjustment",
            ])
        try bench.invoke(
            "EnergyEvse.enableCharging",
            ["chargingEnabledUntil": nil, "minimumChargeCurrent": 6000, "maximumChargeCurrent": 10_000])
        try bench.report("EnergyEvse.state", "pluggedInDemand")
        #expect(try bench.number(Self.power) == 2_300_000)
        try Self.adjust(&bench, to: order, for: 3600)
        let taken = max(0, min(2_300_000, order))
        #expect(try bench.number(Self.power) == taken)
        bench.pass(.seconds(1800))
        _ = try bench.refresh()
        #expect(try bench.number("EnergyEvse.sessionEnergyCharged") == taken / 2)
    }

    // MARK: - A tank

    /// A percent of 105 Wh takes 252 seconds with 1.5 kW, and 126 with 3 kW.
    @Test(
        arguments: [
            ([1_500_000], 60, 2520, 50), ([3_000_000], 70, 1260, 50), ([3_000_000, 0], 60, 2520, 50),
            ([3_000_000, 1_500_000], 30, 1680, 50), ([1_500_000], 1, 252, 41),
        ] as [([Int64], Int64, Int64, Int64)])
    func `a tank warms by the power, however often an order is repeated`(
        _ orders: [Int64], _ interval: Int64, _ seconds: Int64, _ percent: Int64
    ) throws {
        let tank = "WaterHeaterManagement.tankPercentage"
        var bench = try EngineBench("WaterHeater", values: [tank: 40])
        for step in 0..<(seconds / interval) {
            try Self.adjust(&bench, to: orders[Int(step) % orders.count], for: 14_400)
            bench.pass(.seconds(interval))
        }
        let now = try #require(try bench.number(tank))
        #expect(abs(now - percent) <= 1 && now > 40, "\(now) %")
    }

    @Test func `a tank that is full is as warm as it is to be, and takes nothing, whoever asks`() throws {
        let tank = "WaterHeaterManagement.tankPercentage"
        var bench = try EngineBench("WaterHeater", values: [tank: 40])
        try bench.report("Thermostat.localTemperature", 4000)
        #expect(try bench.number(Self.power) == 3_000_000)
        bench.pass(.seconds(61 * 126))
        #expect(try bench.number(tank) == 100)
        let setpoint = try #require(try bench.number("Thermostat.occupiedHeatingSetpoint"))
        #expect(try bench.number("Thermostat.localTemperature") == setpoint)
        #expect(try bench.number("WaterHeaterManagement.heatDemand") == 0)
        #expect(try bench.number(Self.power) == 500)
        let energy = try Self.energy(&bench, "cumulativeEnergyImported")
        bench.pass(.seconds(3600))
        #expect(try Self.energy(&bench, "cumulativeEnergyImported") - energy <= 500)
        // It is to be warmer: so it is not full.
        try bench.write("Thermostat.occupiedHeatingSetpoint", .integer(setpoint + 450))
        #expect(try bench.number(tank) == 90)
        #expect(try bench.number(Self.power) == 3_000_000)
        try bench.report("Thermostat.localTemperature", .integer(setpoint + 450))
        #expect(try bench.number(Self.power) == 500)
    }

    @Test(arguments: [true, false]) func `no water boils`(_ isOrdered: Bool) throws {
        var bench = try EngineBench(
            "WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 0], isAutonomous: true)
        if isOrdered {
            try Self.adjust(&bench, to: 3_000_000, for: 14_400)
        } else {
            try bench.invoke("WaterHeaterManagement.boost", ["boostInfo": ["duration": 86_400]])
        }
        let most = try #require(try bench.number("Thermostat.absMaxHeatSetpointLimit"))
        for _ in 0..<240 {
            bench.pass(.seconds(60))
            #expect(try #require(try bench.number("Thermostat.localTemperature")) <= most)
        }
        #expect(try bench.number("WaterHeaterManagement.tankPercentage") != 0)
    }

    // MARK: - Whoever opts out

    @Test(
        arguments: [
            ("localOptOut", "localOptimization", true), ("localOptOut", "gridOptimization", false),
            ("gridOptOut", "gridOptimization", true), ("optOut", "gridOptimization", true),
            ("noOptOut", "localOptimization", false),
        ] as [(Literal, Literal, Bool)])
    func `opting out ends what is on of that kind`(_ state: Literal, _ cause: Literal, _ ends: Bool) throws {
        var bench = try EngineBench(
            "WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40, "Thermostat.systemMode": "off"])
        try Self.adjust(&bench, to: 1_000_000, for: 3600, cause: cause)
        bench.pass(.seconds(360))
        try bench.report("DeviceEnergyManagement.optOutState", state)
        #expect(try bench.number(Self.power) == (ends ? 500 : 1_000_000))
        let story = bench.story.filter { $0.hasPrefix("power") }
        #expect(story == ["powerAdjustStart"] + (ends ? ["powerAdjustEnd 3 360 100000"] : []))
    }

    @Test(arguments: [("offline", 1), ("fault", 2)] as [(Literal, Int64)])
    func `an appliance that is not online any more ends its adjustment`(_ state: Literal, _ cause: Int64) throws {
        var bench = try EngineBench(
            "WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40, "Thermostat.systemMode": "off"])
        try Self.adjust(&bench, to: 1_000_000, for: 3600)
        try bench.report("DeviceEnergyManagement.esaState", state)
        #expect(bench.story.last { $0.hasPrefix("power") } == "powerAdjustEnd \(cause) 0 0")
        #expect(try bench.number(Self.power) == 500)
        bench.pass(.seconds(7200))
        #expect(bench.eventNames.filter { $0 == "powerAdjustEnd" }.count == 1)
    }

    @Test func `the mode says who may adjust`() throws {
        var bench = try EngineBench("WaterHeater")
        for (mode, state): (Int64, Int64) in [(3, 3), (2, 1), (0, 0)] {
            try bench.invoke("DeviceEnergyManagementMode.changeToMode", ["newMode": .integer(mode)])
            #expect(try bench.number("DeviceEnergyManagement.optOutState") == state)
        }
        try bench.invoke("DeviceEnergyManagementMode.changeToMode", ["newMode": 1])
        #expect(try bench.number("DeviceEnergyManagement.optOutState") == 2, "only local optimization is wanted")
        try Self.adjust(&bench, to: 1_000_000, for: 600)
        #expect(
            try bench.refusal { try Self.adjust(&$0, to: 1_000_000, for: 600, cause: "gridOptimization") }?.code
                == .failedPrecondition)
    }

    @Test func `the cause of an adjustment shows while it is on`() throws {
        var bench = try EngineBench("WaterHeater")
        func cause() throws -> DataValue? {
            guard case .fields(let capability) = try bench.value("DeviceEnergyManagement.powerAdjustmentCapability")
            else { return nil }
            return capability[1]
        }
        try Self.adjust(&bench, to: 0, for: 600, cause: "gridOptimization")
        #expect(try cause() == .uint(2))
        bench.pass(.seconds(600))
        #expect(try cause() == .uint(0))
    }

    @Test func `a reboot ends an adjustment`() throws {
        var bench = try EngineBench(
            "WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40, "Thermostat.systemMode": "off"])
        try Self.adjust(&bench, to: 1_000_000, for: 3600)
        try bench.reboot()
        #expect(try bench.number("DeviceEnergyManagement.esaState") == 1)
        #expect(try bench.number(Self.power) == 500)
    }

    @Test(arguments: ["optOut", "gridOptOut"] as [Literal])
    func `who opted out has done so after a reboot, too`(_ state: Literal) throws {
        let path = "DeviceEnergyManagement.optOutState"
        var bench = try EngineBench("WaterHeater")
        try bench.report(path, state)
        let before = try bench.value(path)
        try bench.reboot()
        #expect(try bench.value(path) == before)
        #expect(
            try bench.refusal { try Self.adjust(&$0, to: 1_000_000, for: 600, cause: "gridOptimization") }?.code
                == .failedPrecondition)
        #expect(try EngineBench("WaterHeater", values: [path: state]).value(path) == before, "as the home file says")
    }
}
