import Foundation
import ModelReader

/// The model of this package, read from its sources.
enum SourceModel {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/DataModel/Model").standardizedFileURL

    /// The paths of all files, relative to the model's folder.
    static func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path()).filter { $0.hasSuffix(".json") }
    }

    static func read() throws -> Model {
        let files = try paths().map { path in
            (path: path, text: try String(contentsOf: directory.appending(path: path), encoding: .utf8))
        }
        return try Model(bundle: ModelBundle.join(files))
    }
}
