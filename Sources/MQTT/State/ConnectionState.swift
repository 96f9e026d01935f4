/// Where a connection stands, and what is to be done next: a value without clock, socket or chance of its own.
///
/// ```
/// idle ─start→ connecting ─accepted→ open ─ended→ waiting ─waited→ connecting …
/// connecting ─ended, accepted→ connecting, where something else is to be offered at once
/// any ─stop→ stopped
/// ```
public struct ConnectionState: Sendable {
    /// Where a connection stands.
    public enum Phase: Sendable, Equatable {
        case idle
        case connecting
        case open(since: Duration)
        case waiting
        case stopped
    }

    /// What is to be done next.
    public enum Action: Sendable, Equatable {
        /// Make an attempt with what ``ConnectionState/offer`` has.
        case connect
        /// Report the end, wait that long, then call ``ConnectionState/waited()``.
        case retry(after: Duration)
        /// Nothing; the call came too late or too early.
        case ignore
    }

    /// How an attempt or a connection ended.
    public struct End: Sendable, Equatable {
        /// Why.
        public var code: ConnectionError.Code
        /// What the broker said, if it said anything.
        public var reasonCode: UInt8?

        /// Describes an end.
        public init(code: ConnectionError.Code, reasonCode: UInt8? = nil) {
            self.code = code
            self.reasonCode = reasonCode
        }
    }

    /// Where the connection stands.
    public private(set) var phase = Phase.idle
    /// What is offered when an attempt is made, or was offered when this connection was.
    public private(set) var offer: ConnectOffer
    private let backOff: BackOff
    /// How many retries there were since the connection last lasted.
    private var retries = 0
    /// Whether the connection was lost without a reason, and nothing else has failed since.
    private var wasLost = false
    /// Whether the end looked as if another client with the same id took over, though the broker did not say so.
    ///
    /// Many brokers close the old connection without a word. When a connection is lost, made again at the first
    /// attempt and lost again before it lasted, the broker was there all the time and shut the door.
    public private(set) var suspectsTakeover = false

    /// Makes the state of a connection that was not tried yet.
    public init(_ offer: ConnectOffer = ConnectOffer(ConnectOffer.Terms()), backOff: BackOff = BackOff()) {
        self.offer = offer
        self.backOff = backOff
    }

    /// Begins.
    public mutating func start() -> Action {
        guard phase == .idle else { return .ignore }
        return connect()
    }

    /// The broker accepted the connection.
    ///
    /// - Returns: Whether it is open; else it is to be ended without a word, and the next attempt to be made at once.
    public mutating func accepted(at now: Duration) -> Bool {
        guard phase == .connecting, offer.accepted() else { return false }
        phase = .open(since: now)
        return true
    }

    /// An attempt failed or the connection ended.
    public mutating func ended(
        _ end: End, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> Action {
        switch phase {
        case .idle, .waiting, .stopped: return .ignore
        case .connecting:
            if offer.failed(end.code, reasonCode: end.reasonCode) { return connect() }
            retries = max(retries, 1)  // the attempt that failed was the one at once
            wasLost = false
            suspectsTakeover = false
        case .open(let since):
            offer.reset()
            let hasLasted = now - since >= backOff.settled
            if hasLasted { retries = 0 }
            suspectsTakeover = end.code == .lost && wasLost && !hasLasted
            wasLost = end.code == .lost
        }
        phase = .waiting
        let wait = backOff.wait(beforeRetry: retries, using: &random)
        retries = min(retries + 1, 64)
        guard end.code == .takenOver || suspectsTakeover else { return .retry(after: wait) }
        return .retry(after: max(wait, backOff.afterTakeover))
    }

    /// The wait is over.
    public mutating func waited() -> Action {
        guard phase == .waiting else { return .ignore }
        return connect()
    }

    /// Ends for good.
    public mutating func stop() { phase = .stopped }

    private mutating func connect() -> Action {
        phase = .connecting
        return .connect
    }
}
