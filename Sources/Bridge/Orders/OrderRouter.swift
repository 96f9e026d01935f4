import DataModel
import HomeGraph
import MQTT
import ModelReader
import Synchronization

/// Takes inbound messages: finds out what they ask for, has it carried out, and sees that each gets one answer.
final class OrderRouter: Sendable {
    private let outbox: Outbox
    private let dispatcher: OrderDispatcher
    private let planner: OrderPlanner
    private let requests: RequestTable
    private let edits: EditQueue
    private let configuration: BridgeConfiguration
    private let time: any TimeSource
    private let log: BridgeLog
    private let rateLimit: Mutex<RateLimit>
    private let hasWarnedOfRetained = Mutex(false)
    private let lastingRequests = Mutex(0)

    /// Makes a router.
    init(
        outbox: Outbox, dispatcher: OrderDispatcher, planner: OrderPlanner, requests: RequestTable, edits: EditQueue,
        configuration: BridgeConfiguration, time: any TimeSource, log: BridgeLog
    ) {
        self.outbox = outbox
        self.dispatcher = dispatcher
        self.planner = planner
        self.requests = requests
        self.edits = edits
        self.configuration = configuration
        self.time = time
        self.log = log
        rateLimit = Mutex(RateLimit(rate: configuration.commands.rate))
    }

    /// Takes a message in; it returns before an order is carried out.
    func take(_ message: InboundMessage, version: ProtocolVersion) {
        let topics = outbox.plan.topics
        let levels = Topic.levels(of: message.topic)
        guard levels.count > topics.baseLevels.count + 1,
            levels.prefix(topics.baseLevels.count).elementsEqual(topics.baseLevels)
        else { return }
        guard isOrder(message, version) else { return }
        let below = levels.dropFirst(topics.baseLevels.count)
        if below.count > 2, below[below.startIndex].elementsEqual("bridge".utf8),
            below[below.startIndex + 1].elementsEqual("request".utf8)
        {
            takeRequest(Topic.text(Array(below.dropFirst(2).joined(separator: [Topic.separator]))), message)
        } else {
            takeOrder(below, message, version, topics)
        }
    }

    /// Retained messages are no orders; what an empty one with the retain flag means depends on the version.
    private func isOrder(_ message: InboundMessage, _ version: ProtocolVersion) -> Bool {
        guard message.isRetained else { return true }
        if version == .v5 { return !message.payload.isEmpty }
        let isFirst = hasWarnedOfRetained.withLock { warned in
            defer { warned = true }
            return !warned
        }
        if isFirst {
            let topic = Topic.text(message.topic)
            log(
                .warning,
                "ignored a retained message on \(topic); retained messages are no orders: clear it with mosquitto_pub -r -n -t '\(topic)'"
            )
        }
        return false
    }
}

// MARK: - Orders

extension OrderRouter {
    private func takeOrder(
        _ below: ArraySlice<ArraySlice<UInt8>>, _ message: InboundMessage, _ version: ProtocolVersion,
        _ topics: HomeTopics
    ) {
        guard let reply = openReply(message, default: message.topic + Array("/response".utf8)) else { return }
        var payload = OrderPayload.none
        var target: OrderAddress.Target?
        do throws(HomeError) {
            let address = try OrderAddress(below, in: topics)
            target = address.target
            try checkSize(message)
            payload = try OrderPayload(message.payload, isTextual: isTextual(address))
            try refuseEmpty(payload, address, version)
            var steps: [OrderStep] = []
            if let member = address.member {
                steps = [OrderStep(member, address.verb, payload.body)]
            } else {
                steps = try OrderStep.batch(payload.body)
            }
            carryOut(
                steps, for: address.target, Caller(message, reply, payload.id, isBatch: address.member == nil), topics)
        } catch {
            fail(Caller(message, reply, payload.id ?? strayID(message), isBatch: false), OrderFailure(error), target)
        }
    }

    /// Who is answered, and how.
    private struct Caller: Sendable {
        let topic: [UInt8]
        let reply: Reply
        let id: JSONValue?
        let isBatch: Bool

