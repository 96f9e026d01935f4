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

    /// Makes the command of what was given.
    init(options: [ProgramOption: String])

    /// Does it.
    /// - Throws: ``ProgramError``, or what is a fault of the program.
    func run() async throws
}

extension Command {
    /// The options that it has.
    static var allOptions: [ProgramOption] { options + [.help, .version] }
}

/// The commands that there are.
enum Commands {
    static var all: [any Command.Type] {
        [RunCommand.self, DemoCommand.self, CheckCommand.self, TopicsCommand.self]
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
