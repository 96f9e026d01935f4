import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// Times of day, schedules, deadlines and timers agree, however fast simulated time runs.
@Suite struct SimulatedTimeTests {
    private static let speeds: [Double] = [0.5, 1, 60]

    /// Lets simulated time pass by steps.
    private static func pass(_ seconds: Double, _ bench: HubBench, speed: Double, steps: Int = 20) async {
        for _ in 0..<steps {
            bench.time.advance(by: .seconds(seconds / speed / Double(steps)))
            await Task.yield()
        }
    }

    @Test(arguments: speeds)
    func `the time of day runs as fast as timers`(_ speed: Double) {
        let start = Timestamp(rawValue: 1_767_323_045_678)
        var clock = SimulatedClock(speed: speed, uptime: .seconds(7), moment: .seconds(5), now: start)
        func now(at uptime: Duration) -> Int64 { clock.now(at: clock.moment(at: uptime)).rawValue - start.rawValue }
        #expect(now(at: .seconds(7)) == 0)
        #expect(now(at: .seconds(127)) == Int64(120_000 * speed))
        clock.setSpeed(1, uptime: .seconds(127))
        #expect(now(at: .seconds(127)) == Int64(120_000 * speed), "it does not jump")
        #expect(now(at: .seconds(128)) == Int64(120_000 * speed) + 1000)
    }

    /// The bench begins on 2026-01-02 at 03:04:05.678.
    @Test(arguments: speeds)
    func `charging ends at the time of day that it was enabled until`(_ speed: Double) async throws {
        let bench = try await HubBench("EnergyEvse", speed: speed)
        let until: UInt64 = 1_767_323_045 - 946_684_800 + 600
        try await bench.invoke(
            "EnergyEvse.enableCharging", [0: .uint(until), 1: .int(6000), 2: .int(16_000)])
        await Self.pass(598, bench, speed: speed)
        try await bench.hub.refresh(DeviceIndex(rawValue: 0))
        #expect(try bench.reported("EnergyEvse.supplyState").last == .uint(1))
        await Self.pass(4, bench, speed: speed)
        try await bench.hub.refresh(DeviceIndex(rawValue: 0))
        #expect(try bench.reported("EnergyEvse.supplyState").last == .uint(0))
    }

    /// What is reported within a simulated day is the same at any speed, and so are the times of its events.
    @Test(arguments: ["Thermostat", "SolarPower", "LightSensor", "OccupancySensor", "ContactSensor", "EnergyEvse"])
    func `a seed gives the same day at any speed`(_ type: String) async throws {
        /// What was reported: a value, or an event and when it happened.
        struct Report: Equatable {
            var offset = 0
            var value = DataValue.null
            var event = ""
            var time: Int64 = 0
        }
        var days: [[Report]] = []
        for speed in Self.speeds {
            let bench = try await HubBench(type, seed: 5, speed: speed, isAutonomous: true)
            for _ in 0..<24 {
                bench.time.advance(by: .seconds(3600) / speed)
                // Whatever is due by now happens before an order.
                try await bench.hub.refresh(DeviceIndex(rawValue: 0))
            }
            days.append(
                bench.recorder.reports.compactMap { report in
                    switch report {
                    case .change(let change): Report(offset: change.offset, value: change.value)
                    case .event(let event): Report(event: event.event.name, time: event.time.rawValue)
                    case .hub: nil
                    }
                })
        }
        #expect(days[0].count > 24)
        #expect(days[1] == days[0])
        #expect(days[2] == days[0])
    }

    @Test func `what is set by hand stays until the next transition of a schedule`() async throws {
        let bench = try await HubBench("Thermostat", speed: 60)
        guard bench.contents.devices[0].layout.part(endpoint: 1)?.trait(named: "Thermostat") != nil else { return }
        try await bench.write("Thermostat.occupiedHeatingSetpoint", .int(2222))
        await Self.pass(1200, bench, speed: 60)
        try await bench.hub.refresh(DeviceIndex(rawValue: 0))
        #expect(try bench.reported("Thermostat.occupiedHeatingSetpoint").last == .int(2222))
    }
}
