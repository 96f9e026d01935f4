import FoundationEssentials

/// The environment of this process.
enum ProgramEnvironment {
    /// All variables.
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
