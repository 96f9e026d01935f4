import Glibc
import HomeGraph
import Synchronization

/// Shows on standard error how far commissioning is: a bar that grows at a terminal, a line a step elsewhere.
final class ProgressLine: Sendable {
    private static let width = 30
    private let isTerminal = isatty(StandardStream.error.rawValue) == 1
    /// Whether the cursor stands behind a bar that is not whole.
    private let isOpen = Mutex(false)

    /// Shows a step that is done.
    func show(_ progress: CommissioningProgress) {
        isOpen.withLock { $0 = isTerminal && progress.step != .complete }
        StandardStream.error.write(Self.text(progress, isTerminal: isTerminal))
    }

    /// Leaves a bar that did not become whole, so that what follows has a line of its own.
    func end() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { StandardStream.error.write("\n") }
    }

    /// The text of a step.
    static func text(_ progress: CommissioningProgress, isTerminal: Bool) -> String {
        let percent = Int((progress.share * 100).rounded())
        let isLast = progress.step == .complete
        guard isTerminal else { return "\(percent) % \(progress.step.rawValue)\n" }
        let done = Int((progress.share * Double(width)).rounded())
        let bar = String(repeating: "#", count: done) + String(repeating: "-", count: width - done)
        // The longest name of a step is cleared by the next one.
        let name = progress.step.rawValue
        let padding = String(repeating: " ", count: max(0, 22 - name.count))
        return "\r[\(bar)] \(percent) % \(name)\(padding)\(isLast ? "\n" : "")"
    }
}
