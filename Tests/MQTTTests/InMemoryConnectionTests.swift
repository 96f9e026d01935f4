import MQTT
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct InMemoryConnectionTests {
    private let handler = RecordingHandler()
    private let source = QueueSource()

    private var received: [String] {
        handler.events.elements.compactMap { event in
            guard case .received(let message) = event else { return nil }
            return "\(message.topicText) \(message.text)\(message.isRetained ? " retained" : "")"
        }
    }

    @Test func `what the source has is published once it is open`() {
        let connection = InMemoryConnection(source: source, handler: handler)
        source.append([OutboundMessage("1", to: "a", isRetained: true, token: 5)])
        connection.drain()
        #expect(source.pulledCount == 0)
        connection.open()
        #expect(connection.published.elements.map(\.text) == ["1"])
        #expect(connection.retained == ["a": "1"])
        guard case .published(0, 5) = handler.events.elements.last else {
            Issue.record("no acknowledgement")
            return
        }
        source.append([OutboundMessage("", to: "a", isRetained: true)])
        connection.drain()
        #expect(connection.retained.isEmpty)
    }

    @Test func `a wake is answered without further ado`() async throws {
        let connection = InMemoryConnection(source: source, handler: handler)
        connection.open()
        source.append([OutboundMessage("1", to: "a")])
        connection.wake()
        _ = try await connection.published.first("1") { $0.text == "1" }
    }

    @Test func `subscriptions replay, match and obey their options`() {
        let connection = InMemoryConnection(source: source, handler: handler)
        connection.open()
        connection.deliver("a/x", "old", isRetained: true)
        connection.subscribe(
            [
                Subscription(filter: "a/#", noLocal: true, retainAsPublished: true), Subscription(filter: "b"),
                Subscription(filter: "a+"),
            ], number: 3)
        connection.drain()
        guard
            case .subscribed(3, [2, 2, 0x8F]) = handler.events.elements.first(where: { event in
                if case .subscribed = event { true } else { false }
            })
        else {
            Issue.record("\(handler.events.elements)")
            return
        }
        #expect(connection.deliver("a/x", "new", isRetained: true))
        #expect(!connection.deliver("c", "nobody"))
        source.append([OutboundMessage("own", to: "a/x"), OutboundMessage("own", to: "b", isRetained: true)])
        connection.drain()
        #expect(received == ["a/x old retained", "a/x new retained", "b own"])
        connection.unsubscribe(["b"])
        connection.drain()
        #expect(connection.filters == ["a/#"])
    }

    @Test func `while it is paused nothing is pulled, and refusals are said`() {
        let connection = InMemoryConnection(source: source, handler: handler)
        connection.open()
        connection.pause()
        source.append([OutboundMessage("1", to: "no", token: 1), OutboundMessage("2", to: "ok", token: 2)])
        connection.drain()
        #expect(source.pulledCount == 0)
        connection.refuse(topics: ["no"])
        connection.resume()
        #expect(connection.published.elements.map(\.text) == ["2"])
        guard case .published(0x87, 1) = handler.events.elements.dropFirst().first else {
            Issue.record("no refusal")
            return
        }
    }

    @Test func `losing it forgets subscriptions; stopping it publishes what is left`() async {
        let connection = InMemoryConnection(source: source, handler: handler)
        connection.open()
        connection.subscribe([Subscription(filter: "#")], number: 1)
        connection.drain()
        connection.lose()
        #expect(!connection.deliver("a", "x"))
        connection.open()
        #expect(!connection.deliver("a", "x"))
        source.append([OutboundMessage("last", to: "a")])
        await connection.stop(within: .seconds(1))
        #expect(connection.published.elements.map(\.text) == ["last"])
        guard case .closed(let error, nil) = handler.events.elements.last else {
            Issue.record("no end")
            return
        }
        #expect(error.code == .stopped)
    }
}
