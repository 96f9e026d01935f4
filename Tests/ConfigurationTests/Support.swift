import Configuration
import Testing

/// Reads a document and gives the faults as lines without the file's name.
func faults(_ body: () throws -> Void) -> [String] {
    do {
        try body()
        return []
    } catch let error as ConfigurationFaults {
        return error.faults.map(\.description)
    } catch {
        Issue.record("not a configuration fault: \(error)")
        return []
    }
}

extension ConfigurationFiles {
    /// Files that exist only in a test.
    static func inMemory(_ files: [String: String]) -> ConfigurationFiles {
        ConfigurationFiles { path throws(Failure) in
            guard let text = files[path] else { throw Failure(reason: "no such file") }
            return Array(text.utf8)
        }
    }
}

/// Reads settings written in a file `settings.yaml`.
func settings(
    _ yaml: String, environment: [String: String] = [:], options: [SettingsOverride: String] = [:],
    files: [String: String] = [:]
) throws(ConfigurationFaults) -> Settings {
    var files = files
    files["settings.yaml"] = yaml
    return try SettingsSource(
        file: "settings.yaml", environment: environment, options: options, files: .inMemory(files)
    ).read()
}
