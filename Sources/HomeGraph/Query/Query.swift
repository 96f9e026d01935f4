/// A question to the home graph: its objects now, and how they change.
///
/// Source: the third seed.
public struct Query<Element: HomeObject>: Sendable {
    private let context: HomeContext
    private let select: @Sendable (HomeShape) -> [Element]

    init(_ context: HomeContext, _ select: @escaping @Sendable (HomeShape) -> [Element]) {
        self.context = context
        self.select = select
    }

    /// The objects now; none while the home is not yet synchronised (``HomeConfiguration/synchronization``).
    /// - Throws: ``HomeError``; not by a home in this process.
    public func list() async throws(HomeError) -> Set<Element> { Set(select(context.visibleShape)) }

    /// The objects now, and again, whole, after each change of one of them; never fails and ends with its task.
    public func batched() -> HomeSnapshots<Set<Element>> {
        let (context, select) = (context, select)
        return HomeSnapshots(store: context.store, slots: 0..<0) { .snapshot(Set(select(context.visibleShape))) }
    }

    /// The objects one by one: those there are now, then each that is added, changed or deleted.
    public func stream() -> QueryUpdates<Element> { QueryUpdates(batches: batched()) }
}
