import MQTT

/// What was published and is not acknowledged, or at most once and not written yet.
///
/// The library numbers all messages alike, 1 to 65,535 and round again, without looking which numbers are in use.
struct Window {
    /// The most messages that may wait for acknowledgement, whatever the broker takes.
    static let mostMessages = 1000
    /// The most octets that may wait for acknowledgement.
    static let mostOctets = 8 << 20
    /// How much later than a message at least once, which takes one answer, one exactly once may be acknowledged.
    private static let roundTrip = Duration.seconds(5)

    private struct Entry {
        var token: UInt64
        var octets: Int
        /// How many went before it.
        var place: UInt64
        var added: Duration
    }

    private let most: Int
    private var acknowledged: [UInt16: Entry] = [:]
    private var written: [UInt16: UInt64] = [:]
    private var octets = 0
    private var lastIdentifier: UInt16 = 0
    private var places: UInt64 = 0
    /// The latest message that was acknowledged: how many went before it, and when that was.
    private var lastAcknowledged = (place: UInt64(0), at: Duration.zero)
    /// When the line last did not take everything.
    private var lastHeldUp = Duration.zero
    private var lastLarge = (octets: 0, at: Duration.zero)

    /// Makes an empty window for a broker that takes so many unacknowledged messages.
    init(receiveMaximum: Int) { most = max(1, min(receiveMaximum, Self.mostMessages)) }

    /// Whether a further message would be one too many, or would get a number that is in use.
    var isFull: Bool {
        acknowledged.count >= most || octets >= Self.mostOctets || acknowledged[nextIdentifier] != nil
    }

    private var nextIdentifier: UInt16 { lastIdentifier == .max ? 1 : lastIdentifier + 1 }

    /// Whether everything was acknowledged or written.
    var isEmpty: Bool { acknowledged.isEmpty && written.isEmpty }

    /// Notes a number that the library gave to something that is no message.
    mutating func skip(_ identifier: UInt16) { lastIdentifier = identifier }

    /// Notes that the line does not take everything: what waits on this side cannot be acknowledged.
    mutating func holdUp(at now: Duration) { lastHeldUp = now }

    /// Whether the broker owes an acknowledgement that will not come any more.
    ///
    /// Brokers acknowledge in the order in which they got the messages (MQTT 5, section 4.6), however slow the line is;
    /// so one does not come where a later message was acknowledged, or none was for that long. A broker that drops what
    /// is too much for a client, as mosquitto 2.0 does, drops acknowledgements, too.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - patience: How long a message may wait for its acknowledgement.
    /// - Returns: Whether the connection is to be given up.
    func isOverdue(at now: Duration, patience: Duration) -> Bool {
        // Where numbers have come round nothing goes any more; a later one may be quicker only by a round trip.
        if let next = acknowledged[nextIdentifier], next.place < lastAcknowledged.place,
            now - next.added > Self.roundTrip
        {
            return true
        }
        guard now - lastHeldUp > patience else { return false }
        let isSilent = now - lastAcknowledged.at > patience
        return acknowledged.values.contains { entry in
            now - entry.added > patience && (isSilent || entry.place < lastAcknowledged.place)
        }
    }

    /// Notes a message that the library took.
    mutating func add(
        _ identifier: UInt16, _ qualityOfService: QualityOfService, token: UInt64, octets: Int,
        at now: Duration = Moment.now
    ) {
        lastIdentifier = identifier
        if qualityOfService == .atMostOnce {
            if token != 0 { written[identifier] = token }
            if octets >= PacketLimit.least { noteLarge(octets, at: now) }
        } else {
            places &+= 1
            acknowledged[identifier] = Entry(token: token, octets: octets, place: places, added: now)
            self.octets &+= octets
        }
    }

    private mutating func noteLarge(_ octets: Int, at now: Duration) {
        if octets >= lastLarge.octets || now - lastLarge.at > .seconds(1) { lastLarge = (octets, now) }
    }

    /// The size of the largest packet that the broker may not have read yet: unacknowledged, or, where it is large and
    /// was not to be acknowledged, handed over within the last second.
    func largestUnread(at now: Duration) -> Int {
        let unread = acknowledged.values.map(\.octets).max() ?? 0
        return now - lastLarge.at > .seconds(1) ? unread : max(unread, lastLarge.octets)
    }

    /// Takes a message out; its token, where it is to be reported.
    mutating func remove(_ identifier: UInt16, at now: Duration = Moment.now) -> UInt64? {
        if let entry = acknowledged.removeValue(forKey: identifier) {
            lastAcknowledged = (max(lastAcknowledged.place, entry.place), now)
            octets &-= entry.octets
            return entry.token == 0 ? nil : entry.token
        }
        return written.isEmpty ? nil : written.removeValue(forKey: identifier)
    }
}
