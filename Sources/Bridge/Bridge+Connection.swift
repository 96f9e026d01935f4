import HomeGraph
public import MQTT
import Synchronization

extension Bridge: ConnectionHandler {
    /// Begins the session: scan, subscriptions, everything that is retained, `online`.
    public func connection(_ connection: any Connection, opened session: Session) {
        log(.info, "connected with MQTT \(session.version.rawValue)")
        if !session.retainAvailable {
            log(.warning, "the broker keeps no retained messages; ask with bridge/read")
        }
        if session.maximumQualityOfService < .exactlyOnce {
            log(
                .warning,
                "the broker takes quality of service up to \(session.maximumQualityOfService.rawValue); orders may come twice or be lost"
            )
        }
        outbox.open(connection)
        let actions = state.withLock { state in
            state.version = session.version
            state.refusals = 0
            state.connection = connection
            return state.session.opened(now: time.uptime)
        }
        perform(actions, on: connection)
    }

    /// Goes on with the session.
    public func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        guard number != EchoTest.number else { return state.withLock { $0.echo.answered(reasonCodes) } }
        perform(
            state.withLock { $0.session.subscribed(number, reasonCodes: reasonCodes, now: time.uptime) },
            on: connection)
    }

    /// Takes an order, or what the scan sees.
    public func connection(_ connection: any Connection, received message: InboundMessage) {
        let (takesOrders, version, echo) = state.withLock { state in
            let echo = state.echo.take(message)
            if !echo.isEcho { state.received &+= 1 }
            return (state.session.takesOrders, state.version, echo)
        }
        if echo.isFirst { connection.unsubscribe([Topic.text(message.topic)]) }
        if echo.isEcho { return }
        if takesOrders { return perform(router.take(message, version: version), of: message) }
        let isOrphan =
            message.isRetained && !message.payload.isEmpty
            && outbox.isOrphan(message.topic, payload: message.payload)
        perform(
            state.withLock { $0.session.received(message, isOrphan: isOrphan, now: time.uptime) }, on: connection)
    }

    /// Says what the broker refused.
    public func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {
        outbox.acknowledge(token: token, isRefused: reasonCode >= 128)
        guard reasonCode >= 128 else { return }
        let count = state.withLock { state in
            state.refusals += 1
            state.allRefusals += 1
            return state.refusals
        }
        guard count <= Self.refusalLimit else { return }
        log(
            .warning,
            "the broker refused a message on \(outbox.topic(ofToken: token) ?? "a topic") (reason code \(reasonCode)); check its access rules for \(configuration.baseTopic)/#"
        )
    }

    /// Lists a topic whose message is larger than the broker takes.
    public func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {
        let name = Topic.text(topic)
        guard outbox.omit(name, token: token) else { return }
        log(.warning, .omission, "left out \(Topic.shown(topic)): its message is larger than the broker takes")
    }

    /// Lets changes be conflated until the next connection.
    public func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        outbox.close()
        state.withLock { state in
            state.session.closed()
            state.echo.closed()
            state.connection = nil
        }
        if error.code != .stopped { log(.warning, "\(error)") }
    }
}

extension Bridge: OutboundSource {
    /// Fills what is to be published next.
    public func next(into message: inout OutboundMessage) -> Bool {
        outbox.next(into: &message)
    }
}

// MARK: - What is to be done

extension Bridge {
    private func perform(_ action: LayoutAction, of message: InboundMessage) {
        switch action {
        case .none, .order, .sequence, .request: break
        case .announce(let delay):
            if let layout = outbox.plan.layouts.listener(to: message.topic) {
                announceAgain(type(of: layout).name, after: delay)
            }
        case .refresh(let root): outbox.refresh(root: root)
        }
    }

    /// Tells everything of a layout again, in the course of its moments; asked for meanwhile, it is told once.
    private func announceAgain(_ layout: String, after delay: ClosedRange<Duration>) {
        guard state.withLock({ $0.announcing.insert(layout).inserted }) else { return }
        let wait = delay.lowerBound + (delay.upperBound - delay.lowerBound) * Double.random(in: 0...1)
        let moment = time.uptime + wait
        Task { [weak self, time] in
            guard (try? await time.sleep(until: moment)) != nil, let self else { return }
            self.state.withLock { _ = $0.announcing.remove(layout) }
            let told = self.outbox.announceAgain(layout)
            guard (try? await time.sleep(until: time.uptime + Self.announcementPause)) != nil else { return }
            self.outbox.refresh(slots: told.slots, documents: told.documents)
        }
    }

    func perform(_ actions: [SessionState.Action], on connection: any Connection) {
        for action in actions {
            switch action {
            case .subscribe(let subscriptions, let number): connection.subscribe(subscriptions, number: number)
            case .unsubscribe(let filter): connection.unsubscribe([filter])
            case .publish(let nonce):
                outbox.send(
                    urgent: OutboxMessage(
                        topic: Array("\(configuration.baseTopic)/bridge/scan".utf8), payload: nonce,
                        qualityOfService: .atMostOnce))
            case .wake(let moment): wake(at: moment, on: connection)
            case .publishEverything(let orphans):
                listenForEchoes(on: connection)
                publishEverything(clearing: orphans)
            case .refused(let filters): noteRefused(filters)
            case .warn(let message): log(.warning, message)
            }
        }
    }

    private func wake(at moment: Duration, on connection: any Connection) {
        Task { [weak self, time] in
            guard (try? await time.sleep(until: moment)) != nil, let self else { return }
            self.perform(self.state.withLock { $0.session.silence(now: self.time.uptime) }, on: connection)
        }
    }

    private func publishEverything(clearing orphans: [[UInt8]]) {
        if !orphans.isEmpty { log(.info, "clearing \(orphans.count) topics that nothing publishes any more") }
        outbox.publishEverything(clearing: orphans, now: time.uptime)
    }

    private func noteRefused(_ filters: [String]) {
        let before = outbox.status.refusedSubscriptions
        guard filters != before else { return }
        outbox.updateStatus { $0.refusedSubscriptions = filters }
        let new = filters.filter { !before.contains($0) }
        guard !new.isEmpty else { return }
        log(.warning, "the broker refused the subscription to \(new.joined(separator: ", ")); check its access rules")
    }
}
