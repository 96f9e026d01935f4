import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct AbandonedAttemptTests {
    @Test func `an attempt that was given up sends no CONNECT when the host answers after all`() async throws {
        let host = try BusyListener()
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: host.port))
        settings.reachDeadline = .milliseconds(100)
        settings.backOff = BackOff(first: .seconds(60), longest: .seconds(60))
        let rig = try TestRig(settings)
        let end = try #require(try await rig.closed())
        #expect(end.error.code == .timedOut)
        // Now the host has room; the system's next try, after a second, reaches it.
        let heard = try await host.takeNext(within: .seconds(20))
        #expect(heard.isEmpty)
        await rig.connection.stop(within: .zero)
    }
}
