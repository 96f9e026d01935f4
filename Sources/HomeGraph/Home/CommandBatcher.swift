import DataModel
import Synchronization

/// Collects commands that are sent together.
///
/// Source: `CommandBatcher` of the Home APIs.
public final class CommandBatcher: Sendable {
    /// Why a result cannot be had.
    public enum CommandBatcherError: Error, Sendable, Hashable {
        /// The commands were not sent yet.
        case notCommitted
        /// The commands were sent, and not all are answered.
        case rpcNotCompleted
        /// The command was not among those sent.
        case responseNotFound
        /// The device's answer is not the one that the model describes.
        case failedToTransformResponse
        /// The command was added after the others had been sent.
        case alreadyCommitted
    }

    private enum State {
        case open([@Sendable (HomeContext) throws(HomeError) -> PlannedOrders])
        case sent
        /// Nothing was sent.
        case refused(HomeError)
        case done([Result<[UInt32: DataValue], HomeError>])
    }

    private let state = Mutex(State.open([]))

    init() {}

    /// Adds a command; those to one device are carried out in the order in which they are added.
    ///
    /// - Returns: Gives the command's result once all are answered.
    @discardableResult
    public func add<Response>(_ command: BatchableCommand<Response>) -> ResultProvider<Response> {
        let position = state.withLock { state -> Int? in
            guard case .open(var commands) = state else { return nil }
            commands.append { home throws(HomeError) in try command.plan(in: home) }
            state = .open(commands)
            return commands.count - 1
        }
        return ResultProvider(batcher: self, command: command, position: position)
    }

    /// Sends the commands and waits until all are answered.
    ///
    /// - Throws: The error of a command that is refused before anything is sent; where all failed, one of `bulk`.
    func commit(in home: HomeContext) async throws(HomeError) {
        let orders = try state.withLock { state throws(HomeError) in try Self.plan(&state, in: home) }
        let results = await PlannedOrders(together: orders)
            .perform(deadline: home.deadline, dispatcher: home.dispatcher).results
        state.withLock { $0 = .done(results) }
        let errors = results.compactMap { result -> HomeError? in
            guard case .failure(let error) = result else { return nil }
            return error
        }
        if let first = errors.first, errors.count == results.count {
            guard errors.count > 1 else { throw first }
            throw HomeError(
                first.code, "all \(errors.count) commands failed, the first with: \(first.message)",
                subtype: .bulk(errors: errors))
        }
    }

    /// Takes all commands apart and closes the batch; where one is refused, that is why none has a result.
    private static func plan(_ state: inout State, in home: HomeContext) throws(HomeError) -> [PlannedOrders] {
        guard case .open(let commands) = state else { return [] }
        do throws(HomeError) {
            var orders: [PlannedOrders] = []
            for command in commands { orders.append(try command(home)) }
            state = .sent
            return orders
        } catch {
            state = .refused(error)
            throw error
        }
    }

    /// Gives the result of a command that was sent together with others.
    public struct ResultProvider<Response: Sendable>: Sendable {
        let batcher: CommandBatcher
        let command: BatchableCommand<Response>
        /// `nil` for a command that was added too late.
        let position: Int?

        /// Whether the command was carried out.
        public var isSuccessful: Bool { (try? getOrThrow()) != nil }

        /// What the device answered.
        ///
        /// - Throws: ``HomeError`` where the device did not carry it out or a command was refused before any was sent,
        ///   ``CommandBatcherError`` where the result cannot be had.
        public func getOrThrow() throws -> Response {
            guard let position else { throw CommandBatcherError.alreadyCommitted }
            let results = try batcher.state.withLock { state in
                switch state {
                case .open: throw CommandBatcherError.notCommitted
                case .sent: throw CommandBatcherError.rpcNotCompleted
                case .refused(let error): throw error
                case .done(let results): return results
                }
            }
            guard results.indices.contains(position) else { throw CommandBatcherError.responseNotFound }
            guard let response = command.response(from: try results[position].get()) else {
                throw CommandBatcherError.failedToTransformResponse
            }
            return response
        }
    }
}

extension Home {
    /// Sends commands together: those to one device one after another, with nothing between them, those to different
    /// devices side by side.
    ///
    /// All are checked before the first is sent. At a device it stops at the first that fails; those after it fail with
    /// the same error. So it does at a member of a group that refuses a command that other members take.
    ///
    /// - Parameter body: Adds commands, and gives what is to be returned, such as the results to come.
    /// - Returns: What `body` returned, once all commands are answered.
    /// - Throws: What `body` throws; ``HomeError`` of a command that is refused before anything is sent; where all
    ///   failed, one that has the errors of all in ``HomeError/subtype-swift.property``.
    @MainActor
    public func sendBatchedCommands<T>(_ body: (CommandBatcher) throws -> T) async throws -> T {
        let batcher = CommandBatcher()
        let value = try body(batcher)
        try await batcher.commit(in: context)
        return value
    }
}
