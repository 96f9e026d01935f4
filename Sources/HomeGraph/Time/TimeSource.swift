public import Foundation

/// A moment in time: milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: RawRepresentable, Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let rawValue: Int64
    /// Takes milliseconds since 1970-01-01T00:00:00Z.
    public init(rawValue: Int64) { self.rawValue = rawValue }
    /// Earlier is less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The moment as a date.
    public var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1000) }

    /// The moment of a date, to the millisecond; 1970 for a date that no calendar knows.
    public init(_ date: Date) { rawValue = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0 }

    /// As the bridge writes it everywhere: `2026-01-02T03:04:05.678Z`.
    public var text: String {
        // Whole seconds are exact as a date; fractions of one are not.
        let (seconds, rest) = rawValue.quotientAndRemainder(dividingBy: 1000)
        let milliseconds = rest < 0 ? rest + 1000 : rest
        let whole = Date(timeIntervalSince1970: Double(rest < 0 ? seconds - 1 : seconds))
        let fraction = String(milliseconds + 1000).dropFirst()
        return "\(whole.formatted(Date.ISO8601FormatStyle()).dropLast()).\(fraction)Z"
    }
}

/// Where the time comes from: a parameter of everything that waits or notes a time.
public protocol TimeSource: Sendable {
    /// The time of day.
    var now: Timestamp { get }
    /// The time since a fixed moment; never goes back.
    var uptime: Duration { get }
    /// Waits until ``uptime`` has reached a value.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until uptime: Duration) async throws
}

/// The time of the machine.
public struct SystemTime: TimeSource {
    private static let start = ContinuousClock.now

    /// Takes the machine's clocks.
    public init() {}

    /// The system's time of day.
    public var now: Timestamp { Timestamp(Date()) }
    /// The time since the process first asked.
    public var uptime: Duration { Self.start.duration(to: .now) }
    /// Waits on the system's monotonic clock; the one place where the home waits for real time.
    public func sleep(until uptime: Duration) async throws {
        try await Task.sleep(until: Self.start.advanced(by: uptime), clock: .continuous)
    }
}
