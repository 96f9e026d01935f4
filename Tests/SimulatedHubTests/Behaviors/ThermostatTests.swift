import Configuration
import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Thermostats")
struct ThermostatTests {
    private static let setpoints = ["occupiedHeatingSetpoint", "occupiedCoolingSetpoint"]

    /// Heating at 20 °C, cooling at 26 °C, at least 2 °C apart, 7 to 30 and 16 to 32 °C.
    private static func bench(_ values: [String: Literal] = [:], autonomous: Bool = false) throws -> EngineBench {
        var all: [String: Literal] = [
            "Thermostat.occupiedHeatingSetpoint": 2000, "Thermostat.occupiedCoolingSetpoint": 2600,
            "Thermostat.minSetpointDeadBand": 20, "Thermostat.localTemperature": 2300,
            "Thermostat.systemMode": "auto",
        ]
        all.merge(values) { $1 }
        return try EngineBench("Thermostat", values: all, isAutonomous: autonomous)
    }

    @Test("Both setpoints move by the same amount, also where one pushes the other before", arguments: [30, -30])
    func moveTogether(_ amount: Int64) throws {
        var bench = try Self.bench([
            "Thermostat.occupiedHeatingSetpoint": 2200, "Thermostat.occupiedCoolingSetpoint": 2450,
        ])
        try bench.invoke("Thermostat.setpointRaiseLower", ["mode": 2, "amount": .integer(amount)])
        #expect(try bench.number("Thermostat.occupiedHeatingSetpoint") == 2200 + amount * 10)
        #expect(try bench.number("Thermostat.occupiedCoolingSetpoint") == 2450 + amount * 10)
    }

