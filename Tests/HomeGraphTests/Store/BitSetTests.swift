import HomeGraph
import TestSupport
import Testing

@Suite struct BitSetTests {
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func `it holds what a set holds`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (bits, set) = (BitSet(), Set<Int>())
        var (others, other) = (BitSet(), Set<Int>())
        for _ in 0..<2_000 {
            let number = Int.random(in: 0..<300, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case ..<50: #expect(bits.insert(number) == set.insert(number).inserted)
            case ..<80:
                bits.remove(number)
                set.remove(number)
            case ..<98:
                others.insert(number)
                other.insert(number)
            case 98:
                bits.formUnion(others)
                set.formUnion(other)
            default:
                bits.removeAll()
                set = []
            }
            #expect(bits.contains(number) == set.contains(number))
        }
        #expect((0..<400).filter { bits.contains($0) } == set.sorted())
    }
}
