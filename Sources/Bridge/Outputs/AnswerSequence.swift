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

    /// What is owed on one topic, by rising numbers; what was answered at the front is dropped now and then.
    private struct Queue {
        var places: [Place] = []
        /// How many at the front are done with.
        var done = 0

        /// Where a number stands; found by halving.
        func position(of number: UInt64) -> Int? {
            var range = done..<places.count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                if places[middle].number == number { return middle }
                range = places[middle].number < number ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }

        /// Takes the answers that nothing holds back any more.
        mutating func takeReady() -> [OutboxMessage] {
            let ready = places[done...].prefix { $0.answer != nil }.compactMap(\.answer)
            done += ready.count
            if done > places.count / 2 {
                places.removeFirst(done)
                done = 0
            }
            return ready
        }
    }

    /// A topic that is hashed in one go; an array of octets is hashed octet by octet.
    private struct Key: Hashable {
        let topic: [UInt8]

        func hash(into hasher: inout Hasher) {
            unsafe topic.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private var queues: [Key: Queue] = [:]
    private var lastNumber: UInt64 = 0
    /// How many answers are owed.
    private(set) var count = 0

    /// Takes a place for an answer on a topic.
    mutating func open(_ topic: [UInt8]) -> Ticket {
        lastNumber += 1
        count += 1
        queues[Key(topic: topic), default: Queue()].places.append(Place(number: lastNumber, answer: nil))
        return Ticket(topic: topic, number: lastNumber)
    }

    /// Gives an answer.
    ///
    /// - Returns: The answers that nothing holds back any more, in order.
    mutating func close(_ ticket: Ticket, with answer: OutboxMessage) -> [OutboxMessage] {
        guard let queue = queues.index(forKey: Key(topic: ticket.topic)),
            let position = queues.values[queue].position(of: ticket.number)
        else { return [] }
        queues.values[queue].places[position].answer = answer
        let ready = queues.values[queue].takeReady()
        if queues.values[queue].places.isEmpty { queues.remove(at: queue) }
        count -= ready.count
        return ready
    }
}
