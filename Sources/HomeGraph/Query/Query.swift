/// A question to the home graph: its objects now, and how they change.
///
/// Source: the third seed.
public struct Query<Element: Hashable & Sendable & Identifiable>: Sendable where Element.ID == String {
    private let context: HomeContext
    private let select: @Sendable (HomeShape) -> [Element]

    init(_ context: HomeContext, _ select: @escaping @Sendable (HomeShape) -> [Element]) {
        self.context = context
        self.select = select
    }

    /// The objects now.
    /// - Throws: ``HomeError``; not by a home in this process.
    public func list() async throws(HomeError) -> Set<Element> { Set(select(context.store.shape)) }

    /// The objects now, and again, whole, after each change of one of them; never fails and ends with its task.
    public func batched() -> QueryBatches<Element> { QueryBatches(store: context.store, select: select) }

    /// The objects one by one: those there are now, then each that is added, changed or deleted.
    public func stream() -> QueryUpdates<Element> { QueryUpdates(batches: batched()) }
}

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
