import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

/// What holds of power and energy, whatever is asked of a device and whatever it reports.
@Suite struct EnergyInvariantTests {
    private static let power = "ElectricalPowerMeasurement.activePower"

    /// A device that measures what it takes.
    private static func bench(_ type: String, seed: UInt64) throws -> EngineBench {
        try EngineBench(
            type, features: ["ElectricalPowerMeasurement": ["alternatingCurrent"]],
            values: [
                "ElectricalPowerMeasurement.voltage": 230_000,
                "ElectricalEnergyMeasurement.cumulativeEnergyImported": nil,
                "ElectricalEnergyMeasurement.cumulativeEnergyExported": nil,
            ], isAutonomous: seed.isMultiple(of: 2), seed: seed)
    }

    private static func energy(_ bench: EngineBench, _ attribute: String) throws -> Int64 {
        guard case .fields(let fields) = try bench.value("ElectricalEnergyMeasurement.\(attribute)"),
            case .int(let energy)? = fields[0]
        else { return 0 }
        return energy
    }

    private static let states = ["isCharging", "isNotCharging", "isAtFullCharge"]

    /// What people and the weather do to it.
    private static func happen(_ bench: inout EngineBench, _ random: inout SeededGenerator) {
        let reports: [(String, Literal)] = [
            ("EnergyEvse.state", .integer(Int64.random(in: 0...2, using: &random))),
            ("PowerSource.batChargeState", .text(states.randomElement(using: &random) ?? "isCharging")),
            ("PowerSource.batPercentRemaining", .integer(Int64.random(in: 0...200, using: &random))),
            ("WaterHeaterManagement.tankPercentage", .integer(Int64.random(in: 0...100, using: &random))),
            ("Thermostat.localTemperature", .integer(Int64.random(in: 500...6000, using: &random))),
            ("DeviceEnergyManagement.optOutState", .integer(Int64.random(in: 0...3, using: &random))),
        ]
        guard let (path, value) = reports.randomElement(using: &random), bench.has(path) else { return }
        do {
            try bench.report(path, value)
        } catch {
            Issue.record("\(path): \(error)")
        }
    }

    @Test(
        arguments: [
            "BatteryStorage", "DimmableLight", "DimmablePlugInUnit", "Dishwasher", "ElectricalMeter", "EnergyEvse",
            "Fan",
            "HeatPump", "LaundryWasher", "OnOffPluginUnit", "RoomAirConditioner", "SolarPower", "WaterHeater",
        ])
    func `energy that was counted never falls, and goes with the power`(_ type: String) async throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = try Self.bench(type, seed: seed)
            var before = (imported: 0 as Int64, exported: 0 as Int64)
            for _ in 0..<150 {
                await Task.yield()
                if Bool.random(using: &random) {
                    _ = bench.doSomething(&random)
                } else {
                    Self.happen(&bench, &random)
                }
                _ = try bench.refresh()
                let imported = try Self.energy(bench, "cumulativeEnergyImported")
                let exported = try Self.energy(bench, "cumulativeEnergyExported")
                #expect(imported >= before.imported && exported >= before.exported)
                before = (imported, exported)
                let power = try #require(try bench.number(Self.power))
                #expect(abs(power) <= 25_000_000)
                try check(power, bench)
            }
            #expect(bench.faultyValues == [])
        }
    }

    /// What the rest of the device says has to do with its power.
    private func check(_ power: Int64, _ bench: EngineBench) throws {
        let idle = 510 as Int64
        if bench.has("OnOff.onOff"), try bench.number("OnOff.onOff") == 0 { #expect(power <= idle) }
        if bench.has("WaterHeaterManagement.heatDemand"), try bench.number("WaterHeaterManagement.heatDemand") == 0 {
            #expect(power <= idle)
        }
        if bench.has("EnergyEvse.state"), let state = try bench.number("EnergyEvse.state"), ![3, 4].contains(state) {
            #expect(power <= idle)
        }
        if bench.has("WaterHeaterManagement.tankPercentage"),
            try bench.number("WaterHeaterManagement.tankPercentage") == 100
        {
            #expect(power <= idle, "a full tank takes \(power) mW")
        }
        if bench.has("EnergyEvse.state") {
            // Milliamperes at 230 volts.
            let user = try bench.known("EnergyEvse.userMaximumChargeCurrent", bench.part.endpoint)
            let currents = [
                try bench.number("EnergyEvse.maximumChargeCurrent"), try bench.number("EnergyEvse.circuitCapacity"),
                user == 0 ? nil : user,
            ]
            let most = currents.compactMap(\.self).min() ?? 0
            #expect(power <= max(idle, most * 230), "\(power) mW with at most \(most) mA")
        }
        guard bench.has("PowerSource.batPercentRemaining") else { return }
        let left = try #require(try bench.number("PowerSource.batPercentRemaining"))
        #expect(left < 200 || power <= idle)
        #expect(left > 10 || power >= 0)
        let isCharging = try bench.number("PowerSource.batChargeState") == 1
        #expect(isCharging == (power > idle), "\(power)")
    }
}
