import Foundation

/// The built program, run by a test.
public final class ProgramRun: Sendable {
    /// What a run that ended left.
    public struct Result: Sendable {
        /// The exit status, or the signal that ended it.
        public let status: Int32
        /// Standard output.
        public let output: String
        /// Standard error.
        public let error: String
        /// The lines of ``output`` that are not empty.
        public var outputLines: [Substring] { output.split(separator: "\n") }
        /// The lines of ``error`` that are not empty.
        public var errorLines: [Substring] { error.split(separator: "\n") }
    }

    /// The lines of standard output, as they come.
    public let lines = Recorder<String>()
    /// The lines of standard error, as they come.
    public let messages = Recorder<String>()
    private let process: Process
    private let ended = Recorder<Int32>()

    /// The program: the one that TESTED_PROGRAM names, such as a release, else the one that the build put beside the
    /// tests.
    private static let executable =
        ProcessInfo.processInfo.environment["TESTED_PROGRAM"].map { URL(filePath: $0) }
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "homegraph2mqtt")

    /// Its process id.
    public var identifier: Int32 { process.processIdentifier }

    /// Starts the program in the background, by a launcher, if there is one: a program and its arguments.
    public init(
        _ arguments: [String], environment: [String: String] = [:], launcher: [String] = []
    ) throws {
        let process = Self.process(arguments, environment, launcher)
        self.process = process
        process.standardOutput = Self.pipe(into: lines)
        process.standardError = Self.pipe(into: messages)
        let ended = ended
        process.terminationHandler = { ended.append($0.terminationStatus) }
        try process.run()
    }

    /// A test that failed leaves nothing behind.
    deinit {
        if process.isRunning { process.terminate() }
    }

    /// A pipe whose lines go into a recorder.
    private static func pipe(into lines: Recorder<String>) -> Pipe {
        let pipe = Pipe()
        Thread.detachNewThread {
            var rest = Data()
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
        }
        return pipe
    }

    /// Sends a signal.
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until it has ended, and gives its status.
    public func status() async throws -> Int32 {
        try await ended.first("the end of the program") { _ in true }
    }

    /// Runs the program to its end, started by a launcher, if there is one: a program and its arguments.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], launcher: [String] = []
    ) throws -> Result {
        let process = process(arguments, environment, launcher)
        let folder = try TemporaryFolder(["output": "", "error": ""])
        process.standardOutput = FileHandle(forWritingAtPath: folder.path("output"))
        process.standardError = FileHandle(forWritingAtPath: folder.path("error"))
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: try folder.read("output"), as: UTF8.self),
            error: String(decoding: try folder.read("error"), as: UTF8.self))
    }

    private static func process(
        _ arguments: [String], _ environment: [String: String], _ launcher: [String]
    ) -> Process {
        let process = Process()
        process.executableURL = launcher.first.map { URL(filePath: $0) } ?? executable
        process.arguments =
            launcher.isEmpty
            ? arguments : launcher.dropFirst() + [executable.path(percentEncoded: false)] + arguments
        let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HOMEGRAPH2MQTT_") }
        process.environment = inherited.merging(environment) { _, own in own }
        return process
    }
}
