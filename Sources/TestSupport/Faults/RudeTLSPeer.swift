/// A port that speaks TLS and says given octets to the first that connects, whatever is sent; made by the `openssl`
/// command.
public final class RudeTLSPeer: Sendable {
    /// Where it listens, once `openssl` is ready.
    public let port: UInt16
    private let process: ChildProcess

    /// Listens on a free port.
    /// - Throws: ``BrokerError`` where `openssl` cannot be started.
    public init(answering octets: [UInt8], _ certificates: TestCertificates) throws {
        port = try Loopback.freePort()
        let text = octets.map { "\\0\(String($0, radix: 8))" }.joined()
        process = try ChildProcess(
            [
                "sh", "-c",
                "{ printf '%b' \"$0\"; sleep 60; } | exec openssl s_server -quiet -accept \"$1\" -cert \"$2\" -key \"$3\"",
                text, "\(port)", certificates.server, certificates.serverKey,
            ]
        ) { _ in }
    }

    deinit { process.end() }
}
