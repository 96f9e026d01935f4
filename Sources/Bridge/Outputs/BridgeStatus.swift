import HomeGraph

/// What the bridge says about itself in `bridge/info` and `bridge/health`.
struct BridgeStatus: Sendable {
    /// How many topics too large for the broker are named.
    static let omittedLimit = 50

    /// When the bridge started.
    let started: Timestamp
    /// Whether a broker is connected.
    var isConnected = false
    /// Topics that the broker's packet limit forbids; the first of them.
    private(set) var omitted: [String] = []
    /// Their number.
    private(set) var omittedCount = 0
    /// Filters that the broker refused.
    var refusedSubscriptions: [String] = []
    /// Events, lines of the log and answers that nobody could be sent.
    var dropped = 0

    /// A bridge that starts.
    init(started: Timestamp) {
        self.started = started
    }

    /// Notes a topic that is too large.
    mutating func omit(_ topic: String) {
        omittedCount += 1
        if omitted.count < Self.omittedLimit { omitted.append(topic) }
    }

    /// Forgets what belonged to the connection before.
    mutating func open() {
        isConnected = true
        omitted = []
        omittedCount = 0
        refusedSubscriptions = []
    }
}
