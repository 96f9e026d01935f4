import MQTT
import Testing

@testable import Bridge

@Suite struct SessionStateTests {
    private func describe(_ actions: [SessionState.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .subscribe(let subscriptions, let number): "subscribe \(subscriptions.count) as \(number)"
            case .unsubscribe(let filter): "unsubscribe \(filter)"
            case .publish(let nonce): "publish \(String(decoding: nonce, as: UTF8.self))"
            case .wake(let moment): "wake at \(moment)"
            case .publishEverything(let orphans):
                "everything, orphans \(orphans.map { String(decoding: $0, as: UTF8.self) })"
            case .refused(let filters): "refused \(filters)"
            case .warn: "warn"
            }
        }
    }

    private func retained(_ topic: String, _ payload: String = "x") -> InboundMessage {
        InboundMessage(topic: Array(topic.utf8), payload: Array(payload.utf8), isRetained: true)
    }

    @Test func `the first connection scans, then subscribes, then publishes`() {
        var session = SessionState(base: "h", nonce: "n")
        #expect(describe(session.opened(now: .zero)) == ["subscribe 1 as 1", "wake at 2.0 seconds"])
        #expect(
            describe(session.subscribed(1, reasonCodes: [0], now: .seconds(1)))
                == ["publish n", "wake at 3.0 seconds"])
        #expect(session.received(retained("h/old/info"), isOrphan: true, now: .seconds(2)).isEmpty)
        #expect(describe(session.silence(now: .seconds(3))) == ["wake at 4.0 seconds"])
        let nonce = InboundMessage(topic: Array("h/bridge/scan".utf8), payload: Array("n".utf8))
        #expect(
            describe(session.received(nonce, isOrphan: false, now: .seconds(3))) == [
                "unsubscribe h/#", "subscribe 31 as 2",
            ])
        #expect(!session.takesOrders)
        #expect(
            describe(session.subscribed(2, reasonCodes: Array(repeating: 2, count: 31), now: .seconds(3)))
                == ["refused []", "everything, orphans [\"h/old/info\"]"])
        #expect(session.takesOrders)
    }

    @Test func `silence ends the scan and is said`() {
        var session = SessionState(base: "h", nonce: "n")
        _ = session.opened(now: .zero)
        _ = session.subscribed(1, reasonCodes: [0], now: .zero)
        #expect(describe(session.silence(now: .seconds(2))) == ["warn", "unsubscribe h/#", "subscribe 31 as 2"])
        #expect(session.silence(now: .seconds(4)).isEmpty)
        #expect(session.isDeaf)
        // One slow scan says nothing of the next connection.
        session.closed()
        _ = session.opened(now: .seconds(5))
        #expect(!session.isDeaf)
    }

    /// Others' traffic under a layout's filter goes on for ever.
    @Test func `only what is retained keeps the scan waiting`() {
        var session = SessionState(base: "h", nonce: "n")
        _ = session.opened(now: .zero)
        _ = session.subscribed(1, reasonCodes: [0], now: .zero)
        let live = InboundMessage(topic: Array("h/x".utf8), payload: [1])
        #expect(session.received(live, isOrphan: false, now: .seconds(1)).isEmpty)
        #expect(describe(session.silence(now: .seconds(2))).first == "warn")
    }

    @Test func `of what is scanned all is given up that the broker granted`() throws {
        var configuration = BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh")
        TestLayout.configure()(&configuration)
        for (codes, unsubscribed) in [([0, 0], ["h/#", "p/+/+"]), ([135, 0], ["p/+/+"]), ([0, 135], ["h/#"])] {
            var session = SessionState(base: "h", nonce: "n", layouts: try TopicLayouts(configuration))
            _ = session.opened(now: .zero)
            var actions = describe(session.subscribed(1, reasonCodes: codes.map { UInt8($0) }, now: .zero))
            actions += describe(session.silence(now: .seconds(2)))
            #expect(
                actions.filter { $0.hasPrefix("unsubscribe") } == unsubscribed.map { "unsubscribe \($0)" },
                "\(codes)")
        }
    }

    @Test func `what lies below another bridge's base is left to that one`() {
        var session = SessionState(base: "h", nonce: "n")
        _ = session.opened(now: .zero)
        _ = session.subscribed(1, reasonCodes: [0], now: .zero)
        for topic in ["h/annex/room/device/lamp/info", "h/annex/bridge/state", "h/annexe/room/old/info"] {
            _ = session.received(retained(topic), isOrphan: topic.hasSuffix("info"), now: .zero)
        }
        _ = session.silence(now: .seconds(2))
        let actions = describe(session.subscribed(2, reasonCodes: Array(repeating: 2, count: 31), now: .seconds(2)))
        #expect(actions.last == "everything, orphans [\"h/annexe/room/old/info\"]")
    }

    @Test func `a refused scan is left out`() {
        var session = SessionState(base: "h", nonce: "n")
        _ = session.opened(now: .zero)
        #expect(describe(session.subscribed(1, reasonCodes: [135], now: .zero)) == ["warn", "subscribe 31 as 2"])
    }

    @Test func `later connections do not scan`() {
        var session = SessionState(base: "h", nonce: "n", scans: false)
        #expect(describe(session.opened(now: .zero)) == ["subscribe 31 as 1"])
        session.closed()
        #expect(!session.takesOrders)
        #expect(describe(session.opened(now: .zero)) == ["subscribe 31 as 2"])
        // An answer to the connection before says nothing.
        #expect(session.subscribed(1, reasonCodes: [2], now: .zero).isEmpty)
    }

    @Test func `refused filters are named`() {
        var session = SessionState(base: "h", nonce: "n", scans: false)
        _ = session.opened(now: .zero)
        var codes = Array(repeating: UInt8(2), count: 31)
        codes[0] = 135
        #expect(
            describe(session.subscribed(1, reasonCodes: codes, now: .zero))[0] == "refused [\"h/bridge/request/#\"]")
    }

    @Test func `no two filters overlap`() throws {
        let filters = try InboundFilters.orders("h").map { try TopicFilter($0.filter) }
        for (position, filter) in filters.enumerated() {
            for other in filters[(position + 1)...] { #expect(!filter.overlaps(other)) }
        }
    }
}
