public import HomeGraph

/// What a bridge counted since it began, and how things are, for those who watch it.
public struct BridgeFigures: Sendable {
    /// Orders to devices, groups and rooms, from every layout.
    public let orders: OutcomeFigures
    /// Requests to the bridge.
    public let requests: OutcomeFigures
    /// How many times an attribute changed.
    public let changes: Int
    /// How many events came from devices.
    public let events: Int
    /// How many messages came from the broker.
    public let received: Int
    /// How many messages were published.
    public let published: Int
    /// How many messages the broker refused.
    public let refused: Int
    /// How many events, lines of the log and answers could be sent to nobody, or were too many.
    public let dropped: Int
    /// How often a broker accepted the connection.
    public let connections: Int
    /// Whether a broker is connected now.
    public let isConnected: Bool
    /// Whether everything that is retained is at the broker, and `online`.
    public let isOnline: Bool
    /// Whether the hub can be reached.
    public let isHubOnline: Bool
    /// How many messages wait to be published.
    public let waitingMessages: Int
    /// How many orders run or wait.
    public let waitingOrders: Int
    /// How many retained topics there are.
    public let retainedTopics: Int
    /// How many devices can be reached and how many not.
    public let devices: [ConnectivityState: Int]
}

extension Bridge {
    /// What was counted, and how things are; it takes each lock for a moment.
    public var figures: BridgeFigures {
        let (plan, status) = (outbox.plan, outbox.status)
        let counts = home.store.counts
        let (received, refused) = messageCounts
        var devices: [ConnectivityState: Int] = [:]
        for device in plan.topics.devices { devices[home.store.connectivity(of: device.record), default: 0] += 1 }
        return BridgeFigures(
            orders: router.orders.figures, requests: router.requestOutcomes.figures, changes: counts.changes,
            events: counts.events, received: received, published: status.published, refused: refused,
            dropped: status.dropped, connections: status.connections, isConnected: status.isConnected,
            isOnline: outbox.isOnline, isHubOnline: home.store.isHubOnline, waitingMessages: outbox.waiting,
            waitingOrders: home.dispatcher.count, retainedTopics: plan.retainedTopics, devices: devices)
    }
}
