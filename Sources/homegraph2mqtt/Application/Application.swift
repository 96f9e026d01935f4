import Bridge
import Configuration
import HomeGraph
import MQTT
import Mosquitto
import SimulatedHub
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
    private let log: Log
    private let connection = Mutex<(any Connection)?>(nil)

    /// Composes hub, home and bridge; nothing is contacted.
    ///
    /// - Parameters:
    ///   - settings: What the bridge is told.
    ///   - file: What the simulated hub starts with.
    ///   - log: Takes the bridge's messages.
    /// - Throws: ``ProgramError`` where a structure that is wanted is not there, and what is a fault of the program.
    init(settings: Settings, file: HomeFile, log: Log) async throws {
        self.settings = settings
        self.log = log
        let hub = try Self.hub(try file.only(settings.home.structures), settings.simulation)
        home = try await Home(hub: hub, configuration: settings.graph)
        bridge = try Bridge(
            home: home, configuration: settings.bridge, logLevel: settings.log.level.bridge,
            mqttLogLevel: settings.log.mqtt?.bridge
        ) { level, message in log.write(level, message) }
    }

    /// The simulated hub of a home.
    /// - Throws: What the home file asks for and no device can have.
    static func hub(_ file: HomeFile, _ simulation: Settings.Simulation) throws(ConfigurationFaults) -> SimulatedHub {
        try SimulatedHub(home: file, seed: simulation.seed, speed: simulation.speed)
    }

    /// Makes sure that no other bridge has the base topic, then connects; from there on the connection keeps itself up.
    ///
    /// - Parameter tap: Sees the traffic.
    /// - Throws: ``ProgramError`` where another bridge has the base topic or the broker cannot be spoken to at all.
    func connect(tap: TrafficTap? = nil) async throws {
        let client = "homegraph2mqtt-probe-\(UInt32.random(in: 0 ... .max))"
        let settings = settings
        let log = log
        do {
            let other = try await BaseTopicProbe.otherBridge(
                on: settings.topics.base, nonce: client, failed: { log(.warning, "\($0)") }
            ) { handler, source in
                try Self.start(settings.connection(clientID: client), source: source, handler: handler)
            }
            if let other { throw ProgramError(.unavailable, lines: ["\(other)"]) }
            try Task.checkCancellation()
            let source: any OutboundSource & ConnectionHandler = tap ?? bridge
            let connection = try Self.start(settings.connection, source: source, handler: source)
            self.connection.withLock { $0 = connection }
        } catch let error as ConnectionError {
            throw ProgramError(.unavailable, "\(error)", remedy: "check broker.url and broker.tls, or --broker")
        }
    }

    /// Says `offline`, ends the connection and the hub.
    func stop() async {
        if let connection = connection.withLock({ $0 }) { await bridge.stop(connection, within: Self.farewell) }
        await home.disconnect()
    }

    private static func start(
        _ settings: ConnectionSettings, source: any OutboundSource, handler: any ConnectionHandler
    ) throws(ConnectionError) -> any Connection {
        let connection = try MosquittoConnection(settings, source: source, handler: handler)
        try connection.start()
        return connection
    }
}
