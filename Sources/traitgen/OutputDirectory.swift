import Foundation

/// The folder that the generated files go to.
struct OutputDirectory {
    let url: URL

    /// Writes a file, unless it already says the same, so that it is not compiled again for nothing.
    func write(_ text: String, to name: String) throws {
        let file = url.appending(path: name)
        let data = Data(text.utf8)
        if FileManager.default.contents(atPath: file.path()) == data { return }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try data.write(to: file, options: .atomic)
    }
}
