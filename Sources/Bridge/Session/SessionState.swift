import MQTT

/// What the bridge does on a connection, step by step: scan, subscribe, publish everything, be online.
///
/// A value: it is told what happened and says what to do.
struct SessionState: Sendable {
    /// What is to be done.
    enum Action: Sendable {
        case subscribe([Subscription], number: UInt64)
        case unsubscribe(String)
        /// Publish the nonce on `B/bridge/scan`.
        case publish(nonce: [UInt8])
        /// Call ``silence(now:)`` then.
        case wake(at: Duration)
        /// Publish every retained topic, clear the orphans, then say `online`.
        case publishEverything(orphans: [[UInt8]])
        /// All filters that the broker refused, as far as they are still wanted.
        case refused([String])
        case warn(String)
    }

    private enum Step: Sendable {
        case closed
        /// The filter is asked for; then the nonce goes out.
        case startingScan
        case scanning(lastHeard: Duration)
        case subscribing
        /// Orders are taken; subscriptions may be asked for still.
        case live
    }

    /// How long the scan waits for one more message.
    static let silence: Duration = .seconds(2)

    private let base: String
    private let scanTopic: [UInt8]
    private let nonce: [UInt8]
    private var step = Step.closed
    private var number: UInt64 = 0
    private var hasScanned: Bool
    private var orphans: [[UInt8]] = []
    /// What is scanned; once the broker answered, what of it is heard.
    private var scanned: [Subscription]
    /// The roots below the base that have a bridge of their own.
    private var otherBases: Set<[UInt8]> = []
    /// What is to be subscribed to.
    private var wanted: [Subscription]
    /// What is subscribed to, or was asked for.
    private var asked: [Subscription] = []
    /// What the last SUBSCRIBE asked for.
    private var pending: [Subscription] = []
    /// The filters that the broker refused.
    private var refused: [String] = []
    /// Whether the scan of this connection showed that the bridge does not hear itself, which was said.
    private(set) var isDeaf = false

    /// A session that is not connected.
    ///
    /// - Parameters:
    ///   - base: The base topic.
    ///   - nonce: What nobody else publishes.
    ///   - layouts: Those that there are.
    ///   - scans: Whether the first connection begins with a scan.
    init(base: String, nonce: String, layouts: TopicLayouts = TopicLayouts(), scans: Bool = true) {
        self.base = base
        scanned = InboundFilters.scan(base, layouts: layouts.scanFilters)
        wanted = InboundFilters.orders(base, layouts: layouts.filters)
        self.nonce = Array(nonce.utf8)
        scanTopic = Array("\(base)/bridge/scan".utf8)
        hasScanned = !scans
    }

    /// Whether orders are taken.
    var takesOrders: Bool {
        if case .live = step { true } else { false }
    }

    /// The broker accepted the connection.
    mutating func opened(now: Duration) -> [Action] {
        number += 1
        isDeaf = false
        // What a scan found waits for the next connection if it did not come to be cleared on its own.
        guard !hasScanned else { return subscribe() }
        orphans = []
        step = .startingScan
        return [.subscribe(scanned, number: number), .wake(at: now + Self.silence)]
    }

    /// The connection is lost.
    mutating func closed() {
        step = .closed
    }

    /// The broker answered subscriptions.
    mutating func subscribed(_ number: UInt64, reasonCodes: [UInt8], now: Duration) -> [Action] {
        guard number == self.number else { return [] }
        switch step {
        case .startingScan:
            let warnings = zip(scanned, reasonCodes).filter { $0.1 >= 128 }.map {
                Action.warn("the broker does not let the bridge read \($0.0.filter); old topics are not cleared")
            }
            scanned = zip(scanned, reasonCodes).filter { $0.1 < 128 }.map(\.0)
            // Without the base, the nonce that ends the scan does not come either.
            guard let code = reasonCodes.first, code < 128 else {
                isDeaf = true
                return warnings + endScan()
            }
            step = .scanning(lastHeard: now)
            return warnings + [.publish(nonce: nonce), .wake(at: now + Self.silence)]
        case .subscribing:
            step = .live
            noteRefused(reasonCodes)
            return [.refused(refused), .publishEverything(orphans: takeOrphans())] + subscribeToWanted()
        case .live:
            noteRefused(reasonCodes)
            return [.refused(refused)] + subscribeToWanted()
        case .closed, .scanning:
            return []
        }
    }

