import MQTT
import Testing

@testable import Bridge

@Suite struct EchoTestTests {
    private let topics = ["h/s/device/d/availability", "homeassistant/device/x/config"].map { Array($0.utf8) }

    private func message(_ topic: [UInt8], retained: Bool = false) -> InboundMessage {
        InboundMessage(topic: topic, payload: [1], isRetained: retained)
    }

    @Test func `what comes back is missed no more, and no order`() {
        var echo = EchoTest()
        let before = echo.take(message(topics[0]))
        #expect(!before.isEcho)
        let (subscriptions, round) = echo.begin(topics)
        #expect(subscriptions.map { Array($0.filter.utf8) } == topics)
        for isFirst in [true, false] {
            let taken = echo.take(message(topics[0]))
            #expect(taken.isEcho && taken.isFirst == isFirst)
        }
        let other = echo.take(message(Array("h/s/device/d/invoke".utf8)))
        #expect(!other.isEcho)
        let missing = echo.end(round)
        #expect(missing == [topics[1]])
    }

    @Test func `what was retained before says nothing`() {
        var echo = EchoTest()
        let (_, round) = echo.begin(topics)
        let taken = echo.take(message(topics[0], retained: true))
        #expect(taken.isEcho && !taken.isFirst)
        let missing = echo.end(round)
        #expect(missing == topics)
    }

    @Test func `what may not be read is not missed`() {
        var echo = EchoTest()
        let (_, round) = echo.begin(topics)
        echo.answered([0, 0x87])
        let missing = echo.end(round)
        #expect(missing == [topics[0]])
    }

    @Test func `a connection that is over misses nothing, and an earlier round neither`() {
        var echo = EchoTest()
        let first = echo.begin(topics).round
        echo.closed()
        let closed = echo.end(first)
        let second = echo.begin(topics).round
        let (earlier, now) = (echo.end(first), echo.end(second))
        #expect(closed.isEmpty && earlier.isEmpty && now == topics)
    }
}
