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
        var bench = try EngineBench("WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40])
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

    // MARK: - Whoever opts out

    @Test(
        arguments: [
            ("localOptOut", "localOptimization", true), ("localOptOut", "gridOptimization", false),
            ("gridOptOut", "gridOptimization", true), ("optOut", "gridOptimization", true),
            ("noOptOut", "localOptimization", false),
        ] as [(Literal, Literal, Bool)])
    func `opting out ends what is on of that kind`(_ state: Literal, _ cause: Literal, _ ends: Bool) throws {
        var bench = try EngineBench("WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40])
        try Self.adjust(&bench, to: 1_000_000, for: 3600, cause: cause)
        bench.pass(.seconds(360))
        try bench.report("DeviceEnergyManagement.optOutState", state)
        #expect(try bench.number(Self.power) == (ends ? 500 : 1_000_000))
        let story = bench.story.filter { $0.hasPrefix("power") }
        #expect(story == ["powerAdjustStart"] + (ends ? ["powerAdjustEnd 3 360 100000"] : []))
    }

    @Test(arguments: [("offline", 1), ("fault", 2)] as [(Literal, Int64)])
    func `an appliance that is not online any more ends its adjustment`(_ state: Literal, _ cause: Int64) throws {
        var bench = try EngineBench("WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40])
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
        var bench = try EngineBench("WaterHeater", values: ["WaterHeaterManagement.tankPercentage": 40])
        try Self.adjust(&bench, to: 1_000_000, for: 3600)
        try bench.reboot()
        #expect(try bench.number("DeviceEnergyManagement.esaState") == 1)
        #expect(try bench.number(Self.power) == 500)
    }
}
