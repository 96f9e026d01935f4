import Glibc

/// A port that takes connections and never says a word.
public final class SilentListener: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let listener: Int32

    /// Listens on a free port of 127.0.0.1.
    public init() throws { (listener, port) = try Loopback.listen(on: 0) }

    deinit { close(listener) }

    /// A port of 127.0.0.1 on which nobody listened just now.
    public static func closedPort() throws -> UInt16 { try Loopback.freePort() }
}
