import Foundation

/// Tests that take minutes, the whole machine, or other brokers.
public enum LongTests: Sendable {
    /// Whether they are run, too: `deploy/test --long`.
    public static let areEnabled = ProcessInfo.processInfo.environment["LONG_TESTS"] == "1"
}
