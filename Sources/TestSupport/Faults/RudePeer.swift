import Glibc
import Mosquitto

/// A port on which each connection is answered with given octets, whatever is sent, and then ended.
public final class RudePeer: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let listener: Int32

    /// Listens on a free port of 127.0.0.1 and answers all alike.
    public convenience init(answering octets: [UInt8]) throws { try self.init { _ in octets } }

    /// Listens on a free port of 127.0.0.1.
    ///
    /// - Parameter answer: What a connection is answered with; connections are counted from 0.
    /// - Throws: ``BrokerError`` where no port is free.
    public init(_ answer: @escaping @Sendable (_ connection: Int) -> [UInt8]) throws {
        (listener, port) = try Loopback.listen(on: 0)
        let listener = listener
        let thread = Thread {
            var heard: [UInt8] = Array(repeating: 0, count: 4096)
            var count = 0
            while true {
                let line = accept(listener, nil, nil)
                guard line >= 0 else { break }
                let octets = answer(count)
                count += 1
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
