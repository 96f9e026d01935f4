import Foundation

/// Tests that take minutes: fuzzing with millions of inputs.
public enum LongTests: Sendable {
    /// Whether they are run, too: `deploy/test --long`.
    public static let areEnabled = ProcessInfo.processInfo.environment["LONG_TESTS"] == "1"
}
