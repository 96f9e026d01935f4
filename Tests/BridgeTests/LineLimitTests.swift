import Testing

@testable import Bridge

struct LineLimitTests {
    @Test func `some lines come at once, then one a second, and what was left out is counted`() {
        var limit = LineLimit()
        let first = (0..<100).map { _ in limit.take(now: .seconds(7)) }
        #expect(
            first == Array(repeating: "", count: LineLimit.most) + Array(repeating: nil, count: 100 - LineLimit.most))
        #expect(limit.take(now: .milliseconds(7_500)) == nil)
        #expect(limit.take(now: .milliseconds(8_100)) == " (81 such lines were left out before)")
        #expect(limit.take(now: .milliseconds(8_200)) == nil)
        #expect(limit.take(now: .seconds(1_000)) == " (1 such lines were left out before)")
        #expect((0..<LineLimit.most).compactMap { _ in limit.take(now: .seconds(1_000)) }.count == LineLimit.most - 1)
    }
}
