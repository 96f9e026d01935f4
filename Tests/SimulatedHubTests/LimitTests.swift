import ClusterTypes
import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import Configuration
@testable import SimulatedHub

/// Attributes that bound others, as the model's constraints say: nothing is ever beyond them.
@Suite struct LimitTests {
    private static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    /// A limit that is reported, or configured, where the value is, and where it goes.
    struct Example: Sendable, CustomTestStringConvertible {
        let type: String
        let limit: String
        let bound: Literal
        let values: [String: Int64]
        var start: [String: Literal] = [:]
        var testDescription: String { "\(type) \(limit)" }
    }

    static let examples: [Example] = [
        Example(
            type: "DimmableLight", limit: "LevelControl.maxLevel", bound: 100,
            values: ["LevelControl.currentLevel": 100]),
        Example(
            type: "DimmableLight", limit: "LevelControl.minLevel", bound: 50, values: ["LevelControl.currentLevel": 50],
            start: ["LevelControl.currentLevel": 20]),
        Example(
            type: "Fan", limit: "FanControl.speedMax", bound: 10,
            values: ["FanControl.speedSetting": 5, "FanControl.speedCurrent": 5, "FanControl.percentSetting": 50],
            start: ["FanControl.percentSetting": 50]),
        Example(
            type: "TemperatureControlledCabinet", limit: "TemperatureControl.maxTemperature", bound: 300,
            values: ["TemperatureControl.temperatureSetpoint": 300]),
        Example(
            type: "ColorTemperatureLight", limit: "ColorControl.colorTempPhysicalMaxMireds", bound: 300,
            values: ["ColorControl.colorTemperatureMireds": 300]),
        Example(
            type: "TemperatureSensor", limit: "TemperatureMeasurement.maxMeasuredValue", bound: 1500,
            values: ["TemperatureMeasurement.measuredValue": 1500]),
        Example(
            type: "OccupancySensor", limit: "OccupancySensing.holdTimeLimits",
            bound: ["holdTimeMin": 60, "holdTimeMax": 600, "holdTimeDefault": 60],
            values: ["OccupancySensing.holdTime": 60]),
        Example(
            type: "Thermostat", limit: "Thermostat.absMaxHeatSetpointLimit", bound: 1900,
            values: ["Thermostat.occupiedHeatingSetpoint": 1900, "Thermostat.maxHeatSetpointLimit": 1900],
            start: ["Thermostat.occupiedHeatingSetpoint": 2000]),
        Example(
            type: "Thermostat", limit: "Thermostat.minCoolSetpointLimit", bound: 2700,
            values: ["Thermostat.occupiedCoolingSetpoint": 2700]),
        Example(
            type: "GoogleAirCooler", limit: "Google.RelativeHumidityControl.maxRelativeHumidity", bound: 40,
            values: ["Google.RelativeHumidityControl.relativeHumiditySetpoint": 40]),
    ]

