import HomeGraph

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
        for _ in 0..<count { queue.append(.clear) }
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
                queue.append(slot: slot)
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
                        queue.append(document: document.number)
                    }
                }
            }
        }
        return later
    }
}
