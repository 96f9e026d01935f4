/// How many lines of one kind the log gets, so that nobody fills it by sending nonsense; a value.
///
/// Some come at once, and after them one a second; the next line that comes says how many were left out before it.
struct LineLimit: Sendable {
    /// How many come at once.
    static let most = 20

    private var allowance = Double(most)
    private var since: Duration?
    private var leftOut = 0

    /// Counts a line.
    ///
    /// - Returns: What is to be said of lines that were left out before it; `nil` where it is left out itself.
    mutating func take(now: Duration) -> String? {
        allowance = min(Double(Self.most), allowance + (now - (since ?? now)) / .seconds(1))
        since = now
        guard allowance >= 1 else {
            leftOut += 1
            return nil
        }
        allowance -= 1
        defer { leftOut = 0 }
        return leftOut == 0 ? "" : " (\(leftOut) such lines were left out before)"
    }
}
