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

    private struct State {
        var levels: Levels
        var publish: LogSink?
    }

    private let sink: LogSink
    private let state: Mutex<State>

    /// Makes a log.
    init(levels: Levels, sink: @escaping LogSink) {
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
}
