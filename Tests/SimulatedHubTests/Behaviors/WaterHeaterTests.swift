import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

/// What a water heater says of its water, in four traits: it is one story (Matter Application Cluster Specification,
/// sections 4.3, 9.5 and 9.6).
@Suite struct WaterHeaterTests {
    private static let mode = "WaterHeaterMode.currentMode", system = "Thermostat.systemMode"
    private static let tank = "WaterHeaterManagement.tankPercentage", demand = "WaterHeaterManagement.heatDemand"
    private static let temperature = "Thermostat.localTemperature"
    private static let setpoint = "Thermostat.occupiedHeatingSetpoint"
    private static let running = "Thermostat.thermostatRunningState"

    /// What does not go together; `nil` where all of it does.
    private static func fault(_ bench: EngineBench) throws -> String? {
        let (mode, system) = (try bench.number(mode), try bench.number(system))
        if (mode == 0) != (system == 0) { return "mode \(mode ?? -1), thermostat \(system ?? -1)" }
        let heats = try bench.number(demand) != 0
        if try (bench.number(running) ?? 0) & 1 != (heats ? 1 : 0) { return "what runs is not what is demanded" }
        let isBoosting = try bench.number("WaterHeaterManagement.boostState") == 1
        guard let percent = try bench.number(tank), let now = try bench.number(temperature),
            let wanted = try bench.number(setpoint), !isBoosting
        else { return nil }
        if (percent == 100) != (now >= wanted) { return "\(percent) % at \(now) of \(wanted)" }
        if heats, percent == 100 { return "it heats a full tank" }
        let isAdjusted = try bench.number("DeviceEnergyManagement.esaState") != 1
        if system == 0, heats, !isAdjusted { return "it is off and heats" }
        if system != 0, !heats, !isAdjusted, wanted - now >= 20 { return "\(now) of \(wanted), and nothing heats" }
        return nil
    }

    @Test(
        arguments: [
            [:], ["WaterHeaterManagement.tankPercentage": 80], ["WaterHeaterManagement.tankPercentage": 0],
            ["Thermostat.localTemperature": 2000], ["Thermostat.occupiedHeatingSetpoint": 6500],
            ["Thermostat.occupiedHeatingSetpoint": 4000], ["WaterHeaterMode.currentMode": 0],
            ["Thermostat.systemMode": "off"], ["WaterHeaterMode.currentMode": 2, "Thermostat.systemMode": "heat"],
            ["WaterHeaterManagement.tankPercentage": 30, "Thermostat.systemMode": "off"],
        ] as [[String: Literal]])
    func `it tells one story from its first values on`(_ values: [String: Literal]) throws {
        var bench = try EngineBench("WaterHeater", values: values)
        #expect(try Self.fault(bench) == nil)
        // What the home file says of the tank holds.
        if let percent = values[Self.tank] {
            #expect(try bench.number(Self.tank).map(Literal.integer) == percent)
        }
        try bench.reboot()
        #expect(try Self.fault(bench) == nil)
    }

