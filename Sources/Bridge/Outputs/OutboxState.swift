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

    /// The base of the tokens of documents; below stand slots, from 1.
    static let firstDocumentToken: UInt64 = 1 << 40
    /// The token of answers: only the last one that went is asked for.
    static let answerToken: UInt64 = 1 << 50
    /// The base of the tokens of clears.
    static let firstClearToken: UInt64 = 1 << 51

    var plan: OutputPlan
    private(set) var phase = Phase.closed
    var status: BridgeStatus
    var queue = OutputQueue()
    var publishedSlots = PublishedHashes()
    var publishedDocuments = PublishedHashes()
    var urgent = RingBuffer<OutboxMessage>()
    var events = RingBuffer<EventReport>()
    var answers = RingBuffer<OutboxMessage>()
    var lines = RingBuffer<OutboxMessage>()
    var notices = RingBuffer<OutboxMessage>()
    /// The numbers of the documents that say first that their branches are being brought up to date.
    var openings = RingBuffer<Int32>()
    /// The numbers of documents that may change only while their branches are open, and whose branches are.
    var opened: Set<Int> = []
    /// The keys with which these were published, by number.
    var publishedKeys: [Int: UInt64] = [:]
    /// What counts of what documents said before, by their numbers.
    var memories = DocumentMemories()
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
        queue.removeAll()
        publishedSlots.forgetAll()
        publishedDocuments.forgetAll()
        openings = RingBuffer()
        opened = []
        var later: [DocumentContent.Stage: [DocumentOutput]] = [:]
        plan.forEachBranch { branch in
            markOpening(of: branch)
            for document in branch.documents {
                if document.content.stage == .value {
                    queue.append(document: document.number)
                } else {
                    later[document.content.stage, default: []].append(document)
                }
            }
        }
        plan.forEachSlot { queue.append(slot: $0) }
        for document in later[.announcement] ?? [] { queue.append(document: document.number) }
        for _ in 0..<brokerTopics.restart() { queue.append(.clear) }
        for document in later[.state] ?? [] { queue.append(document: document.number) }
        queue.append(.state)
        let owed = answers
        answers = RingBuffer()
        var left = owed
        while let answer = left.popFirst() {
            if let deadline = answer.deadline, deadline < now { status.dropped += 1 } else { append(answer: answer) }
        }
    }

    /// A value changed: the attribute, and every document that reads it.
    mutating func mark(slot: Int) {
        queue.append(slot: slot)
        plan.forEachReader(of: slot) { queue.append(document: $0) }
    }

    /// A document goes behind everything that waits, wherever its place was.
    mutating func markLast(document number: Int) {
        // Places count only where somebody takes what is in them; the next connection begins anew.
        if phase == .live { queue.moveToEnd(document: number) } else { queue.append(document: number) }
    }

    /// A branch is brought up to date: the document that says so goes first.
    mutating func markOpening(of branch: Branch) {
        guard phase == .live, let document = branch.documents.first(where: { $0.content.opening != nil }) else {
            return
        }
        openings.append(Int32(truncatingIfNeeded: document.number))
        queue.append(.opening)
        for document in branch.documents where document.content.key != nil { opened.insert(document.number) }
    }

    /// A document is to be sent that may change only while its branch is open.
    mutating func open(for document: DocumentOutput) {
        guard let branch = plan.branch(root: document.root) else { return }
        markOpening(of: branch)
        queue.append(document: document.number)
        for other in branch.documents where other !== document {
            // What waits goes while the branch is open, too.
            if other.content.opening != nil || queue.contains(document: other.number) {
                markLast(document: other.number)
            }
        }
    }

    /// The document on a topic may have changed.
    mutating func mark(documentOn topic: String) {
        let octets = Array(topic.utf8)
        plan.branch(with: octets)?.documents.first { $0.topic == octets }.map { queue.append(document: $0.number) }
    }

    /// The hub went or came, or there are more or fewer topics.
    mutating func markHub() {
        for number in plan.hubReaders { queue.append(document: number) }
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
            queue.append(slot: slot)
        }
        for document in documents {
            publishedDocuments.forget(document)
            // What says the same may be said at any time.
            if plan.document(document)?.content.key != nil { opened.insert(document) }
            queue.append(document: document)
        }
    }

    /// Something happened on a device.
    mutating func append(event: EventReport) {
        guard phase == .live, events.count < limits.events else {
            status.dropped += 1
            return
        }
        events.append(event)
        queue.append(.event)
        for message in plan.layouts.messages(for: event, in: plan.topics) { append(notice: message) }
    }

    /// An answer is ready.
    mutating func append(answer: OutboxMessage) {
        guard answers.count < limits.answers else {
            status.dropped += 1
            return
        }
        answers.append(answer)
        queue.append(.answer)
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
        queue.append(.line)
    }

    /// Something happened in the home, or to an order: what stands on `B/bridge/event`.
    mutating func append(notice: OutboxMessage) {
        guard phase == .live, notices.count < limits.events else {
            status.dropped += 1
            return
        }
        notices.append(notice)
        queue.append(.notice)
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
                if document.content.stage == .state { queue.append(document: document.number) }
            }
            queue.append(.state)
        } else {
            append(
                urgent: OutboxMessage(
                    topic: plan.stateTopic, payload: Array(stateText.utf8), qualityOfService: .atLeastOnce,
                    isRetained: true))
        }
    }
}
