import CMicroHTTPD
import Glibc
import Synchronization

/// Serves documents over HTTP/1.1 to whoever asks, on a thread of libmicrohttpd, until it is let go of.
///
/// Who asks slowly, much or wrongly gets no more than a bounded share: of connections, of memory for each, of time
/// without a word.
@safe public final class HTTPServer: Sendable {
    /// What one who asks may take.
    public struct Limits: Sendable {
        /// How many connections there are at once.
        public var connections = 16
        /// How long one is safe from others that want its place.
        public var patience = Duration.seconds(2)
        /// After how many seconds without a word it is closed.
        public var idleSeconds: UInt32 = 10
        /// How many octets a request may have, about.
        public var memory = 16_384

        /// The defaults.
        public init() {}
    }

    /// The port, also where the system chose it.
    public let port: UInt16
    /// Whether only programs on this machine reach it.
    public let isLoopback: Bool
    /// Never another one; libmicrohttpd keeps its threads apart itself, and it is used here only to be stopped.
    private nonisolated(unsafe) let daemon: OpaquePointer
    private let visitors: Visitors

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - host: A name or an address of this machine.
    ///   - port: 0 leaves it to the system.
    ///   - limits: What one who asks may take.
    ///   - documents: What is served, by path; called on the server's thread for each request, and not to block.
    /// - Throws: Why it cannot listen there.
    public init(
        host: String, port: UInt16, limits: Limits = Limits(),
        documents: [String: @Sendable () -> HTTPResponse]
    ) throws(ListeningFault) {
        let socket = try ListeningSocket(host: host, port: port)
        let visitors = Visitors(HTTPRoutes(documents: documents), limits)
        // The library's thread leaves signals to those that wait for them.
        var signals = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&signals)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
        // One more than there may be is accepted, so that it can be decided which has to go.
        let daemon = unsafe microhttpd_start(
            socket.descriptor, UInt32(clamping: limits.connections + 1), limits.idleSeconds, limits.memory,
            Visitors.accepts, Visitors.answers, Visitors.notices, Unmanaged.passUnretained(visitors).toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard let daemon = unsafe daemon else {
            close(socket.descriptor)
            throw ListeningFault(
                address: "\(host):\(port)", problem: "the system has no thread or descriptor left to serve with",
                remedy: "give the process more (ulimit -n, ulimit -u)")
        }
        unsafe self.daemon = daemon
        self.visitors = visitors
        self.port = socket.port
        isLoopback = socket.isLoopback
    }

    deinit {
        // Ends the thread; then nobody sees the visitors any more.
        unsafe MHD_stop_daemon(daemon)
        withExtendedLifetime(visitors) {}
    }
}

/// What the library's callbacks see; they come from its thread, one after another.
private final class Visitors: Sendable {
    private let routes: HTTPRoutes
    private let connections: Mutex<OpenConnections>

    init(_ routes: HTTPRoutes, _ limits: HTTPServer.Limits) {
        self.routes = routes
        connections = Mutex(OpenConnections(most: limits.connections, patience: limits.patience))
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Visitors? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Visitors>.fromOpaque(context).takeUnretainedValue()
    }

    private static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: - Callbacks

    static let accepts: MHD_AcceptPolicyCallback = { context, _, _ in
        guard let visitors = unsafe Visitors.of(context) else { return .NO }
        switch visitors.connections.withLock({ $0.admit(at: now) }) {
        case .admitted: return .YES
        case .instead(of: let socket):
            // The library closes what has ended.
            shutdown(socket, Int32(SHUT_RDWR))
            return .YES
        case .refused: return .NO
        }
    }

    static let notices: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let visitors = unsafe Visitors.of(context), let connection = unsafe connection else { return }
        let socket = unsafe microhttpd_socket(connection)
        visitors.connections.withLock { connections in
            if code == .CONNECTION_NOTIFY_STARTED {
                connections.began(socket, at: now)
            } else {
                connections.ended(socket)
            }
        }
    }

    static let answers: MHD_AccessHandlerCallback = { context, connection, path, method, _, _, _, mark in
        guard let visitors = unsafe Visitors.of(context), let connection = unsafe connection,
            let path = unsafe path.map({ unsafe String(cString: $0) }),
            let method = unsafe method.map({ unsafe String(cString: $0) })
        else { return .NO }
        let hasBody = unsafe Visitors.bringsBody(connection)
        // An answer at the first call ends the connection, which is right only where a body is not to be read.
        if !hasBody, let mark = unsafe mark, unsafe mark.pointee == nil {
            unsafe mark.pointee = context
            return .YES
        }
        let response = visitors.routes.response(method, path, hasBody: hasBody)
        return unsafe Visitors.send(response, on: connection)
    }

    /// Whether a body follows the header (RFC 9112, section 6).
    private static func bringsBody(_ connection: OpaquePointer) -> Bool {
        if unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, "Transfer-Encoding") != nil { return true }
        guard let length = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, "Content-Length") else {
            return false
        }
        return unsafe String(cString: length) != "0"
    }

    private static func send(_ response: HTTPResponse, on connection: OpaquePointer) -> MHD_Result {
        var body = Array(response.body.utf8)
        guard
            let message = unsafe body.withUnsafeMutableBytes({ octets in
                unsafe MHD_create_response_from_buffer(octets.count, octets.baseAddress, .RESPMEM_MUST_COPY)
            })
        else { return .NO }
        defer { unsafe MHD_destroy_response(message) }
        let fields = ["Content-Type": response.contentType, "Cache-Control": "no-store"]
        for (name, value) in fields.merging(response.fields, uniquingKeysWith: { $1 }) {
            guard unsafe MHD_add_response_header(message, name, value) == .YES else { return .NO }
        }
        return unsafe MHD_queue_response(connection, response.status.rawValue, message)
    }
}
