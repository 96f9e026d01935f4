import Foundation
import HomeGraph
import TestSupport
import Testing

struct TimestampTests {
    @Test(arguments: [
        (1_767_323_045_678, "2026-01-02T03:04:05.678Z"), (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (999, "1970-01-01T00:00:00.999Z"),
        (951_782_400_001, "2000-02-29T00:00:00.001Z"),
    ])
    func `a moment is written to the millisecond`(milliseconds: Int64, text: String) {
        #expect(Timestamp(rawValue: milliseconds).text == text)
    }

    @Test func `every moment reads back the same`() throws {
        var random = SeededGenerator(seed: 5)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<2_000 {
            let moment = Timestamp(rawValue: Int64.random(in: 0...4_102_444_800_000, using: &random))
            #expect(Timestamp(try style.parse(moment.text)) == moment)
        }
    }
}
