import HomeGraph

/// Simulated time over real time: it can run faster or slower.
struct SimulatedClock: Sendable {
    /// How much faster than real time it runs.
    private(set) var speed: Double
    private var realStart: Duration
    private var simulatedStart: Duration

    /// Begins at a moment.
    init(speed: Double, uptime: Duration, moment: Duration = .zero) {
        self.speed = speed
        realStart = uptime
        simulatedStart = moment
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
