import Bridge
import Configuration
import HomeGraph
import MQTT
import Monitoring
import Mosquitto
import SQLiteStore
import Synchronization

/// The bridge with all its parts: hub, home, bridge, and a connection.
final class Application: Sendable {
    /// How long what still waits may take to go out at the end.
    private static let farewell = Duration.seconds(5)

    /// What it was told.
    let settings: Settings
    /// The home.
    let home: Home
    /// The home on MQTT.
    let bridge: Bridge
    /// Where the home is kept; `nil` only in memory.
    private let state: SQLiteStateStore?
    private let log: Log
    private let connection = Mutex<(any Connection)?>(nil)
    private let willBearers: WillBearers
    private let watching = Mutex<HTTPServer?>(nil)

    /// Opens the state file and composes hub, home and bridge; nothing is contacted.
    ///
    /// - Parameters:
    ///   - settings: What the bridge is told.
    ///   - file: Reads the home file, if it is needed.
    ///   - log: Takes the messages of all parts.
    /// - Throws: The home file's faults; ``ProgramError`` for a state file that cannot be used, and for a structure that
    ///   is wanted and not there; what is a fault of the program.
    init(settings: Settings, file: () throws -> HomeFile, log: Log) async throws {
        self.settings = settings
        self.log = log
        let start = try await HomeStart(settings, file: file, log: log)
        state = start.state
        var graph = settings.graph
        graph.keepingFailed = { log(.error, "what the devices changed is not kept: \($0.message)") }
        var configuration = settings.bridge
        configuration.instance = start.instance
        do {
            home = try await Home(hub: start.hub, store: start.state, configuration: graph)
            bridge = try await Bridge(
                home: home, stateStore: start.state, configuration: configuration,
                logLevel: settings.log.level.bridge, mqttLogLevel: settings.log.mqtt?.bridge
            ) { level, message in log.write(level, message) }
        } catch let error as HomeError {
            throw ProgramError(error)
        }
        willBearers = WillBearers(of: bridge, log: log) { settings.connection(clientID: "\(settings.clientID)-\($0)") }
    }

    /// Switches layouts as the settings say now.
    ///
    /// - Throws: As ``Bridge/Bridge/setLayouts(_:)``; `ConnectionError` for a layout's own connection that cannot be.
    func setLayouts(_ layouts: [String: BridgeConfiguration.Layout]) async throws {
        try await bridge.setLayouts(layouts)
        if connection.withLock({ $0 != nil }) { try await willBearers.follow() }
    }

    /// Serves metrics and health from now on, where the settings want that.
    ///
    /// - Throws: ``ProgramError`` for an address that cannot be had; where another bridge has the base topic, too, that one
    ///   is named: most likely the bridge was started twice.
    func serve() async throws {
        guard let address = settings.http.listen else { return }
        do throws(ProgramError) {
            let server = try Watching.serve(bridge, at: address, log: log)
            watching.withLock { $0 = server }
        } catch {
            if let other = try? await otherBridgeNow() { throw Self.taken(other) }
            throw error
        }
    }

    /// The bridge that has the base topic; `nil` where there is none, or where the broker cannot be asked now.
    private func otherBridgeNow() async throws -> OtherBridge? {
        let (failures, failed) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: OtherBridge?.self) { group in
            group.addTask { try await self.otherBridge { _ in failed.yield() } }
            group.addTask {
                for await _ in failures { break }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// The bridge that has the base topic, once the broker is there.
    private func otherBridge(failed: @escaping @Sendable (ConnectionError) -> Void) async throws -> OtherBridge? {
        let client = "homegraph2mqtt-probe-\(UInt32.random(in: 0 ... .max))"
        let settings = settings
        return try await BaseTopicProbe.otherBridge(on: settings.topics.base, nonce: client, failed: failed) {
            try Self.start(settings.connection(randomID: client), source: $1, handler: $0)
        }
    }

    private static func taken(_ other: OtherBridge) -> ProgramError {
        ProgramError(.unavailable, lines: ["\(other)"])
    }

    /// Makes sure that no other bridge has the base topic, then connects; from there on the connection keeps itself up.
    ///
    /// - Parameter tap: Sees the traffic.
    /// - Throws: ``ProgramError`` where another bridge has the base topic or the broker cannot be spoken to at all.
    func connect(tap: TrafficTap? = nil) async throws {
        let log = log
        do {
            if let other = try await otherBridge(failed: { log(.warning, "\($0)") }) { throw Self.taken(other) }
            try Task.checkCancellation()
            try await willBearers.follow()
            let source: any OutboundSource & ConnectionHandler = tap ?? bridge
            let connection = try Self.start(settings.connection, source: source, handler: source)
            self.connection.withLock { $0 = connection }
        } catch let error as ConnectionError {
            throw ProgramError(.unavailable, "\(error)", remedy: "check broker.url and broker.tls, or --broker")
        }
    }

    /// Says `offline`, ends the connection and the hub, and keeps what there is to keep.
    func stop() async {
        // Side by side, since a broker that is frozen holds up each for a while.
        async let wills: Void = willBearers.stop()
        if let connection = connection.withLock({ $0 }) { await bridge.stop(connection, within: Self.farewell) }
        await wills
        watching.withLock { $0 = nil }
        await home.disconnect()
        await state?.close()
    }

    private static func start(
        _ settings: ConnectionSettings, source: any OutboundSource, handler: any ConnectionHandler
    ) throws(ConnectionError) -> any Connection {
        let connection = try MosquittoConnection(settings, source: source, handler: handler)
        try connection.start()
        return connection
    }
}
