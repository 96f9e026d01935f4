import HomeGraph
import MQTT

// MARK: - What comes next

extension OutboxState {
    /// Fills the next message that goes, if one waits.
    mutating func next(into message: inout OutboundMessage, store: HomeStore, codec: OutputCodec) -> Bool {
        if let urgent = urgent.popFirst() {
            urgent.fill(&message)
            return true
        }
        guard phase == .live else { return false }
        endRefreshes()
        if fillClear(&message, codec) { return true }
        while let item = queue.popFirst() {
            message.removeAll()
            if fill(&message, with: item, store: store, codec: codec) { return true }
        }
        return false
    }

    private mutating func fill(
        _ message: inout OutboundMessage, with item: OutputQueue.Item, store: HomeStore, codec: OutputCodec
    ) -> Bool {
        switch item {
        case .next(.event):
            guard let event = events.popFirst() else { return false }
            return codec.render(event, of: plan, into: &message)
        case .next(.answer):
            lastAnswer = answers.popFirst()
            guard fill(&message, from: lastAnswer) else { return false }
            message.token = Self.answerToken
            lastAnswer?.payload = []
            return true
        case .next(.line): return fill(&message, from: lines.popFirst())
        case .next(.notice): return fill(&message, from: notices.popFirst())
        case .next(.opening): return fill(&message, opening: openings.popFirst(), store: store)
        case .next(.clear):
            brokerTopics.begin(in: plan)
            return fillClear(&message, codec)
        case .next(.state):
            hasSaidOnline = !isEnding
            message.topic.append(contentsOf: plan.stateTopic)
            message.payload.append(contentsOf: stateText.utf8)
            message.qualityOfService = .atLeastOnce
            message.isRetained = true
            return true
        case .slot(let slot): return fill(&message, slot: slot, store: store, codec: codec)
        case .document(let number): return fill(&message, document: number, store: store)
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
        guard codec.render(slot: slot, of: plan, store: store, into: &message),
            publishedSlots.replace(slot, with: message.payload)
        else { return false }
        if message.qualityOfService > .atMostOnce { message.token = UInt64(slot) + 1 }
        if let root = plan.rootNumber(ofSlot: slot) { brokerTopics.expose(root: root) }
        return true
    }

    private mutating func fill(_ message: inout OutboundMessage, document number: Int, store: HomeStore) -> Bool {
        guard let document = plan.document(number) else { return false }
        if let key = document.key(context(store)) {
            guard opened.remove(number) != nil else {
                if publishedKeys[number] != key { open(for: document) }
                return false
            }
            publishedKeys[number] = key
        }
        render(document, context(store), into: &message.payload)
        guard publishedDocuments.replace(number, with: message.payload) else { return false }
        finish(&message, document)
        return true
    }

    /// What stands on a document's topic while its branch is brought up to date; the document itself follows.
    private mutating func fill(_ message: inout OutboundMessage, opening number: Int32?, store: HomeStore) -> Bool {
        guard let document = number.flatMap({ plan.document(Int($0)) }),
            document.renderOpening(context(store), into: &message.payload)
        else { return false }
        publishedDocuments.forget(document.number)
        finish(&message, document)
        return true
    }

    private func context(_ store: HomeStore) -> DocumentOutput.Context {
        DocumentOutput.Context(store: store, status: status, plan: plan, isEnding: isEnding)
    }

    private mutating func finish(_ message: inout OutboundMessage, _ document: DocumentOutput) {
        document.appendTopic(to: &message.topic)
        message.qualityOfService = document.content.qualityOfService
        message.isRetained = true
        message.token = Self.firstDocumentToken + UInt64(document.number)
        brokerTopics.expose(root: document.rootNumber)
    }

    private mutating func fillClear(_ message: inout OutboundMessage, _ codec: OutputCodec) -> Bool {
        guard let clear = brokerTopics.next(in: plan) else { return false }
        message.topic.append(contentsOf: clear.topic)
        message.qualityOfService = codec.qualityOfService
        message.isRetained = true
        if let number = clear.number {
            message.qualityOfService = max(message.qualityOfService, .atLeastOnce)
            message.token = Self.firstClearToken + number
        }
        return true
    }

    /// The topic that was published or cleared under a token, as far as that is known still.
    func topic(ofToken token: UInt64) -> String? {
        if token >= Self.firstClearToken {
            return brokerTopics.item(token - Self.firstClearToken).map { Topic.text($0.topic(0)) }
        }
        if token >= Self.answerToken { return nil }
        if token >= Self.firstDocumentToken {
            return plan.document(Int(token - Self.firstDocumentToken)).map { Topic.text($0.topic) }
        }
        var topic: [UInt8] = []
        guard token > 0, plan.appendTopic(ofSlot: Int(token) - 1, to: &topic) else { return nil }
        return Topic.text(topic)
    }
}
