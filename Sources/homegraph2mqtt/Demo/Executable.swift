import Glibc

/// Finds programs of this machine.
enum Executable {
    /// The path of a program, looked for in the directories of `PATH` and where Debian keeps daemons.
    static func find(_ name: String, environment: [String: String]) -> String? {
        let directories = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        return (directories + ["/usr/local/sbin", "/usr/sbin", "/sbin"])
            .map { "\($0)/\(name)" }
            .first { unsafe access($0, X_OK) == 0 }
    }
}
