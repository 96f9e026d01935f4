public import MQTT
import Synchronization

/// A connection on libmosquitto, kept up until it is stopped.
///
/// One thread of its own owns the library's handle, polls the socket, pulls from the source and calls the handler;
/// nothing of the library is touched by another thread. It lives until ``stop(within:)``, which must be called.
///
/// ```swift
/// let connection = try MosquittoConnection(settings, source: outbox, handler: bridge)
/// try connection.start()
/// …
/// await connection.stop(within: .seconds(5))
/// ```
public final class MosquittoConnection: Connection {
    private enum Life {
        case new
        case running(Thread)
        case over
    }

    let settings: ConnectionSettings
    let source: any OutboundSource
    let handler: any ConnectionHandler
    let signal: WakeSignal
    let requests = Requests()
    private let life = Mutex(Life.new)

    /// Prepares a connection; nothing happens before ``start()``.
    /// - Throws: ``ConnectionError`` with code `refused` where the library or the system cannot serve.
    public init(
        _ settings: ConnectionSettings, source: any OutboundSource, handler: any ConnectionHandler
    ) throws(ConnectionError) {
        try Library.prepare(for: settings.address)
        guard let signal = WakeSignal() else {
            throw ConnectionError(
                code: .refused, broker: "\(settings.address)", detail: "the process has no file descriptors left")
        }
        self.settings = settings
        self.source = source
        self.handler = handler
        self.signal = signal
    }

    /// Begins to connect; a second call does nothing.
    /// - Throws: ``ConnectionError`` with code `refused` where the system gives no thread.
    public func start() throws(ConnectionError) {
        let failed = life.withLock { life in
            guard case .new = life else { return false }
            guard let thread = Thread({ ConnectionLoop(self).run() }) else { return true }
            life = .running(thread)
            return false
        }
        guard failed else { return }
        throw ConnectionError(
            code: .refused, broker: "\(settings.address)", detail: "the system has no thread left to connect with")
    }

    /// Says that the source has something again; one atomic exchange, and at most one octet written.
    public func wake() { signal.wake() }

    /// Asks the broker for messages; what is no filter is answered with reason code 0x8F and not sent.
    public func subscribe(_ subscriptions: [Subscription], number: UInt64) {
        if requests.append(.subscribe(subscriptions, number: number)) { signal.notify() }
    }

    /// Ends subscriptions.
    public func unsubscribe(_ filters: [String]) {
        if requests.append(.unsubscribe(filters)) { signal.notify() }
    }

    /// Publishes what the source still has, waits for the acknowledgements, disconnects, and ends the thread.
    ///
    /// A broker that takes and sends nothing is waited for no longer than ``MQTT/ConnectionSettings/farewellPatience``. The
    /// broker does not publish the will, unless the deadline passes with the line blocked. Not to be called by the handler
    /// on the connection's thread without leaving it.
    public func stop(within deadline: Duration) async {
        requests.stop(by: Moment.now + deadline)
        signal.notify()
        let wasNew = life.withLock { life in
            guard case .new = life else { return false }
            life = .over
            return true
        }
        if wasNew { requests.end() }
        await requests.ended()
        let thread = life.withLock { life -> Thread? in
            guard case .running(let thread) = life else { return nil }
            life = .over
            return thread
        }
        thread?.join()
    }
}
