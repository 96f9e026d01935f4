import Glibc
import Mosquitto

/// A port on which each connection is answered with given octets, whatever is sent, and then ended.
public final class RudePeer: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let listener: Int32

    /// Listens on a free port of 127.0.0.1.
    public init(answering octets: [UInt8]) throws {
        (listener, port) = try Loopback.listen(on: 0)
        let listener = listener
        let thread = Thread {
            var heard: [UInt8] = Array(repeating: 0, count: 4096)
            while true {
                let line = accept(listener, nil, nil)
                guard line >= 0 else { break }
                _ = unsafe recv(line, &heard, heard.count, 0)
                _ = unsafe send(line, octets, octets.count, Int32(MSG_NOSIGNAL))
                shutdown(line, Int32(SHUT_WR))
                while unsafe recv(line, &heard, heard.count, 0) > 0 {}
                close(line)
            }
            close(listener)
        }
        thread?.detach()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
