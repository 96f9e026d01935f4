import HomeGraph

/// Matter counts from 2000-01-01T00:00:00Z (Matter Core Specification, section 7.19.2).
extension Timestamp {
    private static let matterEpoch: Int64 = 946_684_800_000

    /// `epoch-s`: seconds since the beginning of 2000.
    var matterSeconds: UInt32 { UInt32(clamping: (rawValue &- Self.matterEpoch) / 1000) }

    /// `epoch-us` of a later moment: microseconds since the beginning of 2000.
    func matterMicroseconds(after duration: Duration) -> UInt64 {
        let milliseconds = (rawValue &- Self.matterEpoch) &+ Int64(duration / .milliseconds(1))
        return UInt64(clamping: milliseconds) &* 1000
    }
}

extension EndpointContext {
    /// The moment, in whole milliseconds of simulated time.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = moment.components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}
