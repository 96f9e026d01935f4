/// What became of an object.
public enum HomeObjectUpdate<Element: Sendable>: Sendable {
    /// It was there from the start.
    case initial(Element)
    /// It came.
    case added(Element)
    /// Something of it changed.
    case changed(Element)
    /// It went.
    case deleted(objectID: String)

    /// The object; `nil` where it went.
    public var object: Element? {
        switch self {
        case .initial(let object), .added(let object), .changed(let object): object
        case .deleted: nil
        }
    }
}

extension HomeObjectUpdate: Equatable where Element: Equatable {}

extension HomeObjectUpdate where Element: HomeObject {
    /// What led from one snapshot to the next; without a first one, all are initial.
    static func updates(from known: [String: Element]?, to batch: Set<Element>) -> [Self] {
        guard let known else { return batch.map { .initial($0) } }
        var updates: [Self] = []
        for element in batch {
            guard let before = known[element.id] else {
                updates.append(.added(element))
                continue
            }
            if before != element { updates.append(.changed(element)) }
        }
        let ids = Set(batch.map(\.id))
        return updates + known.keys.filter { !ids.contains($0) }.map { .deleted(objectID: $0) }
    }
}

/// The changes between snapshots of a query's objects; never fails and ends with its task.
public struct QueryUpdates<Element: HomeObject>: AsyncSequence, Sendable {
    /// A query of a home in this process does not fail.
    public typealias Failure = Never

    let batches: HomeSnapshots<Set<Element>>

    /// Begins to watch.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches: batches.makeAsyncIterator()) }

    /// Gives one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var batches: HomeSnapshots<Set<Element>>.AsyncIterator
        var known: [String: Element]?
        var waiting: [HomeObjectUpdate<Element>] = []

        /// The next change; `nil` once the task is cancelled.
        public mutating func next() async -> HomeObjectUpdate<Element>? { await next(isolation: #isolation) }

        /// The next change; `nil` once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> HomeObjectUpdate<Element>? {
            while waiting.isEmpty {
                guard let batch = await batches.next(isolation: actor) else { return nil }
                waiting = HomeObjectUpdate.updates(from: known, to: batch).reversed()
                known = Dictionary(batch.map { ($0.id, $0) }) { first, _ in first }
            }
            return waiting.popLast()
        }
    }
}

@available(*, unavailable)
extension QueryUpdates.AsyncIterator: Sendable {}
