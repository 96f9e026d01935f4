import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Forecasts, which an appliance goes through slot by slot (Matter Application Cluster Specification, section 9.2).
@Suite struct EnergyForecastTests {
    private static let power = "ElectricalPowerMeasurement.activePower"
    private static let state = "DeviceEnergyManagement.esaState"
    /// The bench's beginning, in Matter's seconds.
    private static let now: Int64 = 1_767_323_045 - 946_684_800

    private static func slot(_ seconds: Int64, _ power: Int64) -> Literal {
        [
            "minDuration": 60, "maxDuration": 7200, "defaultDuration": .integer(seconds), "elapsedSlotTime": 0,
            "remainingSlotTime": .integer(seconds), "slotIsPausable": true, "minPauseDuration": 10,
            "maxPauseDuration": 3600, "nominalPower": .integer(power), "minPower": 0, "maxPower": 3_000_000,
            "nominalEnergy": 0, "minPowerAdjustment": 100_000, "maxPowerAdjustment": 3_000_000,
            "minDurationAdjustment": 60, "maxDurationAdjustment": 7200,
        ]
    }

    /// A washer that begins after ten minutes: a quarter of an hour with 2 kW, and one with 0.5 kW.
    private static func washer() throws -> EngineBench {
        var bench = try EngineBench(
            "LaundryWasher",
            features: [
                "DeviceEnergyManagement": [
                    "powerForecastReporting", "startTimeAdjustment", "pausable", "forecastAdjustment",
                    "constraintBasedAdjustment",
                ],
                "ElectricalPowerMeasurement": ["alternatingCurrent"],
            ],
            values: ["ElectricalPowerMeasurement.voltage": 230_000])
        try bench.report(
            "DeviceEnergyManagement.forecast",
            [
                "forecastId": 1, "activeSlotNumber": nil, "startTime": .integer(now + 600),
                "endTime": .integer(now + 2400), "earliestStartTime": .integer(now),
                "latestEndTime": .integer(now + 86_400), "isPausable": true,
                "slots": [slot(900, 2_000_000), slot(900, 500_000)], "forecastUpdateReason": "internalOptimization",
            ])
        return bench
    }

    /// Number, start, end, reason and active slot of the forecast; `nil` where there is none.
    private static func forecast(_ bench: EngineBench) throws -> [DataValue]? {
        guard case .fields(let fields) = try bench.value("DeviceEnergyManagement.forecast") else { return nil }
        return [0, 2, 3, 8, 1].map { fields[$0] ?? .null }
    }

    @Test func `an appliance goes through its slots, and takes their power`() throws {
        var bench = try Self.washer()
        bench.pass(.seconds(599))
        #expect(try bench.number(Self.power) == 500)
        bench.pass(.seconds(1))
        #expect(try bench.number("OperationalState.operationalState") == 1, "it begins its run")
        #expect(try bench.number(Self.power) == 2_000_000)
        #expect(try Self.forecast(bench)?.last == .uint(0))
        bench.pass(.seconds(900))
        #expect(try bench.number(Self.power) == 500_000)
        #expect(try Self.forecast(bench)?.last == .uint(1))
        bench.pass(.seconds(900))
        #expect(try Self.forecast(bench) == nil)
        #expect(try bench.number(Self.power) == 800_000, "what is left of its run takes what it usually takes")
    }

    @Test func `a start that is shifted is later, or as before once that is cancelled`() throws {
        var bench = try Self.washer()
        let path = "DeviceEnergyManagement.startTimeAdjustRequest"
        for (start, code) in [(Self.now - 10, HomeError.Code.outOfRange), (Self.now + 86_000, .outOfRange)] {
            let refusal = try bench.refusal {
                try $0.invoke(path, ["requestedStartTime": .integer(start), "cause": "gridOptimization"])
            }
            #expect(refusal?.code == code)
        }
        try bench.invoke(path, ["requestedStartTime": .integer(Self.now + 3600), "cause": "gridOptimization"])
        bench.pass(.seconds(1200))
        #expect(try bench.number(Self.power) == 500)
        #expect(try Self.forecast(bench)?[3] == .uint(2))
        try bench.invoke("DeviceEnergyManagement.cancelRequest")
        #expect(try Self.forecast(bench)?[3] == .uint(0))
        #expect(try bench.number(Self.power) == 2_000_000, "its time had come")
        let refusal = try bench.refusal {
            try $0.invoke(path, ["requestedStartTime": .integer(Self.now + 3600), "cause": "gridOptimization"])
        }
        #expect(refusal?.code == .failedPrecondition, "it has begun already")
    }