    @Test func `a tank that is not full is as much colder, and is heated`() throws {
        var bench = try EngineBench("WaterHeater", values: [Self.tank: 80])
        #expect(try bench.number(Self.temperature) == 4600)
        #expect(try bench.number(Self.demand) == 1)
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 3_000_000)
        bench.pass(.seconds(10 * 126))
        #expect(try bench.number(Self.tank) == 90)
        #expect(try bench.number(Self.temperature) == 5050)
        bench.pass(.seconds(10 * 126))
        #expect(try bench.number(Self.tank) == 100)
        #expect(try bench.number(Self.temperature) == 5500)
        #expect(try bench.number(Self.demand) == 0)
    }

    @Test func `its mode and its thermostat are off together, and it goes on in the mode that it was in`() throws {
        var bench = try EngineBench("WaterHeater")
        #expect(try bench.number(Self.mode) == 1)
        try bench.invoke("WaterHeaterMode.changeToMode", ["newMode": 2])
        #expect(try bench.number(Self.system) == 4)
        try bench.write(Self.system, "off")
        #expect(try bench.number(Self.mode) == 0)
        try bench.write(Self.system, "heat")
        #expect(try bench.number(Self.mode) == 2)
        try bench.invoke("WaterHeaterMode.changeToMode", ["newMode": 0])
        #expect(try bench.number(Self.system) == 0)
        try bench.report(Self.mode, 1)
        #expect(try bench.number(Self.system) == 4)
    }

    @Test func `it says that it heats, whoever has it heat`() throws {
        var bench = try EngineBench("WaterHeater", values: [Self.tank: 50, Self.system: "off"])
        #expect(try bench.number(Self.running) == 0)
        try bench.invoke("WaterHeaterManagement.boost", ["boostInfo": ["duration": 600]])
        #expect(try bench.number(Self.running) == 1)
        bench.pass(.seconds(600))
        #expect(try bench.number(Self.running) == 0)
        #expect(try bench.number(Self.system) == 0, "a boost is no other mode")
    }

    @Test func `a boost to another temperature measures the tank by it`() throws {
        var bench = try EngineBench("WaterHeater")
        try bench.invoke("WaterHeaterManagement.boost", ["boostInfo": ["duration": 86_400, "temporarySetpoint": 7000]])
        #expect(try bench.number(Self.tank) == 75)
        #expect(try bench.number(Self.demand) == 1)
        bench.pass(.seconds(5 * 3600))
        #expect(try bench.number(Self.temperature) == 7000)
        #expect(try bench.number(Self.tank) == 100)
        try bench.invoke("WaterHeaterManagement.cancelBoost")
        #expect(try bench.number(Self.tank) == 100, "hotter than it is to be")
        #expect(try Self.fault(bench) == nil)
    }

    /// Without heat no water gets warmer; what is used makes it colder.
    private static func warmsByItself(_ bench: EngineBench) throws -> String? {
        guard try bench.number(demand) == 0, let now = try bench.number(temperature) else { return nil }
        var later = bench
        later.pass(.seconds(30))
        let heated = later.changes[bench.changes.count...].contains(demand)
        guard !heated, let then = try later.number(temperature), then > now else { return nil }
        return "no heat is demanded, and it warms from \(now) to \(then)"
    }

    @Test func `a boost that is cancelled above the setpoint leaves the water as warm as it is`() throws {
        var bench = try EngineBench("WaterHeater")
        try bench.invoke("WaterHeaterManagement.boost", ["boostInfo": ["duration": 86_400, "temporarySetpoint": 7000]])
        while try bench.number(Self.temperature) ?? 0 < 6000 { bench.pass(.seconds(60)) }
        try bench.invoke("WaterHeaterManagement.cancelBoost")
        let stands = try bench.number(Self.temperature)
        #expect(try bench.number(Self.demand) == 0)
        bench.pass(.seconds(5 * 3600))
        #expect(try bench.number(Self.temperature) == stands)
        #expect(try Self.fault(bench) == nil)
    }

    @Test(arguments: [4000, 3000, 6000] as [Int64])
    func `a setpoint that moves while the water is heated is where it ends`(_ setpoint: Int64) throws {
        var bench = try EngineBench("WaterHeater", values: [Self.temperature: 3400])
        bench.pass(.seconds(280))
        let before = try #require(try bench.number(Self.temperature))
        #expect(before > 3400 && before < 4000)
        try bench.write(Self.setpoint, .integer(setpoint))
        bench.pass(.seconds(6 * 3600))
        #expect(try bench.number(Self.temperature) == max(before, setpoint))
        #expect(try bench.number(Self.demand) == 0)
        #expect(try Self.fault(bench) == nil)
    }

    @Test func `what a tank still needs goes with its water`() throws {
        var bench = try EngineBench(
            "WaterHeater",
            features: ["WaterHeaterManagement": ["energyManagement", "tankPercent"]],
            values: [Self.tank: 50, Self.system: "off", "WaterHeaterManagement.tankVolume": 200])
        #expect(try bench.number("WaterHeaterManagement.estimatedHeatRequired") == 50 * 105_000)
        try bench.report(Self.tank, 100)
        #expect(try bench.number("WaterHeaterManagement.estimatedHeatRequired") == 0)
    }

    @Test func `one whose sensor fails does not heat, and says what it said last`() throws {
        var bench = try EngineBench("WaterHeater", values: [Self.tank: 50])
        #expect(try bench.number(Self.demand) == 1)
        try bench.report(Self.temperature, nil)
        #expect(try bench.number(Self.demand) == 0)
        bench.pass(.seconds(3600))
        #expect(try bench.number(Self.tank) == 50)
        try bench.report(Self.temperature, 1900)
        #expect(try bench.number(Self.tank) == 20)
        #expect(try Self.fault(bench) == nil)
    }

    @Test func `it tells one story whatever is asked of it, and whatever it reports`() async throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = try EngineBench("WaterHeater", isAutonomous: seed.isMultiple(of: 2), seed: seed)
            for step in 0..<200 {
                await Task.yield()
                let reports: [(String, Literal)] = [
                    (Self.tank, .integer(Int64.random(in: 0...100, using: &random))),
                    (Self.temperature, .integer(Int64.random(in: 500...7000, using: &random))),
                    (Self.setpoint, .integer(Int64.random(in: 2000...7000, using: &random))),
                    (Self.mode, .integer(Int64.random(in: 0...2, using: &random))),
                    (Self.system, .text(Bool.random(using: &random) ? "off" : "heat")),
                ]
                if Bool.random(using: &random), let (path, value) = reports.randomElement(using: &random) {
                    _ = try bench.refusal { try $0.report(path, value) }
                } else {
                    _ = bench.doSomething(&random)
                }
                if step % 50 == 49 { try bench.reboot() }
                if let fault = try Self.fault(bench) ?? Self.warmsByItself(bench) {
                    Issue.record("seed \(seed), step \(step): \(fault)")
                }
            }
        }
    }
}
