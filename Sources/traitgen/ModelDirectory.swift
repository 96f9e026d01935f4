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
        return "\(directory.appending(path: fault.file).path()):1: error: \(member)\(fault.message)"
    }
}
