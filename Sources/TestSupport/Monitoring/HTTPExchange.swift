import Glibc

/// A connection to a server on this machine that says octet by octet what a test wants.
public final class HTTPExchange: Sendable {
    /// What came back.
    public struct Answer: Sendable {
        /// Its status.
        public var status: Int
        /// By names in lower case.
        public var fields: [String: String]
        /// What follows the header.
        public var body: String
    }

    /// Why there is no answer.
    public struct Fault: Error, CustomStringConvertible {
        /// In words.
        public let description: String
    }

    private let descriptor: Int32

    /// Connects to a port of 127.0.0.1.
    /// - Throws: ``Fault`` where nobody listens.
    public init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Fault(description: "nobody listens") }
    }

    deinit { close(descriptor) }

    /// Asks for a document once.
    /// - Throws: ``Fault`` where none comes.
    public static func get(_ path: String, port: UInt16) throws -> Answer {
        try HTTPExchange(port).ask("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    }

    /// Sends as it stands.
    /// - Throws: ``Fault`` where the server closed.
    public func send(_ text: String) throws {
        let octets = Array(text.utf8)
        var sent = 0
        while sent < octets.count {
            let count = unsafe octets[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Fault(description: "the server closed") }
            sent += count
        }
    }

    /// Sends a request and reads its answer, to the end of its body.
    /// - Throws: ``Fault`` where none comes.
    public func ask(_ request: String) throws -> Answer {
        // A server that refuses may close before all is sent.
        try? send(request)
        var text = ""
        while true {
            if let answer = Self.answer(text, isHead: request.hasPrefix("HEAD")) { return answer }
            let more = try read(within: 10)
            guard !more.isEmpty else { throw Fault(description: "the server closed after '\(text)'") }
            text += more
        }
    }

    /// What comes until the server closes.
    /// - Throws: ``Fault`` where neither happens in time.
    public func readToEnd(within seconds: Int32) throws -> String {
        var text = ""
        while case let more = try read(within: seconds), !more.isEmpty { text += more }
        return text
    }

    private func read(within seconds: Int32) throws -> String {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, seconds * 1_000) > 0 else { throw Fault(description: "nothing came") }
        var octets = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &octets, octets.count, 0)
        // Who closes with something unread resets.
        return count > 0 ? String(decoding: octets[..<count], as: UTF8.self) : ""
    }

    private static func answer(_ text: String, isHead: Bool) -> Answer? {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        let body = text[end.upperBound...]
        guard isHead || body.utf8.count >= fields["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
        return Answer(status: status, fields: fields, body: String(body))
    }
}
