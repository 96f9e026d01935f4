import DataModel
import HomeGraph
import MQTT

/// What waits to be published on one connection, in order.
///
/// A value: it is told what happened and says what comes next. An output keeps the first place it got and is read when
/// its turn comes; answers, events and lines of the log stand between outputs where they were put.
struct OutboxState: Sendable {
    /// How far the connection is.
    enum Phase: Sendable {
        /// Nobody to send to: changes are conflated, answers wait, events and lines are dropped.
        case closed
        /// Connected; only urgent messages go.
        case preparing
        /// Everything goes.
        case live
    }

    /// What stands in the queue; a document's number is taken from ``firstDocument`` downward.
    enum Mark {
        static let event: Int32 = -1, answer: Int32 = -2, line: Int32 = -3, clear: Int32 = -4, state: Int32 = -5
        static let notice: Int32 = -6, opening: Int32 = -7
        static let firstDocument: Int32 = -16
    }

    /// The base of the tokens of documents; below stand slots, from 1.
    static let firstDocumentToken: UInt64 = 1 << 40
    /// The token of answers: only the last one that went is asked for.
    static let answerToken: UInt64 = 1 << 50
    /// The base of the tokens of clears.
    static let firstClearToken: UInt64 = 1 << 51

    private(set) var plan: OutputPlan
    private(set) var phase = Phase.closed
    var status: BridgeStatus
    var queue = RingBuffer<Int32>()
    var pendingSlots = BitSet()
    var pendingDocuments = BitSet()
    var publishedSlots = PublishedHashes()
    var publishedDocuments = PublishedHashes()
    var urgent = RingBuffer<OutboxMessage>()
    var events = RingBuffer<EventReport>()
    var answers = RingBuffer<OutboxMessage>()
    var lines = RingBuffer<OutboxMessage>()
    var notices = RingBuffer<OutboxMessage>()
    /// How many places of documents in the queue count no more, since they were to go later.
    var skippedPlaces: [Int: Int] = [:]
    /// The numbers of the documents that say first that their branches are being brought up to date.
    var openings = RingBuffer<Int32>()
    /// The numbers of documents that may change only while their branches are open, and whose branches are.
    var opened: Set<Int> = []
    /// The keys with which these were published, by number.
    var publishedKeys: [Int: UInt64] = [:]
    /// What counts of what documents said before, by their numbers.
    private(set) var memories = DocumentMemories()
    var brokerTopics: BrokerTopics
    var lastAnswer: OutboxMessage?
    /// What was asked to be sent again since anything was sent: all of it waits still.
    private var refreshed: Set<String?> = []
    /// Whether `online` was given to the connection and still holds: everything that is retained went before it.
    var hasSaidOnline = false
    /// Whether the bridge ends, so that whatever connection there is hears it as the last.
    private(set) var isEnding = false
    let limits: BridgeConfiguration.Limits
    /// How many roots are remembered as asked for anew.
    private static let refreshLimit = 1_000

    /// An outbox in which nothing waits.
    init(plan: OutputPlan, status: BridgeStatus, limits: BridgeConfiguration.Limits) {
        self.plan = plan
        self.status = status
        self.limits = limits
        brokerTopics = BrokerTopics(clearedFirst: plan.layouts.clearedFirst)
    }

    /// What stands on the topic of the bridge's state.
    var stateText: String { isEnding ? "offline" : "online" }

    /// How many roots are to be cleared.
    var clearing: Int { brokerTopics.clearing }
}

// MARK: - What happens

extension OutboxState {
    /// A broker is connected; nothing but urgent messages goes until ``publishEverything(now:)``.
    mutating func open() {
        phase = .preparing
        urgent = RingBuffer()
        status.open()
    }

    /// The connection is lost.
    mutating func close() {
        phase = .closed
        hasSaidOnline = false
        status.isConnected = false
        urgent = RingBuffer()
        status.dropped += events.count + lines.count + notices.count
        events = RingBuffer()
        lines = RingBuffer()
        notices = RingBuffer()
    }

    /// Every retained topic is to be brought up to date, then the bridge is online, then what was owed is answered.
    ///
    /// - Parameter now: The uptime; answers whose time is over are dropped.
    mutating func publishEverything(now: Duration) {
        phase = .live
        endRefreshes()
        queue = RingBuffer()
        pendingSlots.removeAll()
        pendingDocuments.removeAll()
        publishedSlots.forgetAll()
        publishedDocuments.forgetAll()
        skippedPlaces = [:]
        openings = RingBuffer()
        opened = []
        var later: [DocumentContent.Stage: [DocumentOutput]] = [:]
        plan.forEachBranch { branch in
            markOpening(of: branch)
            for document in branch.documents {
                if document.content.stage == .value {
                    mark(document: document.number)
                } else {
                    later[document.content.stage, default: []].append(document)
                }
            }
        }
        plan.forEachSlot { mark(attribute: $0) }
        for document in later[.announcement] ?? [] { mark(document: document.number) }
        for _ in 0..<brokerTopics.restart() { queue.append(Mark.clear) }
        for document in later[.state] ?? [] { mark(document: document.number) }
        queue.append(Mark.state)
        let owed = answers
        answers = RingBuffer()
        var left = owed
        while let answer = left.popFirst() {
            if let deadline = answer.deadline, deadline < now { status.dropped += 1 } else { append(answer: answer) }
        }
    }

