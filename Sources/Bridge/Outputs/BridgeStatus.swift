import HomeGraph

/// What the bridge says about itself in `bridge/info` and `bridge/health`.
struct BridgeStatus: Sendable {
    /// How many topics too large for the broker are named at most.
    static let omittedLimit = 50

    /// When the bridge started.
    let started: Timestamp
    /// Whether a broker is connected.
    var isConnected = false
    /// Topics that the broker's packet limit forbids.
    private var allOmitted: Set<String> = []
    /// How many of them are named: fewer where the broker takes no more of `bridge/info`.
    private var namedLimit = BridgeStatus.omittedLimit
    /// Filters that the broker refused.
    var refusedSubscriptions: [String] = []
    /// Events, lines of the log and answers that nobody could be sent.
    var dropped = 0
    /// How often a broker accepted a connection.
    private(set) var connections = 0
    /// How many messages were given to connections.
    var published = 0

    /// A bridge that starts.
    init(started: Timestamp) {
        self.started = started
    }

    /// Their number.
    var omittedCount: Int { allOmitted.count }
    /// As many of them as are named.
    var omitted: [String] { Array(allOmitted.sorted().prefix(namedLimit)) }

    /// Whether a topic is one of them.
    func isOmitted(_ topic: String) -> Bool { allOmitted.contains(topic) }

    /// Notes a topic that is too large.
    ///
    /// - Returns: Whether it is a new one.
    mutating func omit(_ topic: String) -> Bool { allOmitted.insert(topic).inserted }

    /// Names half as many topics, since `bridge/info` itself is too large.
    ///
    /// - Returns: Whether there was still something to leave out.
    mutating func nameFewer() -> Bool {
        guard !omitted.isEmpty else { return false }
        namedLimit = omitted.count / 2
        return true
    }

    /// Forgets what belonged to the connection before.
    mutating func open() {
        isConnected = true
        connections += 1
        allOmitted = []
        namedLimit = Self.omittedLimit
        refusedSubscriptions = []
    }
}
