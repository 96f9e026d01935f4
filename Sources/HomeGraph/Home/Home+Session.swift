/// The home that an application is connected with, one at a time.
///
/// A thin layer over ``Home/init(hub:store:configuration:time:)``, which takes everything as parameters.
extension Home {
    /// The version of this library, and of the program that is made of it.
    public static var version: String { "0.1.0" }

    /// Says what the home is made of; to be called before ``connect()``.
    @MainActor
    public static func configure(_ body: (inout HomeClientConfiguration) -> Void) {
        body(&HomeSession.configuration)
    }

    /// The home of the open session, else one that is made as configured.
    ///
    /// - Returns: The same home until it is disconnected.
    /// - Throws: `failedPrecondition` where no hub is configured or none can be made, and what
    ///   ``init(hub:store:configuration:time:)`` throws.
    @MainActor
    public static func connect() async throws(HomeError) -> Home { try await HomeSession.connect() }

    /// The home of the open session, else the one that the configured store keeps.
    ///
    /// - Returns: `nil` where there was no session, or the home cannot be made now; ``connect()`` says why.
    @MainActor
    public static func restoreSession() async -> Home? { await HomeSession.restore() }
}

/// The one session of a process.
@MainActor
enum HomeSession {
    static var configuration = HomeClientConfiguration()
    /// The home, or the making of it, so that two that connect at once get the same.
    private static var current: Task<Result<Home, HomeError>, Never>?
    /// The home, once it is made.
    private static var open: Home?
    /// The end of the session before: the next home may need what that one still holds.
    private static var ending: Task<Void, Never>?

    static func connect() async throws(HomeError) -> Home {
        let task =
            current
            ?? Task { [configuration, ending] in
                await ending?.value
                let result = await make(configuration)
                if case .success(let home) = result { open = home }
                return result
            }
        current = task
        let result = await task.value
        // What failed is tried anew by whoever connects next.
        if case .failure = result, current == task { current = nil }
        return try result.get()
    }

    static func restore() async -> Home? {
        do throws(HomeError) {
            if current == nil {
                guard let store = configuration.store, try await !store.isEmpty else { return nil }
            }
            return try await connect()
        } catch {
            return nil
        }
    }

    /// Ends a home, and the session where it is that home's: from now on nobody is given it.
    static func end(_ home: Home) async {
        guard open === home else { return await home.end() }
        open = nil
        current = nil
        let task = Task { [ending] in
            await ending?.value
            await home.end()
        }
        ending = task
        await task.value
        if ending == task { ending = nil }
    }

    private static func make(_ configuration: HomeClientConfiguration) async -> Result<Home, HomeError> {
        do throws(HomeError) {
            return .success(
                try await Home(
                    hub: hub(configuration), store: configuration.store,
                    configuration: configuration.homeConfiguration, time: configuration.time))
        } catch {
            return .failure(error)
        }
    }

    private static func hub(_ configuration: HomeClientConfiguration) async throws(HomeError) -> any Hub {
        guard let make = configuration.hub else {
            throw HomeError(.failedPrecondition, "no hub is configured; write Home.configure { $0.hub = … } first")
        }
        do {
            return try await make()
        } catch let error as HomeError {
            throw error
        } catch {
            throw HomeError(.failedPrecondition, "the hub cannot be made: \(error)")
        }
    }
}
