import HomeGraph
import Synchronization

/// Has the requests that change the home carried out, one after another, in the order in which they came.
///
/// A request is answered when what it changed is kept and stands in the outbox.
final class EditQueue: Sendable {
    /// Takes what is answered, or why nothing was changed; called once, on any thread.
    typealias Completion = @Sendable (Result<BridgeRequest.Result?, HomeError>) -> Void

    private let editor: HomeEditor
    private let outbox: Outbox
    private let time: any TimeSource
    private let places: Places

    /// Makes a queue in which so many requests wait at most.
    init(editor: HomeEditor, outbox: Outbox, time: any TimeSource, limit: Int) {
        self.editor = editor
        self.outbox = outbox
        self.time = time
        places = Places(limit)
    }

    /// Takes a request in; one that has not begun by the deadline, an uptime, is never carried out.
    ///
    /// - Throws: `resourceExhausted` where too many wait.
    func submit(
        _ request: EditRequest, _ arguments: RequestArguments, deadline: Duration, completion: @escaping Completion
    ) throws(HomeError) {
        try places.enter { "\($0) changes of the home wait already" }
        let turn = Turn()
        let outcome = TimedOutcome(deadline: deadline, time: time) {
            HomeError(
                .deadlineExceeded,
                turn.topics == nil
                    ? "the request's time was over before it could begin"
                    : "the change was not kept in time; it may happen all the same")
        } completion: {
            completion($0)
        }
        editor.submit { _ throws(HomeError) in
            guard self.time.uptime < deadline else {
                throw HomeError(.deadlineExceeded, "the request's time was over before it could begin")
            }
            let topics = self.outbox.plan.topics
            turn.begin(topics)
            return try request.propose(EditArguments(arguments, in: topics))
        } completion: { result in
            self.places.leave()
            let after = self.outbox.plan.topics
            outcome.finish(result.map { request.answer.result(of: $0, before: turn.topics ?? after, after: after) })
        }
    }
}

/// The home as it was when a request's turn came.
private final class Turn: Sendable {
    private let state = Mutex<HomeTopics?>(nil)

    func begin(_ topics: HomeTopics) { state.withLock { $0 = topics } }

    var topics: HomeTopics? { state.withLock { $0 } }
}
