import Configuration

/// An option of the command line.
enum ProgramOption: String, CaseIterable {
    case config, home, state, broker
    case baseTopic = "base-topic"
    case structures
    case logLevel = "log-level"
    case structure, name, room
    case discovery
    case help, version

    /// The option as it is written.
    var written: String { "--\(rawValue)" }

    /// What its value is called in help; `nil` where it has none.
    var argument: String? {
        switch self {
        case .config, .home, .state: "FILE"
        case .broker: "URL"
        case .baseTopic: "TOPIC"
        case .structures: "S,…"
        case .logLevel: "LEVEL"
        case .structure, .name, .room: "NAME"
        case .discovery, .help, .version: nil
        }
    }

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .config: "the settings, YAML or JSON"
        case .home: "the home that the simulated hub starts with"
        case .state: "where the home is kept over restarts"
        case .broker: "mqtt://HOST:PORT or mqtts://HOST:PORT, with USER:PASSWORD@ before the host if needed"
        case .baseTopic: "the topic that everything stands under (homegraph)"
        case .structures: "only these structures, by name or id"
        case .logLevel: "error, warning, notice, info or debug (info)"
        case .structure: "the structure that the device joins, by name, id or topic; needed where there are several"
        case .name: "what the device is called"
        case .room: "the room that it is put into, by name, id or topic"
        case .discovery: "also look at the documents that Home Assistant would discover"
        case .help: "show this help and end"
        case .version: "show the version and end"
        }
    }

    /// The environment variable that stands for it.
    var variable: String? { self == .config ? SettingsOverride.fileVariable : setting?.variable }

    /// The setting that it overrides.
    var setting: SettingsOverride? { SettingsOverride(rawValue: rawValue) }
}
