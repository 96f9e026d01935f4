import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

/// Sessions of vehicles at a charger (Matter Application Cluster Specification, section 9.3).
@Suite struct EvseTests {
    private static let charge: [String: Literal] = [
        "chargingEnabledUntil": nil, "minimumChargeCurrent": 6000, "maximumChargeCurrent": 32_000,
    ]

    private static func charger(
        features: [String] = [], values: [String: Literal] = [:]
    ) throws -> EngineBench {
        var all = values.reduce(into: [:]) { $0["EnergyEvse.\($1.key)"] = $1.value }
        all["EnergyEvse.circuitCapacity"] = 32_000
        return try EngineBench(
            "EnergyEvse", features: features.isEmpty ? [:] : ["EnergyEvse": ["chargingPreferences"] + features],
            values: all)
    }

    /// The names of what happened to vehicles.
    private static func story(_ bench: EngineBench) -> [String] {
        bench.eventNames.filter { $0.hasPrefix("ev") || $0.hasPrefix("energyTransfer") || $0 == "fault" }
    }

    @Test(arguments: ["EnergyEvse.disable", "time"])
    func `a fault stays one until it is gone, whatever is disabled`(_ order: String) throws {
        var bench = try Self.charger()
        let until: Literal = .integer(1_767_323_045 - 946_684_800 + 60)
        try bench.invoke("EnergyEvse.enableCharging", Self.charge.merging(["chargingEnabledUntil": until]) { $1 })
        try bench.report("EnergyEvse.state", "pluggedInDemand")
        try bench.report("EnergyEvse.faultState", "groundFault")
        #expect(try bench.numbers(["state", "supplyState"], of: "EnergyEvse") == [6, 3])
        if order == "time" { bench.pass(.seconds(120)) } else { try bench.invoke(order) }
        #expect(try bench.numbers(["state", "supplyState"], of: "EnergyEvse") == [6, 3])
        let refusal = try bench.refusal { try $0.invoke("EnergyEvse.enableCharging", Self.charge) }
        #expect(refusal?.code == .failedPrecondition)
        try bench.report("EnergyEvse.faultState", "noError")
        #expect(try bench.numbers(["state", "supplyState"], of: "EnergyEvse") == [2, 0])
        try bench.invoke("EnergyEvse.enableCharging", Self.charge)
        #expect(try bench.number("EnergyEvse.state") == 3)
        #expect(
            Self.story(bench) == [
                "evConnected", "energyTransferStarted", "fault", "energyTransferStopped", "fault",
                "energyTransferStarted",
            ])
    }

    @Test func `a battery fills by parts of a percent, and is full in the end`() throws {
        var bench = try Self.charger(
            features: ["soCReporting"], values: ["stateOfCharge": 90, "batteryCapacity": 60_000_000])
        try bench.invoke("EnergyEvse.enableCharging", Self.charge)
        try bench.report("EnergyEvse.state", "pluggedInDemand")
        // 7.36 kW into 60 kWh: a percent in 4.9 minutes.
        bench.pass(.seconds(600))
        #expect(try bench.number("EnergyEvse.stateOfCharge") == 92)
        bench.pass(.seconds(2400))
        #expect(try bench.number("EnergyEvse.stateOfCharge") == 100)
        #expect(try bench.number("EnergyEvse.state") == 1)
        #expect(Self.story(bench).suffix(1) == ["energyTransferStopped"])
    }

    @Test func `a vehicle that leaves while it charges ends the transfer, with all its energy`() throws {
        var bench = try Self.charger()
        try bench.invoke("EnergyEvse.enableCharging", Self.charge)
        try bench.report("EnergyEvse.state", "pluggedInCharging")
        #expect(Self.story(bench) == ["evConnected", "energyTransferStarted"])
        bench.pass(.seconds(90))
        try bench.report("EnergyEvse.state", "notPluggedIn")
        #expect(try bench.number("EnergyEvse.sessionEnergyCharged") == 184_000)
        #expect(
            Self.story(bench) == ["evConnected", "energyTransferStarted", "energyTransferStopped", "evNotDetected"])
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == 500)
    }

    @Test func `without supply a vehicle that says it charges can only want`() throws {
        var bench = try Self.charger()
        try bench.report("EnergyEvse.state", "pluggedInCharging")
        #expect(try bench.number("EnergyEvse.state") == 2)
        #expect(Self.story(bench) == ["evConnected"])
    }

    @Test func `a vehicle gives back while only discharging is enabled, down to its reserve`() throws {
        var bench = try Self.charger(
            features: ["soCReporting", "v2X"], values: ["stateOfCharge": 22, "batteryCapacity": 60_000_000])
        try bench.report("EnergyEvse.state", "pluggedInNoDemand")
        try bench.invoke(
            "EnergyEvse.enableDischarging", ["dischargingEnabledUntil": nil, "maximumDischargeCurrent": 32_000])
        #expect(try bench.number("EnergyEvse.state") == 4)
        #expect(try bench.number("ElectricalPowerMeasurement.activePower") == -7_360_000)
        bench.pass(.seconds(3600))
        #expect(try bench.number("EnergyEvse.state") == 2)
        #expect(try bench.number("EnergyEvse.stateOfCharge") == 20)
        #expect(try #require(try bench.number("EnergyEvse.sessionEnergyDischarged")) > 1_000_000)
    }

    @Test func `the next target moves on when it is over, and charging begins in time for it`() throws {
        var bench = try Self.charger(
            features: ["soCReporting"], values: ["stateOfCharge": 50, "batteryCapacity": 7_360_000])
        try bench.invoke("EnergyEvse.enableCharging", Self.charge)
        // It is Friday, 03:04; on Friday and Saturday at 07:00 the vehicle is to be full.
        try bench.invoke(
            "EnergyEvse.setTargets",
            [
                "chargingTargetSchedules": [
                    [
                        "dayOfWeekForSequence": ["friday", "saturday"],
                        "chargingTargets": [["targetTimeMinutesPastMidnight": 420, "targetSoC": 100]],
                    ]
                ]
            ])
        try bench.report("EnergyEvse.state", "pluggedInNoDemand")
        let friday: Int64 = 1_767_337_200 - 946_684_800
        #expect(try bench.number("EnergyEvse.nextChargeTargetTime") == friday)
        // Half of 7.36 kWh at 7.36 kW takes half an hour.
        #expect(try bench.number("EnergyEvse.nextChargeStartTime") == friday - 1800)
        bench.pass(.seconds(4 * 3600))
        #expect(try bench.number("EnergyEvse.nextChargeTargetTime") == friday + 86_400)
    }

    /// Whatever comes, transfers begin and end in turn, within a session, and a fault supplies nothing.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `transfers begin and end in turn`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var bench = try Self.charger(features: ["soCReporting", "v2X"], values: ["batteryCapacity": 2_000_000])
        let states: [Literal] = [
            "notPluggedIn", "pluggedInNoDemand", "pluggedInDemand", "pluggedInCharging", "pluggedInDischarging",
        ]
        for _ in 0..<200 {
            await Task.yield()
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try bench.report("EnergyEvse.state", states.randomElement(using: &random) ?? "notPluggedIn")
            case 1: try bench.report("EnergyEvse.faultState", Bool.random(using: &random) ? "noError" : "groundFault")
            case 2: _ = try? bench.invoke("EnergyEvse.enableCharging", Self.charge)
            case 3: try bench.invoke("EnergyEvse.disable")
            default:
                _ = try? bench.invoke(
                    "EnergyEvse.enableDischarging", ["dischargingEnabledUntil": nil, "maximumDischargeCurrent": 9000])
            }
            bench.pass(.seconds(Int64.random(in: 0...200, using: &random)))
            let isFaulty = try bench.number("EnergyEvse.faultState") != 0
            #expect(try (bench.number("EnergyEvse.supplyState") == 3) == isFaulty)
            var isTransferring = false
            for event in Self.story(bench) where event.hasPrefix("energyTransfer") {
                #expect(isTransferring == (event == "energyTransferStopped"))
                isTransferring.toggle()
            }
            #expect(try [3, 4].contains(bench.number("EnergyEvse.state")) == isTransferring)
        }
    }
}
