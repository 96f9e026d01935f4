/// What an application says of itself and of its home, once, before anything else.
///
/// Source: the second seed; `HomeClientConfiguration` of the Home APIs.
@MainActor
public struct HomeClientConfiguration: Sendable {
    /// The app group that the application shares with its extensions; empty for none.
    public var sharedAppGroup = ""
    /// The developer's team; nothing here depends on it.
    public var teamID = ""
    /// The application's client id; nothing here depends on it, since there is no account to consent with.
    public var clientID = ""
    /// The client id of the application's server; nothing here depends on it.
    public var serverClientID = ""
    /// Whether what a device does not support is refused here, with nothing sent to it; without it the device refuses.
    public var strictOperationValidation = true

    /// Makes the hub that each new ``Home/connect()`` begins with; it brings the home that ``store`` keeps, if any.
    ///
    /// An error that is no ``HomeError`` becomes one of `failedPrecondition`.
    public var hub: (@Sendable () async throws -> any Hub)?
    /// Where the home is kept over restarts; `nil` only in memory.
    public var store: (any StateStore)?
    /// How the home behaves beyond that; what is said above goes before it.
    public var behavior = HomeConfiguration()
    /// Where the time comes from.
    public var time: any TimeSource = SystemTime()

    /// Makes the standard configuration, which has no hub yet.
    public init() {}

    /// How a home of this configuration behaves.
    var homeConfiguration: HomeConfiguration {
        var configuration = behavior
        configuration.strictOperationValidation = strictOperationValidation
        if !sharedAppGroup.isEmpty { configuration.appGroup = sharedAppGroup }
        return configuration
    }
}