    private mutating func noteRefused(_ reasonCodes: [UInt8]) {
        refused += zip(pending, reasonCodes).filter { $0.1 >= 128 }.map(\.0.filter)
        pending = []
    }

    /// Other layouts listen; those that are gone are not heard any more.
    mutating func listen(for layouts: TopicLayouts) -> [Action] {
        wanted = InboundFilters.orders(base, layouts: layouts.filters)
        guard case .live = step, pending.isEmpty else { return [] }
        return subscribeToWanted()
    }

    /// Asks for what is wanted and was not asked for yet, and gives up what is wanted no more.
    private mutating func subscribeToWanted() -> [Action] {
        let gone = asked.map(\.filter).filter { filter in !wanted.contains { $0.filter == filter } }
        pending = wanted.filter { subscription in !asked.contains { $0.filter == subscription.filter } }
        asked = wanted
        refused.removeAll { gone.contains($0) }
        var actions = gone.map { Action.unsubscribe($0) }
        if !gone.isEmpty { actions.append(.refused(refused)) }
        guard !pending.isEmpty else { return actions }
        number += 1
        return actions + [.subscribe(pending, number: number)]
    }

    /// A message came while orders are not taken yet; an orphan is a retained one that nothing publishes any more.
    mutating func received(_ message: InboundMessage, isOrphan: Bool, now: Duration) -> [Action] {
        switch step {
        case .startingScan: break
        case .scanning:
            if message.topic == scanTopic, message.payload == nonce { return endScan() }
            // What others publish meanwhile is no part of what was asked for.
            if message.isRetained { step = .scanning(lastHeard: now) }
        case .closed, .subscribing, .live: return []
        }
        if isOrphan { orphans.append(message.topic) }
        if message.isRetained, let other = otherBase(message.topic) { otherBases.insert(other) }
        return []
    }

    /// The root of a topic that says how another bridge is, somewhere below the base.
    private func otherBase(_ topic: [UInt8]) -> [UInt8]? {
        let end = Array("/bridge/state".utf8)
        guard topic.starts(with: "\(base)/".utf8), topic.suffix(end.count).elementsEqual(end) else { return nil }
        let root = Array(topic.dropLast(end.count))
        return root.count > base.utf8.count ? root : nil
    }

    /// The orphans that were found; topics below another bridge's base are that one's.
    private mutating func takeOrphans() -> [[UInt8]] {
        defer { orphans = [] }
        return orphans.filter { topic in
            !topic.indices.contains { topic[$0] == Topic.separator && otherBases.contains(Array(topic[..<$0])) }
        }
    }

    /// A moment came for which ``Action/wake(at:)`` asked.
    mutating func silence(now: Duration) -> [Action] {
        switch step {
        case .startingScan:
            // Without an answer to the subscription there is nothing to go on with; the connection's own deadlines
            // end it if the broker is dead.
            return []
        case .scanning(let lastHeard):
            guard now - lastHeard >= Self.silence else { return [.wake(at: lastHeard + Self.silence)] }
            isDeaf = true
            return [
                .warn(
                    "the broker does not deliver what the bridge publishes on \(base)/bridge/scan; check its access rules"
                )
            ] + endScan()
        case .closed, .subscribing, .live:
            return []
        }
    }

    private mutating func endScan() -> [Action] {
        hasScanned = true
        number += 1
        return scanned.map { .unsubscribe($0.filter) } + subscribe()
    }

    private mutating func subscribe() -> [Action] {
        step = .subscribing
        (asked, pending, refused) = (wanted, wanted, [])
        return [.subscribe(wanted, number: number)]
    }
}
