public import HomeGraph
import Synchronization

/// Counts how orders ended, and how long they took.
final class OutcomeTally: Sendable {
    private let outcomes = Mutex(OutcomeFigures())

    /// What was counted.
    var figures: OutcomeFigures { outcomes.withLock { $0 } }

    /// An order was carried out, or failed.
    ///
    /// - Parameters:
    ///   - code: Why; `nil` where it was carried out.
    ///   - duration: From its arrival to its answer.
    func note(_ code: HomeError.Code?, after duration: Duration) {
        outcomes.withLock { $0.note(code, after: duration) }
    }
}

/// How orders ended, and how long they took; a value.
public struct OutcomeFigures: Sendable, Hashable {
    /// How many were carried out.
    public private(set) var succeeded = 0
    /// How many failed with each code.
    public private(set) var failed: [HomeError.Code: Int] = [:]
    /// How long all of them took, from their arrival to their answer.
    public private(set) var durations = DurationHistogram()

    mutating func note(_ code: HomeError.Code?, after duration: Duration) {
        if let code { failed[code, default: 0] += 1 } else { succeeded += 1 }
        durations.note(duration)
    }
}

/// How often what took how long; a value.
public struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds of the intervals, rising: from what a device in the same process takes to the longest that an
    /// order may take by default.
    public static let bounds: [Duration] = [
        .microseconds(50), .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
        .microseconds(2_500), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2_500), .seconds(5),
        .seconds(10),
    ]

    /// How many lie in each interval, and after the last bound.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// What all took together.
    public private(set) var sum = Duration.zero

    mutating func note(_ duration: Duration) {
        counts[Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count] += 1
        sum += duration
    }
}
