public import Foundation

/// A folder with files for one test; it goes with the object, also when the test fails.
public final class TemporaryFolder: Sendable {
    private let url: URL

    /// Makes a folder with text files in it.
    public init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The folder's own path.
    public var path: String { url.path(percentEncoded: false) }

    /// The path of a file.
    public func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    /// Writes a file anew.
    public func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

    /// Writes a file anew.
    public func write(_ name: String, _ bytes: Data) throws { try bytes.write(to: url.appending(path: name)) }

    /// What a file holds.
    public func read(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

    /// Every file by its name, to see whether anything was changed.
    public func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            // What cannot be read as a file is there all the same.
            contents[name] = (try? read(name)) ?? Data()
        }
        return contents
    }
}
