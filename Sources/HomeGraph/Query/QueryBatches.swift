/// Snapshots of a query's objects.
public struct QueryBatches<Element: Hashable & Sendable & Identifiable>: AsyncSequence, Sendable
where Element.ID == String {
    /// A query of a home in this process does not fail.
    public typealias Failure = Never

    let store: HomeStore
    let select: @Sendable (HomeShape) -> [Element]

    /// Begins to watch.
    public func makeAsyncIterator() -> AsyncIterator {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watcher = store.watch(slots: 0..<0) { continuation.yield() }
        return AsyncIterator(store: store, select: select, watcher: watcher, wakes: wakes.makeAsyncIterator())
    }

    /// Gives one snapshot after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let store: HomeStore
        let select: @Sendable (HomeShape) -> [Element]
        let watcher: Watcher
        var wakes: AsyncStream<Void>.AsyncIterator
        var last: Set<Element>?

        /// The objects now at first, then after the next change; `nil` once the task is cancelled.
        public mutating func next() async -> Set<Element>? { await next(isolation: #isolation) }

        /// The objects now at first, then after the next change; `nil` once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Set<Element>? {
            while !Task.isCancelled {
                var observations: [Observation] = []
                watcher.drain(into: &observations)
                let current = Set(select(store.shape))
                if current != last {
                    last = current
                    return current
                }
                guard await wakes.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }
    }
}

/// The changes between snapshots of a query's objects.
public struct QueryUpdates<Element: Hashable & Sendable & Identifiable>: AsyncSequence, Sendable
where Element.ID == String {
    /// A query of a home in this process does not fail.
    public typealias Failure = Never

    let batches: QueryBatches<Element>

    /// Begins to watch.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches: batches.makeAsyncIterator()) }

    /// Gives one change after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var batches: QueryBatches<Element>.AsyncIterator
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

extension HomeObjectUpdate where Element: Hashable & Identifiable, Element.ID == String {
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

@available(*, unavailable)
extension QueryBatches.AsyncIterator: Sendable {}

@available(*, unavailable)
extension QueryUpdates.AsyncIterator: Sendable {}
