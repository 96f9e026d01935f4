import HomeGraph

/// Simulated time over real time: it can run faster or slower.
struct SimulatedClock: Sendable {
    /// How much faster than real time it runs.
    private(set) var speed: Double
    private var realStart: Duration
    private var simulatedStart: Duration
    /// The time of day at moment zero.
    private let zero: Timestamp

    /// Begins at a moment, which is that time of day.
    init(speed: Double, uptime: Duration, moment: Duration = .zero, now: Timestamp) {
        self.speed = speed
        realStart = uptime
        simulatedStart = moment
        zero = Timestamp(rawValue: now.rawValue &- moment.wholeMilliseconds)
    }

    /// The simulated time of day at a moment: it runs as fast as the simulation, so that deadlines, schedules and timers
    /// agree.
    func now(at moment: Duration) -> Timestamp {
        Timestamp(rawValue: zero.rawValue &+ moment.wholeMilliseconds)
    }

    /// The moment in simulated time.
    func moment(at uptime: Duration) -> Duration { simulatedStart + (uptime - realStart) * speed }

    /// The real uptime of a moment.
    func uptime(of moment: Duration) -> Duration { realStart + (moment - simulatedStart) / speed }

    /// Runs at another speed from now on.
    mutating func setSpeed(_ speed: Double, uptime: Duration) {
        simulatedStart = moment(at: uptime)
        realStart = uptime
        self.speed = speed
    }
}

extension Duration {
    /// Whole milliseconds, without what is left.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}
