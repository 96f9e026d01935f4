import Foundation
import Glibc

/// A process of this program in another role.
final class Child {
    /// It ended before it said what was waited for.
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let role: String
    private var rest: [UInt8] = []

    /// Starts it.
    ///
    /// - Parameter words: Its role, and what that is told.
    /// - Throws: What the system says.
    init(_ words: [String]) throws {
        role = words.joined(separator: " ")
        process.executableURL = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        process.arguments = ["role"] + words
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { kill() }

    /// Sends a line and waits for the one that answers it.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - word: What the answer begins with.
    /// - Returns: The words that follow.
    /// - Throws: ``Ended`` where none comes.
    func ask(_ line: String, for word: String) throws -> [String] {
        try tell(line)
        return try expect(word)
    }

    /// Sends a line.
    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Array("\(line)\n".utf8)) }

    /// Waits for a line.
    ///
    /// - Parameter word: What it begins with.
    /// - Returns: The words that follow.
    /// - Throws: ``Ended`` where none comes.
    @discardableResult func expect(_ word: String) throws -> [String] {
        while true {
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").map(String.init)
                rest.removeSubrange(...end)
                if words.first == word { return Array(words.dropFirst()) }
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Ended(description: "\(role) ended before it said '\(word)'") }
            rest += data
        }
    }

    /// Lets it end by itself: nothing more comes for it to read.
    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Ends it at once; other signals than this one may be blocked in a child of a program with threads.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

extension [String] {
    /// A number among the words of an answer; 0 where there is none.
    func number(_ position: Int) -> Double { indices.contains(position) ? Double(self[position]) ?? 0 : 0 }
}