    @Test(arguments: examples) func `a limit that is reported takes what it bounds along`(_ example: Example) throws {
        var bench = try EngineBench(example.type, values: example.start)
        try bench.report(example.limit, example.bound)
        for (path, value) in example.values { #expect(try bench.number(path) == value, "\(path)") }
        #expect(bench.faultyValues == [])
    }

    @Test(arguments: examples.filter { $0.start.isEmpty })
    func `a limit of the home file bounds the other first values`(_ example: Example) throws {
        let bench = try EngineBench(example.type, values: [example.limit: example.bound])
        for (path, value) in example.values { #expect(try bench.number(path) == value, "\(path)") }
        #expect(bench.faultyValues == [])
    }

    @Test func `a value of the home file beyond a limit of the home file is a fault`() throws {
        let device = try HomeFile.Device.onBench(
            "DimmableLight", values: ["LevelControl.maxLevel": 100, "LevelControl.currentLevel": 200])
        var composer = DeviceComposer(.standard)
        let fault = #expect(throws: ConfigurationFault.self) { try composer.compose(device, structureID: "home") }
        #expect(
            fault?.description.contains("LevelControl.currentLevel: 200 is above 100; allowed are 1 to 100") == true)
    }

    /// Limits that the model says in prose, if at all: the behaviours know them.
    @Test(
        arguments: [
            ("Thermostat", "Thermostat.occupiedHeatingSetpoint", 4000, "are 700 to 3000 (in 0.01 °C)"),
            ("Thermostat", "Thermostat.maxHeatSetpointLimit", 4000, "are 700 to 3000 (in 0.01 °C)"),
            ("LaundryWasher", "LaundryWasherControls.spinSpeedCurrent", 9, "9 is not below"),
            ("Chime", "Chime.selectedChime", 200, "there is no sound 200"),
        ] as [(String, String, Literal, String)])
    func `a value of the home file beyond a limit that a behaviour knows is a fault`(
        _ type: String, _ path: String, _ value: Literal, _ message: String
    ) throws {
        let device = try HomeFile.Device.onBench(type, values: [path: value])
        var composer = DeviceComposer(.standard)
        let fault = #expect(throws: ConfigurationFault.self) { try composer.compose(device, structureID: "home") }
        #expect(fault?.description.contains("\(path): ") == true, "\(fault?.description ?? "")")
        #expect(fault?.description.contains(message) == true, "\(fault?.description ?? "")")
    }

    @Test func `what is on its way beyond a limit goes to the limit, at the same pace`() throws {
        var bench = try EngineBench("DimmableLight", values: ["LevelControl.currentLevel": 1, "OnOff.onOff": true])
        try bench.invoke("LevelControl.moveToLevel", ["level": 201, "transitionTime": 1000])
        bench.pass(.seconds(25))
        try bench.report("LevelControl.maxLevel", 101)
        #expect(try bench.number("LevelControl.currentLevel") == 51)
        bench.pass(.seconds(20))
        #expect(try bench.number("LevelControl.currentLevel") == 91)
        bench.pass(.seconds(30))
        #expect(try bench.number("LevelControl.currentLevel") == 101)
        #expect(try bench.number("LevelControl.remainingTime") == 0)
    }

    @Test func `a list that is longer than a new limit allows refuses the limit`() throws {
        var bench = try EngineBench("Thermostat", features: ["Thermostat": ["heating", "presets"]])
        let refusal = try bench.refusal { try $0.report("Thermostat.numberOfPresets", 2) }
        #expect(refusal?.code == .outOfRange)
        #expect(refusal?.message.contains("presets, which has 3 entries") == true, "\(refusal?.message ?? "")")
        try bench.report("Thermostat.numberOfPresets", 3)
    }

    @Test(
        arguments: [
            ("ColorTemperatureLight", "ColorControl.colorTempPhysicalMaxMireds", 0),
            ("TemperatureControlledCabinet", "TemperatureControl.maxTemperature", -27_315),
            ("GoogleAirCooler", "Google.RelativeHumidityControl.maxRelativeHumidity", 10),
        ] as [(String, String, Int64)])
    func `a limit that leaves no value is none`(_ type: String, _ limit: String, _ bound: Int64) throws {
        var bench = try EngineBench(type)
        let before = bench.condition
        #expect(try bench.refusal { try $0.report(limit, .integer(bound)) }?.code == .outOfRange)
        #expect(bench.condition == before)
    }

    /// Six numbers, each of which bounds its neighbours.
    private static let thresholds = ["Over", "Under"].flatMap { side in
        (side == "Over" ? ["critical", "major", "minor"] : ["minor", "major", "critical"]).map {
            "\($0)\(side)TemperatureThreshold"
        }
    }

    private static func alarm(_ features: [String], from start: [Int64]? = nil) throws -> EngineBench {
        var values: [String: Literal] = [:]
        for (name, value) in zip(thresholds, start ?? []) { values["TemperatureAlarm.\(name)"] = .integer(value) }
        return try EngineBench("Refrigerator", features: ["TemperatureAlarm": features], values: values)
    }

    private static let adjustable = [
        "overTemperature", "underTemperature", "majorThreshold", "minorThreshold", "overCriticalAdjustable",
        "overMajorAdjustable", "overMinorAdjustable", "underMinorAdjustable", "underMajorAdjustable",
        "underCriticalAdjustable",
    ]

    @Test func `what bounds each other and is set at once is as it was set, wherever it was before`() throws {
        var random = SeededGenerator(seed: 4)
        var bench = try Self.alarm(Self.adjustable, from: [3000, 2500, 2000, -500, -1000, -1500])
        for values in [[1500, 1000, 500, 400, 300, 200], [-100, -200, -300, -301, -302, -303]] as [[Int64]]
            + (0..<40).map({ _ in
                var values: Set<Int64> = []
                while values.count < 6 { values.insert(Int64.random(in: -27_000...32_000, using: &random)) }
                return values.sorted(by: >)
            })
        {
            let fields = Dictionary(
                uniqueKeysWithValues: zip(Self.thresholds, values.map { Literal.integer($0) }))
            try bench.invoke("TemperatureAlarm.setTemperatureAlarmThresholds", fields)
            let now = try Self.thresholds.map { try bench.number("TemperatureAlarm.\($0)") }
            #expect(now == values.map(Optional.some))
            #expect(bench.faultyValues == [])
        }
        let before = bench.condition
        let equal = Dictionary(uniqueKeysWithValues: Self.thresholds.map { ($0, Literal.integer(100)) })
        let refusal = try bench.refusal {
            try $0.invoke("TemperatureAlarm.setTemperatureAlarmThresholds", equal)
        }
        #expect(refusal?.code == .outOfRange)
        #expect(bench.condition == before)
    }

    @Test func `limits wait until all that is set together is set`() throws {
        typealias Alarm = TemperatureAlarmCluster
        let bench = try Self.alarm(Self.adjustable, from: [3000, 2500, 2000, -500, -1000, -1500])
        let device = bench.engine.devices[0]
        let part = try #require(device.layout.parts.first { $0.trait(named: "TemperatureAlarm") != nil })
        var context = EndpointContext(
            device: device, part: part, moment: bench.moment, now: Timestamp(rawValue: 0))
        context.together { context in
            context[Alarm.criticalOverTemperatureThreshold] = 100
            context[Alarm.majorOverTemperatureThreshold] = 50
        }
        // What was not set bounds them in the end.
        #expect(context[Alarm.minorOverTemperatureThreshold] == 2000)
        #expect(context[Alarm.majorOverTemperatureThreshold] == 2001)
        #expect(context[Alarm.criticalOverTemperatureThreshold] == 2002)
    }

    /// One takes the next along, and the last one nothing is left for.
    @Test func `a limit that leaves a value nothing further on is none`() throws {
        var bench = try Self.alarm(["overTemperature", "majorThreshold", "minorThreshold"])
        let minor = "TemperatureAlarm.minorOverTemperatureThreshold"
        try bench.report(minor, 32_765)
        #expect(try bench.number("TemperatureAlarm.majorOverTemperatureThreshold") == 32_766)
        #expect(try bench.number("TemperatureAlarm.criticalOverTemperatureThreshold") == 32_767)
        let before = bench.condition
        for value in [32_766, 32_767] as [Int64] {
            let refusal = try bench.refusal { try $0.report(minor, .integer(value)) }
            #expect(refusal?.code == .outOfRange)
            #expect(
                refusal?.message.contains("minorOverTemperatureThreshold: does not go with") == true,
                "\(refusal?.message ?? "")")
            #expect(bench.condition == before)
        }
        #expect(bench.faultyValues == [])
    }

