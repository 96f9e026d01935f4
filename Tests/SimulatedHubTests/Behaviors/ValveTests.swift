import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Valves")
struct ValveTests {
    private static let state = ["currentState", "currentLevel", "openDuration", "remainingDuration"]
    private static let cluster = "ValveConfigurationAndControl"

    @Test(
        "Opening: how far and how long",
        arguments: [
            ([:], [1, 80, 600, 600]), (["openDuration": 5], [1, 80, 5, 5]),
            (["openDuration": nil], [1, 80, nil, nil]), (["targetLevel": 40], [1, 40, 600, 600]),
            (["openDuration": 7, "targetLevel": 100], [1, 100, 7, 7]),
        ] as [([String: Literal], [Int64?])])
    func opening(_ fields: [String: Literal], _ expected: [Int64?]) throws {
        var bench = try EngineBench(
            "WaterValve",
            values: [
                "ValveConfigurationAndControl.defaultOpenDuration": 600,
                "ValveConfigurationAndControl.defaultOpenLevel": 80, "ValveConfigurationAndControl.levelStep": 20,
            ])
        try bench.invoke("ValveConfigurationAndControl.open", fields)
        #expect(try bench.numbers(Self.state, of: Self.cluster) == expected)
        try bench.invoke("ValveConfigurationAndControl.close")
        #expect(try bench.numbers(Self.state, of: Self.cluster) == [0, 0, nil, nil])
        #expect(bench.story.map { $0.split(separator: " ").first } == ["valveStateChanged", "valveStateChanged"])
    }

    @Test("The time that is left runs down, and the valve closes")
    func countdown() throws {
        var bench = try EngineBench("WaterValve")
        try bench.invoke("ValveConfigurationAndControl.open", ["openDuration": 3])
        bench.pass(.milliseconds(2500))
        #expect(try bench.numbers(Self.state, of: Self.cluster) == [1, 100, 3, 1])
        bench.pass(.milliseconds(500))
        #expect(try bench.numbers(Self.state, of: Self.cluster) == [0, 0, nil, nil])
        #expect(bench.story == ["valveStateChanged 1 100", "valveStateChanged 0 0"])
    }

    @Test("With a clock it says when it will close")
    func clock() throws {
        var bench = try EngineBench(
            "WaterValve", features: ["ValveConfigurationAndControl": ["timeSync", "level"]])
        try bench.invoke("ValveConfigurationAndControl.open", ["openDuration": 60])
        // 2026-01-02T03:04:05.678Z and a minute, since the beginning of 2000.
        #expect(try bench.number("ValveConfigurationAndControl.autoCloseTime") == 820_638_305_678_000)
    }

    @Test("What it does not do it refuses")
    func refusals() throws {
        var bench = try EngineBench(
            "WaterValve",
            values: [
                "ValveConfigurationAndControl.levelStep": 25, "ValveConfigurationAndControl.valveFault": 0,
            ])
        let level = try bench.refusal {
            try $0.invoke("ValveConfigurationAndControl.open", ["targetLevel": 30])
        }
        #expect(level?.code == .outOfRange)
        try bench.report("ValveConfigurationAndControl.valveFault", ["blocked"])
        let fault = try bench.refusal { try $0.invoke("ValveConfigurationAndControl.open") }
        #expect(fault?.code == .failedPrecondition)
        #expect(try bench.number("ValveConfigurationAndControl.currentState") == 0)
    }
}
