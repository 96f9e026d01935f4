import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Alarms of sensors, air quality, and the courses of a day.
@Suite struct SensorAlarmTests {
    private static func detector() throws -> EngineBench {
        try EngineBench(
            "WaterLeakDetector",
            features: ["BooleanStateConfiguration": ["visual", "audible", "alarmSuppress"]])
    }

    @Test func `what is enabled sounds while there is a leak`() throws {
        var bench = try Self.detector()
        try bench.report("BooleanState.stateValue", true)
        #expect(try bench.number("BooleanStateConfiguration.alarmsActive") == 3)
        try bench.invoke("BooleanStateConfiguration.suppressAlarm", ["alarmsToSuppress": ["audible"]])
        #expect(try bench.number("BooleanStateConfiguration.alarmsSuppressed") == 2)
        try bench.report("BooleanState.stateValue", false)
        #expect(try bench.numbers(["alarmsActive", "alarmsSuppressed"], of: "BooleanStateConfiguration") == [0, 0])
        let refusal = try bench.refusal {
            try $0.invoke("BooleanStateConfiguration.suppressAlarm", ["alarmsToSuppress": ["audible"]])
        }
        #expect(refusal?.code == .failedPrecondition)
    }

    @Test func `an alarm that is disabled falls silent, and stays so`() throws {
        var bench = try Self.detector()
        try bench.report("BooleanState.stateValue", true)
        try bench.invoke("BooleanStateConfiguration.enableDisableAlarm", ["alarmsToEnableDisable": ["visual"]])
        #expect(try bench.number("BooleanStateConfiguration.alarmsActive") == 1)
        try bench.report("BooleanState.stateValue", false)
        try bench.report("BooleanState.stateValue", true)
        #expect(try bench.number("BooleanStateConfiguration.alarmsActive") == 1)
    }

    @Test(arguments: [(500.0, 1), (900.0, 2), (1200.0, 3), (1800.0, 4), (3000.0, 5)] as [(Double, Int64)])
    func `air is as good as what is measured in it`(_ carbonDioxide: Double, _ quality: Int64) throws {
        var bench = try EngineBench("AirQualitySensor")
        try bench.report("CarbonDioxideConcentrationMeasurement.measuredValue", .real(1001))
        try bench.report("CarbonDioxideConcentrationMeasurement.measuredValue", .real(carbonDioxide))
        #expect(try bench.number("AirQuality.airQuality") == quality)
        try bench.report("Pm25ConcentrationMeasurement.measuredValue", .real(200))
        #expect(try bench.number("AirQuality.airQuality") == 6, "the worst counts")
    }

    @Test func `it is dark at night and warm in the afternoon`() throws {
        var light = try EngineBench(
            "LightSensor", values: ["IlluminanceMeasurement.measuredValue": 30_000], isAutonomous: true)
        var warmth = try EngineBench(
            "TemperatureSensor", values: ["TemperatureMeasurement.measuredValue": 2000], isAutonomous: true)
        func pass(hours: Int64) throws -> (light: Int64, warmth: Int64) {
            light.pass(.seconds(hours * 3600))
            warmth.pass(.seconds(hours * 3600))
            return (
                try #require(try light.number("IlluminanceMeasurement.measuredValue")),
                try #require(try warmth.number("TemperatureMeasurement.measuredValue"))
            )
        }
        // It begins at four minutes past three.
        let noon = try pass(hours: 9)
        let afternoon = try pass(hours: 3)
        let night = try pass(hours: 12)
        #expect(noon.light > 30_000)
        #expect(night.light < 5000, "two lux, as the logarithm of the cluster says it")
        #expect(afternoon.warmth > night.warmth + 50)
    }

    @Test func `people pass by day, and doors are opened and closed`() throws {
        var motion = try EngineBench("OccupancySensor", isAutonomous: true)
        var door = try EngineBench("ContactSensor", isAutonomous: true)
        func pass(hours: Int64) -> (motion: Int, door: Int) {
            let before = (motion.events.count, door.events.count)
            motion.pass(.seconds(hours * 3600))
            door.pass(.seconds(hours * 3600))
            return (motion.events.count - before.0, door.events.count - before.1)
        }
        // It begins at four minutes past three.
        _ = pass(hours: 5)
        let day = pass(hours: 12)
        _ = pass(hours: 4)
        let night = pass(hours: 5)
        #expect(day.motion > 50 && day.door > 20)
        #expect(night.motion < 10 && night.door < 10)
    }

