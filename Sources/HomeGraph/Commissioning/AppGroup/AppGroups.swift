public import FoundationEssentials
import Synchronization

/// Where the directories of app groups are, which an application shares with its extensions.
///
/// Source: the second seed; what Apple's systems keep for each app group.
public enum AppGroups: Sendable {
    /// The environment variable that names the directory for a process that does not set it.
    public static let variable = "HOME_APP_GROUPS"

    private static let chosen = Mutex<URL?>(nil)

    /// The directory of all app groups: what was set, else what ``variable`` names, else `~/.local/share/app-groups`.
    public static var root: URL {
        get {
            if let chosen = chosen.withLock({ $0 }) { return chosen }
            if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty { return URL(filePath: path) }
            return FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share/app-groups")
        }
        set { chosen.withLock { $0 = newValue } }
    }
}
