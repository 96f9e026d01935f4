import Dispatch
public import MQTT
import Synchronization

/// A connection to a broker that is a few lines of code: no network, no thread of its own, nothing to wait for.
///
/// It keeps retained messages, answers subscriptions and delivers what matches them, also its own messages. Calls to
/// source and handler come one after another from a queue, as those of a real connection come from its thread.
/// ``drain()`` runs everything that is due and returns then, so that a test without concurrency is in step.
///
/// ```swift
/// let broker = InMemoryConnection(source: outbox, handler: bridge)
/// broker.open()
/// broker.deliver("homegraph/home/device/lamp/OnOffLight/OnOff/on/invoke", "{}")
/// try await broker.published.first("an answer") { $0.topicText.hasSuffix("/response") }
/// ```
public final class InMemoryConnection: Connection {
    private enum Request {
        case subscribe([Subscription], number: UInt64)
        case unsubscribe([String])
    }

    private struct State {
        var session: Session
        var isOpen = false
        var isPaused = false
        var isStopped = false
        var requests: [Request] = []
        var subscriptions: [(filter: TopicFilter, subscription: Subscription)] = []
        var retained = RetainedStore()
        var refusedFilters: Set<String> = []
        var refusedTopics: Set<String> = []
    }

    /// What was published, in order; what a test waited for is taken out.
    public let published = Recorder<OutboundMessage>()

    private let source: any OutboundSource
    private let handler: any ConnectionHandler
    private let queue = DispatchQueue(label: "in-memory connection")
    private let state: Mutex<State>
    private let isWoken = Atomic(false)

    /// Makes a connection that is not open yet.
    public init(
        source: any OutboundSource, handler: any ConnectionHandler, session: Session = Session(version: .v5)
    ) {
        self.source = source
        self.handler = handler
        state = Mutex(State(session: session))
    }

    // MARK: - What the broker does

    /// The broker accepts the connection.
    public func open() {
        run { connection in
            let session = connection.state.withLock { state in
                state.isOpen = true
                return state.session
            }
            connection.handler.connection(connection, opened: session)
            connection.turn()
        }
    }

    /// The connection is lost; subscriptions are gone, what is retained stays.
    public func lose(
        _ code: ConnectionError.Code = .lost, retry: Duration? = .zero
    ) {
        run { connection in
            connection.forget()
            let error = ConnectionError(code: code, broker: "memory", detail: "the test ended the connection")
            connection.handler.connection(connection, closed: error, retry: retry)
        }
    }

    /// The broker takes nothing, until ``resume()``: the source is not asked.
    public func pause() { state.withLock { $0.isPaused = true } }

    /// The broker takes messages again.
    public func resume() {
        state.withLock { $0.isPaused = false }
        drain()
    }

    /// The broker refuses these filters, or to have these topics published, with reason code 0x87.
    public func refuse(filters: [String] = [], topics: [String] = []) {
        state.withLock { state in
            state.refusedFilters.formUnion(filters)
            state.refusedTopics.formUnion(topics)
        }
    }

    /// Another client publishes a message: it is kept if it is retained, and delivered if a subscription matches.
    /// - Returns: whether one did.
    @discardableResult public func deliver(_ message: InboundMessage) -> Bool {
        let matches = Atomic(false)
        run { connection in
            if connection.route(message, isOwn: false) { matches.store(true, ordering: .relaxed) }
            connection.turn()
        }
        return matches.load(ordering: .relaxed)
    }

    /// Another client publishes text.
    /// - Returns: whether a subscription matched.
    @discardableResult public func deliver(
        _ topic: String, _ payload: String, qualityOfService: QualityOfService = .atMostOnce,
        isRetained: Bool = false, responseTopic: String? = nil, correlationData: [UInt8]? = nil,
        expiryInterval: UInt32? = nil
    ) -> Bool {
        deliver(
            InboundMessage(
                topic: Array(topic.utf8), payload: Array(payload.utf8), qualityOfService: qualityOfService,
                isRetained: isRetained, responseTopic: responseTopic.map { Array($0.utf8) },
                correlationData: correlationData, expiryInterval: expiryInterval))
    }

    /// What is retained: payloads as text by topic.
    public var retained: [String: String] { state.withLock { $0.retained.texts } }

    /// What the broker keeps on a topic, as text.
    public func retained(_ topic: String) -> String? { state.withLock { $0.retained.text(on: topic) } }

    /// The filters that are subscribed to, in order.
    public var filters: [String] { state.withLock { $0.subscriptions.map(\.subscription.filter) } }

    /// Runs everything that is due: requests, and what the source has.
    public func drain() { run { $0.turn() } }

    // MARK: - Connection

    /// Pulls soon, on the queue.
    public func wake() {
        guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { @Sendable [self] in turn() }
    }

    /// Answers and delivers soon, on the queue.
    public func subscribe(_ subscriptions: [Subscription], number: UInt64) {
        ask(.subscribe(subscriptions, number: number))
    }

    /// Ends subscriptions soon, on the queue.
    public func unsubscribe(_ filters: [String]) { ask(.unsubscribe(filters)) }

