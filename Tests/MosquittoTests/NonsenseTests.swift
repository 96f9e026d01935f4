import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct NonsenseTests {
    /// What a broker might send first.
    private static let beginnings: [[UInt8]] = [
        [], [0x20, 2, 0, 0], [0x20, 3, 0, 0, 0], [0x20, 2, 0, 9], [0x20, 3, 0, 0x99, 0],
        Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
    ]

    @Test(arguments: beginnings, 0..<6)
    func `whatever is sent, the connection ends with an error and nothing else`(
        beginning: [UInt8], seed: Int
    ) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let kinds: [UInt8] = [0x20, 0x30, 0x32, 0x34, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0, 0xE0, 0xF0]
        var octets = beginning
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let body = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            octets.append(kinds.randomElement(using: &random) ?? 0)
            octets.append(UInt8(body.count))
            octets += body
        }
        // libmosquitto 2.0.11 itself ends the process (an assertion in its log) when a property of MQTT 5 has an unknown
        // number, which no caller can prevent; so the packets made by chance go to 3.1.1.
        for (version, octets) in [(ProtocolVersion.v3_1_1, octets), (.v5, beginning)] {
            let peer = try RudePeer(answering: octets)
            let address = BrokerAddress(host: "127.0.0.1", port: peer.port)
            let rig = try TestRig(TestClient.settings(for: address, version: version))
            let end = try #require(try await rig.closed())
            #expect(end.error.code != .stopped && end.retry != nil)
            await rig.connection.stop(within: .zero)
        }
    }

    @Test func `a broker that falls silent is noticed`() async throws {
        let broker = try await MosquittoBroker.start()
        let proxy = try FaultyProxy(to: broker.port)
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: proxy.port))
        settings.keepAlive = .seconds(5)
        let rig = try TestRig(settings)
        _ = try await rig.opened()
        proxy.set { faults in
            faults.stallsFromBroker = true
            faults.stallsFromClient = true
        }
        let end = try #require(try await rig.closed(within: .seconds(40)))
        #expect(end.error.code == .lost && end.error.detail.contains("sign of life"))
        await rig.connection.stop(within: .zero)
        proxy.close()
    }
}
