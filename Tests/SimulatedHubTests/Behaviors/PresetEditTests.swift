import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Writing presets and schedules of a thermostat (Matter Application Cluster Specification, section 4.3; atomic
/// writes: Matter Core Specification, section 7.15).
@Suite struct PresetEditTests {
    private static let presets: Int64 = 80, schedules: Int64 = 81

    private static func bench() throws -> EngineBench {
        try EngineBench(
            "Thermostat",
            features: ["Thermostat": ["heating", "cooling", "autoMode", "presets", "matterScheduleConfiguration"]])
    }

    private static func preset(
        _ handle: Literal, _ scenario: Literal, builtIn: Literal = true, heating: Literal = 1900
    ) -> Literal {
        [
            "presetHandle": handle, "presetScenario": scenario, "name": nil, "heatingSetpoint": heating,
            "coolingSetpoint": 2600, "builtIn": builtIn,
        ]
    }

    private static let home = preset("home", "occupied")
    private static let away = preset("away", "unoccupied")
    private static let sleep = preset("sleep", "sleep")

    private static func handles(_ bench: EngineBench) throws -> [DataValue?] {
        guard case .list(let presets) = try bench.value("Thermostat.presets") else { return [] }
        return presets.map { preset in
            guard case .fields(let fields) = preset else { return nil }
            return fields[0]
        }
    }

    @Test func `a new preset gets a handle, and can be active`() throws {
        var bench = try EngineBench(
            "Thermostat", features: ["Thermostat": ["heating", "cooling", "presets"]],
            values: [
                "Thermostat.presetTypes": [
                    ["presetScenario": "wake", "numberOfPresets": 2, "presetTypeFeatures": []]
                ],
                "Thermostat.presets": [],
            ])
        try bench.write("Thermostat.presets", [Self.preset(nil, "wake", builtIn: nil)])
        #expect(try Self.handles(bench) == [.octets(Array("preset-1".utf8))])
        try bench.invoke("Thermostat.setActivePresetRequest", ["presetHandle": "preset-1"])
        #expect(try bench.number("Thermostat.occupiedHeatingSetpoint") == 1900)
        #expect(try bench.refusal { try $0.write("Thermostat.presets", []) }?.code == .failedPrecondition)
    }

    @Test func `what a thermostat cannot keep is refused, and changes nothing`() throws {
        var bench = try Self.bench()
        let writes: [(Literal, HomeError.Code)] = [
            ([Self.home, Self.away], .outOfRange),
            ([Self.home, Self.away, Self.preset("sleep", "sleep", builtIn: false)], .outOfRange),
            ([Self.home, Self.home, Self.away, Self.sleep], .outOfRange),
            ([Self.home, Self.away, Self.sleep, Self.preset("moon", "sleep", builtIn: false)], .notFound),
            ([Self.home, Self.away, Self.sleep, Self.preset(nil, "sleep", builtIn: false)], .resourceExhausted),
            ([Self.home, Self.away, Self.sleep, Self.preset(nil, "wake", builtIn: false)], .invalidArgument),
            ([Self.home, Self.away, Self.preset("sleep", "sleep", heating: 9000)], .outOfRange),
        ]
        for (presets, code) in writes {
            let before = bench.engine.devices[0].values
            let refusal = try bench.refusal { try $0.write("Thermostat.presets", presets) }
            #expect(refusal?.code == code, "\(refusal?.message ?? "written")")
            #expect(bench.engine.devices[0].values == before)
        }
        func schedule(_ mode: Literal, _ preset: Literal) -> Literal {
            [
                "scheduleHandle": nil, "systemMode": mode, "builtIn": false,
                "transitions": [["dayOfWeek": ["monday"], "transitionTime": 60, "presetHandle": preset]],
            ]
        }
        let week: Literal = [
            "scheduleHandle": "week", "systemMode": "auto", "builtIn": true,
            "transitions": [["dayOfWeek": ["monday"], "transitionTime": 360, "presetHandle": "home"]],
        ]
        for wrong in [schedule("dry", "home"), schedule("auto", "moon")] {
            let refusal = try bench.refusal { try $0.write("Thermostat.schedules", [week, wrong]) }
            #expect(refusal?.code == .outOfRange)
        }
        try bench.write("Thermostat.schedules", [week, schedule("auto", "home")])
        try bench.invoke("Thermostat.setActiveScheduleRequest", ["scheduleHandle": "schedule-1"])
    }

    // MARK: - Atomic writes

    private static func atomic(_ type: Literal, _ ids: [Int64], timeout: Literal? = nil) -> [String: Literal] {
        var fields: [String: Literal] = ["requestType": type, "attributeRequests": .list(ids.map(Literal.integer))]
        fields["timeout"] = timeout
        return fields
    }
    private static let changed: Literal = [preset("home", "occupied", heating: 2222), away, sleep]

    private static func heating(_ bench: EngineBench) throws -> DataValue? {
        guard case .list(let presets) = try bench.value("Thermostat.presets"), case .fields(let home)? = presets.first
        else { return nil }
        return home[4]
    }

    @Test(
        arguments: [("commitWrite", 2222), ("rollbackWrite", 2100), (nil, 2100)] as [(Literal?, Int64)])
    func `an atomic write counts when it is committed, and not before`(_ end: Literal?, _ heating: Int64) throws {
        var bench = try Self.bench()
        let begin = Self.atomic("beginWrite", [Self.presets], timeout: 5000)
        #expect(try bench.invoke("Thermostat.atomicRequest", begin)[0] == .uint(0))
        #expect(try bench.invoke("Thermostat.atomicRequest", begin)[0] == .uint(1), "one is open already")
        try bench.write("Thermostat.presets", Self.changed)
        if let end { try bench.invoke("Thermostat.atomicRequest", Self.atomic(end, [Self.presets])) }
        bench.pass(.seconds(5))
        #expect(try Self.heating(bench) == .int(heating))
        let over = try bench.refusal {
            try $0.invoke("Thermostat.atomicRequest", Self.atomic("commitWrite", [Self.presets]))
        }
        #expect(over?.code == .failedPrecondition)
    }

    @Test func `an atomic write is of presets and schedules, and has a timeout`() throws {
        var bench = try Self.bench()
        #expect(
            try bench.invoke("Thermostat.atomicRequest", Self.atomic("beginWrite", [28], timeout: 1000))[0] == .uint(1))
        for fields in [
            Self.atomic("beginWrite", [Self.presets]), Self.atomic("beginWrite", [], timeout: 1000),
            Self.atomic("beginWrite", [Self.presets, Self.presets], timeout: 1000),
        ] {
            #expect(try bench.refusal { try $0.invoke("Thermostat.atomicRequest", fields) }?.code == .invalidArgument)
        }
        try bench.invoke(
            "Thermostat.atomicRequest", Self.atomic("beginWrite", [Self.presets, Self.schedules], timeout: 1000))
        try bench.write("Thermostat.presets", Self.changed)
        try bench.reboot()
        #expect(try Self.heating(bench) == .int(2100))
    }
}
