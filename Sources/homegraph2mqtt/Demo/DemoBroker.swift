import FoundationEssentials

/// A mosquitto of the demo's own, on a free port of 127.0.0.1.
struct DemoBroker: Sendable {
    /// Where it listens.
    let port: UInt16
    private let process: ChildProcess
    private let directory: URL

    /// Starts a broker and waits until it takes connections.
    /// - Throws: ``ProgramError`` where mosquitto is missing or does not start.
    static func start(environment: [String: String]) async throws -> DemoBroker {
        guard let path = Executable.find("mosquitto", environment: environment) else {
            throw ProgramError(
                .unavailable, "the program mosquitto is not installed",
                remedy: "install it (apt install mosquitto), or name a broker with --broker URL")
        }
        // Between the look for a free port and its use somebody else may take it: then another one is tried.
        for _ in 0..<5 {
            if let broker = try await attempt(path) { return broker }
        }
        throw ProgramError(
            .unavailable, "mosquitto does not start", remedy: "try \(path) -v, or name a broker with --broker URL")
    }

    /// Ends the broker and removes its files.
    func stop() throws {
        process.end()
        try FileManager.default.removeItem(at: directory)
    }

    private static func attempt(_ path: String) async throws -> DemoBroker? {
        guard let port = LoopbackPort.free() else {
            throw ProgramError(
                .unavailable, "127.0.0.1 has no free port", remedy: "name a broker with --broker URL")
        }
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "homegraph2mqtt-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let file = directory.appending(path: "mosquitto.conf")
        try Data(configuration(port: port).utf8).write(to: file)
        let process: ChildProcess
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(path: path, arguments: ["-c", file.path])
        } catch {
            try FileManager.default.removeItem(at: directory)
            throw ProgramError(
                .unavailable, "\(path) does not start: \(error.reason)", remedy: "name a broker with --broker URL")
        }
        let broker = DemoBroker(port: port, process: process, directory: directory)
        for _ in 0..<250 {
            guard process.isRunning else { break }
            if LoopbackPort.answers(port) { return broker }
            // mosquitto does not say when it listens: the port is asked until it answers.
            try await Task.sleep(for: .milliseconds(20))
        }
        try broker.stop()
        return nil
    }

    /// Messages to slow subscribers wait without a limit, so that `mosquitto_sub` sees the whole home.
    private static func configuration(port: UInt16) -> String {
        """
        listener \(port) 127.0.0.1
        allow_anonymous true
        persistence false
        max_queued_messages 0
        log_dest none

        """
    }
}
