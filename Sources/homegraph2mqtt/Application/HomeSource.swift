import Bridge
import Configuration
import DataModel

/// Where the simulated hub's home comes from.
enum HomeSource {
    /// The home file that the settings name.
    /// - Throws: Its faults; ``ProgramError`` where none is named.
    static func file(_ settings: Settings) throws -> HomeFile {
        guard let path = settings.home.file else {
            let state = settings.home.state.map { ", and the state file \($0) keeps none yet" } ?? ""
            throw ProgramError(
                .fault, "no home is named\(state)", remedy: "write --home FILE, or home: {file: …} in the settings")
        }
        return try HomeFile.read(path: path, catalog: .standard)
    }

    /// The settings without the state file, for commands that show the home file and keep nothing.
    static func withoutState(_ settings: Settings, command: String, log: Log) -> Settings {
        guard settings.home.state != nil else { return settings }
        log(.warning, "home.state is set, but \(command) shows the home file and leaves the state file alone")
        var settings = settings
        settings.home.state = nil
        return settings
    }

    /// The home file that the settings name, else the built-in one.
    static func fileOrSample(_ settings: Settings) throws -> HomeFile {
        settings.home.file == nil ? try HomeFile.sample(catalog: .standard) : try file(settings)
    }
}