    @Test func `what was kept beyond a limit comes within when the program begins again`() throws {
        var bench = try EngineBench("DimmableLight", values: ["LevelControl.maxLevel": 100])
        try bench.invoke("LevelControl.moveToLevel", ["level": 80])
        let trait = try #require(bench.part.trait(named: "LevelControl"))
        let level = try #require(trait.offset(ofAttribute: LevelControlCluster.currentLevel.id))
        bench.engine.devices[0].values[level] = .uint(200)
        #expect(bench.faultyValues != [])
        let changes = bench.changes.count
        try bench.restart()
        #expect(try bench.number("LevelControl.currentLevel") == 100)
        #expect(bench.faultyValues == [])
        #expect(bench.changes[changes...].contains("LevelControl.currentLevel"), "whoever looks hears of it")
    }

    @Test func `a setting stays where it is, however the value goes that it is about`() throws {
        let setting = "ColorControl.coupleColorTempToLevelMinMireds"
        var bench = try EngineBench(
            "ExtendedColorLight",
            values: [
                "OnOff.onOff": true, setting: 250, "ColorControl.colorTempPhysicalMinMireds": 153,
                "ColorControl.colorTempPhysicalMaxMireds": 500,
            ])
        for mireds in [160, 400, 153] as [Int64] {
            try bench.invoke("ColorControl.moveToColorTemperature", ["colorTemperatureMireds": .integer(mireds)])
            #expect(try bench.number("ColorControl.colorTemperatureMireds") == mireds)
            #expect(try bench.number(setting) == 250)
        }
        #expect(bench.faultyValues == [])
    }