        init(_ message: InboundMessage, _ reply: Reply, _ id: JSONValue?, isBatch: Bool) {
            topic = message.topic
            self.reply = reply
            self.id = id
            self.isBatch = isBatch
        }
    }

    private func carryOut(
        _ steps: [OrderStep], for target: OrderAddress.Target, _ caller: Caller, _ topics: HomeTopics
    ) {
        var planned: PlannedOrders
        do throws(OrderFailure) {
            planned = try planner.plan(steps, for: target, isBatch: caller.isBatch, in: topics)
        } catch {
            return fail(caller, error, target)
        }
        limitRate(&planned)
        OrderGathering.carryOut(planned, deadline: caller.reply.deadline, dispatcher: dispatcher) {
            [planned] outcomes in
            switch outcomes.answer {
            case .success(let results):
                self.answer(caller.reply, AnswerText.success(planned, results, id: caller.id))
            case .failure(let failure): self.fail(caller, failure, target)
            }
        }
    }

    /// Answers an order that failed; where it found an object, whoever listens is told, too.
    private func fail(_ caller: Caller, _ failure: OrderFailure, _ target: OrderAddress.Target?) {
        if let target {
            outbox.send(
                event: BridgeEvent.commandFailed(target.object, order: Topic.text(caller.topic), at: time.now) {
                    AnswerText.write(failure, isBatch: caller.isBatch, to: &$0)
                })
        }
        answer(caller.reply, AnswerText.failure(failure, isBatch: caller.isBatch, id: caller.id))
    }

    /// Refuses the orders of devices that got too many within a second.
    private func limitRate(_ planned: inout PlannedOrders) {
        let now = time.uptime
        let rate = configuration.commands.rate
        for position in planned.members.indices where planned.members[position].error == nil {
            guard !rateLimit.withLock({ $0.take(planned.members[position].device, now: now) }) else { continue }
            let error = HomeError(
                .resourceExhausted, "the device takes \(rate) orders a second (commands.rate); try again later")
            planned.members[position].error = (planned.members[position].numbers.first ?? 0, error)
        }
    }

    private func checkSize(_ message: InboundMessage) throws(HomeError) {
        guard message.payload.count <= configuration.commands.maximumPayload else {
            throw HomeError(
                .resourceExhausted,
                "the payload has \(message.payload.count) octets; \(configuration.commands.maximumPayload) are the most"
            )
        }
    }

    /// The id of an order whose payload was not read, or not taken.
    private func strayID(_ message: InboundMessage) -> JSONValue? {
        guard message.payload.count <= configuration.commands.maximumPayload else { return nil }
        return OrderPayload.id(in: message.payload)
    }

    /// Whether the attribute that is written holds text, so that a brace at the beginning says nothing.
    private func isTextual(_ address: OrderAddress) -> Bool {
        guard address.verb == .set, let member = address.member, case .device(let device) = address.target,
            let attribute = device.record.layout.part(named: member.part)?.trait(named: member.trait)?
                .attribute(named: member.member)
        else { return false }
        switch attribute.value.type {
        case .string: return true
        case .octets: return attribute.value.text != .never
        default: return false
        }
    }

    private func refuseEmpty(
        _ payload: OrderPayload, _ address: OrderAddress, _ version: ProtocolVersion
    ) throws(HomeError) {
        guard case .empty = payload.body else { return }
        if address.verb == .set {
            throw HomeError(.invalidArgument, "the payload is empty; send the value, null, or \"\" for an empty text")
        }
        if version == .v3_1_1 {
            throw HomeError(.invalidArgument, "the payload is empty; send {} for a command without arguments")
        }
    }
}

// MARK: - Requests

