import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

/// Appliances that an energy manager adjusts (Matter Application Cluster Specification, section 9.2).
@Suite struct EnergyManagementTests {
    private static func appliance() throws -> EngineBench {
        var bench = try EngineBench(
            allOf: try #require(ModelCatalog.standard.cluster(named: "DeviceEnergyManagement")))
        try bench.report("DeviceEnergyManagement.esaState", "online")
        try bench.report("DeviceEnergyManagement.optOutState", "noOptOut")
        try bench.report(
            "DeviceEnergyManagement.powerAdjustmentCapability",
            [
                "cause": "noAdjustment",
                "powerAdjustCapability": [
                    ["minPower": 1_000_000, "maxPower": 3_000_000, "minDuration": 60, "maxDuration": 3600]
                ],
            ])
        return bench
    }

    private static func adjust(_ power: Int64, _ duration: Int64) -> [String: Literal] {
        ["power": .integer(power), "duration": .integer(duration), "cause": "localOptimization"]
    }

    @Test func `a power that is adjusted is so for its time`() throws {
        var bench = try Self.appliance()
        let path = "DeviceEnergyManagement.powerAdjustRequest"
        #expect(try bench.refusal { try $0.invoke(path, Self.adjust(5_000_000, 600)) }?.code == .outOfRange)
        #expect(try bench.refusal { try $0.invoke(path, Self.adjust(2_000_000, 10)) }?.code == .outOfRange)
        try bench.invoke(path, Self.adjust(2_000_000, 1800))
        bench.pass(.seconds(1799))
        let active = try bench.number("DeviceEnergyManagement.esaState")
        bench.pass(.seconds(1))
        #expect(try bench.number("DeviceEnergyManagement.esaState") != active)
        #expect(bench.story.suffix(2) == ["powerAdjustStart", "powerAdjustEnd 0 1800 1000000"])
        let cancel = try bench.refusal { try $0.invoke("DeviceEnergyManagement.cancelPowerAdjustRequest") }
        #expect(cancel?.code == .failedPrecondition)
    }

    @Test func `who opted out is not adjusted`() throws {
        var bench = try Self.appliance()
        try bench.report("DeviceEnergyManagement.optOutState", "localOptOut")
        let path = "DeviceEnergyManagement.powerAdjustRequest"
        #expect(try bench.refusal { try $0.invoke(path, Self.adjust(2_000_000, 600)) }?.code == .failedPrecondition)
        let grid = Self.adjust(2_000_000, 600).merging(["cause": "gridOptimization"]) { $1 }
        try bench.invoke(path, grid)
        #expect(bench.eventNames == ["powerAdjustStart"])
    }

    @Test func `what is paused while it is adjusted ends the adjustment, and a slot that is longer ends later`() throws
    {
        var bench = try Self.appliance()
        let slot: Literal = [
            "minDuration": 60, "maxDuration": 7200, "defaultDuration": 600, "elapsedSlotTime": 0,
            "remainingSlotTime": 600, "slotIsPausable": true, "minPauseDuration": 10, "maxPauseDuration": 3600,
            "minDurationAdjustment": 60, "maxDurationAdjustment": 7200,
        ]
        try bench.report(
            "DeviceEnergyManagement.forecast",
            [
                "forecastId": 1, "activeSlotNumber": 0, "startTime": 1000, "endTime": 1600, "isPausable": true,
                "slots": [slot], "forecastUpdateReason": "internalOptimization",
            ])
        try bench.invoke("DeviceEnergyManagement.powerAdjustRequest", Self.adjust(2_000_000, 1800))
        bench.pass(.seconds(900))
        try bench.invoke("DeviceEnergyManagement.pauseRequest", ["duration": 60, "cause": "localOptimization"])
        #expect(bench.eventNames == ["powerAdjustStart", "powerAdjustEnd", "paused"])
        bench.pass(.seconds(60))
        try bench.invoke(
            "DeviceEnergyManagement.modifyForecastRequest",
            [
                "forecastId": 1, "slotAdjustments": [["slotIndex": 0, "duration": 900]], "cause": "localOptimization",
            ])
        guard case .fields(let forecast) = try bench.value("DeviceEnergyManagement.forecast") else {
            throw HomeError(.internal, "there is no forecast")
        }
        #expect(forecast.values.contains(.uint(1900)))
    }
}
