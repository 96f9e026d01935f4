import MQTT
import TestSupport
import Testing

struct ConnectionStateTests {
    private var random = SeededGenerator(seed: 1)
    private let exact = BackOff(jitter: 0)

    @Test func `a lost connection is tried at once, then ever later`() {
        var random = random
        var state = ConnectionState(backOff: exact)
        #expect(state.start() == .connect)
        _ = state.accepted(at: .seconds(1))
        let lost = ConnectionState.End(code: .lost)
        #expect(state.ended(lost, at: .seconds(100), using: &random) == .retry(after: .zero))
        let unreachable = ConnectionState.End(code: .unreachable)
        for wait in [0.5, 1, 2, 4, 8, 10, 10, 10] {
            #expect(state.waited() == .connect)
            #expect(state.ended(unreachable, at: .seconds(100), using: &random) == .retry(after: .seconds(wait)))
        }
        #expect(state.waited() == .connect)
        _ = state.accepted(at: .seconds(200))
        #expect(state.ended(lost, at: .seconds(300), using: &random) == .retry(after: .zero))
    }

    @Test func `the first attempt that fails is not repeated at once`() {
        var random = random
        var state = ConnectionState(backOff: exact)
        _ = state.start()
        let end = ConnectionState.End(code: .unreachable)
        #expect(state.ended(end, at: .zero, using: &random) == .retry(after: .milliseconds(500)))
    }

    @Test func `a connection that does not last is not repeated at once for ever`() {
        var random = random
        var state = ConnectionState(backOff: exact)
        _ = state.start()
        var waits: [ConnectionState.Action] = []
        for second in 0..<4 {
            _ = state.accepted(at: .seconds(second))
            waits.append(state.ended(.init(code: .lost), at: .seconds(second), using: &random))
            #expect(state.waited() == .connect)
        }
        #expect(waits == [.zero, .seconds(5), .seconds(5), .seconds(5)].map { .retry(after: $0) })
        for second in 4..<7 {
            _ = state.accepted(at: .seconds(second))
            waits.append(state.ended(.init(code: .refused), at: .seconds(second), using: &random))
            #expect(state.waited() == .connect)
        }
        #expect(waits.suffix(3) == [.seconds(4), .seconds(8), .seconds(10)].map { .retry(after: $0) })
    }

    @Test func `a door that is shut again and again is taken for a takeover, a broker that is away is not`() {
        var random = random
        var state = ConnectionState(backOff: exact)
        let lost = ConnectionState.End(code: .lost)
        _ = state.start()
        _ = state.accepted(at: .zero)
        #expect(state.ended(lost, at: .seconds(100), using: &random) == .retry(after: .zero))
        #expect(!state.suspectsTakeover)
        _ = state.waited()
        _ = state.ended(.init(code: .unreachable), at: .seconds(100), using: &random)
        _ = state.waited()
        _ = state.accepted(at: .seconds(101))
        _ = state.ended(lost, at: .seconds(102), using: &random)
        #expect(!state.suspectsTakeover)
        _ = state.waited()
        _ = state.accepted(at: .seconds(103))
        #expect(state.ended(lost, at: .seconds(104), using: &random) == .retry(after: .seconds(5)))
        #expect(state.suspectsTakeover)
        _ = state.waited()
        _ = state.accepted(at: .seconds(110))
        #expect(state.ended(lost, at: .seconds(200), using: &random) == .retry(after: .zero))
        #expect(!state.suspectsTakeover)
    }

    @Test func `after a takeover the wait is five seconds`() {
        var random = random
        var state = ConnectionState(backOff: exact)
        _ = state.start()
        _ = state.accepted(at: .zero)
        #expect(state.ended(.init(code: .takenOver), at: .seconds(60), using: &random) == .retry(after: .seconds(5)))
        #expect(state.waited() == .connect)
    }

    @Test func `what is offered next is offered at once, and what is wanted after each end`() {
        var random = random
        var state = ConnectionState(backOff: exact)
        _ = state.start()
        #expect(state.offer.current.version == .v5)
        #expect(state.ended(.init(code: .lost), at: .zero, using: &random) == .connect)
        #expect(state.phase == .connecting && state.offer.current.version == .v3_1_1)
        #expect(state.accepted(at: .zero) == false)  // it may have been chance
        #expect(state.phase == .connecting && state.offer.current.version == .v5)
        #expect(state.ended(.init(code: .lost), at: .zero, using: &random) == .connect)
        #expect(state.accepted(at: .seconds(1)) == true)
        #expect(state.phase == .open(since: .seconds(1)) && state.offer.current.version == .v3_1_1)
        #expect(state.ended(.init(code: .lost), at: .seconds(100), using: &random) == .retry(after: .zero))
        #expect(state.waited() == .connect && state.offer.current.version == .v5)
        #expect(state.ended(.init(code: .unsupportedVersion, reasonCode: 1), at: .zero, using: &random) == .connect)
        #expect(state.ended(.init(code: .timedOut), at: .zero, using: &random) == .retry(after: .milliseconds(500)))
        #expect(state.waited() == .connect && state.offer.current.version == .v5)
    }

    @Test func `what comes too late is ignored`() {
        var random = random
        var state = ConnectionState()
        #expect(state.waited() == .ignore)
        #expect(state.ended(.init(code: .lost), at: .zero, using: &random) == .ignore)
        #expect(state.accepted(at: .zero) == false)
        _ = state.start()
        #expect(state.start() == .ignore)
        state.stop()
        #expect(state.accepted(at: .zero) == false)
        #expect(state.phase == .stopped)
        #expect(state.ended(.init(code: .lost), at: .zero, using: &random) == .ignore)
        #expect(state.waited() == .ignore)
    }

    @Test func `chance shortens a wait by a fifth at most`() {
        var random = random
        let backOff = BackOff()
        var seen: Set<Duration> = []
        for retry in 0..<200 {
            let nominal = BackOff(jitter: 0).wait(beforeRetry: retry, using: &random)
            let wait = backOff.wait(beforeRetry: retry, using: &random)
            #expect(wait <= nominal && wait >= nominal * 0.79)
            seen.insert(wait)
        }
        #expect(seen.count > 100)
    }
}
