import HomeGraph
import MQTT
import Synchronization

/// One ordered queue for each connection: what changed, what happened, what is answered.
///
/// It pulls the store's marks under its own lock before it takes an answer, so that an answer always comes after the
/// attributes that its order changed.
final class Outbox: Sendable {
    private struct State {
        var outbox: OutboxState
        var sequence = AnswerSequence()
        var observations: [Observation] = []
    }

    /// How many marks are taken over at once while messages are pulled.
    private static let batch = 512

    private let store: HomeStore
    private let watcher: Watcher
    private let codec: OutputCodec
    private let planner: OutputPlanner
    private let registry: TopicRegistry?
    private let time: any TimeSource
    private let state: Mutex<State>
    private let wakeUp: WakeUp
    private let eventTopic: [UInt8]

    /// Makes an outbox for a home.
    init(
        store: HomeStore, planner: OutputPlanner, registry: TopicRegistry?, codec: OutputCodec, status: BridgeStatus,
        limits: BridgeConfiguration.Limits, time: any TimeSource
    ) {
        self.store = store
        self.planner = planner
        self.registry = registry
        self.codec = codec
        self.time = time
        let wakeUp = WakeUp()
        self.wakeUp = wakeUp
        watcher = store.watch(events: limits.events) { wakeUp.call() }
        let plan = planner.plan(store.shape)
        eventTopic = Array("\(plan.topics.base)/bridge/event".utf8)
        var outbox = OutboxState(plan: plan, status: status, limits: limits)
        if let registry { outbox.expose(registry.items) }
        state = Mutex(State(outbox: outbox))
    }

    /// The outputs of the home as it is now.
    var plan: OutputPlan { withCurrentShape { $0.plan } }

    /// Looks at what waits, with the topics of the home as it is now.
    private func withCurrentShape<Result: Sendable>(_ body: (OutboxState) -> Result) -> Result {
        let shape = store.shape
        return state.withLock { state in
            if state.outbox.plan.topics.shape !== shape { drain(.max, &state) }
            return body(state.outbox)
        }
    }
    /// What the bridge says about itself.
    var status: BridgeStatus {
        state.withLock { state in
            var status = state.outbox.status
            status.dropped += watcher.droppedEvents
            return status
        }
    }
    /// What counts of what documents said before, by their numbers.
    var memories: DocumentMemories { withCurrentShape { $0.memories } }
    /// How many roots of topics are to be cleared.
    var clearing: Int { withCurrentShape { $0.clearing } }
    /// Whether `online` stands at the broker, with everything that is retained.
    var isOnline: Bool { state.withLock { $0.outbox.hasSaidOnline } }
    /// Whether a topic is the bridge's now, and its message not larger than the broker takes.
    func isPublished(_ topic: [UInt8]) -> Bool {
        withCurrentShape { $0.plan.contains(topic) && !$0.status.isOmitted(Topic.text(topic)) }
    }
    /// How many places are taken in the queue.
    var waiting: Int { state.withLock { $0.outbox.queue.count } }
    /// How many answers are owed.
    var owedAnswers: Int { state.withLock { $0.sequence.count } }

    /// Has the connection pull; never under the lock.
    private func wake() { wakeUp.call() }

    /// Changes what waits, then wakes the connection.
    private func change(_ body: (inout OutboxState) -> Void) {
        state.withLock { body(&$0.outbox) }
        wake()
    }

    /// Changes what waits, behind everything that changed until now, then wakes the connection.
    private func append(_ body: (inout OutboxState) -> Void) {
        state.withLock { state in
            drain(.max, &state)
            body(&state.outbox)
        }
        wake()
    }
}

extension Outbox {
    /// A broker is connected.
    func open(_ connection: any Connection) {
        wakeUp.set(connection)
        change { $0.open() }
    }

    /// The connection is lost.
    func close() {
        wakeUp.set(nil)
        state.withLock { state in
            drain(.max, &state)
            state.outbox.close()
        }
    }

    /// Every retained topic is to be brought up to date; topics that are nobody's are cleared; then `online`.
    func publishEverything(clearing orphans: [[UInt8]], now: Duration) {
        append { outbox in
            outbox.clear(orphans)
            outbox.publishEverything(now: now)
        }
    }

    /// A retained topic was seen at the broker.
    ///
    /// - Returns: Whether it is the bridge's own kind of topic and nobody's.
    func isOrphan(_ topic: [UInt8], payload: [UInt8]) -> Bool {
        state.withLock { state in
            let plan = state.outbox.plan
            guard !state.outbox.expose(topic) else {
                state.outbox.recall(topic, payload: payload)
                return false
            }
            return (OwnTopics.isOwn(topic, base: plan.topics.baseLevels) || plan.layouts.owns(topic, payload: payload))
        }
    }

