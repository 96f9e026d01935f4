import HomeGraph

/// What a test waited for did not come in time.
public struct NotSeen: Error, CustomStringConvertible {
    /// What was waited for, how long, and what came instead.
    public let description: String

    /// Says what did not come.
    public init(description: String) { self.description = description }
}

extension Duration {
    /// How long a test waits for what is to come: only one that fails waits so long, so that a machine may be slow.
    public static let patience = Duration.seconds(30)
}

/// Collects what happens, and lets a test wait for something of it; what does not come in time fails the test.
public final class Recorder<Element: Sendable>: Sendable {
    private let mailbox = Mailbox<Element>()

    /// Makes an empty recorder.
    public init() {}

    /// What was recorded and not taken yet, oldest first.
    public var elements: [Element] { mailbox.elements }

    /// Records something; from any thread.
    public func append(_ element: Element) { mailbox.append(element) }

    /// Forgets what was recorded.
    public func removeAll() { mailbox.removeAll() }

    /// Takes the first element that fulfils a condition, waiting for it if it has not come yet.
    /// - Throws: ``NotSeen`` when the deadline passes.
    public func first(
        _ what: String, within deadline: Duration = .patience, where condition: @escaping @Sendable (Element) -> Bool
    ) async throws -> Element {
        if let found = await mailbox.first(within: deadline, where: condition) { return found }
        let others = elements.suffix(20).map { "\n  \($0)" }.joined()
        throw NotSeen(
            description: "\(what) did not come within \(deadline); what came:\(others.isEmpty ? " nothing" : others)")
    }
}
