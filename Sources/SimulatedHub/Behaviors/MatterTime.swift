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

/// Universal time, which the clocks of simulated devices show.
extension Timestamp {
    /// How many seconds a day has.
    static let day: Int64 = 86_400

    /// Whole seconds since 1970.
    var seconds: Int64 { rawValue / 1000 }
    /// When the day began, in seconds since 1970.
    var midnight: Int64 { seconds - seconds % Self.day }

    /// The bit of the weekday, or of that so many days later, in bitmaps that begin with Sunday.
    func weekdayBit(daysLater: Int64 = 0) -> UInt8 {
        // 1970-01-01 was a Thursday.
        let weekday = (midnight / Self.day + daysLater + 4) % 7
        return UInt8(1) << UInt8(clamping: max(0, weekday))
    }
}

extension EndpointContext {
    /// The moment, in whole milliseconds of simulated time.
    var milliseconds: Int64 { moment.wholeMilliseconds }
}