    @Test func `a pause takes no power, and makes the rest later`() throws {
        var bench = try Self.washer()
        bench.pass(.seconds(900))
        try bench.invoke("DeviceEnergyManagement.pauseRequest", ["duration": 600, "cause": "localOptimization"])
        #expect(try bench.number(Self.power) == 500)
        #expect(try bench.number(Self.state) == 4)
        #expect(try bench.number("OperationalState.operationalState") == 2)
        bench.pass(.seconds(599))
        #expect(try bench.number(Self.power) == 500)
        bench.pass(.seconds(1))
        #expect(try bench.number(Self.power) == 2_000_000)
        #expect(try bench.number("OperationalState.operationalState") == 1)
        #expect(try Self.forecast(bench)?[2] == .uint(UInt64(Self.now + 3000)))
        bench.pass(.seconds(600))
        #expect(try bench.number(Self.power) == 500_000)
        try bench.invoke("DeviceEnergyManagement.pauseRequest", ["duration": 600, "cause": "localOptimization"])
        bench.pass(.seconds(60))
        try bench.invoke("DeviceEnergyManagement.resumeRequest")
        #expect(try bench.number(Self.power) == 500_000)
        #expect(
            bench.story.filter { ["paus", "resu"].contains($0.prefix(4)) } == [
                "paused", "resumed 0", "paused", "resumed 4",
            ])
    }

    @Test func `slots that are modified take another power, and another time`() throws {
        var bench = try Self.washer()
        func modify(_ id: Int64, _ power: Int64, _ seconds: Int64) -> [String: Literal] {
            [
                "forecastId": .integer(id), "cause": "localOptimization",
                "slotAdjustments": [
                    ["slotIndex": 0, "nominalPower": .integer(power), "duration": .integer(seconds)]
                ],
            ]
        }
        let path = "DeviceEnergyManagement.modifyForecastRequest"
        for (fields, code): ([String: Literal], HomeError.Code) in [
            (modify(7, 1_000_000, 900), .failedPrecondition), (modify(1, 5_000_000, 900), .outOfRange),
            (modify(1, 1_000_000, 30), .outOfRange),
        ] {
            #expect(try bench.refusal { try $0.invoke(path, fields) }?.code == code)
        }
        try bench.invoke(path, modify(1, 1_000_000, 1200))
        bench.pass(.seconds(600))
        #expect(try bench.number(Self.power) == 1_000_000)
        bench.pass(.seconds(1199))
        #expect(try bench.number(Self.power) == 1_000_000)
        bench.pass(.seconds(1))
        #expect(try bench.number(Self.power) == 500_000)
        #expect(try Self.forecast(bench)?[2] == .uint(UInt64(Self.now + 2700)))
    }

    @Test func `a constraint keeps the slots below it`() throws {
        var bench = try Self.washer()
        try bench.invoke(
            "DeviceEnergyManagement.requestConstraintBasedForecast",
            [
                "constraints": [
                    [
                        "startTime": .integer(Self.now + 600), "duration": 600, "nominalPower": 1_500_000,
                        "maximumEnergy": 200_000,
                    ]
                ], "cause": "localOptimization",
            ])
        bench.pass(.seconds(600))
        #expect(try bench.number(Self.power) == 1_200_000, "200 Wh in ten minutes")
        bench.pass(.seconds(900))
        #expect(try bench.number(Self.power) == 500_000)
    }

    @Test func `who opts out has the own forecast again`() throws {
        var bench = try Self.washer()
        try bench.invoke(
            "DeviceEnergyManagement.startTimeAdjustRequest",
            ["requestedStartTime": .integer(Self.now + 3600), "cause": "gridOptimization"])
        try bench.report("DeviceEnergyManagement.optOutState", "gridOptOut")
        #expect(try Self.forecast(bench)?[1] == .uint(UInt64(Self.now + 600)))
    }

    @Test func `a restart of the program goes on in the slot`() throws {
        var bench = try Self.washer()
        bench.pass(.seconds(900))
        try bench.restart()
        bench.pass(.seconds(600))
        #expect(try bench.number(Self.power) == 500_000)
    }

    private static func forecast(
        _ id: Int64, from start: Int64, to end: Int64, earliest: Int64 = now, _ slots: [Literal]
    ) -> Literal {
        [
            "forecastId": .integer(id), "activeSlotNumber": nil, "startTime": .integer(start),
            "endTime": .integer(end), "earliestStartTime": .integer(earliest),
            "latestEndTime": .integer(now + 86_400), "isPausable": true, "slots": .list(slots),
            "forecastUpdateReason": "internalOptimization",
        ]
    }

    @Test(arguments: [Int64.min, -10_000_000_000_000_000, 10_000_000_000_000_000, .max])
    func `no power of a slot is too great`(_ power: Int64) throws {
        var bench = try Self.washer()
        try bench.report(
            "DeviceEnergyManagement.forecast",
            Self.forecast(2, from: Self.now + 60, to: Self.now + 960, [Self.slot(900, power)]))
        for _ in 0..<10 {
            bench.pass(.seconds(60))
            _ = try bench.refresh()
            let taken = try #require(try bench.number(Self.power))
            let current = try #require(try bench.number("ElectricalPowerMeasurement.activeCurrent"))
            #expect(taken >= 0 && current >= 0, "\(taken) mW and \(current) mA")
        }
        #expect(bench.faultyValues == [])
    }

    @Test func `no start is shifted into the past`() throws {
        var bench = try Self.washer()
        try bench.report(
            "DeviceEnergyManagement.forecast",
            Self.forecast(
                2, from: Self.now + 600, to: Self.now + 1500, earliest: Self.now - 3600, [Self.slot(900, 1)]))
        for (start, code): (Int64, HomeError.Code?) in [(-3000, .outOfRange), (-1, .outOfRange), (0, nil)] {
            let refusal = try bench.refusal {
                try $0.invoke(
                    "DeviceEnergyManagement.startTimeAdjustRequest",
                    ["requestedStartTime": .integer(Self.now + start), "cause": "localOptimization"])
            }
            #expect(refusal?.code == code, "\(start) s")
        }
    }

    @Test func `a forecast that the appliance made anew was not changed by anybody`() throws {
        var bench = try Self.washer()
        let shift = "DeviceEnergyManagement.startTimeAdjustRequest", cancel = "DeviceEnergyManagement.cancelRequest"
        try bench.invoke(shift, ["requestedStartTime": .integer(Self.now + 3600), "cause": "gridOptimization"])
        try bench.report(
            "DeviceEnergyManagement.forecast",
            Self.forecast(9, from: Self.now + 1200, to: Self.now + 2100, [Self.slot(900, 700_000)]))
        #expect(try bench.refusal { try $0.invoke(cancel) }?.code == .failedPrecondition)
        #expect(try Self.forecast(bench)?[0] == .uint(9))
        try bench.invoke(shift, ["requestedStartTime": .integer(Self.now + 7200), "cause": "gridOptimization"])
        try bench.invoke(cancel)
        #expect(try Self.forecast(bench)?[1] == .uint(UInt64(Self.now + 1200)), "as the appliance made it")
    }

    // MARK: - The run of the appliance

    @Test func `who has a paused appliance run ends the pause`() throws {
        var bench = try Self.washer()
        bench.pass(.seconds(900))
        try bench.invoke("DeviceEnergyManagement.pauseRequest", ["duration": 600, "cause": "localOptimization"])
        bench.pass(.seconds(60))
        try bench.invoke("OperationalState.resume")
        #expect(try bench.number("OperationalState.operationalState") == 1)
        #expect(try bench.number(Self.state) == 1)
        #expect(try bench.number(Self.power) == 2_000_000)
        #expect(bench.story.last { $0.hasPrefix("resumed") } == "resumed 4")
        #expect(try Self.forecast(bench)?[2] == .uint(UInt64(Self.now + 2460)), "the pause was a minute")
        bench.pass(.seconds(600))
        #expect(bench.eventNames.count { $0 == "resumed" } == 1)
    }

    @Test(arguments: [("offline", 1, 2), ("fault", 2, 2), ("online", 4, 1)] as [(Literal, Int64, Int64)])
    func `an appliance that breaks while it is paused does not go on`(
        _ state: Literal, _ cause: Int64, _ run: Int64
    ) throws {
        var bench = try Self.washer()
        bench.pass(.seconds(900))
        try bench.invoke("DeviceEnergyManagement.pauseRequest", ["duration": 600, "cause": "localOptimization"])
        try bench.report(Self.state, state)
        #expect(bench.story.last { $0.hasPrefix("resumed") } == "resumed \(cause)")
        #expect(try bench.number("OperationalState.operationalState") == run)
    }
}
