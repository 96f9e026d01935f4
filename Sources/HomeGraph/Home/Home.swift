/// The home graph, and the entry to all of it.
///
/// Source: the third seed.
public final class Home: Sendable {
    let context: HomeContext
    private let keeper: ValueKeeper?
    private let synchronizing: Task<Void, Never>?

    /// Takes in what a hub brings and begins to listen to it.
    ///
    /// - Parameters:
    ///   - hub: What stands between the home and the devices; it brings the home that the state store keeps, if any.
    ///   - stateStore: Where the home is kept over restarts; `nil` only in memory.
    ///   - configuration: How the home behaves.
    ///   - time: Where the time comes from.
    /// - Throws: ``HomeError`` where the hub cannot say what there is, or cannot start, or nothing can be kept.
    public init(
        hub: any Hub, store stateStore: (any StateStore)? = nil,
        configuration: HomeConfiguration = HomeConfiguration(), time: any TimeSource = SystemTime()
    ) async throws(HomeError) {
        let contents = try await hub.contents()
        let names = try await stateStore?.records(in: HomeNames.section) ?? [:]
        let store = HomeStore(
            contents: contents, names: names, time: time, lastReportInterval: configuration.lastReportInterval)
        if let stateStore, try await stateStore.isEmpty {
            try await stateStore.commit(contents.changes(hubStates: await hub.states(changedOnly: false)))
        }
        keeper = stateStore.map {
            ValueKeeper(
                store: store, stateStore: $0, hub: hub, time: time, interval: configuration.keepingInterval,
                failed: configuration.keepingFailed)
        }
        context = HomeContext(
            store: store, hub: hub,
            dispatcher: OrderDispatcher(hub: hub, time: time, waiting: configuration.waitingOrders) {
                store.confirmed($0)
            },
            editor: HomeEditor(store: store, stateStore: stateStore, hub: hub), time: time,
            configuration: configuration)
        synchronizing =
            configuration.synchronization > .zero ? Task { [context] in await context.synchronize() } : nil
        try await hub.start(reportingTo: store)
        keeper?.start()
    }

    /// Where the home's values are kept; what mirrors the home watches it.
    public var store: HomeStore { context.store }

    /// Where orders go; what mirrors the home sends them here, so that all to one device keep their order.
    public var dispatcher: OrderDispatcher { context.dispatcher }

    /// Changes the home's shape; whatever edits the home does it here, so that all edits have one order.
    public var editor: HomeEditor { context.editor }

    /// Has new Matter devices join the home; whatever commissions does it here, so that there is one session.
    public var commissioning: Commissioning { context.commissioning }

    /// What stands between the home and the devices.
    public var hub: any Hub { context.hub }

    /// All structures.
    public func structures() -> Query<Structure> {
        let context = context
        return Query(context) { shape in shape.structures.map { Structure($0, context) } }
    }

    /// All rooms of all structures.
    public func rooms() -> Query<Room> {
        let context = context
        return Query(context) { shape in shape.rooms.map { Room($0, context) } }
    }

    /// All devices of all structures; each application endpoint of a device is one of its own.
    public func devices() -> Query<HomeDevice> { devices(enableMultipartDevices: false) }

    /// All devices of all structures.
    ///
    /// - Parameter isMultipart: Whether a device with several application endpoints is one object with parts, instead of
    ///   one object for each.
    /// - Returns: The query.
    public func devices(enableMultipartDevices isMultipart: Bool) -> Query<HomeDevice> {
        let context = context
        return Query(context) { shape in
            isMultipart
                ? shape.devices.map { HomeDevice.whole($0, context) }
                : shape.devices.flatMap { HomeDevice.flat($0, context) }
        }
    }

    /// Ends the hub's reports, keeps all values, and ends the session if it is this home's.
    ///
    /// Who connects meanwhile gets another home, once this one has ended. What keeps values from being kept goes to
    /// ``HomeConfiguration/keepingFailed``.
    public func disconnect() async { await HomeSession.end(self) }

    /// What ``disconnect()`` does, whether the home has the session or not.
    func end() async {
        synchronizing?.cancel()
        do throws(HomeError) {
            try await context.commissioning.end()
        } catch {
            context.configuration.keepingFailed(error)
        }
        await context.hub.stop()
        do throws(HomeError) {
            try await keeper?.stop()
        } catch {
            context.configuration.keepingFailed(error)
        }
    }
}
