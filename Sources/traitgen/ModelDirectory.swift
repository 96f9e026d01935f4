import Foundation

/// The folder with the model's JSON files.
struct ModelDirectory {
    let url: URL

    /// The JSON files' texts, by their paths from the folder.
    func files() throws -> [String: String] {
        var texts: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path()) where path.hasSuffix(".json") {
            texts[path] = try String(contentsOf: url.appending(path: path), encoding: .utf8)
        }
        return texts
    }

    /// The whole model in one text: an object of the files' contents by their paths.
    func bundle() throws -> String {
        let members = try files().sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return "{" + members.joined(separator: ",") + "}"
    }
}
