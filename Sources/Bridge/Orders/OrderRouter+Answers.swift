import HomeGraph
import MQTT

// MARK: - Answers

extension OrderRouter {
    /// Where an answer goes.
    struct Reply: Sendable {
        /// `nil` where nobody wants it.
        let ticket: AnswerSequence.Ticket?
        let correlationData: [UInt8]?
        /// Where it is counted how the order ended.
        let tally: OutcomeTally
        /// When the order came.
        let arrival: Duration
        /// By when the order must have begun and be confirmed.
        let deadline: Duration
    }

    /// Takes a place for the answer.
    ///
    /// - Parameters:
    ///   - message: The order.
    ///   - topic: Where the answer goes if the order names no place; `nil`: nowhere.
    ///   - tally: Where it is counted how the order ends.
    ///   - longer: How long such an order may take, if that is longer than others.
    /// - Returns: Where the answer goes; `nil` where its topic would be longer than MQTT allows, or where too many wait:
    ///   that is answered at once.
    func openReply(
        _ message: InboundMessage, default topic: [UInt8]?, countedBy tally: OutcomeTally,
        timeout longer: Duration? = nil
    ) -> Reply? {
        var timeout = max(configuration.commands.timeout, longer ?? .zero)
        if let expiry = message.expiryInterval { timeout = min(timeout, .seconds(Int64(expiry))) }
        let arrival = time.uptime
        let deadline = arrival + timeout
        let answerTopic =
            message.responseTopic.flatMap {
                ResponseTopic.isAllowed(
                    $0, base: configuration.baseTopic, layouts: outbox.plan.layouts.foreignPrefixes) ? $0 : nil
            } ?? topic
        guard let answerTopic else {
            return Reply(ticket: nil, correlationData: nil, tally: tally, arrival: arrival, deadline: deadline)
        }
        guard answerTopic.count <= 65_535 else {
            log(.warning, .failure, "left out an order: the topic of its answer would be longer than 65535 octets")
            return nil
        }
        guard let ticket = outbox.openTicket(answerTopic) else {
            let error = HomeError(.resourceExhausted, "too many orders wait for their answers; try again later")
            tally.note(error.code, after: .zero)
            outbox.answer(
                outOfTurn: OutboxMessage(
                    topic: answerTopic,
                    payload: AnswerText.failure(OrderFailure(error), isBatch: false, id: strayID(message)),
                    qualityOfService: configuration.qualityOfService, correlationData: message.correlationData,
                    deadline: deadline))
            return nil
        }
        return Reply(
            ticket: ticket, correlationData: message.correlationData, tally: tally, arrival: arrival,
            deadline: deadline)
    }

    /// Gives an answer, and counts it.
    ///
    /// - Parameters:
    ///   - reply: Where it goes.
    ///   - error: Why the order was not carried out; `nil` where it was.
    ///   - payload: The answer.
    func answer(_ reply: Reply, _ error: HomeError?, _ payload: [UInt8]) {
        reply.tally.note(error?.code, after: time.uptime - reply.arrival)
        guard let ticket = reply.ticket else { return }
        outbox.answer(
            ticket,
            with: OutboxMessage(
                topic: ticket.topic, payload: payload, qualityOfService: configuration.qualityOfService,
                correlationData: reply.correlationData, deadline: reply.deadline))
    }
}