    /// Other layouts are switched on or off: what is new is published, what is gone is cleared.
    func adopt(_ layouts: TopicLayouts) {
        state.withLock { state in
            drain(.max, &state)
            planner.adopt(layouts)
            follow(store.shape, &state)
        }
        wake()
    }

    /// Somebody has to be told everything: what announces topics is sent again.
    ///
    /// - Returns: The slots and documents that stand on those topics; they are sent again later, by
    ///   ``refresh(slots:documents:)``.
    func announceAgain(_ layout: String) -> (slots: [Int], documents: [Int]) {
        defer { wake() }
        return state.withLock { state in
            drain(.max, &state)
            var told: (slots: [Int], documents: [Int]) = ([], [])
            var announcements: [Int] = []
            let families = state.outbox.plan.section(layout)?.families ?? []
            for branch in families.joined() {
                for document in branch.documents {
                    guard document.content.stage == .announcement else {
                        told.documents.append(document.number)
                        continue
                    }
                    announcements.append(document.number)
                    told.slots += document.content.announced.map { document.firstSlot + $0 }
                }
            }
            state.outbox.refresh(slots: [], documents: announcements)
            return told
        }
    }

    /// What a layout says of its state is sent again: the broker may have published something else there.
    func restate(_ layout: String) {
        append { outbox in
            let documents = (outbox.plan.section(layout)?.families ?? []).joined().flatMap(\.documents)
            outbox.refresh(
                slots: [], documents: documents.filter { $0.content.stage == .state }.map(\.number))
        }
    }

    /// The broker acknowledged what was published under a token, or refused it.
    func acknowledge(token: UInt64, isRefused: Bool) {
        state.withLock { state in
            state.outbox.acknowledge(token: token, isRefused: isRefused)
            release(&state)
        }
    }

    /// Takes a place for the answer to an order; `nil` where too many are owed already.
    func openTicket(_ topic: [UInt8]) -> AnswerSequence.Ticket? {
        state.withLock { state in
            state.sequence.count < state.outbox.limits.answers ? state.sequence.open(topic) : nil
        }
    }

    /// Gives an answer that has no place among the others.
    func answer(outOfTurn answer: OutboxMessage) { append { $0.append(answer: answer) } }

    /// Gives an answer: it goes after everything that changed until now, and after the answers to earlier orders on
    /// its topic.
    func answer(_ ticket: AnswerSequence.Ticket, with answer: OutboxMessage) {
        state.withLock { state in
            let ready = state.sequence.close(ticket, with: answer)
            guard !ready.isEmpty else { return }
            drain(.max, &state)
            for answer in ready { state.outbox.append(answer: answer) }
        }
        wake()
    }

    /// Sends an event of the bridge, as long as not too many wait.
    func send(event payload: [UInt8]) { append { $0.append(notice: message(ofEvent: payload)) } }

    private func message(ofEvent payload: [UInt8]) -> OutboxMessage {
        OutboxMessage(topic: eventTopic, payload: payload, qualityOfService: codec.qualityOfService)
    }

    /// Says how far commissioning is.
    func send(progress: CommissioningProgress) {
        guard let structure = plan.topics.object(.structure, id: progress.structureID) else { return }
        send(event: BridgeEvent.commissioning(progress, structure, at: time.now))
    }

    /// Sends a line of the log.
    func send(line: OutboxMessage) { append { $0.append(line: line) } }

    /// Sends a message that is not retained, as long as not too many wait.
    func send(notice message: OutboxMessage) { append { $0.append(notice: message) } }

    /// Says that an order of a layout was carried out, after what it changed.
    func send(echo: LayoutOrder.Echo) {
        switch echo {
        case .message(let message): send(notice: message)
        case .document(let topic):
            append { outbox in
                let octets = Array(topic.utf8)
                guard let document = outbox.plan.branch(with: octets)?.documents.first(where: { $0.topic == octets })
                else { return }
                outbox.refresh(slots: [], documents: [document.number])
            }
        }
    }

    /// Sends a message before everything else.
    func send(urgent message: OutboxMessage) { change { $0.append(urgent: message) } }

    /// Sends what lies under a root again, also what is unchanged; asked for many times at once, it is sent once.
    ///
    /// - Parameters:
    ///   - root: A topic; `nil` is everything.
    ///   - selection: What lies there.
    func refresh(under root: String?, _ selection: () -> OutputSnapshot.Selection) {
        guard state.withLock({ $0.outbox.beginsRefresh(of: root) }) else { return }
        let selection = selection()
        refresh(slots: selection.slots, documents: selection.documents.map(\.number))
    }

