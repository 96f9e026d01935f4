import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Window coverings")
struct WindowCoveringTests {
    private static let lift = [
        "currentPositionLiftPercent100ths", "targetPositionLiftPercent100ths", "currentPositionLiftPercentage",
        "operationalStatus",
    ]

    private static func bench(at position: Int64 = 0) throws -> EngineBench {
        try EngineBench(
            "WindowCovering",
            values: [
                "WindowCovering.currentPositionLiftPercent100ths": .integer(position),
                "WindowCovering.currentPositionLiftPercentage": .integer(position / 100),
            ])
    }

    /// The bits of operationalStatus: the whole and the lift.
    private static let opening: Int64 = 0b0101
    private static let closing: Int64 = 0b1010

    @Test("Closing takes twenty seconds and is reported on the way")
    func closing() throws {
        var bench = try Self.bench()
        try bench.invoke("WindowCovering.downOrClose")
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [0, 10_000, 0, Self.closing])
        bench.pass(.seconds(5))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [2500, 10_000, 25, Self.closing])
        bench.pass(.seconds(15))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [10_000, 10_000, 100, 0])
        let reports = bench.changes.count { $0 == "WindowCovering.currentPositionLiftPercent100ths" }
        #expect(reports == 20)
    }

    @Test("Going somewhere takes its share of the time", arguments: [(10_000, 7500, 5), (2000, 7000, 10), (5, 6, 1)])
    func going(_ from: Int64, _ to: Int64, _ seconds: Int64) throws {
        var bench = try Self.bench(at: from)
        try bench.invoke("WindowCovering.goToLiftPercentage", ["liftPercent100thsValue": .integer(to)])
        #expect(try bench.number("WindowCovering.operationalStatus") == (to < from ? Self.opening : Self.closing))
        bench.pass(.seconds(seconds) - .milliseconds(999))
        if seconds > 1 { #expect(try bench.number("WindowCovering.operationalStatus") != 0) }
        bench.pass(.milliseconds(999))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [to, to, to / 100, 0])
    }

    @Test("Stopping keeps it where it is, to the hundredth")
    func stopping() throws {
        var bench = try Self.bench(at: 10_000)
        try bench.invoke("WindowCovering.upOrOpen")
        bench.pass(.milliseconds(7300))
        try bench.invoke("WindowCovering.stopMotion")
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [6350, 6350, 63, 0])
        bench.pass(.seconds(60))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [6350, 6350, 63, 0])
    }

    @Test("An order to where it is moves nothing")
    func standing() throws {
        var bench = try Self.bench(at: 10_000)
        try bench.invoke("WindowCovering.downOrClose")
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [10_000, 10_000, 100, 0])
    }

    @Test("Slats turn in five seconds, by themselves and with the lift")
    func tilting() throws {
        var bench = try EngineBench(
            "WindowCovering",
            features: ["WindowCovering": ["lift", "tilt", "positionAwareLift", "positionAwareTilt"]])
        try bench.invoke("WindowCovering.goToTiltPercentage", ["tiltPercent100thsValue": 5000])
        #expect(try bench.number("WindowCovering.operationalStatus") == 0b10_0010)
        bench.pass(.milliseconds(2500))
        #expect(try bench.number("WindowCovering.currentPositionTiltPercent100ths") == 5000)
        #expect(try bench.number("WindowCovering.operationalStatus") == 0)
        try bench.invoke("WindowCovering.downOrClose")
        bench.pass(.seconds(3))
        #expect(try bench.number("WindowCovering.currentPositionTiltPercent100ths") == 10_000)
        #expect(try bench.number("WindowCovering.operationalStatus") == Self.closing)
    }

    @Test("A hand moves it: where it is then is where it is to be")
    func hand() throws {
        var bench = try Self.bench()
        try bench.invoke("WindowCovering.downOrClose")
        bench.pass(.seconds(5))
        try bench.report("WindowCovering.currentPositionLiftPercent100ths", 1234)
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [1234, 1234, 12, 0])
    }

    @Test("One that does not know where it is shows only that it moves")
    func unaware() throws {
        var bench = try EngineBench("WindowCovering", features: ["WindowCovering": ["lift"]])
        try bench.invoke("WindowCovering.upOrOpen")
        #expect(try bench.number("WindowCovering.operationalStatus") == Self.opening)
        bench.pass(.seconds(20))
        #expect(try bench.number("WindowCovering.operationalStatus") == 0)
    }

    @Test("It stands while it is maintained, and knows no position beyond closed")
    func refusals() throws {
        var bench = try Self.bench()
        let beyond = try bench.refusal {
            try $0.invoke("WindowCovering.goToLiftPercentage", ["liftPercent100thsValue": 10_001])
        }
        #expect(beyond?.code == .outOfRange)
        try bench.write("WindowCovering.mode", ["maintenanceMode"])
        let maintained = try bench.refusal { try $0.invoke("WindowCovering.downOrClose") }
        #expect(maintained?.code == .failedPrecondition)
        #expect(try bench.number("WindowCovering.operationalStatus") == 0)
    }

    /// Mode and ConfigStatus: operational is bit 0, lift movement reversed bit 2.
    @Test(
        "Its mode shows in its configuration, and one that is not operational stands",
        arguments: [
            ([], 0b1001, nil), (["motorDirectionReversed"], 0b1101, nil),
            (["calibrationMode"], 0b1000, .failedPrecondition), (["maintenanceMode"], 0b1000, .failedPrecondition),
            (["motorDirectionReversed", "maintenanceMode"], 0b1100, .failedPrecondition),
            (["ledFeedback"], 0b1001, nil),
        ] as [(Literal, Int64, HomeError.Code?)])
    func modes(_ mode: Literal, _ status: Int64, _ code: HomeError.Code?) throws {
        var bench = try Self.bench()
        try bench.invoke("WindowCovering.downOrClose")
        bench.pass(.seconds(5))
        try bench.write("WindowCovering.mode", mode)
        #expect(try bench.number("WindowCovering.configStatus") == status)
        #expect(try bench.number("WindowCovering.operationalStatus") == (code == nil ? Self.closing : 0))
        for command in ["upOrOpen", "downOrClose"] {
            #expect(try bench.refusal { try $0.invoke("WindowCovering.\(command)") }?.code == code)
        }
        try bench.invoke("WindowCovering.stopMotion")
        try bench.write("WindowCovering.mode", [])
        #expect(try bench.number("WindowCovering.configStatus") == 0b1001)
        try bench.invoke("WindowCovering.upOrOpen")
        bench.pass(.seconds(20))
        #expect(try bench.number("WindowCovering.currentPositionLiftPercent100ths") == 0)
    }

    /// SafetyStatus.
    @Test("Something in the way halts it until it is gone")
    func obstacle() throws {
        var bench = try EngineBench(
            "WindowCovering",
            values: ["WindowCovering.safetyStatus": [], "WindowCovering.currentPositionLiftPercentage": 0])
        try bench.invoke("WindowCovering.downOrClose")
        bench.pass(.seconds(5))
        try bench.report("WindowCovering.safetyStatus", ["obstacleDetected"])
        bench.pass(.seconds(60))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [2500, 2500, 25, 0])
        #expect(try bench.refusal { try $0.invoke("WindowCovering.upOrOpen") }?.code == .failedPrecondition)
        try bench.report("WindowCovering.safetyStatus", ["tamperDetection"])
        try bench.invoke("WindowCovering.upOrOpen")
        bench.pass(.seconds(5))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [0, 0, 0, 0])
    }

    @Test("A hand that holds it just where it is holds it, too")
    func held() throws {
        var bench = try Self.bench()
        try bench.invoke("WindowCovering.downOrClose")
        bench.pass(.seconds(5))
        try bench.report("WindowCovering.currentPositionLiftPercent100ths", 2500)
        bench.pass(.seconds(60))
        #expect(try bench.numbers(Self.lift, of: "WindowCovering") == [2500, 2500, 25, 0])
    }
}
