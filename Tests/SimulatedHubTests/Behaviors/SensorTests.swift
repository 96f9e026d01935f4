import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Sensors, identifying and batteries")
struct SensorTests {
    @Test("A contact tells each change once")
    func contact() throws {
        var bench = try EngineBench("ContactSensor")
        for isClosed in [false, false, true] { try bench.report("BooleanState.stateValue", .bool(isClosed)) }
        #expect(bench.story == ["stateChange false", "stateChange true"])
    }

    @Test("Somebody noticed is gone after the hold time")
    func occupancy() throws {
        var bench = try EngineBench("OccupancySensor", values: ["OccupancySensing.holdTime": 20])
        try bench.report("OccupancySensing.occupancy", ["occupied"])
        bench.pass(.seconds(19))
        #expect(try bench.number("OccupancySensing.occupancy") == 1)
        bench.pass(.seconds(1))
        #expect(try bench.number("OccupancySensing.occupancy") == 0)
        #expect(bench.story == ["occupancyChanged 1", "occupancyChanged 0"])
    }

    @Test("Without a hold time somebody stays")
    func occupancyWithoutHoldTime() throws {
        var bench = try EngineBench("OccupancySensor", without: ["OccupancySensing.holdTime"])
        try bench.report("OccupancySensing.occupancy", ["occupied"])
        bench.pass(.seconds(86_400))
        #expect(try bench.number("OccupancySensing.occupancy") == 1)
    }

    @Test("Identifying counts down by seconds, by command and by write; zero ends it")
    func identify() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("Identify.identify", ["identifyTime": 3])
        #expect(try bench.number("Identify.identifyTime") == 3)
        bench.pass(.milliseconds(2500))
        #expect(try bench.number("Identify.identifyTime") == 1)
        try bench.write("Identify.identifyTime", 10)
        bench.pass(.seconds(4))
        #expect(try bench.number("Identify.identifyTime") == 6)
        try bench.invoke("Identify.identify", ["identifyTime": 0])
        bench.pass(.seconds(4))
        #expect(try bench.number("Identify.identifyTime") == 0)
        let count = bench.changes.count { $0 == "Identify.identifyTime" }
        bench.pass(.seconds(60))
        #expect(bench.changes.count { $0 == "Identify.identifyTime" } == count)
    }

    @Test("An effect that there is not is refused")
    func effect() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("Identify.triggerEffect", ["effectIdentifier": "breathe"])
        let error = try bench.refusal { try $0.invoke("Identify.triggerEffect", ["effectIdentifier": 77]) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("breathe (1)") == true)
    }

    @Test(
        "Autonomous sensors drift around where they began, within their limits, the same for the same seed",
        arguments: [
            ("TemperatureSensor", "TemperatureMeasurement", 2000, 2000, 2010),
            ("TemperatureSensor", "TemperatureMeasurement", 2100, 2000, 2200),
            ("HumiditySensor", "RelativeHumidityMeasurement", 9990, 0, 10_000),
            ("LightSensor", "IlluminanceMeasurement", 20_000, 1, 50_000),
            ("PressureSensor", "PressureMeasurement", 1013, 1000, 1020),
            ("FlowSensor", "FlowMeasurement", 0, 0, 3),
        ] as [(String, String, Int64, Int64, Int64)])
    func drift(_ type: String, _ cluster: String, _ start: Int64, _ lower: Int64, _ upper: Int64) throws {
        func run(_ seed: UInt64) throws -> [Int64] {
            var bench = try EngineBench(
                type,
                values: [
                    "\(cluster).measuredValue": .integer(start), "\(cluster).minMeasuredValue": .integer(lower),
                    "\(cluster).maxMeasuredValue": .integer(upper),
                ], isAutonomous: true, seed: seed)
            return try (0..<300).map { _ in
                bench.pass(.seconds(10))
                return try #require(try bench.number("\(cluster).measuredValue"))
            }
        }
        let first = try run(7)
        #expect(first.allSatisfy { (lower...upper).contains($0) })
        #expect(Set(first).count > 1)
        #expect(try run(7) == first)
        #expect(try run(8) != first)
    }

    @Test("A sensor that is not autonomous stays as it is, and one without a value gets none")
    func still() throws {
        var bench = try EngineBench("TemperatureSensor")
        bench.pass(.seconds(3600))
        #expect(bench.changes.isEmpty)
        var blind = try EngineBench(
            "TemperatureSensor", values: ["TemperatureMeasurement.measuredValue": nil], isAutonomous: true)
        blind.pass(.seconds(3600))
        #expect(try blind.number("TemperatureMeasurement.measuredValue") == nil)
    }

    @Test(
        "The charge level follows the battery",
        arguments: [(200, 0, 0), (40, 0, 0), (39, 1, 0), (20, 1, 0), (19, 2, 1), (0, 2, 1)])
    func chargeLevel(_ left: Int64, _ level: Int64, _ isNeeded: Int64) throws {
        var bench = try EngineBench("PowerSource", values: ["PowerSource.batPercentRemaining": 100])
        try bench.report("PowerSource.batPercentRemaining", .integer(left))
        #expect(try bench.numbers(["batChargeLevel", "batReplacementNeeded"], of: "PowerSource") == [level, isNeeded])
    }

    @Test("An empty battery at the beginning is critical")
    func emptyAtFirst() throws {
        let bench = try EngineBench("PowerSource", values: ["PowerSource.batPercentRemaining": 3])
        #expect(try bench.number("PowerSource.batChargeLevel") == 2)
    }

    @Test("An autonomous battery drains slowly and never below nothing")
    func draining() throws {
        var bench = try EngineBench(
            "PowerSource", values: ["PowerSource.batPercentRemaining": 5], isAutonomous: true)
        bench.pass(.seconds(600))
        let soon = try #require(try bench.number("PowerSource.batPercentRemaining"))
        #expect(soon >= 2)
        bench.pass(.seconds(36_000))
        #expect(try bench.number("PowerSource.batPercentRemaining") == 0)
    }

    @Test("A battery that charges is full in the end")
    func charging() throws {
        var bench = try EngineBench(
            "PowerSource", features: ["PowerSource": ["battery", "rechargeable"]],
            values: ["PowerSource.batPercentRemaining": 190, "PowerSource.batChargeState": "isCharging"])
        bench.pass(.seconds(100))
        #expect(try bench.numbers(["batPercentRemaining", "batChargeState"], of: "PowerSource") == [200, 2])
    }

    @Test("Soil dries, and is watered when it is dry")
    func soil() throws {
        var bench = try EngineBench(
            "SoilSensor", values: ["SoilMeasurement.soilMoistureMeasuredValue": 40], isAutonomous: true)
        var values: [Int64] = []
        for _ in 0..<72 {
            bench.pass(.seconds(3600))
            values.append(try #require(try bench.number("SoilMeasurement.soilMoistureMeasuredValue")))
        }
        #expect(values.allSatisfy { (20...60).contains($0) })
        #expect((values.min() ?? 0) < 25 && (values.max() ?? 0) > 50)
    }
}
