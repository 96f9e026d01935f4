import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TLSTests {
    private func settings(
        _ broker: MosquittoBroker, host: String = "localhost", _ tls: TLSSettings
    ) -> ConnectionSettings {
        var settings = TestClient.settings(for: BrokerAddress(host: host, port: broker.port, usesTLS: true))
        settings.tls = tls
        return settings
    }

    private func failure(_ settings: ConnectionSettings) async throws -> ConnectionError? {
        let rig = try TestRig(settings)
        let end = try await rig.closed()
        await rig.connection.stop(within: .zero)
        return end?.error
    }

    @Test func `the broker's certificate and name are checked`() async throws {
        let files = try await TestCertificates.make()
        let broker = try await MosquittoBroker.start(files.configuration)
        let client = try await TestClient.connect(settings(broker, TLSSettings(authorityFile: files.authority)))
        try await client.subscribe("a")
        try await client.publish(String(repeating: "x", count: 200_000), to: "a", qualityOfService: .exactlyOnce)
        #expect(try await client.expect("a").payload.count == 200_000)
        await client.disconnect()

        // The name is not the certificate's, or the authority is not trusted.
        for settings in [
            settings(broker, host: "127.0.0.1", TLSSettings(authorityFile: files.authority)),
            settings(broker, TLSSettings()),
        ] {
            let error = try #require(try await failure(settings))
            #expect(error.code == .tls, "\(error)")
            #expect(error.description.contains("certificate"), "\(error)")
        }

        // Unless nobody wants to know.
        let careless = settings(broker, host: "127.0.0.1", TLSSettings(verifies: false))
        await (try TestClient.connect(careless)).disconnect()
    }

    @Test func `a certificate that is out of date is refused`() async throws {
        let files = try await TestCertificates.make()
        try await files.expire()
        let broker = try await MosquittoBroker.start(files.configuration)
        let error = try #require(
            try await failure(settings(broker, TLSSettings(authorityFile: files.authority))))
        #expect(error.code == .tls && error.description.contains("certificate"), "\(error)")
    }

    @Test func `a client shows its certificate`() async throws {
        let files = try await TestCertificates.make()
        let broker = try await MosquittoBroker.start(files.configuration + ["require_certificate true"])
        let tls = TLSSettings(
            authorityFile: files.authority, certificateFile: files.client, keyFile: files.clientKey)
        await (try TestClient.connect(settings(broker, tls))).disconnect()
        let error = try #require(try await failure(settings(broker, TLSSettings(authorityFile: files.authority))))
        #expect(error.code == .tls || error.code == .lost, "\(error)")
    }

    @Test func `files that are missing or do not belong together are named`() async throws {
        let broker = try await MosquittoBroker.start()
        let missing = try #require(try await failure(settings(broker, TLSSettings(authorityFile: "/no/such.pem"))))
        #expect(missing.code == .tls && missing.detail.contains("/no/such.pem"))
        let half = try #require(try await failure(settings(broker, TLSSettings(certificateFile: "/etc/hosts"))))
        #expect(half.code == .tls && half.detail.contains("key"))
    }

    @Test func `a client without TLS is told what the port speaks`() async throws {
        let files = try await TestCertificates.make()
        let broker = try await MosquittoBroker.start(files.configuration)
        let error = try #require(try await failure(TestClient.settings(for: broker.address)))
        #expect(error.code == .lost && error.detail.contains("mqtts://"), "\(error)")
    }

    @Test func `the will does not come after a clean end`() async throws {
        let files = try await TestCertificates.make()
        let broker = try await MosquittoBroker.start(files.configuration)
        let tls = TLSSettings(authorityFile: files.authority)
        let watcher = try await TestClient.connect(settings(broker, tls))
        try await watcher.subscribe("state")
        var willing = settings(broker, tls)
        willing.will = Will(topic: "state", payload: Array("offline".utf8))
        await (try TestClient.connect(willing)).disconnect()
        try await watcher.publish("end", to: "state")
        #expect(try await watcher.expect("state").text == "end")
        await watcher.disconnect()
    }
}
