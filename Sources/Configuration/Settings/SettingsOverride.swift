/// A setting that is also an option of the command line and an environment variable.
///
/// The command line wins, then the environment, then the file.
public enum SettingsOverride: String, Sendable, Hashable, CaseIterable {
    case home
    case state
    case broker
    case baseTopic = "base-topic"
    case structures
    case logLevel = "log-level"
    /// Never an option: others on the machine see a command line.
    case password

    /// The variable that names the settings file.
    public static let fileVariable = "HOMEGRAPH2MQTT_CONFIG"

    /// The option, such as `--base-topic`; `nil` where only the environment has it.
    public var option: String? { self == .password ? nil : "--\(rawValue)" }

    /// The environment variable, such as `HOMEGRAPH2MQTT_BASE_TOPIC`.
    public var variable: String {
        "HOMEGRAPH2MQTT_" + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// The keys that lead to it in the settings file.
    var path: [String] {
        switch self {
        case .home: ["home", "file"]
        case .state: ["home", "state"]
        case .broker: ["broker", "url"]
        case .baseTopic: ["topics", "base"]
        case .structures: ["home", "structures"]
        case .logLevel: ["log", "level"]
        case .password: ["broker", "password"]
        }
    }

    /// The node that stands in the settings in its place.
    func node(_ text: String, at place: ConfigurationPlace) -> YAMLNode {
        guard self == .structures else { return YAMLNode(.scalar(text, .quoted), at: place) }
        let parts = text.split(separator: ",").map { part in
            let name = part.drop { $0 == " " }
            return YAMLNode(.scalar(String(name), .quoted), at: place)
        }
        return YAMLNode(.sequence(parts), at: place)
    }
}