    /// A value changed: the attribute, and every document that reads it.
    mutating func mark(slot: Int) {
        mark(attribute: slot)
        plan.forEachReader(of: slot) { mark(document: $0) }
    }

    private mutating func mark(attribute slot: Int) {
        if pendingSlots.insert(slot) { queue.append(Int32(truncatingIfNeeded: slot)) }
    }

    /// A document may have changed.
    mutating func mark(document number: Int) {
        if pendingDocuments.insert(number) { queue.append(Mark.firstDocument - Int32(truncatingIfNeeded: number)) }
    }

    /// A document goes behind everything that waits, wherever its place was.
    private mutating func markLast(document number: Int) {
        // Places count only where somebody takes what is in them; the next connection begins anew.
        guard phase == .live else { return mark(document: number) }
        if pendingDocuments.contains(number) { skippedPlaces[number, default: 0] += 1 }
        pendingDocuments.remove(number)
        mark(document: number)
    }

    /// A branch is brought up to date: the document that says so goes first.
    private mutating func markOpening(of branch: Branch) {
        guard phase == .live, let document = branch.documents.first(where: { $0.content.opening != nil }) else {
            return
        }
        openings.append(Int32(truncatingIfNeeded: document.number))
        queue.append(Mark.opening)
        for document in branch.documents where document.content.key != nil { opened.insert(document.number) }
    }

    /// A document is to be sent that may change only while its branch is open.
    mutating func open(for document: DocumentOutput) {
        guard let branch = plan.branch(root: document.root) else { return }
        markOpening(of: branch)
        mark(document: document.number)
        for other in branch.documents where other !== document {
            // What waits goes while the branch is open, too.
            if other.content.opening != nil || pendingDocuments.contains(other.number) {
                markLast(document: other.number)
            }
        }
    }

    /// The document on a topic may have changed.
    mutating func mark(documentOn topic: String) {
        let octets = Array(topic.utf8)
        plan.branch(with: octets)?.documents.first { $0.topic == octets }.map { mark(document: $0.number) }
    }

    /// The hub went or came, or there are more or fewer topics.
    mutating func markHub() {
        for number in plan.hubReaders { mark(document: number) }
    }

    /// What lies under a root, everything where it is `nil`, is asked for anew.
    ///
    /// - Returns: Whether it is to be marked; not where it waits anyway, since nothing was sent after it was marked.
    mutating func beginsRefresh(of root: String?) -> Bool {
        !refreshed.contains(nil) && (refreshed.count > Self.refreshLimit || refreshed.insert(root).inserted)
    }

    /// Something was sent, or has moved: whoever asks from now on gets it once more.
    mutating func endRefreshes() {
        if !refreshed.isEmpty { refreshed = [] }
    }

    /// These outputs are to be sent again even if they are unchanged.
    mutating func refresh(slots: [Int], documents: [Int]) {
        for slot in slots {
            publishedSlots.forget(slot)
            mark(attribute: slot)
        }
        for document in documents {
            publishedDocuments.forget(document)
            // What says the same may be said at any time.
            if plan.document(document)?.content.key != nil { opened.insert(document) }
            mark(document: document)
        }
    }

    /// Something happened on a device.
    mutating func append(event: EventReport) {
        guard phase == .live, events.count < limits.events else {
            status.dropped += 1
            return
        }
        events.append(event)
        queue.append(Mark.event)
        for message in plan.layouts.messages(for: event, in: plan.topics) { append(notice: message) }
    }

    /// An answer is ready.
    mutating func append(answer: OutboxMessage) {
        guard answers.count < limits.answers else {
            status.dropped += 1
            return
        }
        answers.append(answer)
        queue.append(Mark.answer)
    }

    /// The last answer was larger than the broker takes: the asker is told so instead, if at least that is small enough.
    ///
    /// - Returns: Whether the token is that of an answer.
    mutating func shortenAnswer(token: UInt64) -> Bool {
        guard token == Self.answerToken else { return false }
        guard var answer = lastAnswer else { return true }
        lastAnswer = nil
        guard !answer.isShortened else {
            status.dropped += 1
            return true
        }
        answer.isShortened = true
        answer.payload = AnswerText.failure(
            OrderFailure(HomeError(.resourceExhausted, "the answer is larger than the broker takes")), isBatch: false,
            id: nil)
        append(answer: answer)
        return true
    }

