import Glibc
import HomeGraph

/// Shows on standard error how far commissioning is: a bar that grows at a terminal, a line a step elsewhere.
struct ProgressLine: Sendable {
    private static let width = 30
    private let isTerminal = isatty(StandardStream.error.rawValue) == 1

    /// Shows a step that is done.
    func show(_ progress: CommissioningProgress) {
        StandardStream.error.write(Self.text(progress, isTerminal: isTerminal))
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
