import Bridge
import Configuration
import DataModel
import HomeGraph
import MQTT
import Mosquitto
import SimulatedHub
import TestSupport

/// A broker, a simulated home, and a bridge between them that is online.
struct RunningBridge {
    static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices:
              - {name: Kitchen Lamp, type: DimmableLight, room: Kitchen}
              - {name: Bulb, type: OnOffLight, room: Kitchen}
              - name: Power Strip
                parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]
              - {name: Button, type: GenericSwitch}
            groups:
              - {name: Lights, devices: [kitchen-lamp, bulb]}
        """

    let broker: MosquittoBroker
    let hub: SimulatedHub
    let home: Home
    let bridge: Bridge
    let connection: MosquittoConnection
    let lines: Recorder<String>

    /// Starts a bridge and waits until it is online; a home that a state store keeps goes before the one described.
    ///
    /// It connects `through` another port than the broker's where one is given, and to a hub that `hub` makes of the
    /// simulated one.
    static func start(
        on broker: MosquittoBroker, version: ProtocolVersion = .v5, home text: String = home, base: String = "h",
        userName: String? = nil, watcher watcherName: String? = nil, waitsForOnline: Bool = true,
        stateStore: (any StateStore)? = nil, through port: UInt16? = nil,
        configure: (inout BridgeConfiguration) -> Void = { _ in },
        hub wrap: (SimulatedHub) -> any Hub = { $0 },
        connect: (inout ConnectionSettings) -> Void = { _ in }
    ) async throws -> RunningBridge {
        let catalog = ModelCatalog.standard
        let hub: SimulatedHub
        if let saved = try await stateStore?.load() {
            hub = try SimulatedHub(saved: saved, catalog: catalog)
        } else {
            hub = try SimulatedHub(
                home: try HomeFile.read(Array(text.utf8), file: "home", catalog: catalog), catalog: catalog)
        }
        let home = try await Home(hub: wrap(hub), store: stateStore)
        var configuration = BridgeConfiguration(baseTopic: base, version: "1.0", instance: "abcdefgh")
        configure(&configuration)
        let lines = Recorder<String>()
        let bridge = try await Bridge(home: home, stateStore: stateStore, configuration: configuration) {
            lines.append("\($0.rawValue): \($1)")
        }
        var settings = TestClient.settings(for: broker.address, version: version, clientID: "homegraph2mqtt-\(base)")
        settings.will = configuration.will
        settings.userName = userName
        settings.password = userName
        var own = settings
        if let port { own.address.port = port }
        connect(&own)
        let connection = try MosquittoConnection(own, source: bridge, handler: bridge)
        let running = RunningBridge(
            broker: broker, hub: hub, home: home, bridge: bridge, connection: connection, lines: lines)
        let watcher = try await TestClient.connect(settings.forClient(watcherName ?? userName))
        try await watcher.subscribe(configuration.stateTopic)
        try connection.start()
        if waitsForOnline { try await watcher.expect(configuration.stateTopic, "online", within: .seconds(30)) }
        await watcher.disconnect()
        return running
    }

    /// Ends everything.
    func stop() async {
        await bridge.stop(connection, within: .seconds(5))
        await home.disconnect()
    }
}

extension ConnectionSettings {
    /// The same broker for another client.
    fileprivate func forClient(_ userName: String?) -> ConnectionSettings {
        var settings = self
        settings.userName = userName
        settings.password = userName
        settings.clientID += "-watcher"
        settings.will = nil
        return settings
    }
}

extension TestClient {
    /// Sends a request and waits for its answer.
    func request(_ name: String, _ payload: String, base: String = "h") async throws -> String {
        try await subscribe("\(base)/bridge/response/\(name)")
        try await publish(payload, to: "\(base)/bridge/request/\(name)")
        return try await expect("\(base)/bridge/response/\(name)").text
    }

    /// Sends an order and waits for its answer on the order's own answer topic.
    func order(_ topic: String, _ payload: String) async throws -> String {
        try await subscribe("\(topic)/response")
        try await publish(payload, to: topic)
        return try await expect("\(topic)/response").text
    }
}
