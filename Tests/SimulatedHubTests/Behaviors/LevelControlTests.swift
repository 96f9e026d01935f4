import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

@Suite struct LevelControlTests {
    /// A dimmable light that is on at a level.
    private static func lamp(level: Int64 = 100, _ values: [String: Literal] = [:]) throws -> EngineBench {
        let starting = values.merging(["LevelControl.currentLevel": .integer(level)]) { first, _ in first }
        var bench = try EngineBench("DimmableLight", values: starting)
        try bench.invoke("OnOff.on")
        return bench
    }

    @Test(arguments: [
        ("moveToLevel", 200, 200, true), ("moveToLevel", 0, 1, true), ("moveToLevelWithOnOff", 200, 200, true),
        ("moveToLevelWithOnOff", 1, 1, false), ("moveToLevelWithOnOff", 0, 1, false),
    ])
    func levelsAreReachedAtOnce(_ command: String, _ level: Int64, _ expected: Int64, _ isOn: Bool) throws {
        var bench = try Self.lamp()
        try bench.invoke("LevelControl.\(command)", ["level": .integer(level), "transitionTime": 0])
        #expect(try bench.number("LevelControl.currentLevel") == expected)
        #expect(try bench.value("OnOff.onOff") == .bool(isOn))
    }

    @Test func aTransitionIsReportedOnceASecondAndItsExactEnd() throws {
        var bench = try Self.lamp(level: 10)
        try bench.invoke("LevelControl.moveToLevel", ["level": 201, "transitionTime": 35])
        #expect(try bench.number("LevelControl.remainingTime") == 35)
        let before = bench.changes.count
        bench.pass(.milliseconds(3400))
        #expect(bench.changes.dropFirst(before).count { $0 == "LevelControl.currentLevel" } == 3)
        #expect(try #require(try bench.number("LevelControl.currentLevel")) < 201)
        bench.pass(.milliseconds(100))
        #expect(try bench.number("LevelControl.currentLevel") == 201)
        #expect(try bench.number("LevelControl.remainingTime") == 0)
    }

    @Test func stoppingKeepsTheLevelOfTheMoment() throws {
        var bench = try Self.lamp(level: 100)
        try bench.invoke("LevelControl.moveToLevel", ["level": 200, "transitionTime": 100])
        bench.pass(.milliseconds(2500))
        try bench.invoke("LevelControl.stop")
        #expect(try bench.number("LevelControl.currentLevel") == 125)
        bench.pass(.seconds(60))
        #expect(try bench.number("LevelControl.currentLevel") == 125)
    }

    @Test func movingGoesAtItsRateToTheEnd() throws {
        var bench = try Self.lamp(level: 100)
        try bench.invoke("LevelControl.move", ["moveMode": "up", "rate": 50])
        bench.pass(.seconds(1))
        #expect(try bench.number("LevelControl.currentLevel") == 150)
        bench.pass(.seconds(10))
        #expect(try bench.number("LevelControl.currentLevel") == 254)
        try bench.invoke("LevelControl.moveWithOnOff", ["moveMode": "down", "rate": 100])
        bench.pass(.seconds(3))
        #expect(try bench.number("LevelControl.currentLevel") == 1)
        #expect(try bench.value("OnOff.onOff") == .bool(false))
    }

    @Test(arguments: [("up", 30, 130), ("down", 30, 70), ("up", 254, 254), ("down", 254, 1)])
    func stepsAddAndSubtract(_ mode: String, _ size: Int64, _ expected: Int64) throws {
        var bench = try Self.lamp(level: 100)
        try bench.invoke(
            "LevelControl.step", ["stepMode": .text(mode), "stepSize": .integer(size), "transitionTime": 0])
        #expect(try bench.number("LevelControl.currentLevel") == expected)
    }

    @Test(
        arguments: [
            ([:], false), (["optionsMask": 1, "optionsOverride": 1], true), (["optionsMask": 1], false),
            (["optionsOverride": 1], false),
        ] as [([String: Literal], Bool)])
    func aLampThatIsOffIsDimmedOnlyWhereAsked(_ options: [String: Literal], _ isDimmed: Bool) throws {
        var bench = try Self.lamp(level: 100)
        try bench.invoke("OnOff.off")
        let fields = options.merging(["level": 50, "transitionTime": 0]) { first, _ in first }
        try bench.invoke("LevelControl.moveToLevel", fields)
        #expect(try bench.number("LevelControl.currentLevel") == (isDimmed ? 50 : 100))
        #expect(try bench.value("OnOff.onOff") == .bool(false))
    }