extension OrderRouter {
    private func takeRequest(_ name: String, _ message: InboundMessage) {
        guard
            let reply = openReply(
                message, default: Array("\(configuration.baseTopic)/bridge/response/\(name)".utf8),
                timeout: requests.timeout(ofRequest: name))
        else { return }
        var id: JSONValue?
        do throws(HomeError) {
            try checkSize(message)
            let payload = try OrderPayload(message.payload)
            id = payload.id
            let request = try requests.request(named: name)
            let path = "request/\(name)"
            guard planner.resolver.filter.allows(path) else { throw CommandFilter.refusal(path) }
            let arguments = try RequestArguments(payload.body, of: request)
            switch request.action {
            case .immediate(let act): finish(reply, .success(try act(arguments)), id: id)
            case .lasting(let begin):
                let id = id
                try beginLasting()
                do throws(HomeError) {
                    finish(try begin(arguments, reply.deadline), by: reply.deadline) { self.finish(reply, $0, id: id) }
                } catch {
                    endLasting()
                    throw error
                }
            case .edit(let edit):
                let id = id
                try edits.submit(edit, arguments, deadline: reply.deadline) { self.finish(reply, $0, id: id) }
            }
        } catch {
            finish(reply, .failure(error), id: id ?? strayID(message))
        }
    }

    /// Does what is left of a request that was begun; it is answered when its time is over, at the latest.
    private func finish(
        _ work: @escaping BridgeRequest.Work, by deadline: Duration, completion: @escaping EditQueue.Completion
    ) {
        let outcome = TimedOutcome(deadline: deadline, time: time) {
            HomeError(.deadlineExceeded, "the request was not carried out in time")
        } completion: {
            completion($0)
        }
        Task {
            defer { self.endLasting() }
            do throws(HomeError) {
                outcome.finish(.success(try await work()))
            } catch {
                outcome.finish(.failure(error))
            }
        }
    }

    private func finish(_ reply: Reply, _ result: Result<BridgeRequest.Result?, HomeError>, id: JSONValue?) {
        switch result {
        case .success(let result): answer(reply, AnswerText.success(id: id, result: result))
        case .failure(let error): answer(reply, AnswerText.failure(OrderFailure(error), isBatch: false, id: id))
        }
    }

    private func endLasting() { lastingRequests.withLock { $0 -= 1 } }

    /// Counts a request that takes time.
    /// - Throws: `resourceExhausted` where too many are being carried out.
    private func beginLasting() throws(HomeError) {
        let limit = configuration.limits.requests
        let hasPlace = lastingRequests.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard hasPlace else {
            throw HomeError(.resourceExhausted, "\(limit) requests are being carried out already; try again later")
        }
    }
}

// MARK: - Answers

extension OrderRouter {
    /// Where an answer goes.
    private struct Reply: Sendable {
        let ticket: AnswerSequence.Ticket
        let correlationData: [UInt8]?
        /// By when the order must have begun and be confirmed.
        let deadline: Duration
    }

    /// Takes a place for the answer; `nil` where its topic would be longer than MQTT allows.
    private func openReply(
        _ message: InboundMessage, default topic: [UInt8], timeout longer: Duration? = nil
    ) -> Reply? {
        var timeout = max(configuration.commands.timeout, longer ?? .zero)
        if let expiry = message.expiryInterval { timeout = min(timeout, .seconds(Int64(expiry))) }
        let answerTopic =
            message.responseTopic.flatMap {
                ResponseTopic.isAllowed($0, base: configuration.baseTopic) ? $0 : nil
            } ?? topic
        guard answerTopic.count <= 65_535 else {
            log(.warning, "left out an order: the topic of its answer would be longer than 65535 octets")
            return nil
        }
        return Reply(
            ticket: outbox.openTicket(answerTopic), correlationData: message.correlationData,
            deadline: time.uptime + timeout)
    }

    private func answer(_ reply: Reply, _ payload: [UInt8]) {
        outbox.answer(
            reply.ticket,
            with: OutboxMessage(
                topic: reply.ticket.topic, payload: payload, qualityOfService: configuration.qualityOfService,
                correlationData: reply.correlationData, deadline: reply.deadline))
    }
}

/// Whether an answer may go where its asker wants it.
enum ResponseTopic {
    /// Outside of `B`, or ending in `/response` where the bridge itself does not listen; a valid name; not one of the
    /// broker's own.
    static func isAllowed(_ topic: [UInt8], base: String) -> Bool {
        guard let name = try? TopicName(octets: topic), !name.isReserved else { return false }
        guard name.description == base || name.description.hasPrefix("\(base)/") else { return true }
        return name.description.hasSuffix("/response") && !name.description.hasPrefix("\(base)/bridge/request/")
    }
}
