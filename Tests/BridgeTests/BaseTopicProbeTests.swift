import MQTT
import TestSupport
import Testing

@testable import Bridge

@Suite struct BaseTopicProbeTests {
    @Test func `failures are heard until the connection ends`() async throws {
        let heard = Recorder<ConnectionError.Code>()
        let other = try await BaseTopicProbe.otherBridge(
            on: "h", nonce: "n", failed: { heard.append($0.code) }
        ) { handler, _ in
            let connection = FakeConnection()
            let refusal = ConnectionError(code: .notAuthorized, broker: "b", detail: "no")
            handler.connection(connection, closed: refusal, retry: .seconds(1))
            handler.connection(
                connection, closed: ConnectionError(code: .stopped, broker: "b", detail: "stopped"), retry: nil)
            return connection
        }
        #expect(other == nil)
        #expect(heard.elements == [.notAuthorized])
    }
}
