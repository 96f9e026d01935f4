/// Brings answers into the order of their orders, topic by topic.
struct AnswerSequence: Sendable {
    /// An order whose answer is owed.
    struct Ticket: Sendable, Hashable {
        let topic: [UInt8]
        let number: UInt64
    }

    private struct Place {
        let number: UInt64
        var answer: OutboxMessage?
    }

    private var places: [[UInt8]: [Place]] = [:]
    private var lastNumber: UInt64 = 0
    /// How many answers are owed.
    private(set) var count = 0

    /// Takes a place for an answer on a topic.
    mutating func open(_ topic: [UInt8]) -> Ticket {
        lastNumber += 1
        count += 1
        places[topic, default: []].append(Place(number: lastNumber, answer: nil))
        return Ticket(topic: topic, number: lastNumber)
    }

    /// Gives an answer.
    ///
    /// - Returns: The answers that nothing holds back any more, in order.
    mutating func close(_ ticket: Ticket, with answer: OutboxMessage) -> [OutboxMessage] {
        guard let position = places[ticket.topic]?.firstIndex(where: { $0.number == ticket.number }) else { return [] }
        places[ticket.topic]?[position].answer = answer
        guard position == 0, let waiting = places[ticket.topic] else { return [] }
        let ready = waiting.prefix { $0.answer != nil }.compactMap(\.answer)
        places[ticket.topic] = waiting.count == ready.count ? nil : Array(waiting.dropFirst(ready.count))
        count -= ready.count
        return ready
    }
}