    @Test func `an oven warms up to what it is set to`() throws {
        var bench = try EngineBench("Oven", isAutonomous: true)
        func inside() throws -> Int64 { try #require(try bench.number("TemperatureMeasurement.measuredValue")) }
        bench.pass(.seconds(600))
        #expect((2000...2200).contains(try inside()), "it is not used")
        try bench.invoke("OvenCavityOperationalState.start")
        bench.pass(.seconds(3500))
        #expect((17_800...18_200).contains(try inside()))
    }

    @Test func `a device takes a new version and starts with it`() throws {
        var bench = try EngineBench("OtaRequestor")
        let announce: [String: Literal] = [
            "providerNodeId": 1, "vendorId": 1, "announcementReason": "updateAvailable", "endpoint": 0,
        ]
        guard bench.part.trait(named: "OtaSoftwareUpdateRequestor")?.command(named: "announceOtaProvider") != nil
        else { throw HomeError(.internal, "the requestor takes no announcements") }
        try bench.invoke("OtaSoftwareUpdateRequestor.announceOtaProvider", announce)
        #expect(try bench.number("OtaSoftwareUpdateRequestor.updateState") == 2)
        bench.pass(.seconds(55))
        #expect(try bench.number("OtaSoftwareUpdateRequestor.updateState") == 4)
        #expect(try bench.number("OtaSoftwareUpdateRequestor.updateStateProgress") == 50)
        bench.pass(.seconds(50))
        #expect(try bench.number("OtaSoftwareUpdateRequestor.updateState") == 5)
        bench.pass(.seconds(13))
        #expect(try bench.number("OtaSoftwareUpdateRequestor.updateState") == 1)
        #expect(bench.eventNames.contains("versionApplied"))
        #expect(bench.eventNames.contains("startUp"))
    }

    @Test func `what is measured at the beginning is judged at the beginning`() throws {
        let air = try EngineBench(
            "AirQualitySensor", values: ["CarbonDioxideConcentrationMeasurement.measuredValue": 3000.0])
        #expect(try #require(try air.number("AirQuality.airQuality")) > 1)
        let alarm = ["BooleanStateConfiguration": ["visual", "audible"]]
        let leak = try EngineBench(
            "WaterLeakDetector", features: alarm, values: ["BooleanState.stateValue": true])
        #expect(try leak.number("BooleanStateConfiguration.alarmsActive") != 0)
    }

    @Test func `a contact sensor sounds while it is open`() throws {
        var bench = try EngineBench(
            "ContactSensor", features: ["BooleanStateConfiguration": ["visual", "audible"]],
            values: ["BooleanState.stateValue": true])
        #expect(try bench.number("BooleanStateConfiguration.alarmsActive") == 0)
        try bench.report("BooleanState.stateValue", false)
        #expect(try bench.number("BooleanStateConfiguration.alarmsActive") != 0)
    }

    @Test func `the peak, the average and the level of a concentration follow its value`() throws {
        let trait = "CarbonDioxideConcentrationMeasurement"
        var bench = try EngineBench(
            "AirQualitySensor",
            features: [
                trait: [
                    "numericMeasurement", "levelIndication", "mediumLevel", "criticalLevel", "peakMeasurement",
                    "averageMeasurement",
                ]
            ],
            values: [
                "\(trait).measuredValue": 500.0, "\(trait).maxMeasuredValue": 10_000.0,
                "\(trait).peakMeasuredValueWindow": 3600,
                "\(trait).averageMeasuredValueWindow": 3600,
            ])
        #expect(try bench.number("\(trait).levelValue") == 1)
        for (value, level) in [(1500.0, 3), (9000.0, 4), (1100.0, 2)] as [(Double, Int64)] {
            try bench.report("\(trait).measuredValue", .real(value))
            #expect(try bench.number("\(trait).levelValue") == level, "\(value)")
            bench.pass(.seconds(60))
        }
        #expect(try bench.value("\(trait).peakMeasuredValue") == .float(9000))
        bench.pass(.seconds(3700))
        try bench.report("\(trait).measuredValue", .real(600))
        #expect(try bench.value("\(trait).peakMeasuredValue") == .float(600), "the window is over")
        #expect(try bench.value("\(trait).averageMeasuredValue") == .float(1100), "it was so all of the window")
    }
}
