/// How long to wait before trying again: at once, then ever longer up to a limit, shortened a little by chance.
public struct BackOff: Sendable, Hashable {
    /// The first wait that is not "at once".
    public var first: Duration
    /// The longest wait.
    public var longest: Duration
    /// By what part of itself a wait is shortened at most, 0 to 1.
    public var jitter: Double
    /// The first wait after another client took over.
    public var afterTakeover: Duration
    /// How long a connection must have lasted for the waits to begin anew.
    public var settled: Duration

    /// Describes the waits; the defaults are the bridge's.
    public init(
        first: Duration = .milliseconds(500), longest: Duration = .seconds(10), jitter: Double = 0.2,
        afterTakeover: Duration = .seconds(5), settled: Duration = .seconds(10)
    ) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
        self.afterTakeover = afterTakeover
        self.settled = settled
    }

    /// The wait before a retry; retry 0 comes at once.
    public func wait(beforeRetry retry: Int, using random: inout some RandomNumberGenerator) -> Duration {
        guard retry > 0 else { return .zero }
        var wait = first
        var doubled = 1
        while doubled < retry, wait < longest {
            wait *= 2
            doubled += 1
        }
        let part = Double.random(in: (1 - min(max(jitter, 0), 1))...1, using: &random)
        return min(wait, longest) / 1_000_000 * Int(part * 1_000_000)
    }
}
