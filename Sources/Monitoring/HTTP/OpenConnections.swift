/// Which connections there are, and which has to go for a new one; a value.
///
/// As many as there may be are kept for those who ask and read their answers. Whoever is slow at that holds a place only
/// as long as nobody else wants it.
struct OpenConnections {
    /// What becomes of a connection that is made.
    enum Admission: Equatable {
        case admitted
        /// This one is to be closed for it.
        case instead(of: Int32)
        case refused
    }

    private let most: Int
    private let patience: Duration
    /// Oldest first.
    private var connections: [(socket: Int32, since: Duration)] = []

    /// No connection yet.
    ///
    /// - Parameters:
    ///   - most: How many there may be.
    ///   - patience: How long each is safe from others.
    init(most: Int, patience: Duration) {
        self.most = most
        self.patience = patience
    }

    /// How many there are.
    var count: Int { connections.count }

    /// Somebody wants to connect.
    mutating func admit(at now: Duration) -> Admission {
        guard connections.count >= most else { return .admitted }
        guard let oldest = connections.first, now - oldest.since >= patience else { return .refused }
        connections.removeFirst()
        return .instead(of: oldest.socket)
    }

    /// A connection begins.
    mutating func began(_ socket: Int32, at now: Duration) { connections.append((socket, now)) }

    /// A connection ended.
    mutating func ended(_ socket: Int32) { connections.removeAll { $0.socket == socket } }
}
