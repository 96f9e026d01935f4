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

    /// The number at a moment.
    func value(at moment: Duration) -> Double {
        guard duration > .zero, moment < ends else { return end }
        guard moment > began else { return start }
        return start + (end - start) * ((moment - began) / duration)
    }

    /// When it arrives.
    var ends: Duration { began + duration }

    /// How much time is left.
    func remaining(at moment: Duration) -> Duration { max(.zero, ends - moment) }
}
