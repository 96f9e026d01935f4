import Configuration
import HomeGraph

/// The texts of `--help` and `--version`.
enum Help {
    /// The version, in one line.
    static let version = "homegraph2mqtt \(Home.version)\n"

    /// The program's help, or a command's.
    static func text(for command: (any Command.Type)?) -> String {
        guard let command else {
            return """
                Usage: homegraph2mqtt COMMAND [OPTION…]

                A home graph with a simulated Matter hub, on MQTT.

                Commands:
                \(table(Commands.all.map { ($0.name, $0.summary) }))
                Options of all commands:
                \(table([ProgramOption.help, .version].map { ($0.written, $0.summary) }))
                homegraph2mqtt COMMAND --help shows the options of a command.

                """
        }
        let rows = command.allOptions.map { option in
            let name = [option.written, option.argument].compactMap(\.self).joined(separator: " ")
            return (name, option.summary)
        }
        return """
            Usage: homegraph2mqtt \(command.name)\(command.argument.map { " \($0)" } ?? "") [OPTION…]

            \(command.details)

            Options:
            \(table(rows))\(environment(command))
            """
    }

    private static func environment(_ command: any Command.Type) -> String {
        let rows = command.options.compactMap { option in
            option.variable.map { ($0, "as \(option.written)") }
        }
        return """

            Environment; options win over it, and it wins over the settings file:
            \(table(rows + [(SettingsOverride.password.variable, "the broker's password")]))
            """
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
        }.joined()
    }
}
