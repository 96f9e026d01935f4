import DataModel
import HomeGraph
import MQTT
import ModelReader
import Synchronization

/// Takes inbound messages: finds out what they ask for, has it carried out, and sees that each gets one answer.
final class OrderRouter: Sendable {
    let outbox: Outbox
    private let dispatcher: OrderDispatcher
    let planner: OrderPlanner
    let requests: RequestTable
    let edits: EditQueue
    let configuration: BridgeConfiguration
    let time: any TimeSource
    let log: BridgeLog
    private let rateLimit: Mutex<RateLimit>
    private let hasWarnedOfRetained = Mutex(false)
    let lastingRequests: Places
    /// How orders ended.
    let orders = OutcomeTally()
    /// How requests ended.
    let requestOutcomes = OutcomeTally()

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
        lastingRequests = Places(configuration.limits.requests)
        rateLimit = Mutex(RateLimit(rate: configuration.commands.rate))
    }

    /// Takes a message in; it returns before an order is carried out.
    ///
    /// - Returns: What a layout asks for that is no order.
    func take(_ message: InboundMessage, version: ProtocolVersion) -> LayoutAction {
        let plan = outbox.plan
        if let layout = plan.layouts.listener(to: message.topic) {
            let action = layout.action(for: message, in: plan.topics)
            return take(action, of: layout, message, version, plan.topics)
        }
        takeNative(message, version, plan.topics)
        return .none
    }

    private func takeNative(_ message: InboundMessage, _ version: ProtocolVersion, _ topics: HomeTopics) {
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

    /// Takes what a layout made of a message.
    private func take(
        _ action: LayoutAction, of layout: any TopicLayout, _ message: InboundMessage, _ version: ProtocolVersion,
        _ topics: HomeTopics
    ) -> LayoutAction {
        switch action {
        case .order, .request, .sequence:
            if isOrder(message, version) { carryOut(action, of: layout, message, topics) }
            return .none
        case .none, .announce, .refresh:
            // In MQTT 3.1.1 what is retained comes again with each connection, and everything is published then anyway.
            return message.isRetained && (version == .v3_1_1 || message.payload.isEmpty) ? .none : action
        }
    }

    private func carryOut(
        _ action: LayoutAction, of layout: any TopicLayout, _ message: InboundMessage, _ topics: HomeTopics
    ) {
        switch action {
        case .order(let order): take(order, of: layout, message, topics)
        case .request(let request): take(request, of: layout, message)
        case .sequence(let actions): for action in actions { carryOut(action, of: layout, message, topics) }
        case .none, .announce, .refresh: break
        }
    }

    /// What a message to a layout asked for failed: nobody may have asked for an answer, so it is said where people look.
    func tell(of failure: HomeError, of layout: any TopicLayout, _ message: InboundMessage) {
        log(.warning, .failure, "\(Topic.shown(message.topic)): \(failure.message)")
        for message in layout.messages(for: failure, of: message) { outbox.send(notice: message) }
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
            let topic = Topic.shown(message.topic)
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
        guard let reply = openReply(message, default: message.topic + Array("/response".utf8), countedBy: orders)
        else { return }
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

    private func take(
        _ order: LayoutOrder, of layout: any TopicLayout, _ message: InboundMessage, _ topics: HomeTopics
    ) {
        guard let reply = openReply(message, default: order.answerTopic(message.topic), countedBy: orders) else {
            return
        }
        let caller = Caller(message, reply, order.id, isBatch: false) {
            if let echo = order.echo { self.outbox.send(echo: echo) }
        } failed: {
            self.tell(of: $0, of: layout, message)
        }
        do throws(HomeError) {
            try checkSize(message)
            let steps = try order.steps.get()
            guard let recipient = order.recipient else {
                throw HomeError(.notFound, "nobody has the topic \(Topic.text(message.topic))")
            }
            switch recipient {
            case .object(let target): carryOut(steps, for: target, caller, topics)
            case .parts(let parts, let name):
                let planned: PlannedOrders
                do throws(OrderFailure) {
                    planned = try planner.plan(steps, for: parts, of: name)
                } catch {
                    throw error.error
                }
                carryOut(planned, caller, nil, members: parts.map(\.device))
            case .values(let values, let name):
                let planned: PlannedOrders
                do throws(OrderFailure) {
                    planned = try planner.plan(values, of: name)
                } catch {
                    throw error.error
                }
                // What is told of the one device there is need not be told of it as a member.
                carryOut(planned, caller, order.target, members: order.target == nil ? values.map(\.device) : [])
            }
        } catch {
            fail(caller, OrderFailure(error), order.target)
        }
    }

    /// Who is answered, and how.
    private struct Caller: Sendable {
        let topic: [UInt8]
        let reply: Reply
        let id: JSONValue?
        let isBatch: Bool
        /// Hears that it was carried out.
        let succeeded: (@Sendable () -> Void)?
        /// Hears why it failed.
        let failed: (@Sendable (HomeError) -> Void)?

        init(
            _ message: InboundMessage, _ reply: Reply, _ id: JSONValue?, isBatch: Bool,
            succeeded: (@Sendable () -> Void)? = nil, failed: (@Sendable (HomeError) -> Void)? = nil
        ) {
            self.succeeded = succeeded
            self.failed = failed
            topic = message.topic
            self.reply = reply
            self.id = id
            self.isBatch = isBatch
        }
    }

    private func carryOut(
        _ steps: [OrderStep], for target: OrderAddress.Target, _ caller: Caller, _ topics: HomeTopics
    ) {
        do throws(OrderFailure) {
            carryOut(
                try planner.plan(steps, for: target, isBatch: caller.isBatch, in: topics), caller, target,
                members: target.members(in: topics))
        } catch {
            fail(caller, error, target)
        }
    }

    private func carryOut(
        _ planned: PlannedOrders, _ caller: Caller, _ target: OrderAddress.Target?, members: [HomeTopics.Device]
    ) {
        var planned = planned
        limitRate(&planned)
        OrderGathering.carryOut(planned, deadline: caller.reply.deadline, dispatcher: dispatcher) {
            [planned] outcomes in
            self.tell(of: outcomes.failures, among: members, caller)
            switch outcomes.answer {
            case .success(let results):
                caller.succeeded?()
                self.answer(caller.reply, nil, AnswerText.success(planned, results, id: caller.id))
            case .failure(let failure): self.fail(caller, failure, target)
            }
        }
    }

    /// Answers an order that failed; where it found an object, whoever listens is told, too.
    private func fail(_ caller: Caller, _ failure: OrderFailure, _ target: OrderAddress.Target?) {
        if let target { tell(of: failure, target.object, caller) }
        caller.failed?(failure.error)
        answer(
            caller.reply, failure.error, AnswerText.failure(failure, isBatch: caller.isBatch, id: caller.id))
    }

    /// Tells whoever listens which members of a group or room failed: the one answer to the order does not.
    private func tell(
        of failures: [(device: DeviceIndex, failure: OrderFailure)], among members: [HomeTopics.Device],
        _ caller: Caller
    ) {
        guard !failures.isEmpty else { return }
        let devices = Dictionary(members.map { ($0.record.index, $0) }) { $1 }
        for (index, failure) in failures {
            if let device = devices[index] { tell(of: failure, device, caller) }
        }
    }

    private func tell(of failure: OrderFailure, _ object: any TopicObject, _ caller: Caller) {
        outbox.send(
            event: BridgeEvent.commandFailed(object, order: Topic.text(caller.topic), at: time.now) {
                AnswerText.write(failure, isBatch: caller.isBatch, to: &$0)
            })
    }

    /// Refuses the orders of devices that got too many within a second.
    private func limitRate(_ planned: inout PlannedOrders) {
        let rate = configuration.commands.rate
        guard rate > 0 else { return }
        let now = time.uptime
        // A message is one order for each device, however many of the device's parts it is for.
        var taken: [DeviceIndex: Bool] = [:]
        for position in planned.members.indices where planned.members[position].error == nil {
            let device = planned.members[position].device
            let isTaken = taken[device] ?? rateLimit.withLock { $0.take(device, now: now) }
            taken[device] = isTaken
            guard !isTaken else { continue }
            let error = HomeError(
                .resourceExhausted, "the device takes \(rate) orders a second (commands.rate); try again later")
            planned.members[position].withhold(for: error)
        }
    }

    /// Refuses a payload that is larger than the user allows.
    func checkSize(_ message: InboundMessage) throws(HomeError) {
        guard message.payload.count <= configuration.commands.maximumPayload else {
            throw HomeError(
                .resourceExhausted,
                "the payload has \(message.payload.count) octets; \(configuration.commands.maximumPayload) are the most"
            )
        }
    }

    /// The id of an order whose payload was not read, or not taken.
    func strayID(_ message: InboundMessage) -> JSONValue? {
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
