import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// What Google says of a thermostat is the same as what Matter says (trait ExtendedThermostat).
@Suite struct GoogleThermostatTests {
    private static let extended = "Google.ExtendedThermostat.extendedSystemMode", matter = "Thermostat.systemMode"

    private static func bench(_ features: [String] = ["heating", "cooling", "autoMode"]) throws -> EngineBench {
        try EngineBench(
            "Thermostat", features: ["Thermostat": features],
            values: [
                "Google.ExtendedThermostat.averageLocalTemperature": 2100,
                "Google.ExtendedThermostat.extendedSystemMode": "off",
                "Google.ExtendedThermostat.extendedRunningMode": "off",
            ])
    }

    @Test(arguments: [("off", 0, 1), ("heat", 4, 2), ("cool", 3, 3), ("heatCool", 1, 4)] as [(Literal, Int64, Int64)])
    func `the mode of both is the same, whichever is set`(
        _ mode: Literal, _ systemMode: Int64, _ shown: Int64
    ) throws {
        var bench = try Self.bench()
        #expect(try bench.number(Self.extended) == 2, "it begins with Matter's")
        try bench.write(Self.extended, mode)
        #expect(try bench.number(Self.matter) == systemMode)
        try bench.write(Self.matter, "off")
        #expect(try bench.number(Self.extended) == 1)
        try bench.write(Self.matter, .integer(systemMode))
        #expect(try bench.number(Self.extended) == shown)
    }

    @Test(
        arguments: [
            (["heating", "cooling", "autoMode"], ["dry", "fanOnly", "eco", "purifier", "on", "unspecified"]),
            (["heating"], ["cool", "heatCool", "auto", "dry"]), (["cooling"], ["heat", "heatCool", "auto"]),
        ] as [([String], [String])])
    func `a mode that the thermostat does not have is refused`(_ features: [String], _ modes: [String]) throws {
        var bench = try Self.bench(features)
        for mode in modes {
            let before = bench.condition
            let refusal = try bench.refusal { try $0.write(Self.extended, .text(mode)) }
            #expect(refusal?.code == .outOfRange, "\(mode)")
            #expect(refusal?.message.contains("off (1)") == true)
            #expect(bench.condition == before)
        }
    }

    @Test func `the sequence of operation bounds both`() throws {
        var bench = try Self.bench()
        #expect(
            try bench.value("Google.ExtendedThermostat.extendedSupportedModes")
                == .list([.uint(1), .uint(2), .uint(3), .uint(4), .uint(5)]))
        try bench.write("Thermostat.controlSequenceOfOperation", "heatingOnly")
        #expect(try bench.refusal { try $0.write(Self.extended, "cool") }?.code == .outOfRange)
    }

    @Test func `what runs, how warm it is and who set it are said twice`() throws {
        var bench = try Self.bench()
        try bench.report("Thermostat.localTemperature", 1500)
        #expect(try bench.number("Google.ExtendedThermostat.averageLocalTemperature") == 1500)
        #expect(try bench.number("Google.ExtendedThermostat.extendedRunningMode") == 2)
        try bench.write(Self.extended, "off")
        #expect(try bench.number("Google.ExtendedThermostat.extendedRunningMode") == 1)
    }

    @Test func `limits for safety bound the setpoints`() throws {
        var bench = try EngineBench(
            "Thermostat",
            values: [
                "Google.ExtendedThermostat.minHeatSafetySetpointLimit": 1200,
                "Google.ExtendedThermostat.maxHeatSafetySetpointLimit": 2400,
            ])
        #expect(
            try bench.refusal { try $0.write("Thermostat.occupiedHeatingSetpoint", 2500) }?.code == .outOfRange)
        #expect(
            try bench.refusal { try $0.write("Thermostat.occupiedHeatingSetpoint", 1100) }?.code == .outOfRange)
        try bench.write("Thermostat.occupiedHeatingSetpoint", 2300)
        try bench.invoke("Thermostat.setpointRaiseLower", ["mode": "heat", "amount": 50])
        #expect(try bench.number("Thermostat.occupiedHeatingSetpoint") == 2400)
    }

    @Test func `presets have the same handle in both`() throws {
        var bench = try EngineBench(
            "Thermostat", features: ["Thermostat": ["heating", "cooling", "autoMode", "presets"]],
            values: ["Google.ExtendedThermostat.activePresetHandle": ""])
        try bench.write("Google.ExtendedThermostat.activePresetHandle", "away")
        #expect(try bench.number("Thermostat.occupiedHeatingSetpoint") == 1700)
        #expect(try bench.value("Thermostat.activePresetHandle") == .octets(Array("away".utf8)))
        let refusal = try bench.refusal { try $0.write("Google.ExtendedThermostat.activePresetHandle", "moon") }
        #expect(refusal?.message.contains("home, away, sleep") == true)
        try bench.write("Thermostat.occupiedHeatingSetpoint", 1900)
        #expect(try bench.value("Google.ExtendedThermostat.activePresetHandle") == .string(""))
    }

    @Test func `the simple mode of automations sets the same mode`() throws {
        var bench = try EngineBench(
            "Thermostat", features: ["Thermostat": ["heating"]],
            values: ["Google.SimplifiedThermostat.systemMode": "off"])
        try bench.invoke("Google.SimplifiedThermostat.setSystemMode", ["systemMode": "off"])
        #expect(try bench.number(Self.matter) == 0)
        try bench.write(Self.matter, "heat")
        #expect(try bench.number("Google.SimplifiedThermostat.systemMode") == 3)
        for mode in ["cool", "auto", "eco"] {
            let refusal = try bench.refusal {
                try $0.invoke("Google.SimplifiedThermostat.setSystemMode", ["systemMode": .text(mode)])
            }
            #expect(refusal?.code == .outOfRange, "\(mode)")
            #expect(try bench.number(Self.matter) == 4)
        }
    }

    private static let preset = "Google.ExtendedThermostat.activePresetHandle"

    @Test func `no preset in one is none in the other`() throws {
        var bench = try EngineBench(
            "Thermostat", features: ["Thermostat": ["heating", "cooling", "autoMode", "presets"]],
            values: [Self.preset: ""])
        for _ in 0..<2 {
            try bench.invoke("Thermostat.setActivePresetRequest", ["presetHandle": "away"])
            #expect(try bench.value(Self.preset) == .string("away"))
            try bench.write(Self.preset, "")
            #expect(try bench.value("Thermostat.activePresetHandle") == .null)
        }
    }

    @Test func `a mode without a simple word is off there`() throws {
        var bench = try EngineBench(
            "RoomAirConditioner", values: ["Google.SimplifiedThermostat.systemMode": "off"])
        let simple = "Google.SimplifiedThermostat.systemMode"
        for (mode, word): (Literal, Int64) in [("cool", 2), ("fanOnly", 0), ("cool", 2), ("off", 0)] {
            try bench.report(Self.matter, mode)
            #expect(try bench.number(simple) == word, "\(mode)")
        }
        try bench.report(simple, "cool")
        #expect(try bench.number(Self.matter) == 3)
    }
}
