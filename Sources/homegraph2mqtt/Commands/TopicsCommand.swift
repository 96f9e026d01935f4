import Bridge
import Configuration
import DataModel
import HomeGraph

/// Prints what the home would publish.
struct TopicsCommand: Command {
    static let name = "topics"
    static let summary = "print each topic and value that the home would publish, without a broker"
    static let details = """
        Prints each topic and value that the home would publish, one line each, without a broker. Without a home file
        it is the built-in sample home. A state file is left alone.
        """
    static let options: [ProgramOption] = [.config, .home, .baseTopic, .structures]

    private let options: [ProgramOption: String]

    init(options: [ProgramOption: String], argument: String) { self.options = options }

    func run() async throws {
        let environment = ProgramEnvironment.variables
        var settings = try SettingsSource.process(options, environment: environment).read()
        let log = Log(level: settings.log.level.bridge, hasPriorities: false)
        settings = HomeSource.withoutState(settings, command: Self.name, log: log)
        let file = try HomeSource.fileOrSample(settings)
        let application = try await Application(settings: settings, file: { file }, log: log)
        let topics = try await Bridge.topics(of: application.home.store, configuration: settings.bridge)
        StandardStream.output.write(topics.map { "\($0.topic) \($0.payload)\n" }.joined())
        await application.home.disconnect()
    }
}
