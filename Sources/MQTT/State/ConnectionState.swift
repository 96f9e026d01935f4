/// Where a connection stands, and what is to be done next: a value without clock, socket or chance of its own.
///
/// ```
/// idle ─start→ connecting ─opened→ open ─ended→ waiting ─waited→ connecting …
/// any ─stop→ stopped
/// ```
public struct ConnectionState: Sendable {
    /// Where a connection stands.
    public enum Phase: Sendable, Equatable {
        case idle
        case connecting(ProtocolVersion)
        case open(since: Duration)
        case waiting
        case stopped
    }

    /// What is to be done next.
    public enum Action: Sendable, Equatable {
        /// Try this version.
        case connect(ProtocolVersion)
        /// Report the end, wait that long, then call ``ConnectionState/waited()``.
        case retry(after: Duration)
        /// Nothing; the call came too late or too early.
        case ignore
    }

    /// How an attempt or a connection ended.
    public struct End: Sendable, Equatable {
        /// Why.
        public var code: ConnectionError.Code
        /// Whether the broker was reached and went without an answer that this version understands: it may know
        /// another one.
        public var suggestsOtherVersion: Bool

        /// Describes an end.
        public init(code: ConnectionError.Code, suggestsOtherVersion: Bool = false) {
            self.code = code
            self.suggestsOtherVersion = suggestsOtherVersion
        }
    }

    /// Where the connection stands.
    public private(set) var phase = Phase.idle
    private let version: ProtocolVersion
    private let fallsBack: Bool
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
    public init(version: ProtocolVersion = .v5, fallsBack: Bool = true, backOff: BackOff = BackOff()) {
        self.version = version
        self.fallsBack = fallsBack
        self.backOff = backOff
    }

    /// Begins.
    public mutating func start() -> Action {
        guard phase == .idle else { return .ignore }
        return connect(version)
    }

    /// The broker accepted the connection.
    public mutating func opened(at now: Duration) {
        guard case .connecting = phase else { return }
        phase = .open(since: now)
    }

    /// An attempt failed or the connection ended.
    public mutating func ended(
        _ end: End, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> Action {
        switch phase {
        case .idle, .waiting, .stopped: return .ignore
        case .connecting(let tried):
            if tried == .v5, fallsBack, end.code == .unsupportedVersion || end.suggestsOtherVersion {
                return connect(.v3_1_1)
            }
            retries = max(retries, 1)  // the attempt that failed was the one at once
            wasLost = false
            suspectsTakeover = false
        case .open(let since):
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
        return connect(version)
    }

    /// Ends for good.
    public mutating func stop() { phase = .stopped }

    private mutating func connect(_ version: ProtocolVersion) -> Action {
        phase = .connecting(version)
        return .connect(version)
    }
}
