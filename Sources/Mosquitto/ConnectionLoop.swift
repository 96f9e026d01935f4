import CMosquitto
import MQTT

/// The body of a connection's thread: connects, serves, waits, and again, until it is to stop.
struct ConnectionLoop {
    private let connection: MosquittoConnection
    private let settings: ConnectionSettings
    private let signal: WakeSignal
    private let requests: Requests
    private var state: ConnectionState
    private var random = SystemRandomNumberGenerator()
    private var message = OutboundMessage()
    private var limit = PacketLimit()

    init(_ connection: MosquittoConnection) {
        self.connection = connection
        settings = connection.settings
        signal = connection.signal
        requests = connection.requests
        let terms = ConnectOffer.Terms(version: settings.version, will: settings.will)
        state = ConnectionState(ConnectOffer(terms, fallsBack: settings.fallsBack), backOff: settings.backOff)
    }

    /// Runs until the connection is stopped.
    consuming func run() {
        var action = state.start()
        while !isStopping {
            switch action {
            case .connect: if let failure = connect() { action = end(failure) }
            case .retry(let wait):
                rest(until: Moment.now + wait)
                if !isStopping { action = state.waited() }
            case .ignore: preconditionFailure("the connection's state asks for nothing while it is not stopped")
            }
        }
        state.stop()
        let stopped = Failure(.stopped, settings.address, "the connection was stopped")
        connection.handler.connection(connection, closed: stopped.error, retry: nil)
        requests.end()
    }

    private var isStopping: Bool { requests.stopDeadline != nil }

    /// Reports an end, unless something else is offered at once.
    private mutating func end(_ failure: Failure) -> ConnectionState.Action {
        if failure.error.code == .unreachable { limit.forget() }
        let end = ConnectionState.End(code: failure.error.code, reasonCode: failure.error.reasonCode)
        let action = state.ended(end, at: Moment.now, using: &random)
        if case .retry(let wait) = action, !isStopping {
            let told = state.suspectsTakeover ? Failure.closedAgain(settings) : failure
            connection.handler.connection(connection, closed: told.error, retry: wait)
        }
        return action
    }

    /// Waits without doing anything, until a moment or until it is to stop.
    private func rest(until moment: Duration) {
        while !isStopping, Moment.now < moment {
            if Readiness.wait(signal, until: moment).isWoken { signal.drain() }
        }
    }

    /// Makes one attempt and serves the connection that comes of it.
    /// - Returns: why it ended; `nil` where it is to stop, or where another attempt is to be made at once.
    private mutating func connect() -> Failure? {
        let attempt = ConnectAttempt.start(settings, offering: state.offer.current, signal: signal)
        let deadline = Moment.now + settings.reachDeadline
        while true {
            if isStopping {
                attempt.abandon()
                // It may have ended just now.
                return nil
            }
            switch attempt.takeOutcome() {
            case .some(.reached(let handle)):
                return serve(Link(handle, version: state.offer.current.version))
            case .some(.failed(let failure)): return failure
            case .none: break
            }
            guard Moment.now < deadline else {
                attempt.abandon()
                let seconds = settings.reachDeadline.components.seconds
                return Failure(
                    .timedOut, settings.address, "the broker cannot be reached: no answer within \(seconds) s")
            }
            if Readiness.wait(signal, until: deadline).isWoken { signal.drain() }
        }
    }

    /// Waits for the broker's answer, then serves.
    private mutating func serve(_ link: Link) -> Failure? {
        let deadline = Moment.now + settings.answerDeadline
        var writes = 0
        var happenings: [Happening] = []
        while true {
            link.inbox.takeAll(into: &happenings)
            for (position, happening) in happenings.enumerated() {
                guard case .answered(let reasonCode, let session) = happening else { continue }
                guard reasonCode == 0 else {
                    return .refused(settings.address, reasonCode: reasonCode, version: link.version)
                }
                link.stopLogging()
                guard state.accepted(at: Moment.now) else {
                    link.disconnect(until: Moment.now + .milliseconds(200), signal: signal)
                    return nil
                }
                link.limitBacklog()
                return serve(link, session, happenings.dropFirst(position + 1))
            }
            // Of a handle whose reading failed nothing more may be asked, not even to disconnect.
            if link.isOver {
                return isStopping
                    ? nil : .unanswered(settings.address, code: link.code, complaint: link.inbox.complaint)
            }
            if isStopping {
                link.disconnect(until: Moment.now + .milliseconds(200), signal: signal)
                return nil
            }
            let now = Moment.now
            guard now < deadline else {
                let seconds = settings.answerDeadline.components.seconds
                return Failure(.timedOut, settings.address, "the broker gave no answer within \(seconds) s")
            }
            // TLS may want to read before it writes, and the socket takes something all the time meanwhile.
            let mayWrite = link.wantsWrite && writes < 8
            let pause = link.wantsWrite && !mayWrite ? min(deadline, now + .milliseconds(20)) : deadline
            let ready = Readiness.wait(signal, socket: link.socket, writable: mayWrite, until: pause)
            if ready.isWoken { signal.drain() }
            if ready.isReadable { link.read(times: 1) }
            writes = ready.isWritable ? writes + 1 : 0
            if ready.isWritable, !link.isOver { link.write() }
        }
    }

    /// Serves an open connection; what came together with the broker's answer comes first.
    private mutating func serve(_ link: Link, _ session: Session, _ first: ArraySlice<Happening>) -> Failure? {
        var session = session
        if let learned = limit.learned {
            session.maximumPacketSize = min(learned, session.maximumPacketSize ?? learned)
        }
        session = state.offer.learned(from: session)
        requests.setOpen(true)
        defer { requests.setOpen(false) }
        connection.handler.connection(connection, opened: session)
        var service = OpenService(connection, link, session)
        let failure = service.run(&message, first)
        let largest = service.largestUnread
        guard failure?.error.code == .lost, limit.lost(largest: largest) else { return failure }
        return .closedOver(settings.address, octets: largest)
    }
}
