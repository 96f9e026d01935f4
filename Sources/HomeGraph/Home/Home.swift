/// The home graph, and the entry to all of it.
///
/// Source: the third seed.
public final class Home: Sendable {
    let context: HomeContext

    /// Takes in what a hub brings and begins to listen to it.
    ///
    /// - Parameters:
    ///   - hub: What stands between the home and the devices.
    ///   - configuration: How the home behaves.
    ///   - time: Where the time comes from.
    /// - Throws: ``HomeError`` where the hub cannot say what there is, or cannot start.
    public init(
        hub: any Hub, configuration: HomeConfiguration = HomeConfiguration(), time: any TimeSource = SystemTime()
    ) async throws(HomeError) {
        let store = HomeStore(
            contents: try await hub.contents(), time: time, lastReportInterval: configuration.lastReportInterval)
        context = HomeContext(
            store: store, hub: hub,
            dispatcher: OrderDispatcher(hub: hub, time: time, waiting: configuration.waitingOrders), time: time,
            configuration: configuration)
        try await hub.start(reportingTo: store)
    }

    /// Where the home's values are kept; what mirrors the home watches it.
    public var store: HomeStore { context.store }

    /// Where orders go; what mirrors the home sends them here, so that all to one device keep their order.
    public var dispatcher: OrderDispatcher { context.dispatcher }

    /// What stands between the home and the devices.
    public var hub: any Hub { context.hub }

    /// All structures.
    public func structures() -> Query<Structure> {
        let context = context
        return Query(context) { shape in shape.structures.map { Structure($0, context) } }
    }

    /// All rooms of all structures.
    public func rooms() -> Query<Room> {
        Query(context) { shape in shape.rooms.map { Room($0) } }
    }

    /// All devices of all structures, one object for each, also where it has several parts.
    public func devices() -> Query<HomeDevice> {
        let context = context
        return Query(context) { shape in shape.devices.map { HomeDevice($0, context) } }
    }

    /// Ends the hub's reports.
    public func disconnect() async {
        await context.hub.stop()
    }
}
