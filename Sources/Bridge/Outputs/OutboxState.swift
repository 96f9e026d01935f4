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
    private enum Mark {
        static let event: Int32 = -1, answer: Int32 = -2, line: Int32 = -3, clear: Int32 = -4, state: Int32 = -5
        static let firstDocument: Int32 = -16
    }

    /// The base of the tokens of documents; below stand slots, from 1.
    static let firstDocumentToken: UInt64 = 1 << 40
    /// The token of answers: only the last one that went is asked for.
    static let answerToken: UInt64 = 1 << 50

    private(set) var plan: OutputPlan
    private(set) var phase = Phase.closed
    var status: BridgeStatus
    private var queue = MarkQueue()
    private var pendingSlots = BitSet()
    private var pendingDocuments = BitSet()
    private var publishedSlots = PublishedHashes()
    private var publishedDocuments = PublishedHashes()
    private var urgent = RingBuffer<OutboxMessage>()
    private var events = RingBuffer<EventReport>()
    private var answers = RingBuffer<OutboxMessage>()
    private var lines = RingBuffer<OutboxMessage>()
    private var clears = RingBuffer<[UInt8]>()
    private var lastAnswer: OutboxMessage?
    private var stateText = "online"
    private let limits: BridgeConfiguration.Limits

    /// An outbox in which nothing waits.
    init(plan: OutputPlan, status: BridgeStatus, limits: BridgeConfiguration.Limits) {
        self.plan = plan
        self.status = status
        self.limits = limits
    }

    /// How many answers, events and lines wait.
    var waiting: Int { answers.count + events.count + lines.count }
    /// Whether nothing waits in the queue.
    var isEmpty: Bool { queue.isEmpty }
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
        status.isConnected = false
        urgent = RingBuffer()
        status.dropped += events.count + lines.count
        events = RingBuffer()
        lines = RingBuffer()
    }

    /// Every retained topic is to be brought up to date, then the bridge is online, then what was owed is answered.
    ///
    /// - Parameter now: The uptime; answers whose time is over are dropped.
    mutating func publishEverything(now: Duration) {
        phase = .live
        queue.removeAll()
        pendingSlots.removeAll()
        pendingDocuments.removeAll()
        publishedSlots.forgetAll()
        publishedDocuments.forgetAll()
        for index in plan.documents.indices { mark(document: index) }
        plan.forEachSlot { mark(attribute: $0) }
        for _ in 0..<clears.count { queue.append(Mark.clear) }
        stateText = "online"
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
        for document in plan.readers(of: slot) { mark(document: document) }
    }

    private mutating func mark(attribute slot: Int) {
        if pendingSlots.insert(slot) { queue.append(Int32(truncatingIfNeeded: slot)) }
    }

    /// A document may have changed.
    mutating func mark(document index: Int) {
        if pendingDocuments.insert(index) { queue.append(Mark.firstDocument - Int32(truncatingIfNeeded: index)) }
    }

    /// The document on a topic may have changed.
    mutating func mark(documentOn topic: String) {
        if let index = plan.document(on: Array(topic.utf8)) { mark(document: index) }
    }

    /// The hub went or came.
    mutating func markHub() {
        for (index, document) in plan.documents.enumerated() where document.readsHub { mark(document: index) }
    }

    /// These outputs are to be sent again even if they are unchanged.
    mutating func refresh(slots: [Int], documents: [Int]) {
        for slot in slots {
            publishedSlots.forget(slot)
            mark(attribute: slot)
        }
        for document in documents {
            publishedDocuments.forget(document)
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

    /// A line of the log, or an event of the bridge itself.
    mutating func append(line: OutboxMessage) {
        guard phase == .live, lines.count < limits.logLines else {
            status.dropped += 1
            return
        }
        lines.append(line)
        queue.append(Mark.line)
    }

    /// A message that goes before everything else, also while the connection is prepared.
    mutating func append(urgent message: OutboxMessage) {
        if phase != .closed { urgent.append(message) }
    }

    /// A retained topic is nobody's any more.
    mutating func clear(_ topic: [UInt8]) {
        clears.append(topic)
        queue.append(Mark.clear)
    }

    /// The bridge ends: `offline` is the last it says.
    mutating func end() {
        stateText = "offline"
        if phase == .live {
            queue.append(Mark.state)
        } else {
            append(
                urgent: OutboxMessage(
                    topic: plan.stateTopic, payload: Array(stateText.utf8), qualityOfService: .atLeastOnce,
                    isRetained: true))
        }
    }

    /// The home has another shape: what is new or moved is published, then what is gone is cleared.
    mutating func replace(plan next: OutputPlan) {
        let previous = plan
        let documents = previous.documents.indices.map { previous.documents[$0].topic }
        plan = next
        rebuildQueue(documents: documents)
        var before: [Int: [UInt8]] = [:]
        for device in previous.topics.devices { before[device.record.firstSlot] = device.root }
        for device in next.topics.devices where before[device.record.firstSlot] != device.root {
            for offset in device.layout.slots.indices where device.layout.isPublished(offset) {
                publishedSlots.forget(device.record.firstSlot + offset)
                mark(attribute: device.record.firstSlot + offset)
            }
        }
        for index in next.documents.indices { mark(document: index) }
        for topic in previous.topics(goneIn: next) { clear(topic) }
    }

    /// Documents have other numbers now: those that wait lose their places, their hashes move along.
    private mutating func rebuildQueue(documents: [[UInt8]]) {
        queue.keep { $0 > Mark.firstDocument }
        pendingDocuments.removeAll()
        var hashes = PublishedHashes()
        for (index, topic) in documents.enumerated() {
            if let number = plan.document(on: topic) { hashes.set(number, publishedDocuments[index]) }
        }
        publishedDocuments = hashes
    }
}

// MARK: - What comes next

extension OutboxState {
    /// Fills the next message that goes, if one waits.
    mutating func next(into message: inout OutboundMessage, store: HomeStore, codec: OutputCodec) -> Bool {
        if let urgent = urgent.popFirst() {
            urgent.fill(&message)
            return true
        }
        guard phase == .live else { return false }
        while let mark = queue.popFirst() {
            message.removeAll()
            if fill(&message, with: mark, store: store, codec: codec) { return true }
        }
        return false
    }

    private mutating func fill(
        _ message: inout OutboundMessage, with mark: Int32, store: HomeStore, codec: OutputCodec
    ) -> Bool {
        switch mark {
        case Mark.event:
            guard let event = events.popFirst() else { return false }
            return codec.render(event, of: plan, into: &message)
        case Mark.answer:
            lastAnswer = answers.popFirst()
            guard fill(&message, from: lastAnswer) else { return false }
            message.token = Self.answerToken
            lastAnswer?.payload = []
            return true
        case Mark.line: return fill(&message, from: lines.popFirst())
        case Mark.clear:
            // A topic that somebody took meanwhile stays.
            guard let topic = clears.popFirst(), !plan.contains(topic) else { return false }
            message.topic.append(contentsOf: topic)
            message.qualityOfService = .atLeastOnce
            message.isRetained = true
            return true
        case Mark.state:
            message.topic.append(contentsOf: plan.stateTopic)
            message.payload.append(contentsOf: stateText.utf8)
            message.qualityOfService = .atLeastOnce
            message.isRetained = true
            return true
        case 0...: return fill(&message, slot: Int(mark), store: store, codec: codec)
        default: return fill(&message, document: Int(Mark.firstDocument - mark), store: store)
        }
    }

    private func fill(_ message: inout OutboundMessage, from waiting: OutboxMessage?) -> Bool {
        guard let waiting else { return false }
        waiting.fill(&message)
        return true
    }

    private mutating func fill(
        _ message: inout OutboundMessage, slot: Int, store: HomeStore, codec: OutputCodec
    ) -> Bool {
        pendingSlots.remove(slot)
        guard codec.render(slot: slot, of: plan, store: store, into: &message),
            publishedSlots.replace(slot, with: message.payload)
        else { return false }
        if message.qualityOfService > .atMostOnce { message.token = UInt64(slot) + 1 }
        return true
    }

    private mutating func fill(_ message: inout OutboundMessage, document index: Int, store: HomeStore) -> Bool {
        pendingDocuments.remove(index)
        guard plan.documents.indices.contains(index) else { return false }
        let document = plan.documents[index]
        document.render(
            DocumentOutput.Context(store: store, status: status, retainedTopics: plan.retainedTopics),
            &message.payload)
        guard publishedDocuments.replace(index, with: message.payload) else { return false }
        message.topic.append(contentsOf: document.topic)
        message.qualityOfService = document.qualityOfService
        message.isRetained = true
        message.token = Self.firstDocumentToken + UInt64(index)
        return true
    }

    /// The topic that was published under a token.
    func topic(ofToken token: UInt64) -> String? {
        if token == Self.answerToken { return nil }
        if token >= Self.firstDocumentToken {
            let index = Int(token - Self.firstDocumentToken)
            return plan.documents.indices.contains(index) ? Topic.text(plan.documents[index].topic) : nil
        }
        var topic: [UInt8] = []
        guard token > 0, plan.appendTopic(ofSlot: Int(token) - 1, to: &topic) else { return nil }
        return Topic.text(topic)
    }
}
