import Configuration

/// Something that the program does.
protocol Command {
    /// As it stands on the command line.
    static var name: String { get }
    /// What it does, in a few words.
    static var summary: String { get }
    /// What it does, for its own help.
    static var details: String { get }
    /// The options that it has beside help and version.
    static var options: [ProgramOption] { get }

    /// What its argument is called in help; `nil` where it has none.
    static var argument: String? { get }

    /// Makes the command of what was given.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - argument: The argument; empty for a command that has none.
    init(options: [ProgramOption: String], argument: String)

    /// Does it.
    /// - Throws: ``ProgramError``, or what is a fault of the program.
    func run() async throws
}

extension Command {
    /// None.
    static var argument: String? { nil }

    /// The options that it has.
    static var allOptions: [ProgramOption] { options + [.help, .version] }
}

/// The commands that there are.
enum Commands {
    static var all: [any Command.Type] {
        [
            RunCommand.self, DemoCommand.self, CheckCommand.self, TopicsCommand.self, CommissionCommand.self,
            CodeCommand.self, DoctorCommand.self,
        ]
    }
}

extension SettingsSource {
    /// The settings that options, the environment of this process and files give.
    static func process(_ options: [ProgramOption: String], environment: [String: String]) -> SettingsSource {
        let overrides = options.compactMap { option, value in option.setting.map { ($0, value) } }
        return SettingsSource(
            file: options[.config], environment: environment,
            options: Dictionary(overrides) { _, last in last })
    }
}
