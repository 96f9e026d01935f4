import Testing

@testable import Mosquitto

struct WakeSignalTests {
    private func isWoken(_ signal: WakeSignal) -> Bool { Readiness.wait(signal, until: .zero).isWoken }

    @Test func `a thread is woken once until it looks again`() throws {
        let signal = try #require(WakeSignal())
        #expect(!isWoken(signal))
        signal.wake()
        signal.wake()
        #expect(isWoken(signal))
        signal.drain()
        #expect(!isWoken(signal))
        signal.wake()
        #expect(!isWoken(signal))
        signal.rearm()
        signal.wake()
        #expect(isWoken(signal))
    }

    @Test func `a thread that looks in any case is not woken before it did`() throws {
        let signal = try #require(WakeSignal())
        signal.disarm()
        signal.wake()
        #expect(!isWoken(signal))
        signal.notify()
        #expect(isWoken(signal))
        signal.drain()
        signal.rearm()
        signal.wake()
        #expect(isWoken(signal))
    }
}
