import Foundation
import Testing

/// A checked-in text that generated text is compared with.
struct GoldenFile {
    let name: String

    private var url: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    }

    /// Fails with the first lines that differ, and attaches the new text.
    func expectEqual(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
        let golden = try String(contentsOf: url, encoding: .utf8)
        guard text != golden else { return }
        Attachment.record(text, named: name, sourceLocation: location)
        Issue.record("\(name) differs; the new text is attached\n\(difference(golden, text))", sourceLocation: location)
    }

    private func difference(_ old: String, _ new: String) -> String {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = new.difference(from: old).sorted { position(of: $0) < position(of: $1) }
        return changes.prefix(20).map { change in
            switch change {
            case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
            case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
            }
        }.joined(separator: "\n")
    }

    private func position(of change: CollectionDifference<Substring>.Change) -> Int {
        switch change {
        case .remove(let offset, _, _), .insert(let offset, _, _): offset
        }
    }
}
