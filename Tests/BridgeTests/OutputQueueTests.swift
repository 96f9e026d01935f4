import TestSupport
import Testing

@testable import Bridge

/// The order in which outputs and messages go.
struct OutputQueueTests {
    @Test(arguments: 0..<20)
    func `an output stands once, where it came first or was put last`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = OutputQueue()
        var wanted: [OutputQueue.Item] = []
        func add(_ item: OutputQueue.Item) {
            if !wanted.contains(item) { wanted.append(item) }
        }
        for _ in 0..<2_000 {
            let number = Int.random(in: 0..<8, using: &random) * 1_000
            switch Int.random(in: 0..<40, using: &random) {
            case 0..<8:
                queue.append(slot: number)
                add(.slot(number))
            case 8..<16:
                queue.append(document: number)
                add(.document(number))
            case 16..<20:
                queue.moveToEnd(document: number)
                wanted.removeAll { $0 == .document(number) }
                add(.document(number))
            case 20..<24:
                queue.append(.answer)
                wanted.append(.next(.answer))
            case 24:
                queue.removeAll()
                wanted = []
            default: #expect(queue.popFirst() == (wanted.isEmpty ? nil : wanted.removeFirst()))
            }
            #expect(queue.contains(document: number) == wanted.contains(.document(number)))
        }
    }
}
