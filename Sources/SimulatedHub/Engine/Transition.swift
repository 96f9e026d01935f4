/// A number on its way from one value to another, at a steady pace.
///
/// A value: it says what the number is at a moment, and knows nothing of devices.
struct Transition: Sendable, Hashable {
    /// Where it set out.
    let start: Double
    /// Where it arrives, exactly.
    let end: Double
    /// When it set out, in simulated time.
    let began: Duration
    /// How long it takes.
    let duration: Duration
    /// On a circle, such as hue, how many values there are; start and end may lie beyond it then.
    var modulus: Double?

    /// The number at a moment.
    func value(at moment: Duration) -> Double {
        let value = straightValue(at: moment)
        guard let modulus else { return value }
        let rest = value.rounded().truncatingRemainder(dividingBy: modulus)
        return rest < 0 ? rest + modulus : rest
    }

    private func straightValue(at moment: Duration) -> Double {
        guard duration > .zero, moment < ends else { return end }
        guard moment > began else { return start }
        return start + (end - start) * ((moment - began) / duration)
    }

    /// How long it is from a moment until it comes to another value, of values that are a unit apart from each other.
    func timeToNextValue(after moment: Duration, unit: Double) -> Duration {
        let pace = (end - start) / unit / (duration / .seconds(1))
        guard duration > .zero, pace != 0, pace.isFinite else { return .zero }
        let place = straightValue(at: moment) / unit
        let next = pace > 0 ? (place + 0.5).rounded(.down) + 0.5 : (place - 0.5).rounded(.up) - 0.5
        return .milliseconds(Int64(exactly: min((next - place) / pace * 1000, 1e12).rounded(.up)) ?? 0)
    }

    /// When it arrives.
    var ends: Duration { began + duration }

    /// How much time is left.
    func remaining(at moment: Duration) -> Duration { max(.zero, ends - moment) }
}
