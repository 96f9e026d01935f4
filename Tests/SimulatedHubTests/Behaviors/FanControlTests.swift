import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Fans")
struct FanControlTests {
    /// Mode, percent set and turning, speed set and turning.
    private static let views = ["fanMode", "percentSetting", "percentCurrent", "speedSetting", "speedCurrent"]

    private static func bench(_ sequence: Literal = "offLowMedHighAuto") throws -> EngineBench {
        try EngineBench("Fan", values: ["FanControl.fanModeSequence": sequence, "FanControl.speedMax": 10])
    }

    @Test(
        "What is written, the other views follow",
        arguments: [
            ("fanMode", "high", [3, 100, 100, 10, 10]), ("fanMode", "medium", [2, 66, 66, 7, 7]),
            ("fanMode", "low", [1, 33, 33, 4, 4]), ("fanMode", "smart", [5, nil, 33, nil, 4]),
            ("fanMode", "on", [3, 100, 100, 10, 10]), ("percentSetting", 50, [2, 50, 50, 5, 5]),
            ("percentSetting", 1, [1, 1, 1, 1, 1]), ("percentSetting", 0, [0, 0, 0, 0, 0]),
            ("percentSetting", 67, [3, 67, 67, 7, 7]), ("speedSetting", 3, [1, 30, 30, 3, 3]),
            ("speedSetting", 10, [3, 100, 100, 10, 10]), ("speedSetting", 0, [0, 0, 0, 0, 0]),
        ] as [(String, Literal, [Int64?])])
    func views(_ attribute: String, _ value: Literal, _ expected: [Int64?]) throws {
        var bench = try Self.bench()
        try bench.write("FanControl.\(attribute)", value)
        #expect(try bench.numbers(Self.views, of: "FanControl") == expected)
    }

    @Test("Mode auto leaves the setting to the fan, and a setting ends it")
    func auto() throws {
        var bench = try Self.bench()
        try bench.write("FanControl.percentSetting", 80)
        try bench.write("FanControl.fanMode", "auto")
        #expect(try bench.numbers(Self.views, of: "FanControl") == [5, nil, 80, nil, 8])
        try bench.write("FanControl.percentSetting", 20)
        #expect(try bench.numbers(Self.views, of: "FanControl") == [1, 20, 20, 2, 2])
    }

    @Test(
        "Whichever view a home file begins with, the others follow, also after a reboot",
        arguments: [
            ("fanMode", "high", [3, 100, 100, 10, 10]), ("percentSetting", 50, [2, 50, 50, 5, 5]),
            ("speedSetting", 3, [1, 30, 30, 3, 3]),
        ] as [(String, Literal, [Int64?])])
    func start(_ attribute: String, _ value: Literal, _ expected: [Int64?]) throws {
        var bench = try EngineBench(
            "Fan", values: ["FanControl.speedMax": 10, "FanControl.\(attribute)": value])
        #expect(try bench.numbers(Self.views, of: "FanControl") == expected)
        try bench.reboot()
        #expect(try bench.numbers(Self.views, of: "FanControl") == expected)
    }

    @Test("Percent and speed agree, whatever is written")
    func agreement() throws {
        var bench = try Self.bench()
        for percent: Int64 in 0...100 {
            try bench.write("FanControl.percentSetting", .integer(percent))
            let views = try bench.numbers(Self.views, of: "FanControl")
            #expect(views[1] == percent && views[2] == percent)
            #expect(views[3] == (percent + 9) / 10 && views[4] == views[3])
            #expect((views[0] == 0) == (percent == 0))
        }
    }

    @Test(
        "Steps",
        arguments: [
            (9, "increase", false, true, 10), (10, "increase", false, true, 10), (10, "increase", true, true, 0),
            (10, "increase", true, false, 1), (1, "decrease", false, true, 0), (1, "decrease", false, false, 1),
            (0, "decrease", true, true, 10), (1, "decrease", true, false, 10),
        ] as [(Int64, Literal, Bool, Bool, Int64)])
    func steps(_ from: Int64, _ direction: Literal, _ wraps: Bool, _ lowestOff: Bool, _ end: Int64) throws {
        var bench = try Self.bench()
        try bench.write("FanControl.speedSetting", .integer(from))
        try bench.invoke(
            "FanControl.step", ["direction": direction, "wrap": .bool(wraps), "lowestOff": .bool(lowestOff)])
        #expect(try bench.number("FanControl.speedSetting") == end)
        #expect(try bench.number("FanControl.speedCurrent") == end)
    }

    @Test("What the fan does not have is refused, and nothing changes")
    func refusals() throws {
        var bench = try EngineBench(
            "Fan", features: ["FanControl": ["rocking", "wind"]],
            values: ["FanControl.fanModeSequence": "offLowHigh", "FanControl.rockSupport": ["rockUpDown"]])
        let cases: [(String, Literal, HomeError.Code)] = [
            ("fanMode", "medium", .outOfRange), ("fanMode", "auto", .outOfRange),
            ("percentSetting", nil, .failedPrecondition), ("rockSetting", ["rockLeftRight"], .outOfRange),
        ]
        for (attribute, value, code) in cases {
            let before = try bench.value("FanControl.\(attribute)")
            let error = try bench.refusal { try $0.write("FanControl.\(attribute)", value) }
            #expect(error?.code == code, "\(attribute)")
            #expect(try bench.value("FanControl.\(attribute)") == before)
        }
        try bench.write("FanControl.rockSetting", ["rockUpDown"])
        #expect(try bench.number("FanControl.rockSetting") == 2)
    }
}
