import HomeGraph

/// How something goes through a day: a curve from 0 to 1.
enum DailyCourse {
    /// Light and solar power: nothing at night, most at noon.
    case sun
    /// Temperature: coldest before sunrise, warmest in the afternoon.
    case warmth
    /// People who are up and about: next to nobody at night.
    case people
    /// What people do in the morning and in the evening: they bathe, cook and drive; less by day, and hardly anything at
    /// night.
    case bustle

    private static let day: Double = 86_400
    /// From half past six in the morning to eleven in the evening.
    private static let waking = 6.5 * 3600..<23 * 3600
    /// Before eight in the morning, and in the evening.
    private static let busy = [6 * 3600..<7.5 * 3600, 17.5 * 3600..<21 * 3600]

    /// The height at a time of day, in seconds since midnight.
    func value(at seconds: Double) -> Double {
        switch self {
        case .sun: max(0, Self.cosine((seconds / Self.day - 0.5)))
        case .warmth: (1 + Self.cosine(seconds / Self.day - 15.0 / 24)) / 2
        case .people: Self.waking.contains(seconds) ? 1 : 0.02
        case .bustle:
            Self.busy.contains { $0.contains(seconds) } ? 1 : Self.waking.contains(seconds) ? 0.2 : 0.02
        }
    }

    /// The cosine of so many turns, by its series: exact enough for weather, and the same on every machine.
    private static func cosine(_ turns: Double) -> Double {
        let whole = (turns - turns.rounded()) * 2 * .pi
        let square = whole * whole
        var term = 1.0
        var sum = 1.0
        for step in stride(from: 2.0, through: 20, by: 2) {
            term *= -square / (step * (step - 1))
            sum += term
        }
        return sum
    }
}

extension EndpointContext {
    /// When a value is what the home file says: at eight in the morning, in seconds since midnight.
    static let usualHour: Double = 8 * 3600

    /// The simulated time of day, in seconds since midnight of universal time: that which schedules follow, too.
    var timeOfDay: Double {
        let day = Timestamp.day * 1000
        let rest = now.rawValue % day
        return Double(rest < 0 ? rest + day : rest) / 1000
    }
}
