import MQTT

/// What the bridge subscribes to.
enum InboundFilters {
    /// The kinds of objects that take orders.
    private static let kinds = ["device", "group", "room"]
    /// How many levels may stand between the kind and the verb.
    private static let depths = 1...5

    /// Everything, for the scan at the start: at most once, and own messages too.
    ///
    /// - Parameters:
    ///   - base: The base topic.
    ///   - layouts: Where layouts may have something from before, outside of the base.
    /// - Returns: What to subscribe to; the base comes first.
    static func scan(_ base: String, layouts: [String] = []) -> [Subscription] {
        (["\(base)/#"] + layouts).map { Subscription(filter: $0, qualityOfService: .atMostOnce) }
    }

    /// Requests, orders for devices, groups and rooms, and what layouts listen to; no two filters overlap.
    ///
    /// Stored messages are not wanted, own ones neither, and the retain flag is to stay as the sender set it.
    static func orders(_ base: String, layouts: [String] = []) -> [Subscription] {
        var filters = ["\(base)/bridge/request/#"]
        for kind in kinds {
            for depth in depths {
                let levels = String(repeating: "/+", count: depth)
                filters.append("\(base)/+/\(kind)\(levels)/set")
                filters.append("\(base)/+/\(kind)\(levels)/invoke")
            }
        }
        return (filters + layouts).map {
            Subscription(
                filter: $0, qualityOfService: .exactlyOnce, noLocal: true, retainAsPublished: true,
                retainHandling: .doNotSend)
        }
    }
}
