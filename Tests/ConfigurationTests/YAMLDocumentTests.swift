import Configuration
import TestSupport
import Testing

@Suite struct YAMLDocumentTests {
    private func read(_ text: String, limits: YAMLLimits = YAMLLimits()) throws -> YAMLNode {
        try YAMLDocument.read(Array(text.utf8), file: "f", limits: limits)
    }

    @Test func `scalars keep their text and how they were written`() throws {
        let root = try read("a: 0123\nb: '0123'\nc: |\n  x\nd: !!str 5\ne: ~\nf: 'null'\n")
        #expect(root["a"]?.content == .scalar("0123", .plain))
        #expect(root["b"]?.content == .scalar("0123", .quoted))
        #expect(root["c"]?.content == .scalar("x\n", .quoted))
        #expect(root["d"]?.content == .scalar("5", .quoted))
        #expect(root["e"]?.isNull == true)
        #expect(root["f"]?.isNull == false)
    }

    @Test func `mappings keep their order, and every node its place`() throws {
        let root = try read("z: 1\na:\n  - x\n  - {k: v}\n")
        guard case .mapping(let entries) = root.content, case .sequence(let items) = root["a"]?.content else {
            Issue.record("not the expected shape")
            return
        }
        #expect(entries.map(\.key) == ["z", "a"])
        #expect(
            items.map(\.place) == [
                .line(file: "f", line: 3, column: 5), .line(file: "f", line: 4, column: 5),
            ])
    }

    @Test func `JSON is YAML`() throws {
        let root = try read(#"{"a": [1, true, null, "x\u00e9"], "b": {}}"#)
        #expect(
            root["a"]?.content
                == .sequence([
                    YAMLNode(.scalar("1", .plain), at: .line(file: "f", line: 1, column: 8)),
                    YAMLNode(.scalar("true", .plain), at: .line(file: "f", line: 1, column: 11)),
                    YAMLNode(.scalar("null", .plain), at: .line(file: "f", line: 1, column: 17)),
                    YAMLNode(.scalar("xé", .quoted), at: .line(file: "f", line: 1, column: 23)),
                ]))
    }

    @Test func `an alias repeats what its anchor marks`() throws {
        let root = try read("a: &x {k: 1}\nb: *x\n")
        #expect(root["a"]?.content == root["b"]?.content)
    }

    @Test func `an empty document is null`() throws {
        #expect(try read("").isNull)
        #expect(try read("# nothing\n").isNull)
    }

    @Test(arguments: [
        ("a: 1\na: 2\n", #"f, line 2: the key "a" is here a second time, after line 1; keep one of the two"#),
        (
            "a: 1\n---\nb: 2\n",
            #"f, line 2: a second document begins; keep one document in a file; remove the line "---""#
        ),
        (
            "a: *x\n",
            #"f, line 1: the alias "*x" has no anchor before it; mark what it repeats with "&x", and close that before"#
        ),
        (
            "a: &x [*x]\n",
            #"f, line 1: the alias "*x" has no anchor before it; mark what it repeats with "&x", and close that before"#
        ),
        ("? [a]\n: 1\n", "f, line 1: a key is a list; write a name before the colon"),
        ("a: !color red\n", #"f, line 1: the tag "!color" means nothing here; leave it out"#),
    ])
    func `a fault has its line and what would be right`(yaml: String, message: String) {
        #expect(faults { _ = try read(yaml) } == [message])
    }

    @Test func `what is no YAML has the line where that shows`() {
        let messages = faults { _ = try read("a: 1\nb: [1, 2\nc: 3\n") }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("f, line 3: not YAML: ") == true)
    }

    @Test func `bytes that are no UTF-8 are a fault of their line`() {
        let bytes = Array("a: 1\nb: ".utf8) + [0xC3, 0x28, 0x0A]
        let messages = faults { _ = try YAMLDocument.read(bytes, file: "f") }
        #expect(messages == ["f, line 2: it is not UTF-8; save the file as UTF-8"])
    }

    @Test func `a bomb of aliases ends early`() {
        var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            yaml += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let messages = faults { _ = try read(yaml) }
        #expect(messages.count == 1)
        #expect(messages.first?.contains("aliases repeat more than 100000 values") == true)
    }

    @Test(arguments: ["[", "{a: ", "- "])
    func `deep nesting ends early`(opening: String) {
        let yaml = String(repeating: opening, count: 5_000)
        let messages = faults { _ = try read(yaml) }
        #expect(messages.count == 1)
        #expect(messages.first?.contains("nested more than 32 levels") == true)
    }

    @Test func `aliases cannot nest deeper than the limit`() {
        var yaml = "a0: &a0 [x]\n"
        for level in 1...40 { yaml += "a\(level): &a\(level) [*a\(level - 1)]\n" }
        #expect(faults { _ = try read(yaml) }.first?.contains("nested more than 32 levels") == true)
    }

    @Test func `a document that is too large is not read`() {
        let messages = faults { _ = try read("a: 12345", limits: YAMLLimits(bytes: 4)) }
        #expect(messages == ["f: it has 8 bytes; give a file of at most 4 bytes"])
    }

    @Test func `random bytes are read or refused, and nothing else`() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("abc: -[]{},&*!|>'\"%@`#\n\t\u{0}\u{1}é0".utf8)
        for _ in 0..<3_000 {
            let length = Int.random(in: 0...60, using: &generator)
            let bytes = (0..<length).map { _ in
                Bool.random(using: &generator)
                    ? alphabet.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
            }
            for message in faults({ _ = try YAMLDocument.read(bytes, file: "f") }) {
                #expect(message.hasPrefix("f"))
                #expect(!message.contains("\n"))
            }
        }
    }
}
