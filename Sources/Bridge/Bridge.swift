public import HomeGraph
public import MQTT
import DataModel
import Synchronization

/// The home graph on MQTT: publishes what there is and what changes, carries out what is asked, and answers.
///
/// It knows connections only by their protocols: whoever composes the program makes one with the bridge as its handler
/// and source.
public final class Bridge: Sendable {
    /// What is known of the connection.
    struct State {
        var session: SessionState
        var echo = EchoTest()
        var version = ProtocolVersion.v5
        /// How many messages were refused on this connection.
        var refusals = 0
        var allRefusals = 0
        var received = 0
        /// The connection that there is.
        var connection: (any Connection)?
        /// The layouts of which everything is about to be told again.
        var announcing: Set<String> = []
    }

    /// How many refused messages are said of one connection.
    static let refusalLimit = 10

    /// How long whoever is told of topics again has to subscribe to them before what stands there is sent again.
    static let announcementPause = Duration.seconds(1)

    let configuration: BridgeConfiguration
    let time: any TimeSource
    let home: Home
    private let stateStore: (any StateStore)?
    private let planner: OutputPlanner
    let outbox: Outbox
    let router: OrderRouter
    let log: BridgeLog
    private let registry: TopicRegistry?
    private let companionship: Registration?
    private let progress: Registration
    let state: Mutex<State>

    /// Makes a bridge; nothing is published before a connection opens.
    ///
    /// - Parameters:
    ///   - home: What there is, what carries orders out, and what changes the home.
    ///   - stateStore: Where it is kept which topics the bridge has, together with the home; `nil` nowhere.
    ///   - configuration: Topics, qualities of service, limits.
    ///   - time: What deadlines are measured by.
    ///   - logLevel: From which level on lines go to the sink; `bridge/log-level` changes it.
    ///   - mqttLogLevel: From which level on lines go to `bridge/log`; `nil` is never.
    ///   - sink: Takes lines of the log.
    /// - Throws: `TopicError` where the base topic or a filter of `commands` is none; `HomeError` where nothing can be
    ///   kept.
    public init(
        home: Home, stateStore: (any StateStore)? = nil, configuration: BridgeConfiguration,
        time: any TimeSource = SystemTime(), logLevel: LogLevel = .info, mqttLogLevel: LogLevel? = nil,
        log sink: @escaping LogSink = { _, _ in }
    ) async throws {
        _ = try TopicName(configuration.baseTopic)
        let filter = try CommandFilter(configuration.commands)
        let layouts = try TopicLayouts(configuration)
        let log = BridgeLog(levels: BridgeLog.Levels(sink: logLevel, mqtt: mqttLogLevel), time: time, sink: sink)
        // No edit is made between what is kept first and the outbox's own part in what edits keep.
        let (planner, outbox, registry, companionship) = try await home.editor.inTurn { () throws(HomeError) in
            let (planner, registry) = try await Self.planner(
                home.store.shape, configuration, layouts, stateStore, log)
            let outbox = Outbox(
                store: home.store, planner: planner, registry: registry,
                codec: OutputCodec(qualityOfService: configuration.qualityOfService),
                status: BridgeStatus(started: time.now), limits: configuration.limits, time: time)
            return (planner, outbox, registry, registry.map { _ in home.editor.add(outbox) })
        }
        self.companionship = companionship
        let requests = RequestTable(
            BridgeRequests(
                outbox: outbox, home: home, configuration: configuration, time: time, started: time.uptime, log: log
            ).all + HomeRequests.all + SimulationRequests(outbox: outbox, hub: home.hub).all
                + CommissioningRequests(outbox: outbox, commissioning: home.commissioning).all)
        progress = home.commissioning.observe { outbox.send(progress: $0) }
        self.configuration = configuration
        self.time = time
        self.home = home
        self.stateStore = stateStore
        self.planner = planner
        self.outbox = outbox
        self.log = log
        self.registry = registry
        router = OrderRouter(
            outbox: outbox, dispatcher: home.dispatcher,
            planner: OrderPlanner(resolver: StepResolver(home: home, filter: filter)), requests: requests,
            edits: EditQueue(editor: home.editor, outbox: outbox, time: time, limit: configuration.limits.edits),
            configuration: configuration, time: time, log: log)
        state = Mutex(
            State(
                session: SessionState(
                    base: configuration.baseTopic, nonce: "\(configuration.instance)-\(UInt64.random(in: 0 ... .max))",
                    layouts: layouts)))
        let logTopic = Array("\(configuration.baseTopic)/bridge/log".utf8)
        // The outbox has the log, by way of what it keeps.
        log.publish { [weak outbox] level, message in
            outbox?.send(
                line: OutboxMessage(
                    topic: logTopic, payload: Self.line(level, message, time.now),
                    qualityOfService: configuration.qualityOfService))
        }
    }

