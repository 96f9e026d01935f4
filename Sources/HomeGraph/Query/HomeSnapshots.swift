/// Snapshots of something in the home: as it is now, then again after each change; never fails.
///
/// A reader that is slower than the changes sees the newest ones only. It ends with its task, or when what it shows is
/// gone from the home.
public struct HomeSnapshots<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    /// A home in this process does not fail.
    public typealias Failure = Never

    /// What there is to show at a moment.
    enum Reading {
        case snapshot(Element)
        /// Nothing, perhaps later.
        case nothing
        /// Nothing any more.
        case gone
    }

    let store: HomeStore
    /// Whose changes matter beside those of the home's shape.
    let slots: Range<Int>
    let read: @Sendable () -> Reading

    /// Begins to watch.
    public func makeAsyncIterator() -> AsyncIterator {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watcher = store.watch(slots: slots) { continuation.yield() }
        return AsyncIterator(read: read, watcher: watcher, wakes: wakes.makeAsyncIterator())
    }

    /// Gives one snapshot after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let read: @Sendable () -> Reading
        let watcher: Watcher
        var wakes: AsyncStream<Void>.AsyncIterator
        var last: Element?
        var isOver = false

        /// What there is now at first, then after the next change; `nil` at the end.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// What there is now at first, then after the next change; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while !isOver, !Task.isCancelled {
                var observations: [Observation] = []
                watcher.drain(into: &observations)
                switch read() {
                case .snapshot(let snapshot) where snapshot != last:
                    last = snapshot
                    return snapshot
                case .snapshot, .nothing: break
                case .gone:
                    isOver = true
                    return nil
                }
                guard await wakes.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }
    }
}

@available(*, unavailable)
extension HomeSnapshots.AsyncIterator: Sendable {}
