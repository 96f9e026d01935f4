extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// Pairs the newest elements of two sequences: one pair for each element of either, once both had one.
    ///
    /// No element is left out, and neither sequence is asked for more than one element ahead. It ends when both have
    /// ended, or when one has without ever giving an element. The two are not in step: a pair may hold an element of
    /// one that belongs to an earlier state of the other.
    /// Source: the third seed, which joins rooms and devices so; `combineLatest` of Combine.
    ///
    /// - Parameter other: The sequence that gives the second elements.
    /// - Returns: The pairs.
    public func combineLatest<Other: AsyncSequence & Sendable>(_ other: Other) -> CombinedLatest<Self, Other>
    where Other.Element: Sendable, Other.Failure == Never {
        CombinedLatest(first: self, second: other)
    }
}

/// Pairs of the newest elements of two sequences.
public struct CombinedLatest<First: AsyncSequence & Sendable, Second: AsyncSequence & Sendable>: AsyncSequence, Sendable
where
    First.Element: Sendable, Second.Element: Sendable, First.Failure == Never, Second.Failure == Never
{
    /// The newest element of each.
    public typealias Element = (First.Element, Second.Element)
    /// Neither sequence fails.
    public typealias Failure = Never

    let first: First
    let second: Second

    /// Begins to read both.
    public func makeAsyncIterator() -> AsyncIterator {
        let relay = LatestRelay<First.Element, Second.Element>()
        let (first, second) = (first, second)
        relay.own(
            Task {
                for await element in first {
                    guard await relay.send(.first(element)) else { break }
                }
                relay.finish(isFirst: true)
            })
        relay.own(
            Task {
                for await element in second {
                    guard await relay.send(.second(element)) else { break }
                }
                relay.finish(isFirst: false)
            })
        return AsyncIterator(owner: LatestRelayOwner(relay))
    }

    /// Gives one pair after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let owner: LatestRelayOwner<First.Element, Second.Element>

        /// The next pair; `nil` at the end, and once the task is cancelled.
        public mutating func next() async -> Element? { await owner.relay.next() }

        /// The next pair; `nil` at the end, and once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await owner.relay.next()
        }
    }
}

@available(*, unavailable)
extension CombinedLatest.AsyncIterator: Sendable {}
