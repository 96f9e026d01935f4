import TestSupport
import Testing

@testable import Bridge

/// What is to be cleared, found by topic.
@Suite(.timeLimit(.minutes(1))) struct ClearTableTests {
    private static func octets(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func item(_ root: String, _ ends: [String]) -> ClearTable.Item {
        ClearTable.Item(root: octets(root), ends: TopicEnds(ends.map(octets)))
    }

    /// Few levels, so that roots and ends often are parts of one another.
    private static func topic(_ random: inout SeededGenerator, _ levels: ClosedRange<Int>) -> String {
        (0..<Int.random(in: levels, using: &random))
            .map { _ in ["a", "b", "ab", ""].randomElement(using: &random) ?? "" }.joined(separator: "/")
    }

    /// An empty end is the root itself.
    private static func topic(_ root: String, _ end: String) -> String {
        root.isEmpty || end.isEmpty ? root + end : "\(root)/\(end)"
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func `a topic is found if it is one of those, and only then`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var table = ClearTable()
        var items: [(root: String, ends: [String])] = []
        for _ in 0..<30 {
            let root = Bool.random(using: &random) ? "" : Self.topic(&random, 1...3)
            let ends = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.topic(&random, 1...3) }
            items.append((root, ends))
            table.add(Self.item(root, ends))
        }
        // Two of the same root, and one that is added again.
        table.add(Self.item("a/b", ["a"]))
        table.add(Self.item("a/b", ["b"]))
        table.add(Self.item("a/b", ["a"]))
        items += [("a/b", ["a"]), ("a/b", ["b"])]
        let wanted = Set(items.flatMap { item in item.ends.map { Self.topic(item.root, $0) } })
        for topic in wanted { #expect(table.contains(Self.octets(topic)), "\(topic)") }
        for _ in 0..<300 {
            let topic = Self.topic(&random, 1...6)
            #expect(table.contains(Self.octets(topic)) == wanted.contains(topic), "\(topic)")
        }
        // All of it is acknowledged.
        for _ in 0..<table.restart() {
            table.begin { _ in false }
            while let clear = table.next(isTaken: { _ in false }) {
                if let number = clear.number { table.acknowledge(number, isRefused: false) }
            }
        }
        #expect(table.count == 0)
        for topic in wanted { #expect(!table.contains(Self.octets(topic))) }
    }

    /// A structure with thousands of devices had another name when the program ended: the scan sees all of it.
    @Test func `many topics under many roots are told apart in no time`() {
        var table = ClearTable()
        let ends = (0..<3).map { "OnOffLight/OnOff/attribute-\($0)" }
        for device in 0..<10_000 { table.add(Self.item("h/house/device/lamp-\(device)", ends)) }
        var found = 0
        for device in 0..<20_000 {
            for end in ends + ["other"] where table.contains(Self.octets("h/house/device/lamp-\(device)/\(end)")) {
                found += 1
            }
        }
        #expect(found == 30_000)
    }
}
