import HomeGraph

/// What of a document's former payloads counts for the next one.
///
/// The outbox has it, as long as the document stands on its topic, so that layouts need to remember nothing.
struct DocumentMemory: Sendable, Equatable {
    /// The version that was said last; `nil` where none was.
    var version: Int64?
    /// The hash of what was said then.
    var hash: UInt64?
    /// What the document told of and tells of no more, with its kind.
    var formerParts: [String: String] = [:]

    /// The version of something that was not said before: higher than the last, and no less than the second in which the
    /// bridge started, which is later than all that nobody remembers.
    func nextVersion(_ status: BridgeStatus) -> Int64 {
        let started = status.started.rawValue / 1000
        guard let version else { return started }
        let (next, isTooHigh) = version.addingReportingOverflow(1)
        return max(isTooHigh ? 0 : next, started)
    }

    /// The document is made of other parts now.
    mutating func replace(parts former: [String: String], with parts: [String: String]) {
        formerParts = formerParts.merging(former) { $1 }.filter { parts[$0.key] == nil }
    }
}
