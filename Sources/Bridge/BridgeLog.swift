/// How grave a line of the log is.
public enum LogLevel: String, Sendable, Hashable, Comparable, CaseIterable {
    case debug, info, notice, warning, error

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// Takes a line of the log: its level, and the line without time or line break.
public typealias LogSink = @Sendable (_ level: LogLevel, _ message: String) -> Void
