import Testing

@testable import SimulatedHub

@Suite("Buttons and switches")
struct SwitchTests {
    /// A finger: wait so long, then the position is this.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let finger: [(wait: Int, position: Int64)]
        let story: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "a short press", finger: [(0, 1), (200, 0)],
            story: ["initialPress 1", "shortRelease 1", "multiPressComplete 1 1"]),
        Case(
            name: "a long press", finger: [(0, 1), (700, 0)],
            story: ["initialPress 1", "longPress 1", "longRelease 1"]),
        Case(
            name: "two presses", finger: [(0, 1), (100, 0), (100, 1), (100, 0)],
            story: [
                "initialPress 1", "shortRelease 1", "initialPress 1", "multiPressOngoing 1 2", "shortRelease 1",
                "multiPressComplete 1 2",
            ]),
        Case(
            name: "two presses too far apart", finger: [(0, 1), (100, 0), (400, 1), (100, 0)],
            story: [
                "initialPress 1", "shortRelease 1", "multiPressComplete 1 1", "initialPress 1", "shortRelease 1",
                "multiPressComplete 1 1",
            ]),
        Case(
            name: "more presses than are counted",
            finger: [(0, 1), (50, 0), (50, 1), (50, 0), (50, 1), (50, 0), (50, 1), (50, 0)],
            story: [
                "initialPress 1", "shortRelease 1", "initialPress 1", "multiPressOngoing 1 2", "shortRelease 1",
                "initialPress 1", "multiPressOngoing 1 3", "shortRelease 1", "initialPress 1", "shortRelease 1",
                "multiPressComplete 1 0",
            ]),
    ]

    @Test("A finger's story", arguments: cases)
    func story(_ example: Case) throws {
        var bench = try EngineBench("GenericSwitch")
        for touch in example.finger {
            bench.pass(.milliseconds(touch.wait))
            try bench.report("Switch.currentPosition", .integer(touch.position))
        }
        bench.pass(.seconds(2))
        #expect(bench.story == example.story)
    }

    @Test("A latching switch says where it latched, and nothing else")
    func latching() throws {
        var bench = try EngineBench("GenericSwitch", features: ["Switch": ["latchingSwitch"]])
        try bench.report("Switch.currentPosition", 1)
        bench.pass(.seconds(2))
        try bench.report("Switch.currentPosition", 0)
        #expect(bench.story == ["switchLatched 1", "switchLatched 0"])
    }
}
