import Glibc
import Mosquitto

/// A port whose queue of new connections is full, so that a client's attempt hangs, until a test makes room.
public final class BusyListener: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let listener: Int32
    private let fillers: [Int32]

    /// Listens on a free port of 127.0.0.1 and fills its queue.
    public init() throws {
        (listener, port) = try Loopback.listen(on: 0, queue: 0)
        let port = port
        // A queue of length 0 takes one connection.
        fillers = [Loopback.connect(to: port)].compactMap(\.self)
        guard !fillers.isEmpty else { throw BrokerError("the queue cannot be filled") }
    }

    deinit {
        for line in fillers + [listener] { close(line) }
    }

    /// Makes room, takes the next connection, and reads what it sends until it ends.
    public func takeNext(within deadline: Duration) async throws -> [UInt8] {
        let heard = Recorder<[UInt8]>()
        let listener = listener
        let thread = Thread {
            let filler = accept(listener, nil, nil)
            let line = accept(listener, nil, nil)
            var all: [UInt8] = []
            var octets: [UInt8] = Array(repeating: 0, count: 4096)
            while true {
                let count = unsafe recv(line, &octets, octets.count, 0)
                guard count > 0 else { break }
                all += octets[..<count]
            }
            close(line)
            close(filler)
            heard.append(all)
        }
        thread?.detach()
        return try await heard.first("the end of a connection", within: deadline) { _ in true }
    }
}
