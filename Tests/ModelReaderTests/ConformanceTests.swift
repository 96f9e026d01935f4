import Testing

@testable import ModelReader

/// The notation of conformance and what follows from it.
struct ConformanceTests {
    static func rule(_ text: String, _ context: Conformance.Context) throws -> Conformance.Rule {
        try ConformanceParser.read(text) { $0 }.evaluate(in: context)
    }

    static let cases: [(String, Conformance.Context, Conformance.Rule)] = [
        ("M", .init(), .mandatory), ("O", .init(), .optional), ("X", .init(), .disallowed), ("D", .init(), .deprecated),
        ("P", .init(), .provisional), ("desc", .init(), .optional),
        ("LT", .init(features: ["LT"]), .mandatory), ("LT", .init(), .disallowed),
        ("[LT]", .init(features: ["LT"]), .optional), ("[LT]", .init(), .disallowed),
        ("!OFFONLY", .init(), .mandatory), ("[!(LT | DF)]", .init(features: ["DF"]), .disallowed),
        ("LF & PA_LF, [LF]", .init(features: ["LF"]), .optional),
        ("LF & PA_LF, [LF]", .init(features: ["LF", "PA_LF"]), .mandatory),
        ("LF & PA_LF, [LF]", .init(), .disallowed),
        ("O.a+", .init(), .choice("a", orMore: true)), ("O.a", .init(), .choice("a", orMore: false)),
        ("[ICTL].b+", .init(features: ["ICTL"]), .choice("b", orMore: true)),
        ("[TP].a-", .init(features: ["TP"]), .optional),
        ("P, M", .init(), .mandatory), ("P, HA, OI", .init(features: ["OI"]), .mandatory),
        ("P, HA, OI", .init(), .disallowed),
        ("Rev >= v7, O", .init(revision: 6), .optional), ("Rev >= v7, O", .init(revision: 7), .mandatory),
        ("NumberOfPrimaries > 0", .init(), .disallowed),
        ("NumberOfPrimaries > 0", .init(conditions: ["NumberOfPrimaries > 0"]), .mandatory),
        ("A | B & C", .init(features: ["B"]), .disallowed), ("A | B & C", .init(features: ["B", "C"]), .mandatory),
        ("[HoldTime & (PIR | !PIR & !US)], D", .init(elements: ["HoldTime"]), .optional),
        ("[HoldTime & (PIR | !PIR & !US)], D", .init(), .deprecated),
    ]

    @Test(arguments: cases)
    func `the first term that applies holds`(
        text: String, context: Conformance.Context, expected: Conformance.Rule
    ) throws {
        #expect(try Self.rule(text, context) == expected)
    }

    @Test(arguments: ["", "[A", "A &", "A ||", "(A", "[A].", "A B", "A ==", "A, "])
    func `what follows no form is a fault`(text: String) {
        #expect(throws: TextFault.self) { try ConformanceParser.read(text) { $0 } }
    }

    @Test func `names in conditions are spelled as what they name`() throws {
        let model = try Model(bundle: ModelFiles.bundle())
        let color = try #require(model.clusters.first { $0.name == "ColorControl" })
        let attribute = try #require(color.attributes.first { $0.name == "coupleColorTempToLevelMinMireds" })
        #expect(
            attribute.conformance?.terms == [
                .init(condition: .all([.name("CT"), .name("colorTemperatureMireds")]), rule: .mandatory)
            ])
    }
}