    @Test func theOptionsAttributeSaysTheSame() throws {
        var bench = try Self.lamp(level: 100)
        try bench.invoke("OnOff.off")
        try bench.write("LevelControl.options", ["executeIfOff"])
        try bench.invoke("LevelControl.moveToLevel", ["level": 50, "transitionTime": 0])
        #expect(try bench.number("LevelControl.currentLevel") == 50)
    }

    @Test func switchingOnGoesToOnLevel() throws {
        var bench = try Self.lamp(level: 100)
        try bench.write("LevelControl.onLevel", 180)
        try bench.invoke("OnOff.off")
        try bench.invoke("OnOff.on")
        #expect(try bench.number("LevelControl.currentLevel") == 180)
    }

    @Test func switchingFadesAndTheLevelComesBack() throws {
        var bench = try Self.lamp(level: 100)
        try bench.write("LevelControl.onOffTransitionTime", 20)
        try bench.invoke("OnOff.off")
        #expect(try bench.value("OnOff.onOff") == .bool(false))
        bench.pass(.seconds(1))
        #expect(try #require(try bench.number("LevelControl.currentLevel")) < 100)
        bench.pass(.seconds(5))
        try bench.invoke("OnOff.on")
        bench.pass(.seconds(5))
        #expect(try bench.number("LevelControl.currentLevel") == 100)
    }

    @Test func aRateOrStepOfNothingIsRefused() throws {
        var bench = try Self.lamp()
        let rate = #expect(throws: HomeError.self) {
            try bench.invoke("LevelControl.move", ["moveMode": "up", "rate": 0])
        }
        #expect(rate?.message.contains("rate") == true)
        let size = #expect(throws: HomeError.self) {
            try bench.invoke("LevelControl.step", ["stepMode": "up", "stepSize": 0])
        }
        #expect(size?.message.contains("stepSize") == true)
    }

    @Test(arguments: [(50, 50), (1, 1)])
    func startUpLevelHoldsAfterAReboot(_ startUp: Int64, _ expected: Int64) throws {
        var bench = try Self.lamp(level: 100)
        try bench.write("LevelControl.startUpCurrentLevel", .integer(startUp))
        try bench.reboot()
        #expect(try bench.number("LevelControl.currentLevel") == expected)
    }

    /// Whatever is asked in whatever order, the level stays within its limits and a movement's end is exact.
    @Test(arguments: 1...25 as ClosedRange<UInt64>)
    func theLevelStaysWithinItsLimits(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let least = Int64.random(in: 1...100, using: &random)
        let greatest = Int64.random(in: 101...254, using: &random)
        var bench = try Self.lamp(
            level: 101, ["LevelControl.minLevel": .integer(least), "LevelControl.maxLevel": .integer(greatest)])
        for _ in 0..<60 {
            let suffix = Bool.random(using: &random) ? "WithOnOff" : ""
            let number = Literal.integer(Int64.random(in: 1...254, using: &random))
            let time = Literal.integer(Int64.random(in: 0...50, using: &random))
            let mode: Literal = Bool.random(using: &random) ? "up" : "down"
            switch Int.random(in: 0..<7, using: &random) {
            case 0: try bench.invoke("LevelControl.moveToLevel\(suffix)", ["level": number, "transitionTime": time])
            case 1: try bench.invoke("LevelControl.move\(suffix)", ["moveMode": mode, "rate": number])
            case 2:
                try bench.invoke(
                    "LevelControl.step\(suffix)", ["stepMode": mode, "stepSize": number, "transitionTime": time])
            case 3: try bench.invoke("LevelControl.stop\(suffix)")
            case 4: try bench.invoke("OnOff.toggle")
            case 5: try bench.write("LevelControl.onOffTransitionTime", time)
            default: break
            }
            bench.pass(.milliseconds(Int.random(in: 0...3000, using: &random)))
            let level = try #require(try bench.number("LevelControl.currentLevel"))
            #expect((least...greatest).contains(level))
        }
        bench.pass(.seconds(600))
        #expect(try bench.number("LevelControl.remainingTime") == 0)
        #expect(bench.engine.devices[0].transitions.isEmpty)
    }
}
