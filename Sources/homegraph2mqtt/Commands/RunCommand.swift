import Bridge
import Configuration
import DataModel

/// Runs the bridge until a signal ends it.
struct RunCommand: Command {
    static let name = "run"
    static let summary = "run the bridge until SIGINT or SIGTERM; SIGHUP reads the settings again"
    static let details = """
        Runs the bridge: the home of the home file on a simulated hub, mirrored onto the broker. With --state, the home is
        kept in that file from the first start on, and the home file is read only into an empty one. Ends on SIGINT or
        SIGTERM after saying offline; SIGHUP reads the settings again. While the broker is away it keeps trying.
        """
    static let options: [ProgramOption] = [
        .config, .home, .state, .broker, .baseTopic, .structures, .logLevel,
    ]

    private let options: [ProgramOption: String]

    init(options: [ProgramOption: String], argument: String) { self.options = options }

    func run() async throws {
        let signals = Signals()
        defer { signals.stop() }
        let environment = ProgramEnvironment.variables
        let source = SettingsSource.process(options, environment: environment)
        let settings = try source.read()
        let log = Log(level: settings.log.level.bridge, hasPriorities: Log.isCollectedBySystemd(environment))
        let application = try await Application(settings: settings, file: { try HomeSource.file(settings) }, log: log)
        log(
            .info,
            "mirroring \(application.bridge.retainedTopics) topics under \(settings.topics.base) on \(settings.broker.address)"
        )
        try await Service(application: application, source: source, log: log, signals: signals.received)
            .run()
    }
}
