/// Errors by the names that the Home APIs have for them.
///
/// Source: the reference and the sample application of the Home APIs.
extension HomeError {
    /// The caller ended the operation.
    public static func cancelled(_ message: String = "") -> HomeError { HomeError(.cancelled, message) }
    /// Nothing more is known.
    public static func unknown(_ message: String = "") -> HomeError { HomeError(.unknown, message) }
    /// There is no such object.
    public static func notFound(_ message: String = "") -> HomeError { HomeError(.notFound, message) }
    /// The home is not in the state that the operation needs.
    public static func failedPrecondition(_ message: String = "") -> HomeError {
        HomeError(.failedPrecondition, message)
    }
    /// A fault of the program.
    public static func `internal`(_ message: String = "") -> HomeError { HomeError(.internal, message) }
    /// A command failed, and nothing more is known; the code is `unknown`.
    public static func commandFailed(_ message: String = "") -> HomeError { HomeError(.unknown, message) }
    /// What a device sent cannot be read; the code is `invalidArgument`.
    public static func parseError(_ message: String = "") -> HomeError { HomeError(.invalidArgument, message) }
    /// What was to be sent to a device cannot be written; the code is `invalidArgument`.
    public static func encodingFailed(_ message: String = "") -> HomeError { HomeError(.invalidArgument, message) }
}
