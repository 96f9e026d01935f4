import Testing

@testable import Mosquitto

struct ReadAheadTests {
    @Test func `a packet that comes alone is answered before another is read`() {
        var ahead = ReadAhead()
        for _ in 0..<3 {
            ahead.waited(.milliseconds(1))
            #expect(ahead.reads == 1)
        }
    }

    @Test func `of many that are there, more and more are taken, up to a limit, until one has to be waited for`() {
        var ahead = ReadAhead()
        let reads = (0..<7).map { _ in
            ahead.waited(.zero)
            return ahead.reads
        }
        #expect(reads == [2, 4, 8, 16, 32, 32, 32])
        ahead.waited(.seconds(1))
        #expect(ahead.reads == 1)
    }
}
