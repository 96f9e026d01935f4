import Foundation
import Glibc
public import MQTT
import Synchronization

/// A real mosquitto on a free port of 127.0.0.1, for one test; it ends with the object, also when the test fails.
public final class MosquittoBroker: Sendable {
    /// Where it listens.
    public let port: UInt16
    /// Where its files are.
    private let folder: URL
    private let process = Mutex<ChildProcess?>(nil)
    private let happenings = Mutex<Recorder<Happening>>(Recorder())

    private enum Happening: Sendable { case running, ended }

    /// Its address, without user and password.
    public var address: BrokerAddress { BrokerAddress(host: "127.0.0.1", port: port) }

    /// What it logged since it was started last.
    public var log: [String] {
        process.withLock { process in process?.lines.withLock { $0 } ?? [] }
    }

    /// The id of its process; `nil` while it does not run.
    public var identifier: Int32? { process.withLock { $0?.identifier } }

    private init(port: UInt16, folder: URL) {
        self.port = port
        self.folder = folder
    }

    deinit {
        process.withLock { $0?.end() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a broker and waits until it listens.
    ///
    /// It keeps nothing on disk, answers without delay, and queues without limit unless `configuration` says other.
    /// - Parameters:
    ///   - configuration: lines of `mosquitto.conf` that belong to the only listener or to the whole broker; `persistence`
    ///     keeps what it has in a folder of its own.
    ///   - users: passwords by user name; where there are any, nobody else may connect.
    ///   - accessControl: lines of an ACL file.
    ///   - dynamicSecurity: what mosquitto's plugin of that name is configured with, as JSON; unlike an ACL file it may
    ///     refuse subscriptions.
    /// - Returns: a broker that listens.
    /// - Throws: ``BrokerError`` where it does not start.
    public static func start(
        _ configuration: [String] = [], users: [String: String] = [:], accessControl: [String] = [],
        dynamicSecurity: String? = nil
    ) async throws -> MosquittoBroker {
        var fault: any Error = BrokerError("no port is free")
        for _ in 0..<10 {
            let port = try Loopback.freePort()
            let folder = FileManager.default.temporaryDirectory.appending(path: "mosquitto-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let broker = MosquittoBroker(port: port, folder: folder)
            let lines = configuration + (try broker.plugin(dynamicSecurity))
            try await broker.writeFiles(lines, users: users, accessControl: accessControl)
            do {
                try await broker.launch()
                return broker
            } catch {
                fault = error  // somebody else took the port in between
            }
        }
        throw fault
    }

    /// Ends it in an orderly way and waits until the port is free.
    public func stop() async throws { try await end { $0.end() } }

    /// Ends it without a word to its clients.
    public func kill() async throws { try await end { $0.signal(SIGKILL) } }

    /// Stops it in the midst of what it does, as a machine does that sleeps or has no memory left, until ``thaw()``.
    public func freeze() { process.withLock { $0?.signal(SIGSTOP) } }

    /// Lets it go on.
    public func thaw() { process.withLock { $0?.signal(SIGCONT) } }

    /// Starts it again on the same port; what it held in memory is gone.
    public func restart() async throws {
        try await stop()
        try await resume()
    }

    /// Starts it again on the same port after ``stop()`` or ``kill()``.
    public func resume() async throws {
        var attempts = 0
        while true {
            do {
                return try await launch()
            } catch {
                attempts += 1
                guard attempts < 5 else { throw error }
            }
        }
    }

    private func end(_ how: (ChildProcess) -> Void) async throws {
        guard let ending = process.withLock({ $0.take() }) else { return }
        how(ending)
        _ = try await happenings.withLock { $0 }.first("the broker's end") { $0 == .ended }
        ending.end()
    }

    private func launch() async throws {
        let recorder = Recorder<Happening>()
        happenings.withLock { $0 = recorder }
        let executable = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        let child = try ChildProcess(
            [executable ?? "mosquitto", "-c", folder.appending(path: "mosquitto.conf").path]
        ) { line in
            switch line {
            case nil: recorder.append(.ended)
            case let line? where line.hasSuffix(" running"): recorder.append(.running)
            default: return
            }
        }
        process.withLock { $0 = child }
        let first = try await recorder.first("a running broker") { _ in true }
        guard first == .ended else { return }
        process.withLock { $0 = nil }
        throw BrokerError("mosquitto ended: " + child.lines.withLock { $0.suffix(5).joined(separator: "; ") })
    }

    private func plugin(_ dynamicSecurity: String?) throws -> [String] {
        guard let dynamicSecurity else { return [] }
        try write([dynamicSecurity], to: "security.json")
        let name = "mosquitto_dynamic_security.so"
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib").map { "/usr/lib/\($0)/\(name)" }
        guard let plugin = folders.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw BrokerError("\(name) is not below /usr/lib; it comes with mosquitto")
        }
        return ["plugin \(plugin)", "plugin_opt_config_file \(folder.appending(path: "security.json").path)"]
    }

    private func writeFiles(_ lines: [String], users: [String: String], accessControl: [String]) async throws {
        let given = Set(lines.map { $0.prefix { $0 != " " } })
        var configuration = [
            "listener \(port) 127.0.0.1", "log_dest stderr", "persistence_location \(folder.path)/",
        ]
        if getuid() == 0 { configuration.append("user root") }
        for line in [
            "log_type error", "log_type warning", "log_type notice", "log_type information",
            "set_tcp_nodelay true", "max_queued_messages 0", "allow_anonymous \(users.isEmpty)", "persistence false",
        ] where !given.contains(line.prefix { $0 != " " }) {
            configuration.append(line)
        }
        if !users.isEmpty {
            let file = folder.appending(path: "passwords").path
            try write(users.map { "\($0.key):\($0.value)" }, to: "passwords")
            let recorder = Recorder<String?>()
            let tool = try ChildProcess(["mosquitto_passwd", "-U", file]) { recorder.append($0) }
            _ = try await recorder.first("hashed passwords") { $0 == nil }
            tool.end()
            configuration.append("password_file \(file)")
        }
        if !accessControl.isEmpty {
            try write(accessControl, to: "acl")
            configuration.append("acl_file \(folder.appending(path: "acl").path)")
        }
        try write(configuration + lines, to: "mosquitto.conf")
    }

    private func write(_ lines: [String], to name: String) throws {
        let file = folder.appending(path: name)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
