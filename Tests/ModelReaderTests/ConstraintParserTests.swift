import Testing

@testable import ModelReader

/// The notation of constraints, as it occurs in the model.
struct ConstraintParserTests {
    typealias Bound = Constraint.Bound

    static func ranges(_ list: (Bound?, Bound?)...) -> Constraint {
        Constraint(ranges: list.map { Constraint.Range(lower: $0.0, upper: $0.1) })
    }

    static let forms: [(String, Constraint?)] = [
        ("desc", nil), ("any", nil), ("ms", nil), ("in SupportedLocales", nil),
        ("1 to 254", ranges((.integer(1), .integer(254)))),
        ("-100 to 100", ranges((.integer(-100), .integer(100)))),
        ("max 254", ranges((nil, .integer(254)))), ("min 1", ranges((.integer(1), nil))),
        ("min -127", ranges((.integer(-127), nil))), ("16", ranges((.integer(16), .integer(16)))),
        ("0, 90", ranges((.integer(0), .integer(0)), (.integer(90), .integer(90)))),
        ("-2^62 to 2^62", ranges((.integer(-(1 << 62)), .integer(1 << 62)))),
        ("max (2^62) - 1", ranges((nil, .integer((1 << 62) - 1)))),
        ("0 to 12.7°C", ranges((.integer(0), .integer(127)))), ("min 0.5%", ranges((.integer(50), nil))),
        ("Min to 100%", ranges((.member("min"), .integer(10000)))),
        ("minLevel to maxLevel", ranges((.member("minLevel"), .member("maxLevel")))),
        ("limits.low to limits.high", ranges((.member("limits.low"), .member("limits.high")))),
        ("0 to count - 1", ranges((.integer(0), .difference(.member("count"), .integer(1))))),
        ("max segmentDuration / 2", ranges((nil, .quotient(.member("segmentDuration"), .integer(2))))),
        (
            "-1 * (panMax - panMin) to 5",
            ranges((.product(.integer(-1), .difference(.member("panMax"), .member("panMin"))), .integer(5)))
        ),
        ("max minOf(a, b) - 1", ranges((nil, .difference(.least([.member("a"), .member("b")]), .integer(1))))),
        ("min maxOf(a, 10)", ranges((.greatest([.member("a"), .integer(10)]), nil))),
        ("1 to n, 254", ranges((.integer(1), .member("n")), (.integer(254), .integer(254)))),
        (
            "max 32[max 64]",
            Constraint(ranges: [.init(lower: nil, upper: .integer(32))], entry: ranges((nil, .integer(64))))
        ),
        (
            "max 16[2]",
            Constraint(ranges: [.init(lower: nil, upper: .integer(16))], entry: ranges((.integer(2), .integer(2))))
        ),
        ("all[min 1]", Constraint(entry: ranges((.integer(1), nil)))),
        ("max 10[all]", ranges((nil, .integer(10)))),
        ("max 128{32}", Constraint(ranges: [.init(lower: nil, upper: .integer(128))], codePoints: 32)),
    ]

    @Test(arguments: forms)
    func `a form reads as it is meant`(text: String, expected: Constraint?) throws {
        let steps: [String: Double] = text.contains("°C") ? ["°C": 10] : ["%": 100]
        #expect(try ConstraintParser.read(text, steps: steps) == expected)
    }

    @Test func `bare names are members where the value is an enumeration`() throws {
        #expect(try ConstraintParser.read("heat, cool", isEnumeration: true) == Constraint(members: ["heat", "cool"]))
    }

    @Test(arguments: [
        "", "1 to", "max", "1 to 5 6", "max 32[max 64", "max 10{x}", "2^99", "minOf(1", "5°C", "(1", "max ]",
    ])
    func `what follows no form is a fault`(text: String) {
        #expect(throws: TextFault.self) { try ConstraintParser.read(text) }
    }
}
