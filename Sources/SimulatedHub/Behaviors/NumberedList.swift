import ClusterTypes
import DataModel
import HomeGraph

/// A list attribute whose entries each have a number: the streams of a camera, its zones and presets, blocked channels.
struct NumberedList<Entry: DataRepresentable, Number: FixedWidthInteger & Sendable>: Sendable {
    let key: AttributeKey<[Entry]>
    /// The number of an entry; `nil` where it has none.
    let number: @Sendable (Entry) -> Number?
    /// One of them, in words.
    let noun: String
    /// The field of commands that says a number.
    let field: String

    /// The entries.
    func entries(_ context: EndpointContext) -> [Entry] { context[key] ?? [] }

    /// The entry of a number.
    ///
    /// - Throws: `notFound`.
    func find(_ wanted: Number, _ context: EndpointContext) throws(HomeError) -> Entry {
        if let entry = entries(context).first(where: { number($0) == wanted }) { return entry }
        throw HomeError(.notFound, "\(field): \(context.device.name) has no \(noun) \(wanted)")
    }

    /// Adds an entry under the first number from 1 that is free.
    ///
    /// - Returns: The number.
    /// - Throws: `resourceExhausted` where there are as many as there can be.
    @discardableResult
    func add(
        atMost most: Int, _ context: inout EndpointContext, _ make: (Number) -> Entry
    ) throws(HomeError) -> Number {
        let entries = entries(context)
        let used = Set(entries.compactMap(number))
        guard entries.count < most, let free = (1...Number.max).first(where: { !used.contains($0) }) else {
            throw HomeError(
                .resourceExhausted,
                "\(context.device.name) has \(entries.count) of its \(noun)s, and takes no more; remove one first")
        }
        context[key] = entries + [make(free)]
        return free
    }

    /// Changes the entry of a number.
    ///
    /// - Throws: `notFound`.
    func change(
        _ wanted: Number, _ context: inout EndpointContext, _ body: (inout Entry) -> Void
    ) throws(HomeError) {
        _ = try find(wanted, context)
        context[key] = entries(context).map { entry in
            guard number(entry) == wanted else { return entry }
            var entry = entry
            body(&entry)
            return entry
        }
    }

    /// Takes the entry of a number out.
    ///
    /// - Throws: `notFound`.
    func remove(_ wanted: Number, _ context: inout EndpointContext) throws(HomeError) {
        _ = try find(wanted, context)
        context[key] = entries(context).filter { number($0) != wanted }
    }
}
