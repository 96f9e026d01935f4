import Configuration
import DataModel

/// Reads settings and home file, and reports every fault.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "read settings and home file and report every fault"
    static let details = """
        Reads settings and home file and reports every fault as FILE, line N: what is wrong; what would be right.
        Contacts nothing and leaves a state file alone. Exit status 0 without a fault, 1 with one.
        """
    static let options: [ProgramOption] = [.config, .home, .broker, .baseTopic, .structures, .logLevel]

    private let options: [ProgramOption: String]

    init(options: [ProgramOption: String], argument: String) { self.options = options }

    func run() async throws {
        var faults: [ConfigurationFault] = []
        var file = options[.home]
        let source = SettingsSource.process(options, environment: ProgramEnvironment.variables)
        do throws(ConfigurationFaults) {
            let settings = try source.read()
            file = settings.home.file
            StandardStream.output.writeLine("\(source.file ?? "settings"): no fault")
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
    }

    private static func summary(of home: HomeFile) -> String {
        let counts: [(Int, String)] = [
            (home.structures.count, "structure"), (home.structures.flatMap(\.rooms).count, "room"),
            (home.structures.flatMap(\.devices).count, "device"), (home.structures.flatMap(\.groups).count, "group"),
        ]
        return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}
