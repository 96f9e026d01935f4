import HomeGraph

extension Engine {
    /// What a call caused, to be reported in this order.
    struct Reports: Sendable {
        /// The new values.
        var changes: [Change] = []
        /// What happened.
        var events: [EventReport] = []
        /// Which of both came when.
        var order: [Kind] = []

        /// The next change, or the next event.
        enum Kind: Sendable { case change, event }

        /// Appends a change.
        mutating func append(_ change: Change) {
            changes.append(change)
            order.append(.change)
        }

        /// Appends an event.
        mutating func append(_ event: EventReport) {
            events.append(event)
            order.append(.event)
        }
    }
}

extension Engine.Reports {
    /// Tells a receiver everything, in order.
    func tell(_ receiver: any HubReceiver) {
        guard !events.isEmpty else {
            if !changes.isEmpty { receiver.report(changes) }
            return
        }
        var nextChange = 0
        var nextEvent = 0
        for kind in order {
            switch kind {
            case .change:
                receiver.report([changes[nextChange]])
                nextChange += 1
            case .event:
                receiver.report(events[nextEvent])
                nextEvent += 1
            }
        }
    }
}
