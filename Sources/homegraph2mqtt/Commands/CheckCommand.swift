import Bridge
import Configuration
import DataModel
import HomeGraph

/// Reads settings and home file, and reports every fault.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "read settings and home file and report every fault"
    static let details = """
        Reads settings and home file and reports every fault as FILE, line N: what is wrong; what would be right.
        Contacts nothing and leaves a state file alone. Exit status 0 without a fault, 1 with one.
        With --discovery it also makes the documents that Home Assistant would discover of the home (of the built-in
        sample home, where none is named) and reports what Home Assistant would not take.
        """
    static let options: [ProgramOption] = [.config, .home, .broker, .baseTopic, .structures, .logLevel, .discovery]

    private let options: [ProgramOption: String]

    init(options: [ProgramOption: String], argument: String) { self.options = options }

    func run() async throws {
        var faults: [ConfigurationFault] = []
        var file = options[.home]
        let source = SettingsSource.process(options, environment: ProgramEnvironment.variables)
        do throws(ConfigurationFaults) {
            let settings = try source.read()
            file = settings.home.file
            StandardStream.output.writeLine(
                source.file.map { "\($0): no fault" }
                    ?? "no settings file is named; what options and environment say has no fault")
        } catch {
            faults += error.faults
        }
        if let file {
            do throws(ConfigurationFaults) {
                let home = try HomeFile.read(path: file, catalog: .standard)
                _ = try HomeStart.hub(home, Settings.Simulation())
                StandardStream.output.writeLine("\(file): no fault; \(Self.summary(of: home))")
            } catch {
                faults += error.faults
            }
        }
        if !faults.isEmpty { throw ProgramError(ConfigurationFaults(faults)) }
        if options[.discovery] != nil { try await checkDiscovery(try source.read()) }
    }

    /// Looks at the documents of the home, also where Home Assistant's layout is switched off.
    private func checkDiscovery(_ settings: Settings) async throws {
        let log = Log(level: settings.log.level.bridge, hasPriorities: false)
        var settings = HomeSource.withoutState(settings, command: Self.name, log: log)
        settings.layouts.homeAssistant.isEnabled = true
        let file = try HomeSource.fileOrSample(settings)
        let application = try await Application(settings: settings, file: { file }, log: log)
        let topics = try await Bridge.topics(of: application.home.store, configuration: settings.bridge)
        await application.home.disconnect()
        let faults = try Bridge.layoutFaults(in: topics, configuration: settings.bridge)
        if !faults.isEmpty { throw ProgramError(.fault, lines: faults) }
        let prefix = "\(settings.layouts.homeAssistant.prefix)/"
        let count = topics.count { $0.topic.hasPrefix(prefix) }
        StandardStream.output.writeLine("discovery: no fault; \(count) documents")
    }

    private static func summary(of home: HomeFile) -> String {
        let counts: [(Int, String)] = [
            (home.structures.count, "structure"), (home.structures.flatMap(\.rooms).count, "room"),
            (home.structures.flatMap(\.devices).count, "device"), (home.structures.flatMap(\.groups).count, "group"),
        ]
        return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}
