import Bridge
import Glibc
import Synchronization

/// The log on standard error: one line a message.
///
/// Where systemd collects it, each line bears its priority as `<N>` (sd-daemon(3)).
final class Log: Sendable {
    private let level: Mutex<LogLevel>
    private let hasPriorities: Bool
    private let output: @Sendable (String) -> Void

    /// Begins a log.
    ///
    /// - Parameters:
    ///   - level: The least important messages that are written.
    ///   - hasPriorities: Whether lines bear their priority.
    ///   - output: Takes a line with its line break.
    init(
        level: LogLevel, hasPriorities: Bool,
        output: @escaping @Sendable (String) -> Void = { StandardStream.error.write($0) }
    ) {
        self.level = Mutex(level)
        self.hasPriorities = hasPriorities
        self.output = output
    }

    /// Changes what is written from now on.
    func setLevel(_ level: LogLevel) { self.level.withLock { $0 = level } }

    /// Writes a message, on one line.
    func callAsFunction(_ level: LogLevel, _ message: String) {
        if level >= self.level.withLock({ $0 }) { write(level, message) }
    }

    /// Writes a message whatever the level is, for those who know their own.
    func write(_ level: LogLevel, _ message: String) {
        let line = message.onOneLine
        output(hasPriorities ? "<\(Self.priority(level))>\(line)\n" : "\(line)\n")
    }

    /// The priority of syslog(3).
    private static func priority(_ level: LogLevel) -> Int {
        switch level {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug: 7
        }
    }

    /// Whether standard error is the stream that systemd collects: `JOURNAL_STREAM` names its device and inode.
    static func isCollectedBySystemd(_ environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard unsafe fstat(StandardStream.error.rawValue, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
