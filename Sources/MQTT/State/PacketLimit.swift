/// Learns what a broker takes at most where it does not say so but ends the connection instead, as MQTT 3.1.1 wants it.
///
/// When the connection is lost twice in succession, each time with a packet of the same large size on its way, packets
/// of that size are not sent any more. Without this, the message would be sent on each connection and end it.
public struct PacketLimit: Sendable {
    /// Smaller packets are under no suspicion.
    public static let least = 4096

    /// The largest packet that may still be sent, in octets; `nil` is no limit.
    public private(set) var learned: Int?
    private var suspect: Int?

    /// Knows nothing yet.
    public init() {}

    /// The connection was lost without a reason while packets were on their way, the largest of that size.
    /// - Returns: whether something was learned.
    public mutating func lost(largest: Int) -> Bool {
        guard largest >= Self.least, largest == suspect else {
            suspect = largest >= Self.least ? largest : nil
            return false
        }
        learned = largest - 1
        suspect = nil
        return true
    }

    /// The broker was away: it may come back with other limits.
    public mutating func forget() { self = Self() }
}
