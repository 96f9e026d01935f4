import Foundation
import ModelReader

/// The project's own model files.
enum ModelFiles {
    /// The folder that the model is in.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/DataModel/Model", directoryHint: .isDirectory)

    /// Path and text of each file.
    static func all() throws -> [(path: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".json") }.sorted()
            .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }

    /// The files as one text.
    static func bundle() throws -> String { try ModelBundle.join(all()) }
}
