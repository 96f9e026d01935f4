import Configuration
import DataModel

/// What the command line asks for.
struct Invocation {
    /// The command; `nil` where only help or the version is asked for.
    let command: (any Command.Type)?
    /// The command's argument; empty where it has none.
    let argument: String
    /// The options given.
    let options: [ProgramOption: String]

    /// Reads the words after the program's name.
    ///
    /// `help` as the first asks for help: `help run` is `run --help`.
    init(_ words: [String]) throws(ProgramError) {
        let words = words.first == "help" ? words.dropFirst() + ["--help"] : words
        let table = ProgramOption.allCases.map {
            PoptParser.Option(name: $0.rawValue, takesValue: $0.argument != nil)
        }
        let parsed: (options: [String: String], words: [String])
        do throws(PoptParser.Failure) {
            parsed = try PoptParser(options: table, arguments: words).parse()
        } catch {
            throw Self.explain(error, words)
        }
        let given = parsed.options.compactMap { name, value in
            ProgramOption(rawValue: name).map { ($0, value) }
        }
        options = Dictionary(given) { _, last in last }
        guard let name = parsed.words.first else {
            command = nil
            argument = ""
            if options[.help] != nil || options[.version] != nil { return }
            throw ProgramError(.usage, "no command is given", remedy: "write homegraph2mqtt \(Self.commandNames)")
        }
        guard let command = Commands.all.first(where: { $0.name == name }) else {
            throw ProgramError(
                .usage, "unknown command \"\(name)\"",
                remedy: NearestName.advice(for: name, among: Commands.all.map { $0.name }))
        }
        self.command = command
        argument = try Self.argument(of: command, among: parsed.words.dropFirst(), isHelp: options[.help] != nil)
        let foreign = ProgramOption.allCases.first { options[$0] != nil && !command.allOptions.contains($0) }
        if let foreign {
            let owners = Commands.all.filter { $0.allOptions.contains(foreign) }.map { $0.name }
            let others = "\(owners.joined(separator: ", ")), which \(owners.count == 1 ? "has" : "have") it"
            throw ProgramError(
                .usage, "\(name) has no option \(foreign.written)",
                remedy: "leave it out, or use \(others); homegraph2mqtt \(name) --help shows the options")
        }
    }

    /// The one argument of a command that has one.
    private static func argument(
        of command: any Command.Type, among words: ArraySlice<String>, isHelp: Bool
    ) throws(ProgramError) -> String {
        let (name, expected) = (command.name, command.argument)
        if let further = words.dropFirst(expected == nil ? 0 : 1).first {
            let isFile = [".yaml", ".yml", ".json"].contains { further.lowercased().hasSuffix($0) }
            let remedy =
                isFile && command.options.contains(.home)
                ? "write --home \(further) for a home, or --config \(further) for settings"
                : "leave it out; homegraph2mqtt \(name) --help shows the options"
            throw ProgramError(
                .usage,
                "\(name) takes \(expected.map { "one argument, \($0)" } ?? "no argument"), but \"\(further)\" is given",
                remedy: remedy)
        }
        guard let expected, !isHelp else { return "" }
        guard let word = words.first else {
            throw ProgramError(
                .usage, "\(name) needs \(expected)", remedy: "write homegraph2mqtt \(name) \(expected)")
        }
        return word
    }

    private static var commandNames: String { Commands.all.map { $0.name }.joined(separator: "|") }

    private static func explain(_ failure: PoptParser.Failure, _ words: [String]) -> ProgramError {
        switch failure {
        case .unknownOption(let option):
            let command = Commands.all.first { words.contains($0.name) }
            // The dashes, which all have, make no option like another.
            let known = (command?.allOptions ?? ProgramOption.allCases).map(\.rawValue)
            let nearest = NearestName.nearest(to: String(option.drop { $0 == "-" }), among: known)
            return ProgramError(
                .usage, "unknown option \(option)",
                remedy: nearest.map { "write \"--\($0)\"" }
                    ?? "homegraph2mqtt \(command.map { "\($0.name) " } ?? "")--help shows the options")
        case .missingValue(let option):
            let known = ProgramOption.allCases.first { $0.written == option }
            return ProgramError(
                .usage, "\(option) has no value", remedy: "write \(option) \(known?.argument ?? "VALUE")")
        case .unwantedValue(let option):
            return ProgramError(.usage, "\(option) takes no value", remedy: "write \(option) alone")
        case .other(let problem, let option):
            return ProgramError(.usage, "\(option): \(problem)", remedy: "see homegraph2mqtt --help")
        }
    }
}