    /// Sends outputs again, also unchanged ones.
    func refresh(slots: [Int], documents: [Int]) { change { $0.refresh(slots: slots, documents: documents) } }

    /// Sends the documents of a branch again, also unchanged ones.
    func refresh(root: String) {
        append { outbox in
            let documents = outbox.plan.branch(root: Array(root.utf8))?.documents ?? []
            outbox.refresh(slots: [], documents: documents.map(\.number))
        }
    }

    /// The bridge ends: `offline` is the last it says.
    func end() { append { $0.end() } }

    /// Changes what the bridge says about itself; `bridge/info` is sent again.
    func updateStatus(_ body: (inout BridgeStatus) -> Void) {
        change { outbox in
            body(&outbox.status)
            outbox.mark(documentOn: "\(outbox.plan.topics.base)/bridge/info")
        }
    }

    /// The broker does not take a message of this size: a retained topic is listed, an answer is given in short.
    ///
    /// - Returns: Whether this is to be said.
    func omit(_ topic: String, token: UInt64) -> Bool {
        let isNew = state.withLock { state in
            if state.outbox.shortenAnswer(token: token) { return true }
            let info = "\(state.outbox.plan.topics.base)/bridge/info"
            if topic == info, state.outbox.status.nameFewer() {
                state.outbox.mark(documentOn: info)
                return false
            }
            guard state.outbox.status.omit(topic) else { return false }
            if topic != info { state.outbox.mark(documentOn: info) }
            return true
        }
        wake()
        return isNew
    }

    /// The topic that was published under a token.
    func topic(ofToken token: UInt64) -> String? { state.withLock { $0.outbox.topic(ofToken: token) } }

    /// Takes over what the store's watcher marked.
    ///
    /// - Returns: How many marks there were.
    @discardableResult
    private func drain(_ limit: Int, _ state: inout State) -> Int {
        watcher.drain(limit, into: &state.observations)
        for observation in state.observations {
            switch observation {
            case .slot(let slot): state.outbox.mark(slot: slot)
            case .event(let event): state.outbox.append(event: event)
            case .shape:
                follow(store.shape, &state)
                state.outbox.markHub()
            }
        }
        let count = state.observations.count
        state.observations.removeAll(keepingCapacity: limit != .max)
        return count
    }

    /// The home may have another shape, or other layouts: its topics move, then it is said what happened.
    private func follow(_ shape: HomeShape, _ state: inout State) {
        let before = state.outbox.plan
        let after = planner.plan(shape)
        guard after !== before else { return }
        state.outbox.replace(plan: after)
        if state.outbox.hasPostponedClears { resumeClearsLater() }
        for payload in HomeEvents(from: before.topics, to: after.topics, at: time.now).payloads {
            state.outbox.append(notice: message(ofEvent: payload))
        }
        for message in after.layouts.messages(from: before.topics, to: after.topics) {
            state.outbox.append(notice: message)
        }
        release(&state)
    }

    private func resumeClearsLater() {
        let moment = time.uptime + ClearTable.delay
        Task { [weak self, time] in
            guard (try? await time.sleep(until: moment)) != nil else { return }
            self?.change { $0.resumeClears() }
        }
    }

    /// Has forgotten what is at the broker no more.
    private func release(_ state: inout State) {
        let gone = state.outbox.takeGone()
        if let registry { registry.release(gone) }
    }
}

extension Outbox: StateCompanion {
    /// What the bridge has kept together with the home: segments and published topics.
    func changes(for shape: HomeShape) -> [StateChange] {
        // The outbox takes every shape, one after another, so that nothing is kept that it never heard of.
        let now = plan.topics.shape
        return planner.changes(for: shape, after: now)
    }
}

extension Outbox: OutboundSource {
    func next(into message: inout OutboundMessage) -> Bool {
        state.withLock { state in
            while true {
                if state.outbox.next(into: &message, store: store, codec: codec) {
                    state.outbox.status.published &+= 1
                    release(&state)
                    return true
                }
                release(&state)
                guard state.outbox.phase == .live else { return false }
                if drain(Self.batch, &state) == 0 { return false }
            }
        }
    }
}

/// Wakes the connection there is, from any thread.
private final class WakeUp: Sendable {
    private let connection = Mutex<(any Connection)?>(nil)

    func set(_ connection: (any Connection)?) { self.connection.withLock { $0 = connection } }

    func call() { connection.withLock { $0 }?.wake() }
}