    /// Publishes what the source has, then ends for good.
    public func stop(within deadline: Duration) async {
        run { connection in
            guard !connection.state.withLock({ $0.isStopped }) else { return }
            connection.turn()
            connection.forget()
            connection.state.withLock { $0.isStopped = true }
            let error = ConnectionError(code: .stopped, broker: "memory", detail: "the connection was stopped")
            connection.handler.connection(connection, closed: error, retry: nil)
        }
    }

    // MARK: - On the queue

    private static let current = DispatchSpecificKey<ObjectIdentifier>()

    /// Runs on the queue and waits; at once where this is already the queue.
    private func run(_ body: @Sendable (InMemoryConnection) -> Void) {
        let identity = ObjectIdentifier(self)
        if DispatchQueue.getSpecific(key: Self.current) == identity { return body(self) }
        queue.setSpecific(key: Self.current, value: identity)
        queue.sync { body(self) }
    }

    private func ask(_ request: Request) {
        let isOpen = state.withLock { state in
            if state.isOpen { state.requests.append(request) }
            return state.isOpen
        }
        if isOpen { queue.async { @Sendable [self] in turn() } }
    }

    private func forget() {
        state.withLock { state in
            state.isOpen = false
            state.requests.removeAll()
            state.subscriptions.removeAll()
        }
    }

    /// Carries out requests and pulls until neither is left.
    private func turn() {
        var message = OutboundMessage()
        while true {
            let (isOpen, isPaused, request) = state.withLock { state in
                let request = state.isOpen && !state.requests.isEmpty ? state.requests.removeFirst() : nil
                return (state.isOpen, state.isPaused, request)
            }
            guard isOpen else { return }
            if let request {
                carryOut(request)
                continue
            }
            guard !isPaused else { return }
            _ = isWoken.exchange(false, ordering: .acquiringAndReleasing)
            message.removeAll()
            guard source.next(into: &message) else { return }
            take(message)
        }
    }

    private func take(_ message: OutboundMessage) {
        let (limit, isRefused) = state.withLock { state in
            (state.session, state.refusedTopics.contains(message.topicText))
        }
        if let most = limit.maximumPacketSize, message.packetSize(in: limit.version) > most {
            return handler.connection(self, tooLarge: message.topic, token: message.token)
        }
        if !isRefused {
            published.append(message)
            let inbound = InboundMessage(
                topic: message.topic, payload: message.payload, qualityOfService: message.qualityOfService,
                isRetained: message.isRetained, responseTopic: message.responseTopic,
                correlationData: message.correlationData, expiryInterval: message.expiryInterval)
            _ = route(inbound, isOwn: true)
        }
        guard message.token != 0 else { return }
        let code = isRefused ? ReasonCode.notAuthorized : .success
        handler.connection(self, published: code.rawValue, token: message.token)
    }

    /// Keeps and delivers a message as a broker does (MQTT 5, section 3.3.1.3).
    private func route(_ message: InboundMessage, isOwn: Bool) -> Bool {
        let matching = state.withLock { state in
            if message.isRetained { state.retained.store(message) }
            guard state.isOpen else { return [Subscription]() }
            return state.subscriptions.filter { entry in
                entry.filter.matches(message.topic) && !(isOwn && entry.subscription.noLocal)
            }.map(\.subscription)
        }
        for subscription in matching {
            var copy = message
            copy.qualityOfService = min(message.qualityOfService, subscription.qualityOfService)
            copy.isRetained = message.isRetained && subscription.retainAsPublished
            handler.connection(self, received: copy)
        }
        return !matching.isEmpty
    }

    private func carryOut(_ request: Request) {
        switch request {
        case .unsubscribe(let filters):
            state.withLock { state in
                state.subscriptions.removeAll { filters.contains($0.subscription.filter) }
            }
        case .subscribe(let subscriptions, let number):
            var codes: [UInt8] = []
            var replays: [InboundMessage] = []
            state.withLock { state in
                for var subscription in subscriptions {
                    guard let filter = try? TopicFilter(subscription.filter) else {
                        codes.append(ReasonCode.topicFilterInvalid.rawValue)
                        continue
                    }
                    guard !state.refusedFilters.contains(subscription.filter) else {
                        codes.append(
                            state.session.version == .v5 ? ReasonCode.notAuthorized.rawValue : 0x80)
                        continue
                    }
                    if state.session.version == .v3_1_1 {
                        subscription = Subscription(
                            filter: subscription.filter, qualityOfService: subscription.qualityOfService)
                    }
                    let isNew = !state.subscriptions.contains { $0.filter == filter }
                    state.subscriptions.removeAll { $0.filter == filter }
                    state.subscriptions.append((filter, subscription))
                    codes.append(subscription.qualityOfService.rawValue)
                    switch subscription.retainHandling {
                    case .doNotSend: continue
                    case .sendIfNew where !isNew: continue
                    case .send, .sendIfNew: replays += state.retained.messages(under: filter)
                    }
                }
            }
            handler.connection(self, subscribed: number, reasonCodes: codes)
            for message in replays { handler.connection(self, received: message) }
        }
    }
}
