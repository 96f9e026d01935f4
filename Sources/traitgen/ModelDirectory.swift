import Foundation
import ModelReader

/// The folder with the model's JSON files.
struct ModelDirectory {
    let url: URL

    /// The whole model in one text, read once to be sure that a program can.
    ///
    /// - Throws: A ``ModelFault`` whose file is a path that leads to it from anywhere.
    func bundle() throws -> String {
        try located { () throws(ModelFault) in
            let bundle = try ModelBundle.join(files())
            _ = try Model(bundle: bundle)
            return bundle
        }
    }

    /// The model.
    ///
    /// - Throws: As ``bundle()``.
    func model() throws -> Model {
        try located { () throws(ModelFault) in try Model(bundle: ModelBundle.join(files())) }
    }

    /// The JSON files' texts, by their paths from the folder.
    private func files() throws(ModelFault) -> [(path: String, text: String)] {
        var file = url.path()
        do {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: file).filter { $0.hasSuffix(".json") }
            return try paths.sorted().map { path in
                file = path
                return (path, try String(contentsOf: url.appending(path: path), encoding: .utf8))
            }
        } catch {
            throw ModelFault(.malformed, file: file, member: "", message: "cannot be read: \(error)")
        }
    }

    private func located<Result>(_ body: () throws(ModelFault) -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw ModelFaultAtPath(directory: url, fault: error)
        }
    }
}

/// A fault of the model, written as compilers write errors, so that SwiftPM shows it.
struct ModelFaultAtPath: Error, CustomStringConvertible {
    let directory: URL
    let fault: ModelFault

    var description: String {
        let member = fault.member.isEmpty ? "" : "\(fault.member): "
        return "\(file.path()):\(line): error: \(member)\(fault.message)"
    }

    private var file: URL { directory.appending(path: fault.file) }

    /// The line that names the member at fault, counted from one; the first where none does.
    private var line: Int {
        guard let text = try? String(contentsOf: file, encoding: .utf8),
            let member = fault.member.split(separator: ".").first,
            let index = text.split(separator: "\n", omittingEmptySubsequences: false)
                .firstIndex(where: { $0.contains("\"name\":\"\(member)\"") })
        else { return 1 }
        return index + 1
    }
}
