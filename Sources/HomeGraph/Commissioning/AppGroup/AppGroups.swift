public import FoundationEssentials

/// Where the directories of app groups are, which an application shares with its extensions.
///
/// Source: the second seed; what Apple's systems keep for each app group.
public enum AppGroups: Sendable {
    /// The environment variable that names the directory for a process.
    public static let variable = "HOME_APP_GROUPS"

    /// The directory for a task and those below it; `nil` for that of the process.
    @TaskLocal public static var rootOfTask: URL?

    /// The directory of all app groups: that of the task, else what ``variable`` names, else
    /// `~/.local/share/app-groups`.
    public static var root: URL {
        if let rootOfTask { return rootOfTask }
        if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty { return URL(filePath: path) }
        return FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share/app-groups")
    }
}
