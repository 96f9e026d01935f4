import FoundationEssentials
import Glibc

/// Answers the extensions that take part in a session of commissioning, through the directory of their app group.
final class ExtensionMailbox: Sendable {
    /// Carries out what an extension asks for.
    typealias Work = @Sendable (AppGroupContainer.Request) async throws(HomeError) -> Void

    private let container: AppGroupContainer
    private let task: Task<Void, Never>
    private let failed: @Sendable (HomeError) -> Void

    /// Opens a session in the directory, and begins to look for requests.
    ///
    /// - Parameters:
    ///   - container: The directory.
    ///   - structureID: The structure that devices are to join.
    ///   - rooms: Its rooms.
    ///   - time: By what requests are looked for.
    ///   - failed: Takes what keeps the directory from being used; said once until it works again.
    ///   - work: Carries out a request.
    /// - Throws: `unavailable` where the directory cannot be used.
    init(
        _ container: AppGroupContainer, structureID: String, rooms: [RoomRecord], time: any TimeSource,
        failed: @escaping @Sendable (HomeError) -> Void, work: @escaping Work
    ) throws(HomeError) {
        try container.open(
            AppGroupContainer.Session(
                id: UUID(), process: getpid(), structureID: structureID,
                rooms: rooms.map { AppGroupContainer.Session.Room(id: $0.id, name: $0.name) }))
        self.container = container
        self.failed = failed
        task = Task { await Self.answer(container, time, failed, work) }
    }

    /// Ends the session in the directory; nothing that was asked stays there.
    func close() {
        task.cancel()
        do throws(HomeError) {
            try container.close()
        } catch {
            failed(error)
        }
    }

    private static func answer(
        _ container: AppGroupContainer, _ time: any TimeSource, _ failed: @Sendable (HomeError) -> Void,
        _ work: @escaping Work
    ) async {
        var hasFailed = false
        while !Task.isCancelled {
            do throws(HomeError) {
                for (id, request) in try container.takeRequests() {
                    let answer = await answer(request, work)
                    if Task.isCancelled { return }
                    try container.answer(answer, to: id)
                }
                hasFailed = false
            } catch {
                if !hasFailed, !Task.isCancelled { failed(error) }
                hasFailed = true
            }
            guard (try? await time.sleep(until: time.uptime + AppGroupContainer.interval)) != nil else { return }
        }
    }

    private static func answer(
        _ request: AppGroupContainer.Request, _ work: Work
    ) async -> AppGroupContainer.Answer {
        do throws(HomeError) {
            try await work(request)
            return .done
        } catch {
            return .failed(code: error.code.rawValue, message: error.message)
        }
    }
}
