import Foundation
import Glibc

/// The lines of a file, each a topic and a payload with a space between them, or a payload alone.
struct Lines {
    private let pairs: [(first: String, second: String)]

    /// Reads a file.
    init(_ path: String) throws {
        pairs = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            let words = line.split(separator: " ", maxSplits: 1)
            return (words.first.map { String($0) } ?? "", words.dropFirst().first.map { String($0) } ?? "")
        }
    }

    /// How many there are.
    var count: Int { pairs.count }

    /// Lends them out as C strings: the first words, what follows them, and how many there are.
    func withCStrings(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>, Int) throws -> Void
    ) throws {
        let first = unsafe pairs.map { pair in unsafe UnsafePointer<CChar>(strdup(pair.first)) }
        let second = unsafe pairs.map { pair in unsafe UnsafePointer<CChar>(strdup(pair.second)) }
        defer { unsafe (first + second).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        try unsafe first.withUnsafeBufferPointer { first in
            try unsafe second.withUnsafeBufferPointer { second in
                guard let one = first.baseAddress, let other = second.baseAddress else { return }
                try unsafe body(one, other, pairs.count)
            }
        }
    }
}
