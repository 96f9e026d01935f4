import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

/// A device's clock (Matter Core Specification, section 11.17), and its language and units (sections 11.3 to 11.5).
@Suite struct ClockTests {
    private static let clock = "TimeSynchronization"
    /// 2026-01-02T03:04:05Z, in microseconds since 2000.
    private static let now: Int64 = (1_767_323_045 - 946_684_800) * 1_000_000
    private static let second: Int64 = 1_000_000

    private static func bench() throws -> EngineBench {
        try EngineBench(allOf: try #require(ModelCatalog.standard.cluster(named: clock)))
    }

    private static func set(_ granularity: Literal = "secondsGranularity", _ time: Int64 = now) -> [String: Literal] {
        ["utcTime": .integer(time), "granularity": granularity]
    }

    @Test func `a clock that was set goes on, and says the time when it is asked`() throws {
        var bench = try Self.bench()
        #expect(try bench.number("\(Self.clock).utcTime") == nil)
        try bench.invoke("\(Self.clock).setUtcTime", Self.set())
        #expect(try bench.number("\(Self.clock).timeSource") == 2)
        bench.pass(.seconds(90))
        #expect(try bench.number("\(Self.clock).utcTime") == Self.now)
        _ = try bench.refresh()
        #expect(try bench.number("\(Self.clock).utcTime") == Self.now + 90 * Self.second)
    }

    @Test func `a coarser time is not accepted, and changes nothing`() throws {
        var bench = try Self.bench()
        try bench.invoke("\(Self.clock).setUtcTime", Self.set("millisecondsGranularity"))
        let before = bench.engine.devices[0].values
        let refusal = try bench.refusal {
            try $0.invoke("\(Self.clock).setUtcTime", Self.set("minutesGranularity", Self.now + 5))
        }
        #expect(refusal?.code == .failedPrecondition)
        #expect(bench.engine.devices[0].values == before)
    }

    @Test func `zone and summer time lead to the local time, and end when they are over`() throws {
        var bench = try Self.bench()
        try bench.invoke("\(Self.clock).setUtcTime", Self.set())
        #expect(bench.story == ["timeZoneStatus 0 -"], "it knows now which zone it is in")
        let zone: Literal = [["offset": 3600, "validAt": 0, "name": "Europe/Berlin"]]
        let answer = try bench.invoke("\(Self.clock).setTimeZone", ["timeZone": zone])
        #expect(answer == [0: .bool(true)])
        let summer: Literal = [
            [
                "offset": 3600, "validStarting": .integer(Self.now + 60 * Self.second),
                "validUntil": .integer(Self.now + 120 * Self.second),
            ]
        ]
        try bench.invoke("\(Self.clock).setDstOffset", ["dstOffset": summer])
        func local() throws -> Int64? {
            _ = try bench.refresh()
            let time = try #require(try bench.number("\(Self.clock).localTime"))
            return (time - (try #require(try bench.number("\(Self.clock).utcTime")))) / Self.second
        }
        #expect(try local() == 3600)
        bench.pass(.seconds(60))
        #expect(try local() == 7200)
        bench.pass(.seconds(60))
        #expect(try local() == 3600)
        #expect(try bench.value("\(Self.clock).dstOffset") == .list([]))
        #expect(
            bench.story.dropFirst() == [
                "timeZoneStatus 3600 -", "dstStatus true", "dstTableEmpty", "dstStatus false",
            ])
    }

    @Test func `zones that make no sense are refused, and change nothing`() throws {
        var bench = try Self.bench()
        try bench.invoke("\(Self.clock).setUtcTime", Self.set())
        func zone(_ validAt: Int64) -> Literal { ["offset": 0, "validAt": .integer(validAt), "name": "X"] }
        func summer(_ start: Int64, _ end: Int64) -> Literal {
            ["offset": 3600, "validStarting": .integer(Self.now + start), "validUntil": .integer(Self.now + end)]
        }
        let orders: [(String, [String: Literal], HomeError.Code)] = [
            ("setTimeZone", ["timeZone": [zone(1)]], .outOfRange),
            ("setTimeZone", ["timeZone": [zone(0), zone(0)]], .outOfRange),
            ("setTimeZone", ["timeZone": []], .outOfRange),
            ("setTimeZone", ["timeZone": [["offset": 50_401, "validAt": 0, "name": "X"]]], .outOfRange),
            ("setDstOffset", ["dstOffset": [summer(10, 5)]], .outOfRange),
            ("setDstOffset", ["dstOffset": [summer(10, 30), summer(20, 40)]], .outOfRange),
            ("setDstOffset", ["dstOffset": [summer(10, 20), summer(20, 30), summer(30, 40)]], .resourceExhausted),
        ]
        for (command, fields, code) in orders {
            let before = bench.engine.devices[0].values
            let refusal = try bench.refusal { try $0.invoke("\(Self.clock).\(command)", fields) }
            #expect(refusal?.code == code, "\(command) \(refusal?.message ?? "carried out")")
            #expect(bench.engine.devices[0].values == before)
        }
    }

    @Test func `whose time is trusted is kept, and missed`() throws {
        var bench = try Self.bench()
        try bench.invoke(
            "\(Self.clock).setTrustedTimeSource", ["trustedTimeSource": ["nodeId": 7, "endpoint": 1]])
        #expect(
            try bench.value("\(Self.clock).trustedTimeSource")
                == .fields([0: .uint(1), 1: .uint(7), 2: .uint(1)]))
        try bench.invoke("\(Self.clock).setTrustedTimeSource", ["trustedTimeSource": nil])
        #expect(bench.eventNames == ["missingTrustedTimeSource"])
        try bench.invoke("\(Self.clock).setDefaultNtp", ["defaultNtp": "ntp.example"])
        #expect(try bench.value("\(Self.clock).defaultNtp") == .string("ntp.example"))
    }

    // MARK: - Language and units

    @Test(
        arguments: [
            ("LocalizationConfiguration.activeLocale", "de-DE", "xx-XX"),
            ("UnitLocalization.temperatureUnit", "fahrenheit", "kelvin"),
            ("TimeFormatLocalization.activeCalendarType", "gregorian", "buddhist"),
        ] as [(String, Literal, Literal)])
    func `a setting is one of those that the device supports`(
        _ path: String, _ good: Literal, _ bad: Literal
    ) throws {
        var bench = try EngineBench("OnOffLight", values: [path: good])
        #expect(
            bench.engine.devices[0].layout.part(endpoint: 0)?.trait(named: String(path.split(separator: ".")[0])) != nil
        )
        let before = try bench.value(path)
        #expect(try bench.refusal { try $0.write(path, bad) }?.code == .outOfRange)
        #expect(try bench.value(path) == before)
        try bench.write(path, good)
    }