    @Test(
        "A setpoint pushes the other one out of the way",
        arguments: [
            ("occupiedHeatingSetpoint", 2100, [2100, 2600]), ("occupiedHeatingSetpoint", 2500, [2500, 2700]),
            ("occupiedHeatingSetpoint", 3000, [3000, 3200]), ("occupiedCoolingSetpoint", 2150, [1950, 2150]),
            ("occupiedCoolingSetpoint", 1600, [1400, 1600]), ("occupiedCoolingSetpoint", 3200, [2000, 3200]),
        ] as [(String, Literal, [Int64?])])
    func pushing(_ attribute: String, _ value: Literal, _ expected: [Int64?]) throws {
        var bench = try Self.bench()
        try bench.write("Thermostat.\(attribute)", value)
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == expected)
    }

    @Test("Without automatic changeover the setpoints do not know each other")
    func noDeadBand() throws {
        var bench = try EngineBench("Thermostat", features: ["Thermostat": ["heating", "cooling"]])
        try bench.write("Thermostat.occupiedHeatingSetpoint", 2900)
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [2900, 2600])
    }

    @Test(
        "Limits as built that leave no setpoint, or none apart from the other side's, are refused",
        arguments: [
            ("absMinCoolSetpointLimit", 500), ("absMaxCoolSetpointLimit", 600), ("absMinHeatSetpointLimit", 32_767),
            ("absMaxHeatSetpointLimit", -27_315), ("absMaxHeatSetpointLimit", 3100), ("minSetpointDeadBand", 21),
        ] as [(String, Literal)])
    func builtLimits(_ attribute: String, _ value: Literal) throws {
        var bench = try Self.bench()
        let before = try bench.numbers(Self.setpoints, of: "Thermostat")
        let error = try bench.refusal { try $0.report("Thermostat.\(attribute)", value) }
        #expect(error?.code == .outOfRange)
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == before)
    }

    @Test(
        "Beyond the limits is refused, and nothing changes",
        arguments: [
            ("occupiedHeatingSetpoint", 699), ("occupiedHeatingSetpoint", 3001), ("occupiedCoolingSetpoint", 1599),
            ("occupiedCoolingSetpoint", 3201), ("minHeatSetpointLimit", 600), ("maxHeatSetpointLimit", 3100),
            ("minCoolSetpointLimit", 3300), ("systemMode", 77),
        ] as [(String, Literal)])
    func limits(_ attribute: String, _ value: Literal) throws {
        var bench = try Self.bench()
        let before = try bench.value("Thermostat.\(attribute)")
        let error = try bench.refusal { try $0.write("Thermostat.\(attribute)", value) }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("\(attribute): ") == true)
        #expect(try bench.value("Thermostat.\(attribute)") == before)
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [2000, 2600])
    }

    @Test("Narrower limits take the setpoints along, and keep the dead band themselves")
    func narrowing() throws {
        var bench = try Self.bench()
        let steps: [(String, Literal, [Int64?])] = [
            ("minCoolSetpointLimit", 2400, [2000, 2600]), ("minHeatSetpointLimit", 2200, [2200, 2600]),
            ("maxHeatSetpointLimit", 2250, [2200, 2600]), ("maxCoolSetpointLimit", 2450, [2200, 2450]),
        ]
        for (attribute, value, setpoints) in steps {
            try bench.write("Thermostat.\(attribute)", value)
            #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == setpoints, "\(attribute)")
        }
        for (attribute, value): (String, Literal) in [
            ("maxCoolSetpointLimit", 2449), ("minHeatSetpointLimit", 2201), ("maxHeatSetpointLimit", 2251),
            ("minCoolSetpointLimit", 2399),
        ] {
            let error = try bench.refusal { try $0.write("Thermostat.\(attribute)", value) }
            #expect(error?.code == .outOfRange, "\(attribute)")
        }
    }

    @Test(
        "Raising and lowering, in tenths of a degree, up to the limits",
        arguments: [
            ("heat", 5, [2050, 2600]), ("heat", 50, [2500, 2700]), ("heat", 127, [3000, 3200]),
            ("heat", -127, [730, 2600]), ("cool", -10, [2000, 2500]), ("cool", -127, [1400, 1600]),
            ("both", 10, [2100, 2700]),
        ] as [(Literal, Int64, [Int64?])])
    func raising(_ mode: Literal, _ amount: Int64, _ expected: [Int64?]) throws {
        var bench = try Self.bench()
        try bench.invoke("Thermostat.setpointRaiseLower", ["mode": mode, "amount": .integer(amount)])
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == expected)
    }

    @Test("Whatever is written or raised, heating stays below cooling and both within their limits")
    func invariant() throws {
        var bench = try Self.bench()
        var random = SplitMix(seed: 3)
        for _ in 0..<500 {
            let value = Literal.integer(Int64.random(in: 500...3500, using: &random))
            _ = try bench.refusal { bench throws in
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try bench.write("Thermostat.occupiedHeatingSetpoint", value)
                case 1: try bench.write("Thermostat.occupiedCoolingSetpoint", value)
                default:
                    let amount = Literal.integer(Int64.random(in: -128...127, using: &random))
                    try bench.invoke("Thermostat.setpointRaiseLower", ["mode": "both", "amount": amount])
                }
            }
            let heat = try #require(try bench.number("Thermostat.occupiedHeatingSetpoint"))
            let cool = try #require(try bench.number("Thermostat.occupiedCoolingSetpoint"))
            #expect(heat + 200 <= cool && (700...3000).contains(heat) && (1600...3200).contains(cool))
        }
    }

    @Test("The sequence of operation decides which modes there are")
    func sequence() throws {
        var bench = try Self.bench(["Thermostat.systemMode": "cool"])
        try bench.write("Thermostat.controlSequenceOfOperation", "heatingOnly")
        #expect(try bench.number("Thermostat.systemMode") == 0)
        let error = try bench.refusal { try $0.write("Thermostat.systemMode", "cool") }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("heat (4)") == true)
        try bench.write("Thermostat.systemMode", "heat")
        var heater = try EngineBench("Thermostat", features: ["Thermostat": ["heating"]])
        let noCooling = try heater.refusal {
            try $0.write("Thermostat.controlSequenceOfOperation", "coolingOnly")
        }
        #expect(noCooling?.code == .outOfRange)
        let noSetpoint = try heater.refusal {
            try $0.invoke("Thermostat.setpointRaiseLower", ["mode": "cool", "amount": 1])
        }
        #expect(noSetpoint?.code == .outOfRange)
    }

    @Test(
        "A thermostat has the modes that its features bring, and of the optional ones those of a common product",
        arguments: [
            ("Thermostat", ["heating", "cooling", "autoMode"], ["off", "auto", "cool", "heat"]),
            ("Thermostat", ["heating"], ["off", "heat"]), ("Thermostat", ["cooling"], ["off", "cool"]),
            ("Thermostat", ["heating", "cooling"], ["off", "cool", "heat"]),
            ("WaterHeater", ["heating"], ["off", "heat"]),
            (
                "RoomAirConditioner", ["heating", "cooling", "autoMode"],
                ["off", "auto", "cool", "heat", "fanOnly", "dry", "sleep"]
            ),
        ] as [(String, [String], [String])])
    func modes(_ type: String, _ features: [String], _ expected: [String]) throws {
        var bench = try EngineBench(type, features: ["Thermostat": features])
        for mode in ["off", "auto", "cool", "heat", "emergencyHeat", "precooling", "fanOnly", "dry", "sleep"] {
            let before = bench.engine.devices[0].values
            let error = try bench.refusal { try $0.write("Thermostat.systemMode", .text(mode)) }
            #expect(error?.code == (expected.contains(mode) ? nil : .outOfRange), "\(mode)")
            if error != nil { #expect(bench.engine.devices[0].values == before, "\(mode)") }
        }
    }

    @Test("A thermostat that begins in a mode has it")
    func startingMode() throws {
        var bench = try Self.bench(["Thermostat.systemMode": "dry"])
        try bench.write("Thermostat.systemMode", "off")
        try bench.write("Thermostat.systemMode", "dry")
        #expect(try bench.refusal { try $0.write("Thermostat.systemMode", "sleep") }?.code == .outOfRange)
        try bench.restart()
        try bench.write("Thermostat.systemMode", "dry")
        #expect(try bench.refusal { try $0.write("Thermostat.systemMode", "sleep") }?.code == .outOfRange)
        let fault = #expect(throws: ConfigurationFault.self) {
            try EngineBench(
                "Thermostat", features: ["Thermostat": ["heating"]], values: ["Thermostat.systemMode": "cool"])
        }
        #expect(fault?.description.contains("allowed are off, heat") == true)
    }

    @Test(
        "What runs follows from mode, setpoints and the room",
        arguments: [
            ("auto", 2300, 0, 0), ("auto", 1980, 1, 4), ("auto", 2620, 2, 3), ("auto", 1990, 0, 0),
            ("heat", 1500, 1, 4), ("heat", 2900, 0, 0), ("cool", 2900, 2, 3), ("cool", 1500, 0, 0),
            ("off", 1500, 0, 0), ("fanOnly", 1500, 4, 0),
        ] as [(Literal, Literal, Int64, Int64)])
    func running(_ mode: Literal, _ room: Literal, _ state: Int64, _ runningMode: Int64) throws {
        var bench = try Self.bench(["Thermostat.systemMode": mode])
        try bench.report("Thermostat.localTemperature", room)
        #expect(
            try bench.numbers(["thermostatRunningState", "thermostatRunningMode"], of: "Thermostat")
                == [state, runningMode])
    }

    @Test("Heating that runs ends at the setpoint")
    func hysteresis() throws {
        var bench = try Self.bench()
        for (room, state): (Int64, Int64) in [(1985, 0), (1980, 1), (1990, 1), (1999, 1), (2000, 0), (1981, 0)] {
            try bench.report("Thermostat.localTemperature", .integer(room))
            #expect(try bench.number("Thermostat.thermostatRunningState") == state, "\(room)")
        }
    }

    @Test(
        "An autonomous room warms or cools to the setpoint and stays there",
        arguments: [("heat", 2200), ("cool", 1900)])
    func room(_ mode: String, _ goal: Int64) throws {
        var bench = try Self.bench(["Thermostat.localTemperature": 2050], autonomous: true)
        try bench.write("Thermostat.systemMode", .text(mode))
        try bench.write(
            mode == "heat" ? "Thermostat.occupiedHeatingSetpoint" : "Thermostat.occupiedCoolingSetpoint",
            .integer(goal))
        bench.pass(.seconds(3600))
        for _ in 0..<50 {
            bench.pass(.seconds(10))
            let room = try #require(try bench.number("Thermostat.localTemperature"))
            #expect(abs(room - goal) <= 40)
        }
    }

    @Test("A room warms and cools by a few degrees an hour, as a real one does")
    func pace() throws {
        var bench = try Self.bench(["Thermostat.localTemperature": 1800], autonomous: true)
        try bench.write("Thermostat.systemMode", "heat")
        try bench.write("Thermostat.occupiedHeatingSetpoint", 2500)
        bench.pass(.seconds(3600))
        let warm = try #require(try bench.number("Thermostat.localTemperature"))
        #expect((2000...2200).contains(warm))
        try bench.write("Thermostat.systemMode", "off")
        bench.pass(.seconds(3600))
        let cool = try #require(try bench.number("Thermostat.localTemperature"))
        #expect((warm - 200..<warm - 30).contains(cool))
    }

    @Test("A setpoint from the home file keeps within limits and apart from the other one")
    func fromElsewhere() throws {
        let bench = try Self.bench(["Thermostat.occupiedHeatingSetpoint": 2800])
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [2800, 3000])
    }

    /// What is no hundredth of a degree yet is no news that had to be kept at once.
    @Test(arguments: ["Thermostat", "GoogleAirCooler"])
    func `a room that cools by itself is nothing new to keep`(_ type: String) throws {
        var bench = try EngineBench(type, values: ["Thermostat.systemMode": "off"], isAutonomous: true)
        let temperature = try bench.number("Thermostat.localTemperature")
        _ = bench.engine.takeChangedStates()
        for _ in 0..<60 {
            bench.pass(.seconds(10))
            #expect(bench.engine.takeChangedStates().isEmpty)
        }
        #expect(try bench.number("Thermostat.localTemperature") != temperature)
    }
}
