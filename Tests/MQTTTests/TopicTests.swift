import MQTT
import TestSupport
import Testing

struct TopicTests {
    @Test(arguments: [
        ("a/b", "a/b", true), ("a/b", "a/B", false), ("a/+", "a/b", true), ("a/+", "a/", true), ("a/+", "a", false),
        ("a/+", "a/b/c", false), ("+/b", "a/b", true), ("+", "a", true), ("+", "/a", false), ("+/+", "/a", true),
        ("/+", "/a", true), ("a/#", "a", true), ("a/#", "a/b/c", true), ("a/#", "ab", false), ("#", "a/b", true),
        ("#", "$SYS/a", false), ("+/a", "$SYS/a", false), ("$SYS/#", "$SYS/a", true), ("$SYS/+", "$SYS/a", true),
        ("a/$b", "a/$b", true), ("a/+/c", "a/b/c", true), ("a//c", "a//c", true), ("a/+/c", "a//c", true),
        ("é", "e\u{301}", false), ("đèn/+", "đèn/bếp", true), ("a/b/#", "a", false), ("/", "/", true),
        ("/", "a", false),
    ])
    func `filters match octet by octet`(filter: String, topic: String, matches: Bool) throws {
        #expect(try TopicFilter(filter).matches(TopicName(topic)) == matches)
        #expect(try TopicFilter(filter).matches(Array(topic.utf8)) == matches)
    }

    @Test(arguments: [
        "a/b", "+", "#", "a/+/b", "a/#", "/", "//", "+/+/#", "$SYS/#", String(repeating: "a", count: 65_535),
    ])
    func `well-formed filters are taken`(text: String) throws {
        #expect(try TopicFilter(text).description == text)
    }

    @Test(arguments: [
        ("", TopicError.Code.empty), ("a+", .wildcard), ("+a/b", .wildcard), ("a/#/b", .wildcard), ("a#", .wildcard),
        ("##", .wildcard), ("a/b#", .wildcard), ("#/", .wildcard), ("a\u{0}", .controlCharacter),
        ("a\n", .controlCharacter), ("a\u{7F}", .controlCharacter), ("a\u{FFFF}", .controlCharacter),
        (String(repeating: "a", count: 65_536), .tooLong),
    ])
    func `ill-formed filters are refused with their reason`(text: String, code: TopicError.Code) throws {
        let error = #expect(throws: TopicError.self) { try TopicFilter(text) }
        #expect(error?.code == code)
        #expect((error?.description.count ?? 0) < 300)
    }

    @Test func `names have no wildcards and are UTF-8`() throws {
        #expect(throws: TopicError.self) { try TopicName("a/+") }
        #expect(throws: TopicError.self) { try TopicName("a/#") }
        #expect(throws: TopicError.self) { try TopicName(octets: [0x61, 0xFF]) }
        #expect(try TopicName("a//b").levels == ["a", "", "b"])
        #expect(try TopicName("$SYS/a").isReserved)
    }

    @Test(arguments: [
        ("a/+", "a/b", true), ("a/+", "+/b", true), ("a/+", "b/+", false), ("a/#", "a", true), ("a/#", "+/+/+", true),
        ("#", "$SYS/a", false), ("+/a", "$SYS/a", false), ("a/b", "a/b/c", false), ("a/b", "a/+/c", false),
        ("a/b/#", "a/+", true), ("a/+/set", "a/+/invoke", false),
    ])
    func `filters overlap where a topic fits both`(left: String, right: String, overlap: Bool) throws {
        #expect(try TopicFilter(left).overlaps(TopicFilter(right)) == overlap)
        #expect(try TopicFilter(right).overlaps(TopicFilter(left)) == overlap)
    }

    @Test func `overlapping is what matching says, for all short filters`() throws {
        var generator = SeededGenerator(seed: 7)
        let topics = try Self.texts(levels: ["a", "b", ""]).filter { !$0.isEmpty }.map { try TopicName($0) }
        for _ in 0..<500 {
            let filters = try (0..<2).map { _ in
                let levels = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    ["a", "b", "+"].randomElement(using: &generator) ?? "a"
                }
                let tail = Bool.random(using: &generator) ? ["#"] : []
                return try TopicFilter((levels + tail).joined(separator: "/"))
            }
            // A filter of at most three levels and # is told apart by topics of at most four levels.
            let both = topics.contains { topic in filters.allSatisfy { $0.matches(topic) } }
            #expect(filters[0].overlaps(filters[1]) == both, "\(filters[0]) and \(filters[1])")
        }
    }

    private static func texts(levels: [String]) -> [String] {
        var all = levels
        var last = levels
        for _ in 0..<3 {
            last = last.flatMap { head in levels.map { "\(head)/\($0)" } }
            all += last
        }
        return all
    }
}
