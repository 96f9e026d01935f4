import MQTT
import Mosquitto
import TestSupport

/// A connection under test, with what it reports.
struct TestRig {
    let handler = RecordingHandler()
    let source = QueueSource()
    let connection: MosquittoConnection

    init(_ settings: ConnectionSettings) throws {
        connection = try MosquittoConnection(settings, source: source, handler: handler)
        try connection.start()
    }

    init(to broker: MosquittoBroker, _ change: (inout ConnectionSettings) -> Void = { _ in }) async throws {
        var settings = TestClient.settings(for: broker.address)
        change(&settings)
        try self.init(settings)
    }

    func send(_ messages: [OutboundMessage]) {
        source.append(messages)
        connection.wake()
    }

    func opened(within deadline: Duration = .patience) async throws -> Session? {
        let event = try await handler.events.first("an open connection", within: deadline) { event in
            if case .opened = event { true } else { false }
        }
        guard case .opened(let session) = event else { return nil }
        return session
    }

    func closed(within deadline: Duration = .patience) async throws -> (error: ConnectionError, retry: Duration?)? {
        let event = try await handler.events.first("the end of a connection", within: deadline) { event in
            if case .closed = event { true } else { false }
        }
        guard case .closed(let error, let retry) = event else { return nil }
        return (error, retry)
    }

    /// Waits for the report about a message.
    func published(_ token: UInt64) async throws -> UInt8? {
        let event = try await handler.events.first("the acknowledgement of \(token)") { event in
            if case .published(_, token) = event { true } else { false }
        }
        guard case .published(let reasonCode, _) = event else { return nil }
        return reasonCode
    }

    /// The reports about messages that nobody waited for.
    var publishedTokens: [UInt64] {
        handler.events.elements.compactMap { event in
            if case .published(0, let token) = event { token } else { nil }
        }
    }
}
