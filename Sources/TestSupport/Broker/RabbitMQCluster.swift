import Foundation
import Glibc
public import MQTT
import Mosquitto
import Synchronization

/// RabbitMQ nodes with the MQTT plugin that form one cluster on 127.0.0.1, for one test.
///
/// They speak MQTT 3.1.1 only, keep retained messages apart on each node, and replay none to filters with wildcards
/// (Source: RabbitMQ 3.10, "MQTT Plugin").
public final class RabbitMQCluster: Sendable {
    /// What starts a node; the one on the path would become another user first.
    private static let executable = "/usr/lib/rabbitmq/bin/rabbitmq-server"

    /// Whether the package `rabbitmq-server` is there.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: executable)

    private enum Happening: Sendable { case running, ended }

    private struct Node: Sendable {
        let name: String
        let mqttPort: UInt16
        let distributionPort: UInt16
    }

    private struct Processes {
        var portMapper: ChildProcess?
        var nodes: [Int: ChildProcess] = [:]
        var happenings: [Int: Recorder<Happening>] = [:]
    }

    private let folder: URL
    private let portMapperPort: UInt16
    private let nodes: [Node]
    private let processes = Mutex(Processes())

    private init(count: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "rabbitmq-\(UUID().uuidString)")
        portMapperPort = try Loopback.freePort()
        nodes = try (1...count).map {
            Node(
                name: "n\($0)@localhost", mqttPort: try Loopback.freePort(), distributionPort: try Loopback.freePort())
        }
    }

    deinit {
        processes.withLock { processes in
            for node in processes.nodes.values { node.signal(SIGKILL) }
            processes.portMapper?.end()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts nodes and waits until all take MQTT connections.
    ///
    /// - Parameter count: How many.
    /// - Returns: A cluster of which all nodes take MQTT connections.
    /// - Throws: ``BrokerError`` where one does not start.
    public static func start(nodes count: Int = 3) async throws -> RabbitMQCluster {
        let cluster = try RabbitMQCluster(count: count)
        try cluster.writeFiles()
        let portMapper = try ChildProcess(
            ["epmd", "-port", "\(cluster.portMapperPort)", "-address", "127.0.0.1"]
        ) { _ in }
        cluster.processes.withLock { $0.portMapper = portMapper }
        for number in cluster.nodes.indices { try cluster.launch(number) }
        for number in cluster.nodes.indices { try await cluster.awaitRunning(number) }
        for node in 1...count { try await cluster.awaitConnection(to: node) }
        return cluster
    }

    /// Where a node listens; they are counted from 1.
    public func address(of node: Int) -> BrokerAddress {
        BrokerAddress(host: "127.0.0.1", port: nodes[node - 1].mqttPort)
    }

    /// Ends a node without a word to anybody.
    public func kill(_ node: Int) async throws {
        let number = node - 1
        guard let process = processes.withLock({ $0.nodes.removeValue(forKey: number) }) else { return }
        process.signal(SIGKILL)
        _ = try await happenings(of: number).first("the end of node \(node)", within: .seconds(30)) { $0 == .ended }
        process.end()
    }

    /// Starts a node again with what it kept, and waits until it takes MQTT connections.
    public func resume(_ node: Int) async throws {
        try launch(node - 1)
        try await awaitRunning(node - 1)
        try await awaitConnection(to: node)
    }

    /// Ends everything.
    public func stop() async throws {
        for node in 1...nodes.count { try await kill(node) }
        processes.withLock { $0.portMapper.take() }?.end()
    }

    private func happenings(of number: Int) -> Recorder<Happening> {
        processes.withLock { $0.happenings[number] ?? Recorder() }
    }

    private func awaitRunning(_ number: Int) async throws {
        let happening = try await happenings(of: number).first("node \(number + 1)", within: .seconds(240)) { _ in true
        }
        guard happening == .ended else { return }
        let lines = processes.withLock { $0.nodes[number]?.lines.withLock { $0.suffix(8) } ?? [] }
        throw BrokerError("node \(number + 1) ended: " + lines.joined(separator: "; "))
    }

    /// Waits until a node takes a client, which it refuses with "server unavailable" while the nodes have not agreed yet on
    /// who keeps the client ids of all.
    private func awaitConnection(to node: Int) async throws {
        var settings = TestClient.settings(for: address(of: node), version: .v3_1_1)
        settings.backOff = BackOff(longest: .seconds(1))
        let handler = RecordingHandler()
        let connection = try MosquittoConnection(settings, source: QueueSource(), handler: handler)
        try connection.start()
        do {
            _ = try await handler.events.first("a connection to node \(node)", within: .seconds(120)) { event in
                if case .opened = event { true } else { false }
            }
        } catch {
            await connection.stop(within: .zero)
            throw error
        }
        await connection.stop(within: .seconds(5))
    }

    private func launch(_ number: Int) throws {
        let recorder = Recorder<Happening>()
        let node = nodes[number]
        let process = try ChildProcess(["env"] + environment(of: node) + [Self.executable]) { line in
            switch line {
            case nil: recorder.append(.ended)
            case let line? where line.contains("Server startup complete"): recorder.append(.running)
            default: return
            }
        }
        processes.withLock { processes in
            processes.nodes[number] = process
            processes.happenings[number] = recorder
        }
    }

    private func environment(of node: Node) -> [String] {
        let files = folder.appending(path: node.name).path
        return [
            // Where all nodes have the same cookie.
            "HOME=\(folder.path)",
            "ERL_EPMD_PORT=\(portMapperPort)", "ERL_EPMD_ADDRESS=127.0.0.1",
            "RABBITMQ_NODENAME=\(node.name)", "RABBITMQ_DIST_PORT=\(node.distributionPort)",
            "RABBITMQ_MNESIA_BASE=\(files)/mnesia", "RABBITMQ_LOG_BASE=\(files)/log",
            "RABBITMQ_CONFIG_FILE=\(files)/rabbitmq.conf", "RABBITMQ_ENABLED_PLUGINS_FILE=\(files)/plugins",
            "RABBITMQ_PID_FILE=\(files)/pid", "RABBITMQ_CONF_ENV_FILE=/dev/null",
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +S 1:1",
            // Without it a shell stands between and takes the signals.
            "RUNNING_UNDER_SYSTEMD=true",
        ]
    }

    private func writeFiles() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Made here, since nodes that start at once would each make one.
        try write("homegraph2mqtt", to: ".erlang.cookie")
        let names = nodes.enumerated().map {
            "cluster_formation.classic_config.nodes.\($0.offset + 1) = \($0.element.name)"
        }
        for node in nodes {
            try FileManager.default.createDirectory(
                at: folder.appending(path: node.name), withIntermediateDirectories: true)
            try write("[rabbitmq_mqtt].\n", to: "\(node.name)/plugins")
            let lines = [
                "listeners.tcp = none", "mqtt.listeners.tcp.1 = 127.0.0.1:\(node.mqttPort)",
                "mqtt.allow_anonymous = true", "mqtt.default_user = guest", "mqtt.default_pass = guest",
                "log.console = true", "log.file = false", "cluster_formation.peer_discovery_backend = classic_config",
                "cluster_formation.discovery_retry_interval = 500", "cluster_formation.discovery_retry_limit = 100",
            ]
            try write((lines + names).joined(separator: "\n") + "\n", to: "\(node.name)/rabbitmq.conf")
        }
    }

    private func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
