/// How long a connection that is to end waits for what is still to be written and acknowledged: a value.
///
/// As long as the broker takes or sends something, until the deadline; a broker that is frozen, or a line that is dead, is
/// not waited for that long. What was written then lies ready for it, and is read when it goes on.
struct Farewell {
    private let deadline: Duration
    private let patience: Duration
    /// When it is over.
    private(set) var end: Duration

    /// Begins.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - deadline: Until when it may last at most.
    ///   - patience: How long the broker may take and send nothing.
    init(at now: Duration, until deadline: Duration, patience: Duration) {
        (self.deadline, self.patience) = (deadline, patience)
        end = min(deadline, now + patience)
    }

    /// The broker took or sent something.
    mutating func heard(at now: Duration) { end = min(deadline, now + patience) }
}