    /// A line of the log.
    mutating func append(line: OutboxMessage) {
        guard phase == .live, lines.count < limits.logLines else {
            status.dropped += 1
            return
        }
        lines.append(line)
        queue.append(Mark.line)
    }

    /// Something happened in the home, or to an order: what stands on `B/bridge/event`.
    mutating func append(notice: OutboxMessage) {
        guard phase == .live, notices.count < limits.events else {
            status.dropped += 1
            return
        }
        notices.append(notice)
        queue.append(Mark.notice)
    }

    /// A message that goes before everything else, also while the connection is prepared.
    mutating func append(urgent message: OutboxMessage) {
        if phase != .closed { urgent.append(message) }
    }

    /// The bridge ends: `offline` is the last it says.
    mutating func end() {
        isEnding = true
        resumeClears()
        if phase == .live {
            plan.forEachDocument { document in
                if document.content.stage == .state { mark(document: document.number) }
            }
            queue.append(Mark.state)
        } else {
            append(
                urgent: OutboxMessage(
                    topic: plan.stateTopic, payload: Array(stateText.utf8), qualityOfService: .atLeastOnce,
                    isRetained: true))
        }
    }
}

// MARK: - What comes and goes

extension OutboxState {
    /// These topics may be at the broker from before; what no plan has any more is to be cleared.
    mutating func expose(_ items: [ClearTable.Item]) { brokerTopics.expose(items, in: plan) }

    /// A retained topic is at the broker.
    ///
    /// - Returns: Whether the bridge publishes it now.
    mutating func expose(_ topic: [UInt8]) -> Bool { brokerTopics.expose(topic, in: plan) }

    /// A retained topic of the bridge's says this from before.
    mutating func recall(_ topic: [UInt8], payload: [UInt8]) {
        guard let document = plan.branch(with: topic)?.documents.first(where: { $0.topic == topic }) else { return }
        memories.recall(document, payload: payload)
    }

    /// Renders a document that is about to be sent.
    mutating func render(_ document: DocumentOutput, _ context: DocumentOutput.Context, into payload: inout [UInt8]) {
        memories.render(document, context, status, into: &payload)
    }

    /// Retained topics are nobody's.
    mutating func clear(_ topics: [[UInt8]]) {
        if brokerTopics.clear(topics) { markClears(1) }
    }

    /// Whether something is to be cleared later.
    var hasPostponedClears: Bool { brokerTopics.hasPostponed }

    /// What was to be cleared later is to be cleared now.
    mutating func resumeClears() { markClears(brokerTopics.resume()) }

    private mutating func markClears(_ count: Int) {
        guard phase == .live else { return }
        for _ in 0..<count { queue.append(Mark.clear) }
    }

    /// The broker acknowledged what was published under a token, or refused it.
    mutating func acknowledge(token: UInt64, isRefused: Bool) {
        guard token >= Self.firstClearToken else { return }
        brokerTopics.acknowledge(token - Self.firstClearToken, isRefused: isRefused)
    }

    /// What is at the broker no more since the last call, and is not published now.
    mutating func takeGone() -> [ClearTable.Item] { brokerTopics.takeGone(in: plan) }

    /// The home has another shape: what is new, moved or says something else is published, then what is gone is cleared.
    mutating func replace(plan next: OutputPlan) {
        let previous = plan
        plan = next
        endRefreshes()
        let change = BranchChange(from: previous.sections, to: next.sections)
        for document in change.leavingDocuments where next.document(document.number)?.topic != document.topic {
            publishedDocuments.forget(document.number)
            memories.forget(document.number)
        }
        for document in change.arrivingDocuments {
            guard let former = previous.document(document.number), former.topic == document.topic else { continue }
            memories.replace(former, with: document)
        }
        let later = markArriving(change)
        markHub()
        for branch in change.arriving {
            guard let device = branch.device,
                previous.topics.device(index: device.record.index)?.root != device.root
            else { continue }
            OutputPlan.forEachSlot(of: device) { slot in
                publishedSlots.forget(slot)
                mark(attribute: slot)
            }
        }
        for document in later { markLast(document: document.number) }
        markClears(brokerTopics.abandon(change.leaving, in: next))
    }

    /// Marks the documents that came, all but those that go after the attributes: these are returned.
    private mutating func markArriving(_ change: BranchChange) -> [DocumentOutput] {
        let arriving = Set(change.arrivingDocuments.map(\.number))
        var later: [DocumentOutput] = []
        for branch in change.arriving {
            guard branch.documents.contains(where: { arriving.contains($0.number) }) else { continue }
            markOpening(of: branch)
            for document in branch.documents {
                if document.content.opening != nil {
                    markLast(document: document.number)
                } else if document.content.stage != .value {
                    if arriving.contains(document.number) { later.append(document) }
                } else if arriving.contains(document.number) {
                    // What waits already would go before the opening.
                    if document.content.key != nil {
                        markLast(document: document.number)
                    } else {
                        mark(document: document.number)
                    }
                }
            }
        }
        return later
    }
}
