import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// What the day does to sensors of devices that live by themselves.
@Suite struct DailyCourseTests {
    /// When the bench begins, in hours since midnight.
    private static let beginning = 3 + 4.0 / 60 + 5.678 / 3600

    /// The mean of a value in the hour after each of some hours, over some days.
    private static func means(
        _ path: String, at hours: [Double], _ bench: inout EngineBench, days: Int = 1
    ) throws -> [Double] {
        var sums: [Double: Double] = [:]
        for number in 0..<days * hours.count {
            let hour = hours.sorted()[number % hours.count]
            let time = Double(number / hours.count) * 24 + hour - beginning
            bench.pass(.seconds(time * 3600) - bench.moment)
            for _ in 0..<12 {
                bench.pass(.seconds(300))
                switch try bench.value(path) {
                case .int(let int): sums[hour, default: 0] += Double(int)
                case .uint(let uint): sums[hour, default: 0] += Double(uint)
                case .float(let float): sums[hour, default: 0] += float
                default: Issue.record("\(path) has no value")
                }
            }
        }
        return hours.map { (sums[$0] ?? 0) / Double(12 * days) }
    }

    private static let air = "AirQualitySensor"

    @Test(
        arguments: [
            ("TemperatureSensor", "TemperatureMeasurement.measuredValue", 15, 3.5, 1),
            ("HumiditySensor", "RelativeHumidityMeasurement.measuredValue", 3.5, 15, 1),
            ("LightSensor", "IlluminanceMeasurement.measuredValue", 12, 22, 1),
            ("PressureSensor", "PressureMeasurement.measuredValue", 3.5, 15, 3),
            ("FlowSensor", "FlowMeasurement.measuredValue", 19, 3.5, 1),
        ] as [(String, String, Double, Double, Int)])
    func `a value is higher at one hour than at another`(
        _ type: String, _ path: String, _ high: Double, _ low: Double, _ days: Int
    ) throws {
        for seed in [1, 2] as [UInt64] {
            var bench = try EngineBench(type, isAutonomous: true, seed: seed)
            let means = try Self.means(path, at: [high, low], &bench, days: days)
            #expect(means[0] > means[1], "seed \(seed)")
        }
    }

    @Test(
        arguments: [
            ("CarbonDioxide", 19, 3.5), ("CarbonMonoxide", 19, 3.5), ("Formaldehyde", 15, 3.5),
            ("NitrogenDioxide", 19, 3.5), ("Ozone", 13, 3.5), ("Pm1", 19, 3.5), ("Pm25", 19, 3.5), ("Pm10", 19, 3.5),
            ("TotalVolatileOrganicCompounds", 19, 3.5), ("Radon", 3.5, 15),
        ] as [(String, Double, Double)])
    func `a concentration is higher at one hour than at another`(
        _ name: String, _ high: Double, _ low: Double
    ) throws {
        var bench = try EngineBench(
            Self.air, features: ["\(name)ConcentrationMeasurement": ["numericMeasurement"]], isAutonomous: true)
        let means = try Self.means("\(name)ConcentrationMeasurement.measuredValue", at: [high, low], &bench)
        #expect(means[0] > means[1])
    }

    @Test func `soil dries by day more than at night`() throws {
        func dried(after hours: Double) throws -> Int64 {
            var sum: Int64 = 0
            for seed in 1...2 as ClosedRange<UInt64> {
                var bench = try EngineBench("SoilSensor", isAutonomous: true, seed: seed)
                bench.pass(.seconds(hours * 3600))
                try bench.report("SoilMeasurement.soilMoistureMeasuredValue", 90)
                bench.pass(.seconds(4 * 3600))
                sum += 90 - (try bench.number("SoilMeasurement.soilMoistureMeasuredValue") ?? 0)
            }
            return sum
        }
        #expect(try dried(after: 7) > 2 * dried(after: 17))
    }

    @Test func `the air in a home stays as it can be`() throws {
        var bench = try EngineBench(Self.air, isAutonomous: true)
        for _ in 0..<24 {
            bench.pass(.seconds(3600))
            #expect(bench.faultyValues == [])
            let quality = try #require(try bench.number("AirQuality.airQuality"))
            #expect((1...3).contains(quality), "good, fair or moderate")
        }
    }

    @Test func `a sensor without limits says nothing that its attribute cannot hold`() throws {
        var bench = try EngineBench(
            "TemperatureSensor",
            values: ["TemperatureMeasurement.measuredValue": 32_767, "TemperatureMeasurement.maxMeasuredValue": nil],
            isAutonomous: true)
        for _ in 0..<24 {
            bench.pass(.seconds(3600))
            #expect(bench.faultyValues == [])
            #expect(try #require(try bench.number("TemperatureMeasurement.measuredValue")) <= 32_767)
        }
    }

    // MARK: - The same in other units

    @Test(
        arguments: [
            // In µg/m³ each is between 90 and 120, which is moderate.
            ("NitrogenDioxide", "ppm", 0.055, 3), ("NitrogenDioxide", "ppb", 55, 3),
            ("NitrogenDioxide", "ugm3", 100, 3),
            ("NitrogenDioxide", "mgm3", 0.1, 3), ("CarbonDioxide", "mgm3", 1500, 2), ("CarbonDioxide", "ppm", 900, 2),
            ("Pm25", "mgm3", 0.03, 4), ("Pm25", "ugm3", 30, 4), ("Radon", "bqm3", 50, 1),
        ] as [(String, Literal, Double, Int64)])
    func `air is as good as the concentration makes it, whatever its unit`(
        _ name: String, _ unit: Literal, _ value: Double, _ quality: Int64
    ) throws {
        let trait = "\(name)ConcentrationMeasurement"
        var bench = try EngineBench(Self.air, values: ["\(trait).measurementUnit": unit])
        for other in ["CarbonDioxide", "Pm25"] where other != name {
            try bench.report("\(other)ConcentrationMeasurement.measuredValue", 1.0)
        }
        try bench.report("\(trait).measuredValue", .real(value))
        #expect(try bench.number("AirQuality.airQuality") == quality)
    }

    @Test func `a pressure is the same in finer steps`() throws {
        var bench = try EngineBench("PressureSensor", features: ["PressureMeasurement": ["extended"]])
        try bench.report("PressureMeasurement.measuredValue", 1005)
        #expect(try bench.number("PressureMeasurement.scaledValue") == 10_050)
        try bench.report("PressureMeasurement.measuredValue", nil)
        #expect(try bench.value("PressureMeasurement.scaledValue") == .null, "nobody knows it")
        try bench.report("PressureMeasurement.measuredValue", 990)
        #expect(try bench.number("PressureMeasurement.scaledValue") == 9900)
    }
}
