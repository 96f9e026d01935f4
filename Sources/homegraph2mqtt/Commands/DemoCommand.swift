import Bridge
import Configuration
import DataModel
import HomeGraph
import MQTT

/// Runs the bridge with the sample home, on a broker of its own, and shows the traffic.
struct DemoCommand: Command {
    static let name = "demo"
    static let summary = "run the bridge with a sample home, on a broker of its own"
    static let details = """
        Runs the bridge with the built-in sample home, or that of --home. Unless --broker names a broker, it starts
        mosquitto on a free port of 127.0.0.1; what the settings say of a broker does not count then, so that nothing of
        the sample home gets there. Prints lines to paste into another terminal, then shows the traffic.
        """
    static let options: [ProgramOption] = [.config, .home, .broker, .baseTopic, .structures, .logLevel]

    private let options: [ProgramOption: String]

    init(options: [ProgramOption: String], argument: String) { self.options = options }

    func run() async throws {
        let signals = Signals()
        defer { signals.stop() }
        let environment = ProgramEnvironment.variables
        let source = SettingsSource.process(options, environment: environment)
        var settings = try source.read()
        // The traffic says what happens; unless more is asked for, only what is wrong is logged beside it.
        if settings.log.level == .info, options[.logLevel] == nil { settings.log.level = .warning }
        let log = Log(level: settings.log.level.bridge, hasPriorities: false)
        settings = HomeSource.withoutState(settings, command: Self.name, log: log)
        let file = try HomeSource.fileOrSample(settings)
        let named = source.options[.broker] ?? source.environment[SettingsOverride.broker.variable]
        guard named == nil else {
            try await show(settings, file, source, log, signals.received)
            return
        }
        if source.fileNames(.broker) {
            let url = settings.broker.address
            log(
                .warning, "broker.url is \(url), but demo starts a broker of its own; to use yours, add --broker \(url)"
            )
        }
        let broker = try await DemoBroker.start(environment: environment)
        settings.broker = Settings().broker
        settings.broker.address = BrokerAddress(host: "127.0.0.1", port: broker.port)
        do {
            try await show(settings, file, source, log, signals.received)
        } catch {
            try broker.stop()
            throw error
        }
        try broker.stop()
    }

    private func show(
        _ settings: Settings, _ file: HomeFile, _ source: SettingsSource, _ log: Log,
        _ signals: AsyncStream<Signals.Signal>
    ) async throws {
        let application = try await Application(settings: settings, file: { file }, log: log)
        let topics = try await Bridge.topics(of: application.home.store, configuration: settings.bridge).map(\.topic)
        var address = settings.broker.address
        address.userName = settings.broker.username
        for line in DemoLines(base: settings.topics.base, address: address, topics: topics).lines {
            StandardStream.output.writeLine(line)
        }
        let tap = TrafficTap(
            bridge: application.bridge, stateTopic: settings.bridge.stateTopic, secrets: SecretTraits(.standard)
        ) { StandardStream.output.writeLine($0) }
        try await Service(application: application, source: source, log: log, signals: signals).run(tap: tap)
    }
}
