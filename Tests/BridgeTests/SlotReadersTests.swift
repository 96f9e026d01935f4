import TestSupport
import Testing

@testable import Bridge

@Suite struct SlotReadersTests {
    @Test(arguments: 1...10 as ClosedRange<UInt64>) func `whoever reads a slot is found, once`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var readers = SlotReaders()
        var wanted: [Int: Set<Int>] = [:]
        for _ in 0..<500 {
            let slot = Int.random(in: 0..<20, using: &random)
            let document = Int.random(in: 0..<6, using: &random)
            if Bool.random(using: &random) {
                readers.insert(document, for: slot)
                wanted[slot, default: []].insert(document)
            } else {
                readers.remove(document, from: slot)
                wanted[slot]?.remove(document)
            }
            for slot in 0..<25 {
                var found: [Int] = []
                readers.forEach(of: slot) { found.append($0) }
                #expect(found.count == Set(found).count && Set(found) == wanted[slot] ?? [])
            }
        }
    }

    /// What is kept of a list is the list again, also where an end is the root itself.
    @Test(arguments: [[], [""], ["", "a"], ["a"], ["b/c", "a"]])
    func `ends are read as they were written`(ends: [String]) {
        let ends = TopicEnds(ends.map { Array($0.utf8) })
        #expect(TopicEnds(text: ends.text).id == ends.id && TopicEnds(text: ends.text).count == ends.count)
    }

    @Test func `what goes first and last is cleared so`() {
        var table = ClearTable(clearedFirst: ["$state"])
        let ends = ["a", "$state", "info", "z"].map { Array($0.utf8) }
        table.add(ClearTable.Item(root: Array("r".utf8), ends: TopicEnds(ends)))
        _ = table.restart()
        table.begin { _ in false }
        var topics: [String] = []
        while let clear = table.next(isTaken: { _ in false }) { topics.append(Topic.text(clear.topic)) }
        #expect(topics == ["r/$state", "r/a", "r/z", "r/info"])
    }
}
