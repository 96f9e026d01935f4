import HomeGraph
import MQTT
import Mosquitto
import Synchronization

/// Leads a dialogue over a connection of its own.
final class DialogueRunner: Sendable {
    private struct State {
        var dialogue: CommissionDialogue
        var outbound: [OutboundMessage] = []
    }

    private let state: Mutex<State>
    private let progress: @Sendable (CommissioningProgress) -> Void
    private let ended = AsyncStream.makeStream(of: Result<[CommissionDialogue.Device], ProgramError>.self)

    private init(_ dialogue: CommissionDialogue, progress: @escaping @Sendable (CommissioningProgress) -> Void) {
        state = Mutex(State(dialogue: dialogue))
        self.progress = progress
    }

    /// Leads a dialogue to its end.
    ///
    /// - Parameters:
    ///   - dialogue: What is said.
    ///   - settings: The broker, and as whom.
    ///   - progress: Called with each step that is done.
    /// - Returns: The devices that joined.
    /// - Throws: ``ProgramError``; `ConnectionError` where no connection can be made of the settings.
    static func run(
        _ dialogue: CommissionDialogue, on settings: ConnectionSettings,
        progress: @escaping @Sendable (CommissioningProgress) -> Void
    ) async throws -> [CommissionDialogue.Device] {
        let runner = DialogueRunner(dialogue, progress: progress)
        let connection = try MosquittoConnection(settings, source: runner, handler: runner)
        try connection.start()
        var result = Result<[CommissionDialogue.Device], ProgramError>.success([])
        for await end in runner.ended.stream {
            result = end
            break
        }
        await connection.stop(within: .seconds(2))
        return try result.get()
    }

    private func perform(
        _ connection: any Connection, _ body: (inout CommissionDialogue) -> [CommissionDialogue.Action]
    ) {
        for action in state.withLock({ body(&$0.dialogue) }) {
            switch action {
            case .subscribe(let filters):
                connection.subscribe(
                    filters.map { Subscription(filter: $0, qualityOfService: .atLeastOnce) }, number: 1)
            case .publish(let topic, let payload):
                var message = OutboundMessage()
                message.topic = Array(topic.utf8)
                message.payload = payload
                message.qualityOfService = .exactlyOnce
                message.token = 1
                let waiting = message
                state.withLock { $0.outbound.append(waiting) }
                connection.wake()
            case .show(let step): progress(step)
            case .end(let result): ended.continuation.yield(result)
            }
        }
    }
}

extension DialogueRunner: ConnectionHandler {
    func connection(_ connection: any Connection, opened session: Session) {
        perform(connection) { $0.opened() }
        call(after: CommissionDialogue.patience, connection) { $0.waited() }
        call(after: CommissionDialogue.answerPatience, connection) { $0.waitedForAnswer() }
    }

    private func call(
        after delay: Duration, _ connection: any Connection,
        _ body: @escaping @Sendable (inout CommissionDialogue) -> [CommissionDialogue.Action]
    ) {
        Task {
            let time = SystemTime()
            guard (try? await time.sleep(until: time.uptime + delay)) != nil else { return }
            self.perform(connection, body)
        }
    }

    func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        perform(connection) { $0.subscribed(reasonCodes) }
    }
    func connection(_ connection: any Connection, received message: InboundMessage) {
        perform(connection) { $0.received(message) }
    }
    func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {
        perform(connection) { $0.published(reasonCode) }
    }
    func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {}
    func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        perform(connection) { $0.closed(error) }
    }
}

extension DialogueRunner: OutboundSource {
    func next(into message: inout OutboundMessage) -> Bool {
        guard let next = state.withLock({ $0.outbound.isEmpty ? nil : $0.outbound.removeFirst() }) else { return false }
        message = next
        return true
    }
}
