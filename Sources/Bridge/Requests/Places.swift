import HomeGraph
import Synchronization

/// So many places, each taken for a while; who finds none is refused.
final class Places: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    /// Makes places of which none is taken.
    init(_ limit: Int) { self.limit = limit }

    /// Takes a place, which is given back with ``leave()``.
    ///
    /// - Parameter problem: What keeps others from a place when so many are taken, such as `32 changes wait already`.
    /// - Throws: `resourceExhausted` where there is none.
    func enter(_ problem: (_ limit: Int) -> String) throws(HomeError) {
        let hasPlace = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        guard hasPlace else { throw HomeError(.resourceExhausted, "\(problem(limit)); try again later") }
    }

    /// Gives a place back.
    func leave() { taken.withLock { $0 -= 1 } }
}
