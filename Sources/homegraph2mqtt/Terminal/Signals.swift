import Dispatch
import Glibc

/// Signals of this process as a sequence.
struct Signals {
    /// A signal that was sent to this process.
    enum Signal: Sendable, Hashable {
        /// SIGINT or SIGTERM: end in order.
        case end
        /// SIGHUP: read the settings again.
        case reload
    }

    /// The signals, from now on.
    let received: AsyncStream<Signal>
    private let sources: [any DispatchSourceSignal]

    /// Begins to listen; from now on these signals do not end the process by themselves.
    init() {
        let (stream, continuation) = AsyncStream<Signal>.makeStream(bufferingPolicy: .bufferingOldest(16))
        received = stream
        sources = [(SIGINT, Signal.end), (SIGTERM, .end), (SIGHUP, .reload)].map { number, signal in
            Self.listen(number) { continuation.yield(signal) }
        }
    }

    /// Ends listening.
    func stop() { sources.forEach { $0.cancel() } }

    private static func listen(
        _ number: Int32, _ handler: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: DispatchWorkItem(block: handler))
        source.activate()
        return source
    }
}
