import CMosquitto
import MQTT

/// Serves one open connection: pulls and publishes, reads and reports, until it ends.
struct OpenService {
    private enum Supply {
        /// The source said that it has nothing, and was not heard of since.
        case empty
        /// The source may have something.
        case some
    }

    /// How many messages are pulled before the socket is looked at again.
    private static let pullsAtOnce = 256

    private let connection: MosquittoConnection
    private let link: Link
    private let session: Session
    private var window: Window
    private var answers = SubscribeAnswers()
    private var supply = Supply.some
    private var disconnectReason: UInt8?
    private var happenings: [Happening] = []
    private var farewell: Farewell?
    private var readAhead = ReadAhead()

    init(_ connection: MosquittoConnection, _ link: Link, _ session: Session) {
        self.connection = connection
        self.link = link
        self.session = session
        window = Window(receiveMaximum: session.receiveMaximum)
    }

    /// Runs until the connection ends; begins with what came already.
    /// - Returns: why it ended; `nil` where it was stopped and ended cleanly.
    mutating func run(_ message: inout OutboundMessage, _ first: ArraySlice<Happening>) -> Failure? {
        let signal = connection.signal
        var tick = Moment.now + .seconds(1)
        for happening in first { deliver(happening) }
        deliver()
        while true {
            // Looked at before the source is asked for the last time: what was there before the stop still goes.
            if let deadline = connection.requests.stopDeadline {
                supply = .some
                farewell = farewell ?? begin(deadline)
            }
            for request in connection.requests.takeAll() { carryOut(request) }
            pull(&message)
            deliver()
            if link.isOver { return failure() }
            let now = Moment.now
            if let farewell, isDrained || now >= farewell.end {
                let patience = min(max(farewell.end, now + .milliseconds(200)), now + .seconds(1))
                link.disconnect(until: patience, signal: signal)
                deliver()
                return nil
            }
            let moment = supply == .some && !isBlocked ? now : min(tick, farewell?.end ?? tick)
            let ready = Readiness.wait(signal, socket: link.socket, writable: link.wantsWrite, until: moment)
            if ready.isWoken {
                signal.drain()
                supply = .some
            }
            if ready.isReadable || ready.isWritable { farewell?.heard(at: Moment.now) }
            if ready.isReadable {
                readAhead.waited(Moment.now - now)
                link.read(times: readAhead.reads)
            }
            if ready.isWritable, !link.isOver { link.write() }
            if !link.isOver, Moment.now >= tick {
                link.tick()
                tick = Moment.now + .seconds(1)
                if isOverdue { return unacknowledged }
            }
            deliver()
        }
    }

    private func begin(_ deadline: Duration) -> Farewell {
        Farewell(at: Moment.now, until: deadline, patience: connection.settings.farewellPatience)
    }

    /// The size of the largest packet that the broker may not have read.
    var largestUnread: Int { window.largestUnread(at: Moment.now) }

    /// Whether an acknowledgement is owed that will not come, which would take a place of the window for good.
    private var isOverdue: Bool {
        mutating get {
            let now = Moment.now
            if link.wantsWrite { window.holdUp(at: now) }
            return window.isOverdue(at: now, patience: connection.settings.acknowledgementDeadline)
        }
    }

    private var unacknowledged: Failure {
        .unacknowledged(
            connection.settings.address, after: connection.settings.acknowledgementDeadline)
    }

    private var isBlocked: Bool { link.wantsWrite || window.isFull }
    private var isDrained: Bool { supply == .empty && window.isEmpty && !link.wantsWrite }

    private func failure() -> Failure {
        let address = connection.settings.address
        if let disconnectReason, disconnectReason >= 0x80 {
            return .disconnected(address, reasonCode: disconnectReason)
        }
        return .lost(address, code: link.code, complaint: link.inbox.complaint)
    }

    // MARK: - Out

    private mutating func pull(_ message: inout OutboundMessage) {
        guard supply == .some, !isBlocked else { return }
        connection.signal.rearm()
        var isHeld = false
        for _ in 0..<Self.pullsAtOnce where !isBlocked && !link.isOver {
            message.removeAll()
            guard connection.source.next(into: &message) else {
                supply = .empty
                break
            }
            if !isHeld { link.hold() }
            isHeld = true
            publish(&message)
        }
        if isHeld { link.release() }
    }

    private mutating func publish(_ message: inout OutboundMessage) {
        let token = message.token
        message.qualityOfService = min(message.qualityOfService, session.maximumQualityOfService)
        if !session.retainAvailable { message.isRetained = false }
        let octets = message.packetSize(in: session.version)
        guard octets <= min(session.maximumPacketSize ?? .max, OutboundMessage.largestPacket) else {
            return reportTooLarge(message)
        }
        switch link.publish(&message) {
        case .taken(let identifier):
            window.add(identifier, message.qualityOfService, token: token, octets: octets)
        case .refused(let code):
            guard token != 0 else { return }
            connection.handler.connection(connection, published: code.rawValue, token: token)
        case .tooLarge: reportTooLarge(message)
        case .over: return
        }
    }

    private func reportTooLarge(_ message: OutboundMessage) {
        connection.handler.connection(connection, tooLarge: message.topic, token: message.token)
    }

    private mutating func carryOut(_ request: Requests.Request) {
        guard !link.isOver else { return }
        switch request {
        case .subscribe(let subscriptions, let number):
            let request = answers.begin(number, subscriptions)
            for packet in answers.packets(of: request, subscriptions, in: session.version) {
                switch link.subscribe(packet) {
                case .taken(let identifier):
                    window.skip(identifier)
                    answers.sent(packet, of: request, as: identifier)
                case .refused(let code): answers.refused(packet, of: request, reasonCode: code.rawValue)
                case .tooLarge:
                    answers.refused(packet, of: request, reasonCode: ReasonCode.packetTooLarge.rawValue)
                case .over: return
                }
            }
            reportAnswer(to: request)
        case .unsubscribe(let filters):
            let filters = filters.filter { (try? TopicFilter($0)) != nil }
            guard !filters.isEmpty, case .taken(let identifier) = link.unsubscribe(filters) else { return }
            window.skip(identifier)
        }
    }

    // MARK: - In

    private mutating func deliver() {
        link.inbox.takeAll(into: &happenings)
        for happening in happenings { deliver(happening) }
        happenings.removeAll(keepingCapacity: true)  // payloads go as soon as they were heard
    }

    private mutating func deliver(_ happening: Happening) {
        switch happening {
        case .answered: return
        case .disconnected(let reasonCode): disconnectReason = reasonCode
        case .message(let message):
            // What it leads to is looked for in any case, so nobody has to wake this thread for it.
            connection.signal.disarm()
            supply = .some
            connection.handler.connection(connection, received: message)
        case .published(let identifier, let reasonCode):
            guard let token = window.remove(identifier) else { return }
            connection.handler.connection(connection, published: reasonCode, token: token)
        case .subscribed(let identifier, let reasonCodes):
            guard let request = answers.answered(identifier, reasonCodes: reasonCodes) else { return }
            reportAnswer(to: request)
        }
    }

    private mutating func reportAnswer(to request: Int) {
        guard let answer = answers.takeAnswer(to: request) else { return }
        connection.handler.connection(connection, subscribed: answer.number, reasonCodes: answer.reasonCodes)
    }
}
