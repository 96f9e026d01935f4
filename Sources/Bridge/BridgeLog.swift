import HomeGraph
import Synchronization

/// How grave a line of the log is.
public enum LogLevel: String, Sendable, Hashable, Comparable, CaseIterable {
    case debug, info, notice, warning, error

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// By gravity.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// Takes a line of the log: its level, and the line without time or line break.
public typealias LogSink = @Sendable (_ level: LogLevel, _ message: String) -> Void

/// The bridge's log: what is grave enough goes to the program's sink and, if the user wants it, to `bridge/log`.
final class BridgeLog: Sendable {
    /// From which level on lines are passed on; `nil` is never.
    struct Levels: Sendable {
        var sink: LogLevel = .info
        var mqtt: LogLevel?
    }

    /// A kind of line of which anybody can cause any number by what they send.
    enum Kind: Hashable, Sendable {
        /// What was asked for failed.
        case failure
        /// A message is larger than the broker takes.
        case omission
    }

    private struct State {
        var levels: Levels
        var publish: LogSink?
        var limits: [Kind: LineLimit] = [:]
    }

    private let time: any TimeSource
    private let sink: LogSink
    private let state: Mutex<State>

    /// Makes a log.
    init(levels: Levels, time: any TimeSource, sink: @escaping LogSink) {
        self.time = time
        self.sink = sink
        state = Mutex(State(levels: levels))
    }

    /// From which level on lines are passed on.
    var levels: Levels {
        get { state.withLock { $0.levels } }
        set { state.withLock { $0.levels = newValue } }
    }

    /// Says where lines for `bridge/log` go.
    func publish(to sink: @escaping LogSink) { state.withLock { $0.publish = sink } }

    /// Says something.
    func callAsFunction(_ level: LogLevel, _ message: String) {
        let (levels, publish) = state.withLock { ($0.levels, $0.publish) }
        if level >= levels.sink { sink(level, message) }
        if let mqtt = levels.mqtt, level >= mqtt { publish?(level, message) }
    }

    /// Says something of a kind that may be said any number of times: no more of it than ``LineLimit`` allows.
    func callAsFunction(_ level: LogLevel, _ kind: Kind, _ message: @autoclosure () -> String) {
        let now = time.uptime
        guard let leftOut = state.withLock({ $0.limits[kind, default: LineLimit()].take(now: now) }) else { return }
        self(level, "\(message())\(leftOut)")
    }
}
