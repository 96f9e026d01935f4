import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Mosquitto

@Suite(.timeLimit(.minutes(1))) struct LastWordTests {
    /// A source that says it is empty, and before it has said so gets a last message and the connection is stopped.
    private final class LateSource: OutboundSource {
        private struct State {
            var connection: MosquittoConnection?
            var isLate = false
        }

        private let state = Mutex(State())

        func arm(_ connection: MosquittoConnection) { state.withLock { $0.connection = connection } }

        func next(into message: inout OutboundMessage) -> Bool {
            let (connection, isLate) = state.withLock { state in
                let armed = state.connection
                defer { state = State(isLate: armed != nil) }
                return (armed, state.isLate)
            }
            if let connection {
                connection.wake()
                connection.requests.stop(by: Moment.now + .seconds(5))
                return false
            }
            guard isLate else { return false }
            message = OutboundMessage("last", to: "word", qualityOfService: .atLeastOnce)
            return true
        }
    }

    @Test func `what waits when the connection is stopped goes out, also if the source was just found empty`()
        async throws
    {
        let broker = try await MosquittoBroker.start()
        let watcher = try await TestClient.connect(to: broker)
        try await watcher.subscribe("word")
        let source = LateSource()
        let handler = RecordingHandler()
        let connection = try MosquittoConnection(
            TestClient.settings(for: broker.address), source: source, handler: handler)
        try connection.start()
        _ = try await handler.events.first("an open connection") { event in
            if case .opened = event { true } else { false }
        }
        source.arm(connection)
        connection.wake()
        try await watcher.expect("word", "last")
        await connection.stop(within: .seconds(5))
        await watcher.disconnect()
        try await broker.stop()
    }
}