    @Test func `a clock goes on over a reboot, and says how fine it is`() throws {
        var bench = try EngineBench(allOf: try #require(ModelCatalog.standard.cluster(named: "TimeSynchronization")))
        try bench.invoke("TimeSynchronization.setUtcTime", ["utcTime": 1_000_000, "granularity": "secondsGranularity"])
        let granularity = try bench.value("TimeSynchronization.granularity")
        bench.pass(.seconds(5))
        try bench.reboot()
        #expect(try bench.value("TimeSynchronization.granularity") == granularity)
        #expect(try bench.number("TimeSynchronization.utcTime") == 9_000_000, "it was off for three seconds")
    }

    @Test func `an update leaves a new version, for the device as a whole`() throws {
        var bench = try EngineBench("OtaRequestor")
        let before = try #require(try bench.number("BasicInformation.softwareVersion"))
        try bench.invoke(
            "OtaSoftwareUpdateRequestor.announceOtaProvider", ["announcementReason": "urgentUpdateAvailable"])
        bench.pass(.seconds(300))
        #expect(try bench.number("BasicInformation.softwareVersion") == before + 1)
        #expect(bench.story.contains { $0.hasPrefix("versionApplied \(before + 1) ") })
        #expect(bench.story.contains("startUp \(before + 1)"))
        #expect(bench.changes.contains("BasicInformation.softwareVersion"))
    }
}
