import Glibc
import MQTT
import Mosquitto
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SegmentTests {
    @Test func `what goes out together is few packets of the network`() async throws {
        let broker = try await MosquittoBroker.start()
        let rig = try await TestRig(to: broker)
        _ = try await rig.opened()
        let socket = try #require(Self.socket(to: broker.port))
        let before = try #require(Self.sentSegments(socket))
        let count = 200
        rig.send((1...count).map { OutboundMessage("\($0)", to: "a/b", token: UInt64($0)) })
        _ = try await rig.published(UInt64(count))
        let sent = try #require(Self.sentSegments(socket)) - before
        #expect(sent >= 1 && sent <= 10)
        await rig.connection.stop(within: .seconds(5))
        try await broker.stop()
    }

    /// This process's one socket that is connected to a port of this machine.
    private static func socket(to port: UInt16) -> Int32? {
        (0..<4096 as Range<Int32>).first { descriptor in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getpeername(descriptor, $0, &length)
                }
            }
            return code == 0 && Int32(address.sin_family) == AF_INET && UInt16(bigEndian: address.sin_port) == port
        }
    }

    /// How many segments with data a TCP socket sent: `tcpi_data_segs_out` of `linux/tcp.h`, at octet 156.
    private static func sentSegments(_ socket: Int32) -> UInt32? {
        var octets = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(octets.count)
        guard unsafe getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &octets, &length) == 0, length >= 160 else {
            return nil
        }
        return unsafe octets.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: 156, as: UInt32.self) }
    }
}
