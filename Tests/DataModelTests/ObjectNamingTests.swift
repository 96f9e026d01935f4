import DataModel
import TestSupport
import Testing

/// The names that people give, and the ids that follow from them.
struct ObjectNamingTests {
    @Test(
        arguments: [
            ("Kitchen", "Kitchen"), (" Kitchen ", " Kitchen "), (String(repeating: "x", count: 60), nil),
            (String(repeating: "e\u{301}", count: 30), nil), (String(repeating: "👍🏽", count: 30), nil), ("\u{301}", nil),
        ] as [(String, String?)])
    func `a name of up to sixty code points is kept as it is`(name: String, kept: String?) {
        #expect(ObjectName.kept(name)?.unicodeScalars.elementsEqual((kept ?? name).unicodeScalars) == true)
    }

    @Test(arguments: [
        (String(repeating: "x", count: 61), String(repeating: "x", count: 60)),
        (String(repeating: "x", count: 59) + "e\u{301}", String(repeating: "x", count: 59) + "e"),
        (String(repeating: "x", count: 58) + "👨‍👩‍👧", String(repeating: "x", count: 58) + "👨\u{200D}"),
        (String(repeating: "\u{1F1E9}\u{1F1EA}", count: 40), String(repeating: "\u{1F1E9}\u{1F1EA}", count: 30)),
    ])
    func `what is beyond sixty code points is cut off`(name: String, kept: String) {
        #expect(ObjectName.kept(name)?.unicodeScalars.elementsEqual(kept.unicodeScalars) == true)
        #expect(ObjectName.kept(name)?.unicodeScalars.count == 60)
    }

    @Test(arguments: ["", " ", "\t\n", "\u{A0}\u{3000}", String(repeating: " ", count: 60) + "x"])
    func `a blank name is none`(name: String) {
        #expect(ObjectName.kept(name) == nil)
    }

    @Test(arguments: [
        ("Kitchen Lamp #1", "kitchen-lamp-1"), ("Đèn bếp", "n-b-p"), ("  x  ", "x"), ("---", "room"), ("🛋", "room"),
        ("ÄÖÜ", "room"), ("A--B", "a-b"), ("\u{212A}", "room"),
        (String(repeating: "a", count: 70), String(repeating: "a", count: 64)),
        (String(repeating: "a", count: 63) + " b", String(repeating: "a", count: 63)),
    ])
    func `an id has the letters and digits of the name`(name: String, id: String) {
        #expect(ObjectIdentifierText.base(of: name, kind: "room") == id)
    }

    @Test func `every id is one, also with a number, and numbers tell them apart`() {
        var random = SeededGenerator(seed: 12)
        let letters = Array("aZ0 -é💡\u{301}ß_K")
        for _ in 0..<2000 {
            let name = String(
                (0..<Int.random(in: 0...90, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? "a"
                })
            let base = ObjectIdentifierText.base(of: name, kind: "device")
            let ids = [1, 2, 9, 10, 99_999, Int.max].map { ObjectIdentifierText.numbered(base, $0) }
            #expect(ids.allSatisfy(ObjectIdentifierText.isIdentifier))
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test(arguments: ["", "A", "a b", "é", "a_b", String(repeating: "a", count: 65)])
    func `other texts are no ids`(text: String) { #expect(!ObjectIdentifierText.isIdentifier(text)) }
}
