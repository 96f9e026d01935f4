import MQTT

/// What was published and is not acknowledged, or at most once and not written yet.
///
/// The library numbers all messages alike, 1 to 65,535 and round again, without looking which numbers are in use.
struct Window {
    /// The most messages that may wait for acknowledgement, whatever the broker takes.
    static let mostMessages = 1000
    /// The most octets that may wait for acknowledgement.
    static let mostOctets = 8 << 20

    private struct Entry {
        var token: UInt64
        var octets: Int
    }

    private let most: Int
    private var acknowledged: [UInt16: Entry] = [:]
    private var written: [UInt16: UInt64] = [:]
    private var octets = 0
    private var lastIdentifier: UInt16 = 0
    private var lastLarge = (octets: 0, at: Duration.zero)

    /// Makes an empty window for a broker that takes so many unacknowledged messages.
    init(receiveMaximum: Int) { most = max(1, min(receiveMaximum, Self.mostMessages)) }

    /// Whether a further message would be one too many, or would get a number that is in use.
    var isFull: Bool {
        acknowledged.count >= most || octets >= Self.mostOctets
            || acknowledged[lastIdentifier == .max ? 1 : lastIdentifier + 1] != nil
    }

    /// Whether everything was acknowledged or written.
    var isEmpty: Bool { acknowledged.isEmpty && written.isEmpty }

    /// Notes a number that the library gave to something that is no message.
    mutating func skip(_ identifier: UInt16) { lastIdentifier = identifier }

    /// Notes a message that the library took.
    mutating func add(_ identifier: UInt16, _ qualityOfService: QualityOfService, token: UInt64, octets: Int) {
        lastIdentifier = identifier
        if qualityOfService == .atMostOnce {
            if token != 0 { written[identifier] = token }
            if octets >= PacketLimit.least { noteLarge(octets, at: Moment.now) }
        } else {
            acknowledged[identifier] = Entry(token: token, octets: octets)
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
    mutating func remove(_ identifier: UInt16) -> UInt64? {
        if let entry = acknowledged.removeValue(forKey: identifier) {
            octets &-= entry.octets
            return entry.token == 0 ? nil : entry.token
        }
        return written.isEmpty ? nil : written.removeValue(forKey: identifier)
    }
}
