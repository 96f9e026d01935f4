import TestSupport
import Testing

@testable import Bridge

@Suite struct BridgeLogTests {
    @Test func `each kind of line has a limit of its own, other lines have none`() {
        let lines = Recorder<String>()
        let log = BridgeLog(levels: BridgeLog.Levels(), time: ManualTime()) { lines.append($1) }
        for _ in 0..<100 {
            log(.warning, .failure, "failure")
            log(.warning, .omission, "omission")
            log(.warning, "other")
        }
        let counts = Dictionary(grouping: lines.elements) { $0 }.mapValues(\.count)
        #expect(counts == ["failure": LineLimit.most, "omission": LineLimit.most, "other": 100])
    }

    /// Answers whose topics the askers choose.
    @Test func `whoever asks for answers that are too large does not fill the log`() async throws {
        let test = try await TestBridge()
        test.connect()
        test.lines.removeAll()
        let topic = Array(repeating: UInt8(ascii: "x"), count: 60_000)
        for _ in 0..<1000 {
            test.bridge.connection(test.connection, tooLarge: topic, token: OutboxState.answerToken)
        }
        let lines = test.lines.elements.filter { $0.contains("larger than the broker takes") }
        #expect(lines.count == LineLimit.most)
        #expect(lines.allSatisfy { $0.utf8.count < 300 })
    }
}
