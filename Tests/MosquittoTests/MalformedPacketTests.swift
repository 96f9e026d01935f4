import Foundation
import MQTT
import Mosquitto
import Synchronization
import TestSupport
import Testing

/// Whatever a broker sends, the process lives on; libmosquitto 2.0.11 by itself ends it over an unknown property.
///
/// All of it runs in processes of its own, so that what goes wrong is a failed test.
@Suite struct MalformedPacketTests {
    /// Packets with a property of MQTT 5 that has no known identifier, after a CONNACK or as one.
    private static let unknownProperties: [[UInt8]] = [
        [0x20, 6, 0, 0, 3, 0x7F, 0, 0],
        [0x20, 3, 0, 0, 0, 0x90, 7, 0, 1, 3, 0x7F, 0, 0, 1],
        [0x20, 3, 0, 0, 0, 0x30, 8, 0, 1, 0x61, 3, 0x7F, 0, 0, 0x31],
        [0x20, 3, 0, 0, 0, 0x40, 7, 0, 1, 0, 3, 0x7F, 0, 0],
        [0x20, 3, 0, 0, 0, 0xE0, 7, 0, 5, 0x7F, 0, 2, 0x68, 0x69],
        [0x20, 3, 0, 0, 0, 0xF0, 5, 0x18, 3, 0x7F, 0, 0],
    ]

    private static func settings(port: UInt16, usesTLS: Bool = false) -> ConnectionSettings {
        var settings = TestClient.settings(for: BrokerAddress(host: "127.0.0.1", port: port, usesTLS: usesTLS))
        settings.tls.verifies = false
        settings.backOff = BackOff(first: .zero, longest: .zero, jitter: 0, afterTakeover: .zero)
        return settings
    }

    /// Answers so many connections with packets changed by chance.
    private static func send(_ count: Int, seed: UInt64) async throws {
        let packets = Mutex(MalformedPackets(seed: seed))
        let served = Recorder<Int>()
        let peer = try RudePeer { number in
            if number == count { served.append(number) }
            return packets.withLock { $0.next() }
        }
        let connection = try MosquittoConnection(
            settings(port: peer.port), source: QueueSource(), handler: RecordingHandler())
        try connection.start()
        _ = try await served.first("\(count) connections", within: .seconds(600)) { _ in true }
        await connection.stop(within: .zero)
    }

    @Test func `a property that nobody knows ends the connection, and nothing else`() async {
        await #expect(processExitsWith: .success) {
            for octets in Self.unknownProperties {
                let peer = try RudePeer(answering: octets)
                let rig = try TestRig(Self.settings(port: peer.port))
                let end = try #require(try await rig.closed())
                #expect(end.error.code == (octets[1] == 3 ? .lost : .unsupportedVersion), "\(octets)")
                #expect(end.error.detail.contains("MQTT"), "\(end.error)")
                await rig.connection.stop(within: .zero)
            }
        }
    }

    @Test func `the same behind TLS`() async throws {
        await #expect(processExitsWith: .success) {
            let files = try await TestCertificates.make()
            let peer = try RudeTLSPeer(answering: Self.unknownProperties[0], files)
            var settings = Self.settings(port: peer.port, usesTLS: true)
            settings.backOff = BackOff()
            let rig = try TestRig(settings)
            while true {
                let end = try #require(try await rig.closed())
                if end.error.code == .unreachable { continue }  // openssl does not listen yet
                #expect(end.error.code == .unsupportedVersion, "\(end.error)")
                break
            }
            await rig.connection.stop(within: .zero)
            withExtendedLifetime(peer) {}
        }
    }

    @Test(.timeLimit(.minutes(1))) func `packets changed by chance end no process`() async {
        await #expect(processExitsWith: .success) { try await Self.send(1_000, seed: 1) }
    }

    @Test(.enabled(if: LongTests.areEnabled), .timeLimit(.minutes(15)))
    func `very many packets changed by chance end no process`() async {
        await #expect(processExitsWith: .success) { try await Self.send(100_000, seed: 2) }
    }
}
