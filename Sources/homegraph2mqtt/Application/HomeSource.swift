import Configuration
import DataModel

/// Where the simulated hub's home comes from.
enum HomeSource {
    /// The home file that the settings name.
    /// - Throws: Its faults; ``ProgramError`` where none is named.
    static func file(_ settings: Settings) throws -> HomeFile {
        guard let path = settings.home.file else {
            throw ProgramError(
                .fault, "no home is named", remedy: "write --home FILE, or home: {file: …} in the settings")
        }
        return try HomeFile.read(path: path, catalog: .standard)
    }

    /// The home file that the settings name, else the built-in one.
    static func fileOrSample(_ settings: Settings) throws -> HomeFile {
        settings.home.file == nil ? try HomeFile.sample(catalog: .standard) : try file(settings)
    }
}