    /// Plans the home's topics, and has them kept before anything is published.
    private static func planner(
        _ shape: HomeShape, _ configuration: BridgeConfiguration, _ layouts: TopicLayouts,
        _ stateStore: (any StateStore)?, _ log: BridgeLog
    ) async throws(HomeError) -> (OutputPlanner, TopicRegistry?) {
        guard let stateStore else {
            return (OutputPlanner(shape, configuration: configuration, layouts: layouts), nil)
        }
        let saved = try await SavedTopics(from: stateStore)
        let registry = TopicRegistry(saved, in: stateStore, log: log)
        let planner = OutputPlanner(
            shape, configuration: configuration, layouts: layouts, segments: saved.segments, registry: registry)
        let changes = planner.firstChanges()
        if !changes.isEmpty { try await stateStore.commit(changes) }
        planner.adoptFirstChanges()
        return (planner, registry)
    }

    /// What programs would not take of the documents that layouts publish for them, or take and not find.
    ///
    /// - Parameters:
    ///   - topics: Every topic and payload, as ``topics(of:stateStore:configuration:time:)`` gives them.
    ///   - configuration: Topics; the layouts that are switched on are looked at.
    /// - Returns: A sentence for each fault, beginning with the document's topic.
    /// - Throws: `TopicError` for a layout's prefix that is none.
    public static func layoutFaults(
        in topics: [(topic: String, payload: String)], configuration: BridgeConfiguration
    ) throws -> [String] {
        try TopicLayouts(configuration).enabled.flatMap { $0.layout.faults(in: topics) }
    }

    /// Switches layouts on and off, or places them elsewhere, without a restart: what is new is published, what is gone
    /// is cleared, and only what is on is listened to.
    ///
    /// - Parameter settings: As ``BridgeConfiguration/layouts``.
    /// - Throws: `TopicError` for a prefix that no topic can have or that leads to topics of others; `HomeError` where
    ///   what is to be published cannot be kept: then nothing changes.
    public func setLayouts(_ settings: [String: BridgeConfiguration.Layout]) async throws {
        var configuration = configuration
        configuration.layouts = settings
        let layouts = try TopicLayouts(configuration, keeping: outbox.plan.layouts)
        // No edit is made between what is kept and what is published.
        try await home.editor.inTurn { () throws(HomeError) in
            let changes = self.planner.changes(for: layouts, of: self.outbox.plan.topics.shape)
            if let stateStore = self.stateStore, !changes.isEmpty { try await stateStore.commit(changes) }
            // Who hears of new topics may send orders to them at once.
            let (connection, actions) = self.state.withLock { ($0.connection, $0.session.listen(for: layouts)) }
            if let connection { self.perform(actions, on: connection) }
            self.outbox.adopt(layouts)
        }
    }

    private static func line(_ level: LogLevel, _ message: String, _ now: Timestamp) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", now.text)
        writer.member("level", level.rawValue)
        writer.member("message", message)
        writer.endObject()
        return writer.bytes
    }

    /// Says `offline` after everything that still waits, then ends the connection.
    ///
    /// - Parameters:
    ///   - connection: The one that was made with this bridge as its source.
    ///   - deadline: How long that may take.
    public func stop(_ connection: any Connection, within deadline: Duration) async {
        outbox.end()
        await connection.stop(within: deadline)
        await registry?.finish()
    }

    /// Changes from which level on lines go to the program's log, as `bridge/log-level` does.
    public func setLogLevel(_ level: LogLevel) { log.levels.sink = level }

    /// Has what a layout says of its state sent again.
    func restate(_ layout: String) { outbox.restate(layout) }

    /// How many messages came, and how many were refused.
    var messageCounts: (received: Int, refused: Int) { state.withLock { ($0.received, $0.allRefusals) } }

    /// What is published now.
    var plan: OutputPlan { outbox.plan }

    /// How many outputs wait to be sent.
    package var waiting: Int { outbox.waiting }

    /// How many retained topics the bridge has.
    public var retainedTopics: Int { outbox.plan.retainedTopics }

    /// How many roots of topics, such as `B/S/device/D`, the broker is to let go of.
    public var clearing: Int { outbox.clearing }

    /// How many orders wait for their answers.
    public var owedAnswers: Int { outbox.owedAnswers }

    /// Every topic and payload that a home publishes, retained, without a broker; the bridge's state is left out.
    ///
    /// - Parameters:
    ///   - store: The home.
    ///   - stateStore: Where the segments of its objects are kept; nothing is changed there.
    ///   - configuration: Topics.
    ///   - time: What the time is.
    /// - Returns: Topics and payloads, in the order in which they would be published.
    /// - Throws: As ``HomeGraph/StateStore/records(in:)``; `TopicError` for a layout's prefix that is none.
    public static func topics(
        of store: HomeStore, stateStore: (any StateStore)? = nil, configuration: BridgeConfiguration,
        time: any TimeSource = SystemTime()
    ) async throws -> [(topic: String, payload: String)] {
        var saved = SavedTopics()
        if let stateStore { saved = try await SavedTopics(from: stateStore) }
        let shape = store.shape
        let planner = OutputPlanner(
            shape, configuration: configuration, layouts: try TopicLayouts(configuration), segments: saved.segments)
        let snapshot = OutputSnapshot(
            plan: planner.plan(shape), status: BridgeStatus(started: time.now), store: store,
            configuration: configuration)
        return snapshot.page(root: nil, from: 0, size: .max).topics
    }
}