    /// What moves by itself, or is recalled, passes; a limit would take others along for good.
    @Test func `no value that passes is a limit`() {
        for cluster in ModelCatalog.standard.clusters {
            for attribute in cluster.attributes where cluster.limitedAttributes[attribute.id] != nil {
                #expect(
                    attribute.quality.isDisjoint(with: [.quieter, .scene]), "\(cluster.traitName).\(attribute.name)")
            }
        }
    }

    /// Of every type, with limits that are reported at random among orders.
    @Test(arguments: types) func `no value is ever beyond a limit`(_ type: String) async throws {
        var random = SeededGenerator(seed: 9)
        var bench = try EngineBench(type, isAutonomous: true)
        let limits = bench.engine.devices[0].layout.parts.flatMap { part in
            part.traits.flatMap { trait in
                trait.attributes.filter { trait.cluster.limitedAttributes[$0.id] != nil }.map { (part, trait, $0) }
            }
        }
        guard !limits.isEmpty else { return }
        for step in 0..<120 {
            await Task.yield()
            if step.isMultiple(of: 2), let (part, trait, limit) = limits.randomElement(using: &random) {
                let value = random.value(of: limit.value)
                _ = try bench.refusal { try $0.report(limit, value, of: trait, part.endpoint) }
            } else {
                _ = bench.doSomething(&random)
            }
            if step % 40 == 39 { try bench.reboot() }
            if bench.faultyValues != [] {
                Issue.record("step \(step): \(bench.faultyValues)")
                return
            }
        }
    }

    // MARK: - Rules of state

    /// A report is what the device is; a rule of when something may be set is for those who set it.
    @Test func `a device reports what nobody might set now`() throws {
        var bench = try EngineBench("LaundryWasher")
        try bench.invoke("OperationalState.start")
        let speed = "LaundryWasherControls.spinSpeedCurrent"
        #expect(try bench.refusal { try $0.write(speed, 1) }?.code == .failedPrecondition)
        try bench.report(speed, 1)
        #expect(try bench.number(speed) == 1)
        #expect(try bench.refusal { try $0.report(speed, 9) }?.code == .outOfRange, "there is no such speed")
    }

    @Test func `a fan that reports no percent turns by itself`() throws {
        for path in ["FanControl.percentSetting", "FanControl.speedSetting"] {
            var bench = try EngineBench("Fan", values: ["FanControl.percentSetting": 40])
            #expect(try bench.refusal { try $0.write(path, nil) }?.code == .failedPrecondition)
            try bench.report(path, nil)
            #expect(try bench.number("FanControl.fanMode") == 5)
            #expect(try bench.number("FanControl.percentSetting") == nil)
            #expect(try bench.number("FanControl.speedSetting") == nil)
            #expect(try bench.number("FanControl.percentCurrent") == 40)
        }
        var plain = try EngineBench("ExtractorHood", values: ["FanControl.percentSetting": 40])
        try plain.report("FanControl.percentSetting", nil)
        #expect(try plain.number("FanControl.percentSetting") != nil, "it has no mode auto")
    }
}
